import {
  asksWhatHappened,
  CONVERSATION_LISTS,
  type ConversationFilter,
  type ConversationList,
  matches,
} from '@hanasu/contract/conversation-filter';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { ChannelId, SegmentId, TagId, UserId } from '@hanasu/contract/ids';
import type {
  ConversationOutcome,
  ConversationView,
  listConversations,
  Undelivered,
} from '@hanasu/contract/inbox';
import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query';
import type { Tab } from '../inbox-view.ts';

export interface InboxFilter {
  tab: Tab;
  q?: string | undefined;
  channelUuid?: ChannelId | undefined;
  segmentUuid?: SegmentId | undefined;
  tagUuid?: TagId | undefined;
  assignee?: UserId | 'none' | undefined;
  unread?: true | undefined;
  late?: true | undefined;
  from?: string | undefined;
  to?: string | undefined;
  outcome?: ConversationOutcome | undefined;
  delivery?: Undelivered | undefined;
  sort?: 'waiting' | undefined;
}
type ConversationPage = EndpointOutput<typeof listConversations>;
export type LoadedConversations = InfiniteData<ConversationPage, unknown>;

/** So many pages are kept; those far away are dropped and fetched again when they come near. */
export const PAGES_KEPT = 8;

/** What is done is a list of its own. */
const LISTS = {
  mine: 'mine',
  waiting: 'waiting',
  bot: 'bot',
  all: 'open',
  closed: 'closed',
  snoozed: 'snoozed',
} as const satisfies Record<Tab, ConversationList>;
export const countOf = (tab: Tab): ConversationList => LISTS[tab];

/** What narrows the list; the search apart, which only the server can make. Only it knows who is in a segment or has a tag, too. */
export const conditionsOf = ({
  tab,
  q,
  channelUuid,
  segmentUuid,
  tagUuid,
  assignee,
  unread,
  late,
  from,
  to,
  outcome,
  delivery,
}: InboxFilter): ConversationFilter => ({
  origin: 'channel',
  // What happened in some days is asked of every conversation, whatever became of it since; what is looked for may be done.
  ...(tab === 'all' && asksWhatHappened({ from, to, outcome, delivery })
    ? {}
    : CONVERSATION_LISTS[tab === 'all' && q ? 'all' : LISTS[tab]]),
  ...(channelUuid ? { channelUuid } : {}),
  ...(segmentUuid ? { segmentUuid } : {}),
  ...(tagUuid ? { tagUuid } : {}),
  ...(assignee ? { assignee } : {}),
  ...(unread ? { unread } : {}),
  ...(late ? { late } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  ...(outcome ? { outcome } : {}),
  ...(delivery ? { delivery } : {}),
});

/** Whether a conversation stands under this tab and these filters. A search can only be answered by the server. */
export const belongs = (
  conversation: ConversationView,
  filter: InboxFilter,
  me: UserId | undefined,
): boolean => matches(conversation, conditionsOf(filter), { me });

/** Each loaded conversation once: pages shift while they are fetched one after the other. */
export function flattenConversations(data: LoadedConversations | undefined): ConversationView[] {
  const byId = new Map(data?.pages.flatMap(({ items }) => items).map((each) => [each.uuid, each]));
  return [...byId.values()];
}

/** How many conversations stand above those that are loaded. */
export function loadedFrom(data: LoadedConversations | undefined): number {
  const first = data?.pages[0];
  return first ? (first.page - 1) * first.pageSize : 0;
}

/** Times are all written in the same way, so that their letters have their order. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Whoever waits longest first, those that don't wait by their last activity; otherwise the last activity first. */
export function compareFor(sort: InboxFilter['sort']) {
  return (one: ConversationView, other: ConversationView): number => {
    const byActivity = inOrder(other.lastMessageAt, one.lastMessageAt) || inOrder(other.uuid, one.uuid);
    if (sort !== 'waiting') return byActivity;
    if (one.waitingSince && other.waitingSince) return inOrder(one.waitingSince, other.waitingSince);
    if (one.waitingSince) return -1;
    return other.waitingSince ? 1 : byActivity;
  };
}
type Compare = ReturnType<typeof compareFor>;

/**
 * Puts changed conversations (each once) at the places their last activity gives them: what was only read, taken or
 * changed otherwise stays where it is. Takes them out when they don't belong here any more. A search result, or what
 * happened in some days, is only brought up to date, never extended; beyond what is loaded
 * nothing is added. However many they are, the list is gone through once.
 */
export function placeInList(
  data: LoadedConversations,
  changed: readonly ConversationView[],
  filter: InboxFilter,
  me: UserId | undefined,
): LoadedConversations {
  const before = flattenConversations(data);
  const ids = new Set(changed.map(({ uuid }) => uuid));
  const shown = new Set(before.flatMap(({ uuid }) => (ids.has(uuid) ? uuid : [])));
  const isFound =
    filter.q !== undefined ||
    filter.segmentUuid !== undefined ||
    filter.tagUuid !== undefined ||
    asksWhatHappened(filter);
  const wanted = changed.filter((each) => belongs(each, filter, me) && (shown.has(each.uuid) || !isFound));
  if (shown.size === 0 && wanted.length === 0) return data;
  const compare = compareFor(filter.sort);
  const isUnmoved = (old: ConversationView, now: ConversationView) => compare(old, now) === 0;
  const inPlace = new Map(wanted.map((each) => [each.uuid, each]));
  const others = before.flatMap((old) => {
    if (!ids.has(old.uuid)) return [old];
    const now = inPlace.get(old.uuid);
    return now && isUnmoved(old, now) ? [now] : [];
  });
  const placed = new Set(others.flatMap(({ uuid }) => (ids.has(uuid) ? uuid : [])));
  const moved = wanted.filter(({ uuid }) => !placed.has(uuid));
  const isBeyond = beyond(data, others, moved.length, compare);
  const after = merge(others, moved.filter((each) => !isBeyond(each)).sort(compare), compare);
  return split(data, after, after.length - before.length);
}

/** Above the first or below the last of what is loaded, where there is more. */
function beyond(
  data: LoadedConversations,
  loaded: readonly ConversationView[],
  placed: number,
  compare: Compare,
): (conversation: ConversationView) => boolean {
  const [first, last] = [loaded[0], loaded.at(-1)];
  const from = loadedFrom(data);
  const hasMore = (data.pages.at(-1)?.total ?? 0) > from + loaded.length + placed;
  return (conversation) =>
    (from > 0 && first !== undefined && compare(conversation, first) < 0) ||
    (hasMore && last !== undefined && compare(conversation, last) > 0);
}

/** Both are in order; what is placed stands behind its equals. */
function merge(
  loaded: readonly ConversationView[],
  placed: readonly ConversationView[],
  compare: Compare,
): ConversationView[] {
  const merged: ConversationView[] = [];
  let next = 0;
  for (const each of placed) {
    for (let other = loaded[next]; other && compare(each, other) >= 0; other = loaded[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(each);
  }
  return merged.concat(loaded.slice(next));
}

/** Changes one conversation where it stands. */
export function changeInList(
  data: LoadedConversations,
  uuid: string,
  change: (conversation: ConversationView) => ConversationView,
): LoadedConversations {
  return {
    ...data,
    pages: data.pages.map((page) =>
      page.items.some((each) => each.uuid === uuid)
        ? { ...page, items: page.items.map((each) => (each.uuid === uuid ? change(each) : each)) }
        : page,
    ),
  };
}

/**
 * Deals the conversations out to the pages again; the first page takes up what is more or less. A list that has grown
 * far is cut where a page ends, so that what fell off is fetched again by whoever scrolls there.
 */
function split(data: LoadedConversations, items: ConversationView[], grown: number): LoadedConversations {
  const [first] = data.pages;
  if (first && items.length > first.pageSize * (PAGES_KEPT + 1)) return cut(first, items, grown);
  let from = 0;
  const pages = data.pages.map((page, index) => {
    const isLast = index === data.pages.length - 1;
    const size = isLast ? items.length - from : page.items.length + (index === 0 ? grown : 0);
    const dealt = items.slice(from, from + size);
    from += size;
    return { ...page, items: dealt, total: page.total + grown };
  });
  return { ...data, pages };
}

function cut(first: ConversationPage, items: ConversationView[], grown: number): LoadedConversations {
  const { page, pageSize, total } = first;
  const places = Array.from({ length: PAGES_KEPT }, (_, place) => place);
  return {
    pageParams: places.map((place) => page + place),
    pages: places.map((place) => ({
      ...first,
      page: page + place,
      items: items.slice(place * pageSize, (place + 1) * pageSize),
      total: total + grown,
    })),
  };
}

/**
 * What is fetched again keeps the conversations that have not changed, wherever they stand now: their rows stay. What an
 * event has changed while it was fetched is newer than the answer.
 */
export function sameConversations(old: unknown, fetched: unknown): unknown {
  const [before, after] = [old, fetched] as (LoadedConversations | undefined)[];
  if (!before || !after) return fetched;
  const known = new Map(before.pages.flatMap(({ items }) => items.map((each) => [each.uuid, each])));
  const pages = after.pages.map((page) => ({
    ...page,
    items: page.items.map((each) => {
      const own = known.get(each.uuid);
      return own && own.updatedAt > each.updatedAt ? own : replaceEqualDeep(own, each);
    }),
  }));
  return { ...after, pages };
}
