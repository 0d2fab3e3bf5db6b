import {
  type ChannelSettings,
  copyChannelSettings,
  getChannelSettings,
  type HolidayCalendar,
  listHolidays,
  tryChannelSettings,
  updateChannelSettings,
} from '@hanasu/contract/channel-settings';
import { getFormLogin } from '@hanasu/contract/forms';
import type { ChannelId } from '@hanasu/contract/ids';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { channelQuery, channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { call } from '../../../shell/api/api-client.ts';

export const settingsQuery = (uuid: ChannelId) =>
  queryOptions({
    queryKey: ['channels', 'settings', uuid],
    queryFn: ({ signal }) => call(getChannelSettings, { params: { uuid }, signal }),
  });

/** Changes when people open forms, which no page is notified of. */
export const formLoginQuery = (uuid: ChannelId) =>
  queryOptions({
    queryKey: ['channels', 'form-login', uuid],
    queryFn: ({ signal }) => call(getFormLogin, { params: { uuid }, signal }),
    staleTime: 0,
  });

/** Built in: they stay as they are. */
export const holidaysQuery = (calendar: HolidayCalendar, year: number) =>
  queryOptions({
    queryKey: ['holidays', calendar, year],
    queryFn: ({ signal }) => call(listHolidays, { query: { calendar, year }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useSaveSettings(uuid: ChannelId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ChannelSettings) => call(updateChannelSettings, { params: { uuid }, body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery(uuid).queryKey, settings);
      for (const { queryKey } of [channelsQuery, channelQuery(uuid), formLoginQuery(uuid)])
        void queryClient.invalidateQueries({ queryKey });
    },
    meta: { inPlace: true },
  });
}

export const useTrySettings = (uuid: ChannelId) =>
  useMutation({
    mutationFn: (body: { settings: ChannelSettings; text: string; at: string }) =>
      call(tryChannelSettings, { params: { uuid }, body }),
    meta: { inPlace: true },
  });

export function useCopySettings(uuid: ChannelId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (channelUuids: ChannelId[]) =>
      call(copyChannelSettings, { params: { uuid }, body: { channelUuids } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['channels'] }),
    meta: { inPlace: true },
  });
}
