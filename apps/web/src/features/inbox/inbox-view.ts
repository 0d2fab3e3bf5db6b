import type { ChannelId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import { id, mark, oneOf, search, text } from '../../shell/search-params.ts';

export const TABS = ['mine', 'waiting', 'bot', 'all', 'closed', 'snoozed'] as const;
export type Tab = (typeof TABS)[number];
const PANELS = ['canned', 'report'] as const;
export type Panel = (typeof PANELS)[number];

/** What of the inbox is shown; kept in the address. */
export const inboxSearch = search({
  tab: oneOf(TABS),
  q: text,
  channel: id<ChannelId>(),
  assignee: (given) => (given === 'none' ? given : id<UserId>()(given)),
  unread: mark,
  late: mark,
  sort: oneOf(['waiting']),
  conversation: id<ConversationId>(),
  /** The message a search led to. */
  message: id<MessageId>(),
  panel: oneOf(PANELS),
});
type InboxSearch = ReturnType<typeof inboxSearch>;
export type InboxView = Omit<InboxSearch, 'tab' | 'conversation' | 'message' | 'panel'> & { tab: Tab };

/** The whole inbox, as it opens. */
export const PLAIN_VIEW = {
  tab: 'all',
  q: undefined,
  channel: undefined,
  assignee: undefined,
  unread: undefined,
  late: undefined,
  sort: undefined,
} as const satisfies InboxView;

/** How many filters narrow the list, the tab and the search apart. */
export const filtersOf = ({ channel, assignee, unread, late }: InboxView): number =>
  [channel, assignee, unread, late].filter(Boolean).length;
