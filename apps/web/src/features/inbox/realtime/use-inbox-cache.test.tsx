// @vitest-environment jsdom

import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { conversationCountsQuery } from '../../../shell/shell.queries.ts';
import { conversationQuery, conversationsQuery, messagesQuery } from '../inbox.queries.ts';
import { flattenConversations, type LoadedConversations } from '../list/conversation-list.ts';
import { makeConversation, makeMessage } from '../testing.ts';
import { useInboxCache } from './use-inbox-cache.ts';

const list = conversationsQuery({ tab: 'all' }).queryKey;
const many = (from: number) => Array.from({ length: 30 }, (_, index) => makeConversation(from + index));

function open() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = { items: [], total: 0, page: 1, pageSize: 50, counts: {} as never };
  queryClient.setQueryData(list, { pages: [page], pageParams: [1] });
  const { result } = renderHook(() => useInboxCache(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  return { queryClient, cache: result.current };
}

test('many conversations are one change of the list, and none of them is kept by itself', () => {
  const { queryClient, cache } = open();
  const writes: string[] = [];
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') writes.push(event.query.queryHash);
  });
  cache.placeConversations(many(1));
  expect(writes).toHaveLength(1);
  const data = queryClient.getQueryData<LoadedConversations>(list);
  expect(flattenConversations(data)).toHaveLength(30);
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
});

test('the one that is open is kept up to date', () => {
  const { queryClient, cache } = open();
  const { uuid } = makeConversation(7);
  queryClient.setQueryData(conversationQuery(uuid).queryKey, makeConversation(7));
  cache.placeConversations([makeConversation(7, { handling: 'operator' })]);
  expect(queryClient.getQueryData(conversationQuery(uuid).queryKey)?.handling).toBe('operator');
  expect(cache.lookUp()(uuid)?.handling).toBe('operator');
});

/** A list that is asked for now, and gets this answer when it is let go. */
function fetchList(queryClient: QueryClient, answer: () => LoadedConversations['pages'][number]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const fetched = queryClient.fetchInfiniteQuery({
    ...conversationsQuery({ tab: 'all' }),
    staleTime: 0,
    queryFn: () => promise.then(answer),
  });
  return { fetched, let: resolve };
}
const pageOf = (...items: ReturnType<typeof makeConversation>[]) => ({
  ...{ items, total: items.length, page: 1, pageSize: 50, counts: {} as never },
});
const listed = (queryClient: QueryClient) =>
  flattenConversations(queryClient.getQueryData<LoadedConversations>(list));

test.each(['for the first time', 'once more'])(
  'what comes while the list is fetched %s stays when an older answer arrives',
  async (when) => {
    const { queryClient, cache } = open();
    if (when === 'for the first time') queryClient.removeQueries({ queryKey: list });
    const { fetched, let: answer } = fetchList(queryClient, () => pageOf(makeConversation(1)));
    cache.placeConversations([makeConversation(2)]);
    answer();
    await fetched;
    expect(listed(queryClient).map(({ uuid }) => uuid)).toEqual(
      expect.arrayContaining([makeConversation(1).uuid, makeConversation(2).uuid]),
    );
  },
);

test('an answer that is newer than what came while it was fetched is kept', async () => {
  const { queryClient, cache } = open();
  const newer = makeConversation(1, { handling: 'operator', updatedAt: '2026-11-30T12:00:01.000Z' });
  const { fetched, let: answer } = fetchList(queryClient, () => pageOf(newer));
  cache.placeConversations([
    makeConversation(1, { handling: 'waiting', updatedAt: '2026-11-30T12:00:00.000Z' }),
  ]);
  answer();
  await fetched;
  expect(listed(queryClient)[0]?.handling).toBe('operator');
});

test('what was read while the list is fetched stays read', async () => {
  const { queryClient, cache } = open();
  cache.placeConversations([makeConversation(1, { unread: 3 })]);
  const { fetched, let: answer } = fetchList(queryClient, () => pageOf(makeConversation(1, { unread: 3 })));
  cache.clearUnread(makeConversation(1).uuid);
  answer();
  await fetched;
  expect(listed(queryClient)[0]?.unread).toBe(0);
});

test('read marks change the rows, and the list of what is unread, without asking for the counts', () => {
  const { queryClient, cache } = open();
  const unreadKey = conversationsQuery({ tab: 'all', unread: true }).queryKey;
  const rows = [makeConversation(2, { unread: 3 }), makeConversation(1, { unread: 2 })];
  const { uuid } = makeConversation(1);
  for (const key of [list, unreadKey])
    queryClient.setQueryData(key, { pages: [pageOf(...rows)], pageParams: [1] });
  queryClient.setQueryData(conversationCountsQuery.queryKey, {} as never);
  const unreadIn = (key: typeof list) =>
    flattenConversations(queryClient.getQueryData<LoadedConversations>(key)).map((each) => each.unread);
  cache.setUnread([uuid, makeConversation(9).uuid], 0);
  expect([unreadIn(list), unreadIn(unreadKey)]).toEqual([[3, 0], [3]]);
  const before = queryClient.getQueryData(list);
  cache.setUnread([uuid], 0);
  expect(queryClient.getQueryData(list)).toBe(before);
  cache.setUnread([uuid], 1);
  expect([unreadIn(list), unreadIn(unreadKey)]).toEqual([
    [3, 1],
    [3, 1],
  ]);
  expect(queryClient.getQueryState(conversationCountsQuery.queryKey)?.isInvalidated).toBe(false);
});

test('a message that comes while its thread is fetched stays when an older answer arrives', async () => {
  const { queryClient, cache } = open();
  const { uuid } = makeConversation(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const [before, said] = [makeMessage(1), makeMessage(2)];
  const fetched = queryClient.fetchInfiniteQuery({
    ...messagesQuery(uuid),
    queryFn: async () => {
      await promise;
      return { items: [before], hasMore: false } as never;
    },
  });
  cache.placeMessages(uuid, [said]);
  resolve();
  await fetched;
  const data = queryClient.getQueryData(messagesQuery(uuid).queryKey);
  expect(JSON.stringify(data)).toContain(said.uuid);
  expect(JSON.stringify(data)).toContain(before.uuid);
});

test('the tabs are counted at once, and while much happens once in a second', async () => {
  vi.useFakeTimers();
  try {
    const { queryClient, cache } = open();
    let counted = 0;
    const stop = new QueryObserver(queryClient, {
      ...conversationCountsQuery,
      queryFn: async () => {
        counted += 1;
        return {} as never;
      },
    }).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(counted).toBe(1);
    for (let turn = 0; turn < 100; turn += 1) {
      cache.placeConversations(many(turn));
      await vi.advanceTimersByTimeAsync(50);
      if (turn === 0) expect(counted).toBe(2);
    }
    await vi.advanceTimersByTimeAsync(5000);
    // The first, one at once, one in each of five seconds, the last of them after the last change.
    expect(counted).toBe(7);
    stop();
  } finally {
    vi.useRealTimers();
  }
});
