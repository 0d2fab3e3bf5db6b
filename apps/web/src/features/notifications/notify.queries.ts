import type { ChannelId } from '@hanasu/contract/ids';
import {
  getNotify,
  linkNotifyChannel,
  type NotifySettings,
  type NotifyWay,
  rotateNotifySecret,
  testNotify,
  unlinkNotifyChannel,
  updateNotify,
} from '@hanasu/contract/notify';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

export const notifyQuery = queryOptions({
  queryKey: ['notify'],
  queryFn: ({ signal }) => call(getNotify, { signal }),
});

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: notifyQuery.queryKey }),
    meta: { inPlace: true },
  });
}

export function useSaveNotify() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NotifySettings) => call(updateNotify, { body }),
    onSuccess: (view) => queryClient.setQueryData(notifyQuery.queryKey, view),
    meta: { inPlace: true },
  });
}

export const useLinkChannel = () =>
  useChange((channelUuid: ChannelId) => call(linkNotifyChannel, { body: { channelUuid } }));
export const useUnlinkChannel = () =>
  useChange((channel: ChannelId) => call(unlinkNotifyChannel, { params: { channel } }));
export const useRotateSecret = () => useChange(() => call(rotateNotifySecret));
export const useTestNotify = () => useChange((way: NotifyWay) => call(testNotify, { body: { way } }));
