import {
  getChannelLogEntry,
  listChannelLog,
  replayEvent,
  replayFailedEvents,
  resendCall,
} from '@hanasu/contract/channel-log';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { ChannelId, ChannelLogId } from '@hanasu/contract/ids';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';

export type LogFilter = Pick<
  NonNullable<EndpointInput<typeof listChannelLog>['query']>,
  'direction' | 'result' | 'page'
>;
export const LOG_PAGE_SIZE = 25;
const LOG_MS = 15_000;

export const logQuery = (uuid: ChannelId, filter: LogFilter) =>
  queryOptions({
    queryKey: ['channel-log', uuid, 'list', filter],
    queryFn: ({ signal }) =>
      call(listChannelLog, { params: { uuid }, query: { ...filter, pageSize: LOG_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOG_MS,
  });

export const logEntryQuery = (uuid: ChannelId, entry: ChannelLogId) =>
  queryOptions({
    queryKey: ['channel-log', uuid, 'one', entry],
    queryFn: ({ signal }) => call(getChannelLogEntry, { params: { uuid, entry }, signal }),
  });

function useLogAction<Variables, Result>(uuid: ChannelId, run: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['channel-log', uuid] });
      void queryClient.invalidateQueries({ queryKey: ['channels'] });
    },
  });
}

export const useReplayEvent = (uuid: ChannelId) =>
  useLogAction(uuid, (entry: ChannelLogId) => call(replayEvent, { params: { uuid, entry } }));
export const useResendCall = (uuid: ChannelId) =>
  useLogAction(uuid, (entry: ChannelLogId) => call(resendCall, { params: { uuid, entry } }));
export const useReplayFailed = (uuid: ChannelId) =>
  useLogAction(uuid, (_: undefined) => call(replayFailedEvents, { params: { uuid } }));
