import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import type { UpdateConversation } from '@hanasu/contract/realtime';
import { expect, test } from 'vitest';
import { makeConversation, makeMessage } from '../testing.ts';
import {
  asksForPerson,
  type InboxUpdate,
  mergeUpdates,
  typingAfter,
  unreadAfter,
} from './use-inbox-updates.ts';

const at = (minute: number) => ({ updatedAt: new Date(Date.UTC(2026, 0, 2, 12, minute)).toISOString() });
const update = (
  action: UpdateConversation['action'],
  conversation: ConversationView,
  ...messages: number[]
): InboxUpdate => ({
  conversation: {
    action,
    data: messages.length
      ? messages.map((number) => ({ message: makeMessage(number), conversation }))
      : [{ message: null, conversation }],
  },
});
const typing = (conversationUuid: string, active: boolean): InboxUpdate => ({
  typing: { conversationUuid, active },
});
const known = (conversations: ConversationView[], seen: ConversationId | null = null) => ({
  find: (uuid: ConversationId) => conversations.find((each) => each.uuid === uuid),
  isSeen: (uuid: ConversationId) => uuid === seen,
  isFetching: () => false,
});
const { uuid } = makeConversation(1);
const ME = '01932f00-dddd-7000-8000-000000000001';
const OTHER = '01932f00-dddd-7000-8000-000000000002';

test('what a person has not read grows by what the customer said, not by what the event counts', () => {
  const before = makeConversation(1, { unread: 2 });
  const conversation = makeConversation(1, { unread: 57 });
  expect(unreadAfter(before, { action: 'handling', data: [{ message: null, conversation }] })).toBe(2);
});

test('many updates of a conversation come to its last state, with all that was said, each conversation once', () => {
  const updates = [
    update('user_chat', makeConversation(1, { unread: 57, ...at(1) }), 1),
    update('user_chat', makeConversation(2, { unread: 1, ...at(1) }), 9),
    update('bot_chat', makeConversation(1, { unread: 57, ...at(2) }), 2),
    update('user_chat', makeConversation(1, { unread: 58, ...at(3) }), 3),
    update('handling', makeConversation(1, { unread: 58, handling: 'waiting', ...at(4) })),
  ];
  const { conversations, messages, unsure } = mergeUpdates(
    updates,
    known([makeConversation(1, { unread: 2, draft: 'mine' })]),
  );
  expect(conversations).toHaveLength(2);
  expect(conversations[0]).toMatchObject({ handling: 'waiting', unread: 4, draft: 'mine', ...at(4) });
  expect(messages.get(uuid)?.map(({ text }) => text)).toEqual(['Message 1', 'Message 2', 'Message 3']);
  expect(unsure).toEqual([]);
});

test('updates merged at once or one by one come to the same', () => {
  const updates = [
    update('user_chat', makeConversation(1, { unread: 1, ...at(1) }), 1),
    typing(uuid, true),
    update('bot_chat', makeConversation(1, { unread: 1, ...at(3) }), 2),
    update('user_chat', makeConversation(1, { unread: 2, ...at(2) }), 3),
    update('delivery', makeConversation(1, { unread: 2, ...at(4) }), 2),
  ];
  const oneByOne = updates.reduce<ConversationView[]>((before, each) => {
    const { conversations } = mergeUpdates([each], known(before));
    return conversations.length > 0 ? [...conversations] : before;
  }, []);
  expect(mergeUpdates(updates, known([])).conversations).toEqual(oneByOne);
});

test('an event that was overtaken adds its message, and what is known already is placed in the lists', () => {
  const newest = makeConversation(1, at(2));
  const { conversations, messages } = mergeUpdates(
    [update('user_chat', makeConversation(1, at(1)), 7)],
    known([newest]),
  );
  expect(conversations).toEqual([newest]);
  expect(messages.get(uuid)).toHaveLength(1);
});

test('of an unknown conversation it is certain what is unread only when nobody can have read any of it', () => {
  const fresh = mergeUpdates([update('user_chat', makeConversation(1, { unread: 1 }), 1)], known([]));
  expect([fresh.conversations[0]?.unread, fresh.unsure]).toEqual([1, []]);
  const old = mergeUpdates([update('user_chat', makeConversation(1, { unread: 57 }), 1)], known([]));
  expect(old.conversations[0]?.unread).toBe(1);
  // As everybody's event tells it, so that a list of the unread knows that it may belong there.
  expect(old.unsure.map(({ unread }) => unread)).toEqual([57]);
});

test('a message that the list may have counted already is asked for: it was fetched at that state, or is being fetched', () => {
  const said = update('user_chat', makeConversation(1, { unread: 7, ...at(2) }), 1);
  const unsureOf = (shown: ConversationView, isFetching = false) =>
    mergeUpdates([said], { ...known([shown]), isFetching: () => isFetching }).unsure.length;
  expect(unsureOf(makeConversation(1, { unread: 6, ...at(1) }))).toBe(0);
  expect(unsureOf(makeConversation(1, { unread: 7, ...at(2) }))).toBe(1);
  expect(unsureOf(makeConversation(1, { unread: 6, ...at(1) }), true)).toBe(1);
});

test('a conversation that passes to staff or back without its line is named', () => {
  const line = makeMessage(9, { sender: 'system', kind: 'event', data: { event: 'taken_over' } });
  const taken = makeConversation(3, { handling: 'operator' });
  const { handedOver } = mergeUpdates(
    [
      update('bot_chat', makeConversation(1, { handling: 'waiting' }), 1),
      update('handling', makeConversation(2, { handling: 'operator' })),
      { conversation: { action: 'handling', data: [{ message: line, conversation: taken }] } },
    ],
    known([makeConversation(1), makeConversation(2, { handling: 'waiting' }), makeConversation(3)]),
  );
  expect([...handedOver]).toEqual([uuid]);
});

test('what is said before a person’s eyes is read', () => {
  const { conversations, read } = mergeUpdates(
    [update('user_chat', makeConversation(1, { unread: 4 }), 1), update('handling', makeConversation(2))],
    known([makeConversation(1), makeConversation(2, { unread: 3 })], uuid),
  );
  expect(conversations.map(({ unread }) => unread)).toEqual([0, 3]);
  expect([...read]).toEqual([uuid]);
});

test('who is being answered follows the order of what was heard; an answer ends it', () => {
  const none = new Set<string>();
  const heard = (...updates: InboxUpdate[]) => mergeUpdates(updates, known([])).typing;
  expect([...typingAfter(none, heard(typing(uuid, true), typing('other', true)))]).toEqual([uuid, 'other']);
  const answer = update('bot_chat', makeConversation(1), 2);
  expect(typingAfter(none, heard(typing(uuid, true), answer))).toBe(none);
  expect([...typingAfter(none, heard(answer, typing(uuid, true)))]).toEqual([uuid]);
  expect([...typingAfter(new Set([uuid, 'other']), heard(answer))]).toEqual(['other']);
});

test.each([
  ['somebody begins to wait', 'bot_chat', 'bot', { handling: 'waiting' }, [], true],
  ['who waits writes again', 'user_chat', 'waiting', { handling: 'waiting' }, [1], true],
  ['who waits is answered by the bot', 'bot_chat', 'waiting', { handling: 'waiting' }, [1], false],
  ['the bot is asked', 'user_chat', 'bot', { handling: 'bot' }, [1], false],
  [
    'mine writes',
    'user_chat',
    'operator',
    { handling: 'operator', operator: { uuid: ME, name: 'M' } },
    [1],
    true,
  ],
  [
    'a colleague’s writes',
    'user_chat',
    'operator',
    { handling: 'operator', operator: { uuid: OTHER, name: 'B' } },
    [1],
    false,
  ],
] as const)('a sound when %s: %#', (_, action, before, now, messages, expected) => {
  const change = update(action, makeConversation(1, now), ...messages);
  if (!('conversation' in change)) throw new Error('no conversation');
  expect(asksForPerson(change.conversation, { handling: before }, ME)).toBe(expected);
});
