import {
  actAsSimulatorFriend,
  type ChannelView,
  type ConnectOutcome,
  createSandboxChannel,
  deleteChannel,
  disconnectChannel,
  getChannel,
  getSimulator,
  listChannels,
  reconnectChannel,
  refreshQuota,
  replaceCredentials,
  type SIMULATOR_FRIENDS,
  type SimulatorState,
  testChannel,
  updateChannel,
} from '@hanasu/contract/channels';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { ChannelId } from '@hanasu/contract/ids';
import { listConversations } from '@hanasu/contract/inbox';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

export type SimulatorFriend = (typeof SIMULATOR_FRIENDS)[number];
export type SimulatorAction = EndpointInput<typeof actAsSimulatorFriend>['body'];
export type ChannelPatch = EndpointInput<typeof updateChannel>['body'];
export type SandboxInput = EndpointInput<typeof createSandboxChannel>['body'];

const HEALTH_MS = 30_000;
const SIMULATOR_MS = 1000;

/** Connected channels with their health, which is asked for now and then. */
export const channelsQuery = queryOptions({
  queryKey: ['channels', 'list'],
  queryFn: ({ signal }) => call(listChannels, { query: { pageSize: PAGE_SIZE_MAX }, signal }),
  refetchInterval: HEALTH_MS,
});

export const channelQuery = (uuid: ChannelId) =>
  queryOptions({
    queryKey: ['channels', 'one', uuid],
    queryFn: ({ signal }) => call(getChannel, { params: { uuid }, signal }),
    refetchInterval: HEALTH_MS,
  });

/** A sandbox friend's chat as their phone shows it. The fake vendor sends no events, so it is asked every second. */
export const simulatorQuery = (uuid: ChannelId, friend: SimulatorFriend) =>
  queryOptions({
    queryKey: ['simulator', uuid, friend],
    queryFn: async ({ client, queryKey, signal }) => {
      const { menu: seen } = client.getQueryData<SimulatorState>(queryKey) ?? {};
      const query = seen?.picture ? { menu: seen.id } : {};
      const state = await call(getSimulator, { params: { uuid, friend }, query, signal });
      return withPicture(state, seen);
    },
    refetchInterval: SIMULATOR_MS,
  });

/** A picture is fetched once; a menu never gets another one. */
const withPicture = (state: SimulatorState, seen: SimulatorState['menu'] | undefined): SimulatorState =>
  state.menu && state.menu.picture === null && state.menu.id === seen?.id
    ? { ...state, menu: { ...state.menu, picture: seen.picture } }
    : state;

/** The conversations of a channel's friends, to find the one of a sandbox friend. */
export const channelConversationsQuery = (channelUuid: ChannelId) =>
  queryOptions({
    queryKey: ['conversations', 'of-channel', channelUuid],
    queryFn: ({ signal }) => call(listConversations, { query: { channelUuid, pageSize: 20 }, signal }),
  });

function useChannelMutation<Variables>(
  run: (variables: Variables) => Promise<ChannelView>,
  inPlace: boolean,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (channel) => showChannel(queryClient, channel),
    meta: { inPlace },
  });
}

function showChannel(queryClient: QueryClient, channel: ChannelView): void {
  queryClient.setQueryData(channelQuery(channel.uuid).queryKey, channel);
  for (const queryKey of [channelsQuery.queryKey, ['bots'], ['home']]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Connects a real account, or gives the vendor's page where the owner allows it. */
export function useConnectChannel<Variables>(run: (variables: Variables) => Promise<ConnectOutcome>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (outcome) => {
      if (outcome.kind === 'connected') showChannel(queryClient, outcome.channel);
    },
    meta: { inPlace: true },
  });
}
export const useCreateSandbox = () =>
  useChannelMutation((body: SandboxInput) => call(createSandboxChannel, { body }), true);
export const useUpdateChannel = (uuid: ChannelId) =>
  useChannelMutation((body: ChannelPatch) => call(updateChannel, { params: { uuid }, body }), true);
export const usePauseChannel = (uuid: ChannelId) =>
  useChannelMutation((paused: boolean) => call(updateChannel, { params: { uuid }, body: { paused } }), false);
export const useTestChannel = (uuid: ChannelId) =>
  useChannelMutation((_: undefined) => call(testChannel, { params: { uuid } }), true);

export const useRefreshQuota = (uuid: ChannelId) =>
  useChannelMutation((_: undefined) => call(refreshQuota, { params: { uuid } }), false);

/** Either the channel is connected again at once, or the owner has to go to the vendor's page. */
function useConnecting<Variables>(run: (variables: Variables) => Promise<ConnectOutcome>, inPlace: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (outcome) => {
      if (outcome.kind === 'permission') return;
      queryClient.setQueryData(channelQuery(outcome.channel.uuid).queryKey, outcome.channel);
      void queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
    },
    meta: { inPlace },
  });
}
export const useReconnect = (uuid: ChannelId) =>
  useConnecting((_: undefined) => call(reconnectChannel, { params: { uuid } }), false);
export const useReplaceCredentials = (uuid: ChannelId) =>
  useConnecting(
    (input: Record<string, string>) => call(replaceCredentials, { params: { uuid }, body: { input } }),
    true,
  );

/** Its conversations stay. */
export const useDisconnectChannel = (uuid: ChannelId) =>
  useChannelMutation((_: undefined) => call(disconnectChannel, { params: { uuid } }), true);

export function useDeleteChannel(uuid: ChannelId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteChannel, { params: { uuid } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: channelQuery(uuid).queryKey });
      for (const queryKey of [channelsQuery.queryKey, ['bots'], ['home'], ['conversations']]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    meta: { inPlace: true },
  });
}

export function useActAsFriend(uuid: ChannelId, friend: SimulatorFriend) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SimulatorAction) => call(actAsSimulatorFriend, { params: { uuid, friend }, body }),
    onSuccess: (state) => {
      queryClient.setQueryData(simulatorQuery(uuid, friend).queryKey, state);
      void queryClient.invalidateQueries({ queryKey: ['conversations', 'of-channel', uuid] });
    },
    meta: { inPlace: true },
  });
}
