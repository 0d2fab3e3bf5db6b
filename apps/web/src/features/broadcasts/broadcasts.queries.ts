import type { Locale } from '@hanasu/contract/accounts';
import { chooseAbWinner, reportAbTest } from '@hanasu/contract/broadcast-ab';
import type { BroadcastReaction } from '@hanasu/contract/broadcast-audience';
import {
  compareBroadcasts,
  exportBroadcastRecipients,
  listBroadcastRecipients,
  reportBroadcast,
} from '@hanasu/contract/broadcast-report';
import { getBroadcastSettings } from '@hanasu/contract/broadcast-settings';
import { listBroadcastSums } from '@hanasu/contract/broadcast-sums';
import {
  type BroadcastState,
  type BroadcastView,
  changeBroadcast,
  checkBroadcast,
  createBroadcast,
  deleteBroadcast,
  getBroadcast,
  listBroadcasts,
  pauseBroadcast,
  type RecipientState,
  retryBroadcast,
  scheduleBroadcast,
  startBroadcast,
  stopBroadcast,
  testBroadcast,
} from '@hanasu/contract/broadcasts';
import type { EndpointInput, EndpointOutput } from '@hanasu/contract/endpoint';
import { listFriends } from '@hanasu/contract/friends';
import type { BroadcastId, FriendId, PostId } from '@hanasu/contract/ids';
import { EMPTY_CONTENT } from '@hanasu/contract/message-content';
import { getPostMessage } from '@hanasu/contract/post-help';
import { UPDATE_BROADCAST } from '@hanasu/contract/realtime';
import { useThrottledCallback } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, download } from '../../shell/api/api-client.ts';
import { useRealtime, useRealtimeRejoin } from '../../shell/api/realtime.tsx';
import { saveBlob } from '../../shell/save-blob.ts';

export const BROADCASTS_PAGE_SIZE = 20;
const KEY = ['broadcasts'] as const;
/** Progress comes by socket; this is for where none gets through. */
const OPEN_MS = 15_000;
const AGAIN_MS = 1_000;
const FRIENDS_SHOWN = 20;

/** Shows how far broadcasts are while the page is open. */
export function useBroadcastUpdates(): void {
  const queryClient = useQueryClient();
  const refresh = useThrottledCallback(() => void queryClient.invalidateQueries({ queryKey: KEY }), AGAIN_MS);
  useRealtime(UPDATE_BROADCAST, refresh);
  useRealtimeRejoin(refresh);
}

export const broadcastSettingsQuery = queryOptions({
  queryKey: [...KEY, 'settings'],
  queryFn: ({ signal }) => call(getBroadcastSettings, { signal }),
});

const isRunning = (state: BroadcastState): boolean => state === 'sending';

/** The last changed first. */
export const broadcastsQuery = (page: number, q: string | undefined) =>
  queryOptions({
    queryKey: [...KEY, 'list', page, q ?? ''],
    queryFn: ({ signal }) =>
      call(listBroadcasts, { query: { page, pageSize: BROADCASTS_PAGE_SIZE, ...(q ? { q } : {}) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => isRunning(state)) ? OPEN_MS : false,
  });

type SentPost = EndpointOutput<typeof getPostMessage>;
/** Language null: of no post. */
export type PostMessage = Omit<SentPost, 'language'> & { readonly language: SentPost['language'] | null };
const NO_POST: PostMessage = { name: '', content: EMPTY_CONTENT, language: null, languages: [] };

/** What a new broadcast begins with: a card of that post, or nothing. */
export const postMessageQuery = (post: PostId | undefined) =>
  queryOptions({
    queryKey: ['posts', 'message', post ?? null],
    queryFn: async ({ signal }): Promise<PostMessage> =>
      post ? call(getPostMessage, { params: { uuid: post }, signal }) : NO_POST,
    // The form stays while the card of another language is on its way.
    placeholderData: keepPreviousData,
  });

const SENT_SHOWN = 100;
/** Latest broadcasts that have started. */
export const sentBroadcastsQuery = queryOptions({
  queryKey: [...KEY, 'list', 'started'],
  queryFn: async ({ signal }) => {
    const { items } = await call(listBroadcasts, { query: { page: 1, pageSize: SENT_SHOWN }, signal });
    return items.filter(({ startedAt }) => startedAt !== null);
  },
});

export const broadcastQuery = (uuid: BroadcastId) =>
  queryOptions({
    queryKey: [...KEY, 'one', uuid],
    queryFn: ({ signal }) => call(getBroadcast, { params: { uuid }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.state === 'scheduled' || data.state === 'waiting' || isRunning(data.state))
        ? OPEN_MS
        : false,
  });

export const reportQuery = (uuid: BroadcastId) =>
  queryOptions({
    queryKey: [...KEY, 'report', uuid],
    queryFn: ({ signal }) => call(reportBroadcast, { params: { uuid }, signal }),
    // Calls that were on their way are settled after a pause or a stop, too.
    refetchInterval: ({ state: { data } }) =>
      data && (data.open > 0 || isRunning(data.state)) ? OPEN_MS : false,
  });

interface RecipientFilter {
  /** State of the broadcast: when it ends, recipients are fetched a last time. */
  readonly during: BroadcastState;
  readonly state: RecipientState | null;
  /** Null: any reaction, or none. */
  readonly reaction: { readonly kind: BroadcastReaction; readonly reacted: 'true' | 'false' } | null;
  readonly page: number;
}
export const recipientsQuery = (uuid: BroadcastId, { during, state, reaction, page }: RecipientFilter) =>
  queryOptions({
    queryKey: [...KEY, 'recipients', uuid, during, state, reaction, page],
    queryFn: ({ signal }) =>
      call(listBroadcastRecipients, {
        params: { uuid },
        query: {
          ...{ page, pageSize: BROADCASTS_PAGE_SIZE },
          ...(state ? { state } : {}),
          ...(reaction ? { reaction: reaction.kind, reacted: reaction.reacted } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: isRunning(during) ? OPEN_MS : false,
  });

const COMPARABLE = 100;
/** Others that were started, the last changed first. */
export const comparableQuery = (uuid: BroadcastId) =>
  queryOptions({
    queryKey: [...KEY, 'comparable', uuid],
    queryFn: async ({ signal }) => {
      const { items } = await call(listBroadcasts, { query: { pageSize: COMPARABLE }, signal });
      return items.filter((one) => one.people !== null && one.uuid !== uuid);
    },
  });

export const comparedQuery = (uuids: readonly BroadcastId[]) =>
  queryOptions({
    queryKey: [...KEY, 'compared', ...uuids],
    queryFn: ({ signal }) => call(compareBroadcasts, { query: { uuid: [...uuids] }, signal }),
    placeholderData: keepPreviousData,
  });

/** Its recipients as a file, in the language in use. */
export const useSaveRecipients = ({ uuid, name }: Pick<BroadcastView, 'uuid' | 'name'>, locale: Locale) =>
  useMutation({
    mutationFn: async (_: undefined) =>
      saveBlob(
        await download(exportBroadcastRecipients, { params: { uuid }, query: { locale } }),
        `${name}.csv`,
      ),
  });

/** To whom a test can be sent, who wrote last first. */
export const testFriendsQuery = (q: string) =>
  queryOptions({
    queryKey: [...KEY, 'friends', q],
    queryFn: async ({ signal }) => {
      const query = { pageSize: FRIENDS_SHOWN, sort: '-lastWroteAt' as const, ...(q ? { q } : {}) };
      const { items } = await call(listFriends, { query, signal });
      return items.filter(({ state }) => state !== 'blocked');
    },
    placeholderData: keepPreviousData,
  });

function useBroadcastMutation<Input>(run: (input: Input) => Promise<BroadcastView>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (broadcast) => {
      queryClient.setQueryData(broadcastQuery(broadcast.uuid).queryKey, broadcast);
      for (const part of ['list', 'report', 'recipients'])
        void queryClient.invalidateQueries({ queryKey: [...KEY, part] });
    },
    meta: { inPlace: true },
  });
}

export const useCreateBroadcast = () =>
  useBroadcastMutation((body: EndpointInput<typeof createBroadcast>['body']) =>
    call(createBroadcast, { body }),
  );

export type BroadcastChange = EndpointInput<typeof changeBroadcast>['body'];
export const useChangeBroadcast = (uuid: BroadcastId) =>
  useBroadcastMutation((body: BroadcastChange) => call(changeBroadcast, { params: { uuid }, body }));

export const useScheduleBroadcast = (uuid: BroadcastId) =>
  useBroadcastMutation((startAt: string | null) =>
    call(scheduleBroadcast, { params: { uuid }, body: { startAt } }),
  );

const ORDERS = {
  start: startBroadcast,
  pause: pauseBroadcast,
  stop: stopBroadcast,
  retry: retryBroadcast,
} as const;
/** Starts or goes on, pauses, stops for good, or tries again. */
export const useOrderBroadcast = (uuid: BroadcastId) =>
  useBroadcastMutation((order: keyof typeof ORDERS) => call(ORDERS[order], { params: { uuid } }));

export const useCheckBroadcast = (uuid: BroadcastId) =>
  useMutation({
    mutationFn: (_: undefined) => call(checkBroadcast, { params: { uuid } }),
    meta: { inPlace: true },
  });

export const useTestBroadcast = (uuid: BroadcastId) =>
  useMutation({
    mutationFn: (body: { friendUuid: FriendId; variant: number }) =>
      call(testBroadcast, { params: { uuid }, body }),
    meta: { inPlace: true },
  });

export function useDeleteBroadcast() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: BroadcastId) => call(deleteBroadcast, { params: { uuid } }),
    onSuccess: (_, uuid) => {
      queryClient.removeQueries({ queryKey: broadcastQuery(uuid).queryKey });
      void queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] });
    },
    meta: { inPlace: true },
  });
}

/** How the variants of its A/B test do. */
export const abReportQuery = ({ uuid, state: during }: BroadcastView) =>
  queryOptions({
    queryKey: [...KEY, 'ab', uuid],
    queryFn: ({ signal }) => call(reportAbTest, { params: { uuid }, signal }),
    // Replies come in without the broadcast being touched.
    refetchInterval: isRunning(during) || during === 'waiting' ? OPEN_MS : false,
  });

export function useChooseWinner(uuid: BroadcastId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (variant: number) => call(chooseAbWinner, { params: { uuid }, body: { variant } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { inPlace: true },
  });
}

/** Sums of the vendors, which report them once a day. */
export const sumsQuery = ({ uuid, state: during }: BroadcastView) =>
  queryOptions({
    queryKey: [...KEY, 'sums', uuid, during],
    queryFn: ({ signal }) => call(listBroadcastSums, { params: { uuid }, signal }),
  });
