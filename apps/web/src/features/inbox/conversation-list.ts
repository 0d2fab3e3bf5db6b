import type { UserId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import type { InfiniteData } from '@tanstack/react-query';
import type { ConversationFilter, ConversationPage } from './inbox.queries.ts';

export type LoadedConversations = InfiniteData<ConversationPage, unknown>;

const activityOf = ({ lastMessage, createdAt }: ConversationView) => lastMessage?.createdAt ?? createdAt;

/** Whether a conversation stands under this tab and channel. A search can only be answered by the server. */
export function belongs(
  conversation: ConversationView,
  { tab, channelUuid }: ConversationFilter,
  me: UserId | undefined,
): boolean {
  if (channelUuid && conversation.channel?.uuid !== channelUuid) return false;
  if (tab === 'all') return conversation.channel !== null;
  if (tab === 'mine') return conversation.handling === 'operator' && conversation.operator?.uuid === me;
  return conversation.channel !== null && conversation.handling === tab;
}

/** Each loaded conversation once: pages shift while they are fetched one after the other. */
export function flattenConversations(data: LoadedConversations | undefined): ConversationView[] {
  const byId = new Map(data?.pages.flatMap(({ items }) => items).map((each) => [each.uuid, each]));
  return [...byId.values()];
}

/**
 * Puts a changed conversation at the place its last activity gives it, or takes it out when it doesn't belong here
 * any more. A search result is only brought up to date, never extended.
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
  const after = isWanted ? inOrder([...others, conversation]) : others;
  return split(data, after, after.length - before.length);
}

const inOrder = (conversations: ConversationView[]) =>
  conversations.sort((one, other) => activityOf(other).localeCompare(activityOf(one)));

/** Changes one conversation where it stands. */
export function changeInList(
  data: LoadedConversations,
  uuid: string,
  change: (conversation: ConversationView) => ConversationView,
): LoadedConversations {
  const items = flattenConversations(data);
  return split(
    data,
    items.map((each) => (each.uuid === uuid ? change(each) : each)),
    0,
  );
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
