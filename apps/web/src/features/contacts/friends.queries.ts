import type { EndpointInput, EndpointOutput } from '@hanasu/contract/endpoint';
import {
  type FriendSyncView,
  getFriend,
  listFriends,
  listSyncs,
  refreshFriend,
  reloadCustomers,
  resumeSync,
  stopSync,
} from '@hanasu/contract/friends';
import type { ChannelId, FriendId, FriendSyncId, SegmentId, TagId } from '@hanasu/contract/ids';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

type Query = NonNullable<EndpointInput<typeof listFriends>['query']>;

/** What the address says of the list. */
export interface FriendFilter {
  q?: string | undefined;
  page?: number | undefined;
  channel?: ChannelId | undefined;
  state?: Query['state'];
  tag?: TagId | undefined;
  segment?: SegmentId | undefined;
  sort?: Query['sort'];
}

export const isFiltered = ({ q, channel, state, tag, segment }: FriendFilter): boolean =>
  Boolean(q || channel || state || tag || segment);

const queryOf = ({ q, page = 1, channel, state, tag, segment, sort }: FriendFilter): Query => ({
  page,
  ...(q ? { q } : {}),
  ...(channel ? { channelUuid: channel } : {}),
  ...(state ? { state } : {}),
  ...(tag ? { tagUuid: tag } : {}),
  ...(segment ? { segmentUuid: segment } : {}),
  ...(sort ? { sort } : {}),
});

export const friendsQuery = (filter: FriendFilter) =>
  queryOptions({
    queryKey: ['friends', 'list', filter],
    queryFn: ({ signal }) => call(listFriends, { query: queryOf(filter), signal }),
    placeholderData: (previous) => previous,
  });

export const friendQuery = (uuid: FriendId) =>
  queryOptions({
    queryKey: ['friends', 'one', uuid],
    queryFn: ({ signal }) => call(getFriend, { params: { uuid }, signal }),
  });

const POLL_MS = 5_000;

/** The newest sync of each channel. Realtime keeps them fresh; while one runs they are also asked for now and then. */
export const syncsQuery = queryOptions({
  queryKey: ['friends', 'syncs'],
  queryFn: ({ signal }) => call(listSyncs, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.items.some((sync) => sync.state === 'running') ? POLL_MS : false,
});

type Syncs = EndpointOutput<typeof listSyncs>;

/** The newest of each channel: what is told of an older one changes nothing. */
export const withSync = (old: Syncs | undefined, sync: FriendSyncView): Syncs => {
  const items = old?.items ?? [];
  const known = items.find(({ channelUuid }) => channelUuid === sync.channelUuid);
  if (known && known.uuid !== sync.uuid && known.startedAt > sync.startedAt) return { items };
  // Answers and events overtake each other; what is done stays so.
  if (known?.uuid === sync.uuid && known.state === 'done') return { items };
  return { items: [...items.filter((one) => one !== known), sync] };
};

function useSyncMutation<Variables>(run: (variables: Variables) => Promise<readonly FriendSyncView[]>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (syncs) => {
      for (const sync of syncs) queryClient.setQueryData(syncsQuery.queryKey, (old) => withSync(old, sync));
      void queryClient.invalidateQueries({ queryKey: syncsQuery.queryKey });
    },
  });
}

/** Of one channel, or of all that can be asked. */
export const useStartSync = () =>
  useSyncMutation(async (channelUuid: ChannelId | undefined) => {
    const body = channelUuid ? { channelUuid } : {};
    return (await call(reloadCustomers, { body })).items;
  });
export const useStopSync = () =>
  useSyncMutation(async (uuid: FriendSyncId) => [await call(stopSync, { params: { uuid } })]);
export const useResumeSync = () =>
  useSyncMutation(async (uuid: FriendSyncId) => [await call(resumeSync, { params: { uuid } })]);

export function useRefreshFriend(uuid: FriendId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(refreshFriend, { params: { uuid } }),
    onSuccess: (friend) => {
      queryClient.setQueryData(friendQuery(uuid).queryKey, friend);
      void queryClient.invalidateQueries({ queryKey: ['friends', 'list'] });
    },
    meta: { inPlace: true },
  });
}
