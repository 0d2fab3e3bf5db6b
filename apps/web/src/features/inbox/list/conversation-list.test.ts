import { CONVERSATION_LISTS, matches } from '@hanasu/contract/conversation-filter';
import { LIST_CASES } from '@hanasu/contract/conversation-filter.fixture';
import { ChannelId, UserId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { expect, test } from 'vitest';
import { TABS } from '../inbox-view.ts';
import { makeConversation } from '../testing.ts';
import {
  compareFor,
  countOf,
  flattenConversations,
  type InboxFilter,
  type LoadedConversations,
  placeInList,
  sameConversations,
} from './conversation-list.ts';

const ME = UserId.parse('01932f00-dddd-7000-8000-000000000001');
const counts = {
  open: 0,
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
const ALL: InboxFilter = { tab: 'all' };

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

const place = (data: LoadedConversations, conversation: ConversationView, filter: InboxFilter, me = ME) =>
  placeInList(data, [conversation], filter, me);

test('a new message brings its conversation to the top, from any page, and keeps each once', () => {
  const after = place(loaded([5, 4], [3, 2]), makeConversation(3, { lastMessage: now('hi') }), ALL, ME);
  expect(namesOf(after)).toEqual(['Friend 3', 'Friend 5', 'Friend 4', 'Friend 2']);
  expect(after.pages.map(({ items }) => items.length)).toEqual([2, 2]);
  expect(after.pages[0]?.total).toBe(9);
});

test('what is read, taken or answered by nobody stays where it is', () => {
  const data = loaded([5, 4], [3, 2]);
  const taken = makeConversation(4, {
    unread: 0,
    handling: 'operator',
    updatedAt: '2026-02-01T00:00:00.000Z',
  });
  const after = place(data, taken, ALL, ME);
  expect(namesOf(after)).toEqual(namesOf(data));
  expect(flattenConversations(after)[1]?.handling).toBe('operator');
});

test('what is done leaves the open ones, and a search finds it', () => {
  const done = makeConversation(4, { handling: 'closed' });
  expect(namesOf(place(loaded([5, 4]), done, ALL, ME))).toEqual(['Friend 5']);
  expect(namesOf(place(loaded([5, 4]), done, { tab: 'all', q: 'x' }, ME))).toEqual(['Friend 5', 'Friend 4']);
});

test('a conversation that was not loaded is added at its place', () => {
  const after = place(loaded([5, 3], [2]), makeConversation(4), ALL, ME);
  expect(namesOf(after)).toEqual(['Friend 5', 'Friend 4', 'Friend 3', 'Friend 2']);
  expect(after.pages[0]?.total).toBe(10);
});

test('a conversation that no longer belongs to the tab leaves it', () => {
  const waiting = { tab: 'waiting' } as const;
  const data = place(loaded([]), makeConversation(1, { handling: 'waiting' }), waiting, ME);
  expect(namesOf(data)).toEqual(['Friend 1']);
  expect(namesOf(place(data, makeConversation(1, { handling: 'operator' }), waiting, ME))).toEqual([]);
});

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const OPERATORS = { me: ME, colleague: '01932f00-dddd-7000-8000-000000000002' };

test.each(LIST_CASES)('$name: stands in the lists in which the server shows it', (one) => {
  const conversation = makeConversation(1, {
    handling: one.handling,
    operator: one.operator ? { uuid: OPERATORS[one.operator], name: 'M' } : null,
    snoozedUntil: one.snoozed ? inHours(one.snoozed === 'still' ? 1 : -1) : null,
    respondBy: one.respondBy ? inHours(one.respondBy === 'ahead' ? 1 : -1) : null,
    unread: one.isUnread ? 1 : 0,
  });
  const lists = Object.entries(CONVERSATION_LISTS);
  const shown = lists.filter(([, filter]) => matches(conversation, filter, { me: ME })).map(([name]) => name);
  expect(shown.sort()).toEqual([...one.lists].sort());
  const tabs = TABS.filter((tab) => namesOf(place(loaded([]), conversation, { tab })).length > 0);
  expect(tabs.sort()).toEqual(TABS.filter((tab) => one.lists.includes(countOf(tab))).sort());
});

test('a channel filter holds only its channel', () => {
  const elsewhere = ChannelId.parse('01932f00-cccc-7000-8000-000000000009');
  const filter = { tab: 'all', channelUuid: elsewhere } as const;
  expect(namesOf(place(loaded([]), makeConversation(1), filter))).toEqual([]);
});

test('a search result is brought up to date but never extended', () => {
  const search = { tab: 'all', q: 'breakfast' } as const;
  expect(namesOf(place(loaded([2]), makeConversation(5), search, ME))).toEqual(['Friend 2']);
  const changed = place(loaded([2]), makeConversation(2, { handling: 'closed' }), search, ME);
  expect(flattenConversations(changed)[0]?.handling).toBe('closed');
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
    data = place(data, makeConversation(number, more), waiting, ME);
  }
  expect(namesOf(data)).toEqual(['Friend 3', 'Friend 1', 'Friend 2']);
});

test('beyond what is loaded nothing is added, and what goes there leaves', () => {
  const [first] = loaded([5, 4]).pages;
  if (!first) throw new Error('no page');
  const lower = { pageParams: [2], pages: [{ ...first, page: 2 }] };
  expect(namesOf(place(lower, makeConversation(9), ALL, ME))).toEqual(['Friend 5', 'Friend 4']);
  expect(namesOf(place(lower, makeConversation(4, { lastMessage: now('hi') }), ALL, ME))).toEqual([
    'Friend 5',
  ]);
  expect(namesOf(place(loaded([5, 4]), makeConversation(1), ALL, ME))).toEqual(['Friend 5', 'Friend 4']);
});

test('a snoozed conversation stands under its own tab only, until its time has come', () => {
  const later = makeConversation(1, { snoozedUntil: '2999-01-01T00:00:00.000Z' });
  expect(namesOf(place(loaded([1]), later, ALL, ME))).toEqual([]);
  expect(namesOf(place(loaded([]), later, { tab: 'snoozed' }, ME))).toEqual(['Friend 1']);
  const over = makeConversation(1, { snoozedUntil: '2020-01-01T00:00:00.000Z' });
  expect(namesOf(place(loaded([1]), over, ALL, ME))).toEqual(['Friend 1']);
});

test.each([
  [{ unread: true }, { unread: 1 }, { unread: 0 }],
  [
    { late: true },
    { handling: 'waiting', respondBy: '2020-01-01T00:00:00.000Z' },
    { handling: 'waiting', respondBy: '2999-01-01T00:00:00.000Z' },
  ],
  [{ assignee: 'none' }, {}, { handling: 'operator', operator: { uuid: ME, name: 'Mika' } }],
  [{ assignee: ME }, { handling: 'operator', operator: { uuid: ME, name: 'Mika' } }, {}],
] as const)('filter %j', (filter, inside, outside) => {
  const view = { tab: 'all', ...filter } as InboxFilter;
  expect(namesOf(place(loaded([]), makeConversation(1, inside), view, ME))).toEqual(['Friend 1']);
  expect(namesOf(place(loaded([]), makeConversation(1, outside), view, ME))).toEqual([]);
});

test('many are placed at once as they are one by one', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 60; round += 1) {
    const filter: InboxFilter =
      [ALL, { tab: 'bot' } as const, { tab: 'all', sort: 'waiting' } as const][round % 3] ?? ALL;
    const numbers = [...new Set(Array.from({ length: 1 + random(6) }, () => 1 + random(14)))];
    const changed = numbers.map((number) =>
      makeConversation(number, {
        handling: random(4) === 0 ? 'operator' : 'bot',
        lastMessage: {
          ...now(`${round}`),
          createdAt: new Date(Date.UTC(2026, 0, 2, 0, random(50))).toISOString(),
        },
        ...(random(3) === 0 ? { waitingSince: '2026-01-01T12:00:00.000Z' } : {}),
      }),
    );
    const start = loaded([12, 10], [8, 6], [4]);
    const oneByOne = changed.reduce((data, each) => place(data, each, filter), start);
    const together = placeInList(start, changed, filter, ME);
    const ids = (data: LoadedConversations) => flattenConversations(data).map(({ uuid }) => uuid);
    expect(ids(together).toSorted()).toEqual(ids(oneByOne).toSorted());
    expect(together.pages[0]?.total).toBe(oneByOne.pages[0]?.total);
    const compare = compareFor(filter.sort);
    const placed = flattenConversations(together);
    expect(placed.toSorted(compare)).toEqual(placed);
  }
});

test('a conversation that has not changed stays the same, when others come in above and when it is fetched again', () => {
  const before = loaded([5, 4], [3, 2]);
  const after = placeInList(before, [makeConversation(9), makeConversation(8)], ALL, ME);
  const rows = flattenConversations(sameConversations(before, after) as LoadedConversations);
  expect(rows.slice(2)).toHaveLength(4);
  for (const [index, row] of flattenConversations(before).entries()) expect(rows[index + 2]).toBe(row);
  const fetched = flattenConversations(
    sameConversations(before, loaded([6, 5], [4, 3])) as LoadedConversations,
  );
  expect(fetched[1]).toBe(flattenConversations(before)[0]);
  expect(fetched[0]).toEqual(makeConversation(6));
});

test('an answer that was overtaken by an event does not bring the old row back', () => {
  const updatedAt = (minute: number) => new Date(Date.UTC(2026, 0, 2, 12, minute)).toISOString();
  const changed = makeConversation(2, { handling: 'operator', updatedAt: updatedAt(2) });
  const before = place(loaded([2, 1]), changed, ALL);
  const asked = place(loaded([2, 1]), makeConversation(2, { updatedAt: updatedAt(1) }), ALL);
  const rows = flattenConversations(sameConversations(before, asked) as LoadedConversations);
  expect(rows[0]).toEqual(changed);
  const later = place(loaded([2, 1]), makeConversation(2, { updatedAt: updatedAt(3) }), ALL);
  const next = flattenConversations(sameConversations(before, later) as LoadedConversations);
  expect(next[0]?.handling).toBe('bot');
});

test('a list that grows far is cut at its end, and its pages are again those of the server', () => {
  let data = loaded([2, 1]);
  for (let number = 3; number <= 40; number += 1) data = place(data, makeConversation(number), ALL);
  const rows = flattenConversations(data);
  expect(rows.length).toBeLessThanOrEqual(18);
  expect(rows[0]?.friend?.name).toBe('Friend 40');
  expect(data.pages.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(data.pages.slice(1).every(({ items }) => items.length === 2)).toBe(true);
  expect(data.pages.map(({ total }) => total)).toEqual(data.pages.map(() => 9 + 38));
});
