// @vitest-environment jsdom

import { UPDATE_CONVERSATION, UPDATE_READ_MARKS } from '@hanasu/contract/realtime';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { chatSocket } from '../../../shell/api/chat-socket.ts';
import { queryClient as own } from '../../../shell/api/query-client.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import { conversationQuery, conversationsQuery } from '../inbox.queries.ts';
import { useConversations } from '../list/use-conversations.ts';
import { makeConversation, makeMessage } from '../testing.ts';
import { useInboxUpdates } from './use-inbox-updates.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Handler = (raw: unknown) => void;
const pageOf = (...items: ReturnType<typeof makeConversation>[]) => ({
  ...{ items, total: items.length, page: 1, pageSize: 50, counts: {} as never },
});
const ONE = makeConversation(1, { unread: 2 });

/** A page that has joined, with a connection that is operated by hand. */
function openPage(open: typeof ONE.uuid | null = null) {
  const handlers = new Map<string, Handler>();
  const socket = {
    on: (name: string, handler: Handler) => handlers.set(name, handler),
    off: (name: string) => handlers.delete(name),
  };
  const state = { socket: socket as never, connected: true, joins: 1 };
  vi.spyOn(chatSocket, 'state').mockReturnValue(state);
  // Of the application's kind, which asks again for what is being fetched for the first time.
  const queryClient = new (own.constructor as typeof QueryClient)({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  queryClient.setQueryData(meQuery.queryKey, { uuid: crypto.randomUUID() } as never);
  const read = vi.fn();
  const show = () =>
    renderHook(
      () => {
        useInboxUpdates(open, read);
        return useConversations({ tab: 'all' });
      },
      {
        wrapper: ({ children }: { children: ReactNode }) => (
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        ),
      },
    ).result;
  return {
    queryClient,
    show,
    receive: (name: string, raw: unknown) => act(async () => handlers.get(name)?.(raw)),
  };
}

const { queryKey } = conversationsQuery({ tab: 'all' });

test('what this member reads on another page is read here, too, and nothing is fetched for it', async () => {
  const { queryClient, show, receive } = openPage();
  queryClient.setQueryData(queryKey, { pages: [pageOf(ONE)], pageParams: [1] });
  const shown = show();
  const fetched = vi.spyOn(globalThis, 'fetch');
  const update = (conversation: typeof ONE, number: number) => ({
    action: 'user_chat',
    data: [{ message: makeMessage(number), conversation }],
  });
  const later = (minute: number) => ({ ...ONE, updatedAt: `2026-01-02T12:0${minute}:00.000Z` });
  const unread = () => shown.current.conversations.map((each) => each.unread);
  await receive(UPDATE_CONVERSATION, update(later(1), 8));
  await expect.poll(unread).toEqual([3]);
  // Both before the first pause is over: the marks count for the second message.
  await receive(UPDATE_CONVERSATION, update(later(2), 9));
  fetched.mockClear();
  await receive(UPDATE_READ_MARKS, { conversationUuids: [ONE.uuid], unread: 0 });
  await expect.poll(unread).toEqual([0]);
  await receive(UPDATE_CONVERSATION, update(later(3), 10));
  await expect.poll(unread).toEqual([1]);
  expect(fetched).not.toHaveBeenCalled();
});

test('what stands before a person’s eyes does not become unread from another page', async () => {
  const { queryClient, show, receive } = openPage(ONE.uuid);
  const one = { ...ONE, unread: 0 };
  queryClient.setQueryData(queryKey, { pages: [pageOf(one)], pageParams: [1] });
  queryClient.setQueryData(conversationQuery(ONE.uuid).queryKey, one);
  const shown = show();
  await receive(UPDATE_READ_MARKS, { conversationUuids: [ONE.uuid], unread: 1 });
  await new Promise((done) => setTimeout(done, 100));
  expect(shown.current.conversations[0]?.unread).toBe(0);
});

/** The answers of the server, one after the other, each when the test lets it go. */
function holdAnswers() {
  const open: ((title: string) => void)[] = [];
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    open.push((title) => resolve(Response.json(pageOf(makeConversation(1, { title })))));
    return promise;
  });
  return open;
}

test('a list that the page’s own script asked for before the page joined is fetched once more', async () => {
  vi.stubGlobal('hanasuBegun', { authorization: null, calls: new Map([['/asked', Promise.resolve()]]) });
  const answers = holdAnswers();
  const { show } = openPage();
  const shown = show();
  const titles = () => shown.current.conversations.map(({ title }) => title);
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.('old');
  await expect.poll(titles).toEqual(['old']);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('new');
  await expect.poll(titles).toEqual(['new']);
});

test('a list that is asked for after the page joined is fetched once', async () => {
  const answers = holdAnswers();
  const { show } = openPage();
  const shown = show();
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.('new');
  await expect.poll(() => shown.current.conversations.length).toBe(1);
  await new Promise((done) => setTimeout(done, 100));
  expect(answers).toHaveLength(1);
});
