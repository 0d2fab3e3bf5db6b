import { ChannelId, UserId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import { flattenConversations, type LoadedConversations, placeInList } from './conversation-list.ts';
import type { ConversationFilter } from './inbox.queries.ts';
import { makeConversation } from './testing.ts';
import { unreadAfter } from './use-inbox-updates.ts';

const ME = UserId.parse('01932f00-dddd-7000-8000-000000000001');
const counts = {
  mine: 0,
  waiting: 0,
  bot: 0,
  operator: 0,
  closed: 0,
  all: 0,
  snoozed: 0,
  late: 0,
  unread: 0,
};
const ALL: ConversationFilter = { tab: 'all' };

const loaded = (...pages: number[][]): LoadedConversations => ({
  pageParams: pages.map((_, index) => index + 1),
  pages: pages.map((numbers, index) => ({
    items: numbers.map((number) => makeConversation(number)),
    total: 9,
    page: index + 1,
    pageSize: 2,
    counts,
  })),
});
const namesOf = (data: LoadedConversations) => flattenConversations(data).map(({ friend }) => friend?.name);
const now = (text: string) => ({
  text,
  sender: 'customer',
  kind: 'text',
  createdAt: '2026-01-02T00:00:00.000Z',
});

test('a new message brings its conversation to the top, from any page, and keeps each once', () => {
  const after = placeInList(loaded([5, 4], [3, 2]), makeConversation(3, { lastMessage: now('hi') }), ALL, ME);
  expect(namesOf(after)).toEqual(['Friend 3', 'Friend 5', 'Friend 4', 'Friend 2']);
  expect(after.pages.map(({ items }) => items.length)).toEqual([2, 2]);
  expect(after.pages[0]?.total).toBe(9);
});

test('a conversation that was not loaded is added at its place', () => {
  const after = placeInList(loaded([5, 3], [2]), makeConversation(4), ALL, ME);
  expect(namesOf(after)).toEqual(['Friend 5', 'Friend 4', 'Friend 3', 'Friend 2']);
  expect(after.pages[0]?.total).toBe(10);
});

test('a conversation that no longer belongs to the tab leaves it', () => {
  const waiting = { tab: 'waiting' } as const;
  const data = placeInList(loaded([]), makeConversation(1, { handling: 'waiting' }), waiting, ME);
  expect(namesOf(data)).toEqual(['Friend 1']);
  expect(namesOf(placeInList(data, makeConversation(1, { handling: 'operator' }), waiting, ME))).toEqual([]);
});

test('“mine” holds only what I answer, and a channel filter only its channel', () => {
  const mine = { tab: 'mine' } as const;
  const taken = (uuid: string) =>
    makeConversation(1, { handling: 'operator', operator: { uuid, name: 'M' } });
  expect(namesOf(placeInList(loaded([]), taken(ME), mine, ME))).toEqual(['Friend 1']);
  expect(namesOf(placeInList(loaded([]), taken('01932f00-dddd-7000-8000-000000000002'), mine, ME))).toEqual(
    [],
  );
  const elsewhere = ChannelId.parse('01932f00-cccc-7000-8000-000000000009');
  expect(
    namesOf(placeInList(loaded([]), makeConversation(1), { tab: 'all', channelUuid: elsewhere }, ME)),
  ).toEqual([]);
});

test('a search result is brought up to date but never extended', () => {
  const search = { tab: 'all', q: 'breakfast' } as const;
  expect(namesOf(placeInList(loaded([2]), makeConversation(5), search, ME))).toEqual(['Friend 2']);
  const changed = placeInList(loaded([2]), makeConversation(2, { handling: 'closed' }), search, ME);
  expect(flattenConversations(changed)[0]?.handling).toBe('closed');
});

test('what a person has not read grows by what the customer said, not by what the event counts', () => {
  const known = makeConversation(1, { unread: 2 });
  const conversation = makeConversation(1, { unread: 57 });
  const message = null;
  expect(unreadAfter(known, { action: 'handling', data: [{ message, conversation }] })).toBe(2);
});

test('who waits longest comes first where that is the order', () => {
  const waiting = { tab: 'all', sort: 'waiting' } as const;
  const since = (minute: number) => ({
    waitingSince: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
  });
  let data = loaded([]);
  data = { ...data, pages: data.pages.map((page) => ({ ...page, total: 0 })) };
  for (const [number, more] of [
    [1, since(5)],
    [2, {}],
    [3, since(1)],
  ] as const) {
    data = placeInList(data, makeConversation(number, more), waiting, ME);
  }
  expect(namesOf(data)).toEqual(['Friend 3', 'Friend 1', 'Friend 2']);
});

test('beyond what is loaded nothing is added, and what goes there leaves', () => {
  const [first] = loaded([5, 4]).pages;
  if (!first) throw new Error('no page');
  const lower = { pageParams: [2], pages: [{ ...first, page: 2 }] };
  expect(namesOf(placeInList(lower, makeConversation(9), ALL, ME))).toEqual(['Friend 5', 'Friend 4']);
  expect(namesOf(placeInList(lower, makeConversation(4, { lastMessage: now('hi') }), ALL, ME))).toEqual([
    'Friend 5',
  ]);
  expect(namesOf(placeInList(loaded([5, 4]), makeConversation(1), ALL, ME))).toEqual([
    'Friend 5',
    'Friend 4',
  ]);
});

test('a snoozed conversation stands under its own tab only, until its time has come', () => {
  const later = makeConversation(1, { snoozedUntil: '2999-01-01T00:00:00.000Z' });
  expect(namesOf(placeInList(loaded([1]), later, ALL, ME))).toEqual([]);
  expect(namesOf(placeInList(loaded([]), later, { tab: 'snoozed' }, ME))).toEqual(['Friend 1']);
  const over = makeConversation(1, { snoozedUntil: '2020-01-01T00:00:00.000Z' });
  expect(namesOf(placeInList(loaded([1]), over, ALL, ME))).toEqual(['Friend 1']);
});

test.each([
  [{ unread: true }, { unread: 1 }, { unread: 0 }],
  [{ late: true }, { respondBy: '2020-01-01T00:00:00.000Z' }, { respondBy: '2999-01-01T00:00:00.000Z' }],
  [{ assignee: 'none' }, {}, { operator: { uuid: ME, name: 'Mika' } }],
  [{ assignee: ME }, { operator: { uuid: ME, name: 'Mika' } }, {}],
] as const)('filter %j', (filter, inside, outside) => {
  const view = { tab: 'all', ...filter } as ConversationFilter;
  expect(namesOf(placeInList(loaded([]), makeConversation(1, inside), view, ME))).toEqual(['Friend 1']);
  expect(namesOf(placeInList(loaded([]), makeConversation(1, outside), view, ME))).toEqual([]);
});
