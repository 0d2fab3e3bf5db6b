import {
  type EmbedSetting,
  getEmbedSetting,
  listEmbedSettings,
  rotateIdentitySecret,
  updateEmbedSetting,
} from '@hanasu/contract/embed';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { BotId } from '@hanasu/contract/ids';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';

export const embedQuery = (botUuid: BotId) =>
  queryOptions({
    queryKey: ['embed', 'one', botUuid],
    queryFn: ({ signal }) => call(getEmbedSetting, { query: { botUuid }, signal }),
  });

export const embedsQuery = (filter: {
  q?: string | undefined;
  page?: number | undefined;
  pageSize: number;
}) =>
  queryOptions({
    queryKey: ['embed', 'list', filter],
    queryFn: ({ signal }) => call(listEmbedSettings, { query: filter, signal }),
    placeholderData: (previous) => previous,
  });

export function useUpdateEmbed(botUuid: BotId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: Omit<EndpointInput<typeof updateEmbedSetting>['body'], 'botUuid'>) =>
      call(updateEmbedSetting, { body: { ...changes, botUuid } }),
    onSuccess: (setting: EmbedSetting) => {
      queryClient.setQueryData(embedQuery(botUuid).queryKey, setting);
      for (const queryKey of [['embed', 'list'], ['channels', 'list'], ['bots'], ['home']])
        void queryClient.invalidateQueries({ queryKey });
    },
    meta: { inPlace: true },
  });
}

export function useRotateSecret(botUuid: BotId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(rotateIdentitySecret, { body: { botUuid } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['embed', 'one', botUuid] }),
    meta: { inPlace: true },
  });
}
