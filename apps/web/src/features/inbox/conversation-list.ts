import type { UserId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import type { InfiniteData } from '@tanstack/react-query';
import type { ConversationFilter, ConversationPage } from './inbox.queries.ts';

export type LoadedConversations = InfiniteData<ConversationPage, unknown>;

const activityOf = ({ lastMessage, createdAt }: ConversationView) => lastMessage?.createdAt ?? createdAt;

const isSnoozed = ({ snoozedUntil }: ConversationView, now: number) =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > now;

function fitsTab(conversation: ConversationView, tab: ConversationFilter['tab'], me: UserId | undefined) {
  if (tab === 'all') return true;
  if (tab === 'mine') return conversation.handling === 'operator' && conversation.operator?.uuid === me;
  return tab === 'snoozed' || conversation.handling === tab;
}

/** Whether a conversation stands under this tab and these filters. A search can only be answered by the server. */
export function belongs(
  conversation: ConversationView,
  { tab, channelUuid, assignee, unread, late }: ConversationFilter,
  me: UserId | undefined,
  now: number = Date.now(),
): boolean {
  const { channel, operator, respondBy } = conversation;
  if (channel === null || (channelUuid && channel.uuid !== channelUuid)) return false;
  if (isSnoozed(conversation, now) !== (tab === 'snoozed')) return false;
  if (assignee && (operator?.uuid ?? 'none') !== assignee) return false;
  if (unread && conversation.unread === 0) return false;
  if (late && !(respondBy && Date.parse(respondBy) <= now)) return false;
  return fitsTab(conversation, tab, me);
}

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

/** Whoever waits longest first, those that don't wait by their last activity; otherwise the last activity first. */
export function compareFor(sort: ConversationFilter['sort']) {
  return (one: ConversationView, other: ConversationView): number => {
    const byActivity = activityOf(other).localeCompare(activityOf(one));
    if (sort !== 'waiting') return byActivity;
    if (one.waitingSince && other.waitingSince) return one.waitingSince.localeCompare(other.waitingSince);
    if (one.waitingSince) return -1;
    return other.waitingSince ? 1 : byActivity;
  };
}

/**
 * Puts a changed conversation at the place its last activity gives it, or takes it out when it doesn't belong here
 * any more. A search result is only brought up to date, never extended; beyond what is loaded nothing is added.
 */
export function placeInList(
  data: LoadedConversations,
  conversation: ConversationView,
  filter: ConversationFilter,
  me: UserId | undefined,
): LoadedConversations {
  const before = flattenConversations(data);
  const isShown = before.some(({ uuid }) => uuid === conversation.uuid);
  const isWanted = belongs(conversation, filter, me) && (isShown || !filter.q);
  if (!isShown && !isWanted) return data;
  const others = before.filter(({ uuid }) => uuid !== conversation.uuid);
  const compare = compareFor(filter.sort);
  const isHere = isWanted && !isBeyond(data, others, conversation, compare);
  const after = isHere ? insertInOrder(others, conversation, compare) : others;
  return split(data, after, after.length - before.length);
}

/** Above the first or below the last of what is loaded, where there is more. */
function isBeyond(
  data: LoadedConversations,
  loaded: readonly ConversationView[],
  conversation: ConversationView,
  compare: ReturnType<typeof compareFor>,
): boolean {
  const [first, last] = [loaded[0], loaded.at(-1)];
  if (loadedFrom(data) > 0 && first && compare(conversation, first) < 0) return true;
  const end = loadedFrom(data) + loaded.length;
  const hasMore = (data.pages.at(-1)?.total ?? 0) > end + 1;
  return hasMore && last !== undefined && compare(conversation, last) > 0;
}

function insertInOrder(
  loaded: readonly ConversationView[],
  conversation: ConversationView,
  compare: ReturnType<typeof compareFor>,
): ConversationView[] {
  const at = loaded.findIndex((each) => compare(conversation, each) < 0);
  return at < 0 ? [...loaded, conversation] : loaded.toSpliced(at, 0, conversation);
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

/** Deals the conversations out to the pages again; the first page takes up what is more or less. */
function split(data: LoadedConversations, items: ConversationView[], grown: number): LoadedConversations {
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
