import type { ChannelId, ConversationId, FormId, MessageId, SegmentId, UserId } from '@hanasu/contract/ids';
import type { ConversationOutcome, Undelivered } from '@hanasu/contract/inbox';
import { id, mark, oneOf, search, text, time } from '../../shell/search-params.ts';

export const TABS = ['all', 'waiting', 'mine', 'bot', 'snoozed', 'closed'] as const;
export type Tab = (typeof TABS)[number];
const PANELS = ['canned', 'report'] as const;
export type Panel = (typeof PANELS)[number];

const OUTCOMES = ['answered', 'not_found', 'handed_over'] as const satisfies readonly ConversationOutcome[];
const DELIVERIES = ['failed', 'unconfirmed'] as const satisfies readonly Undelivered[];

/** What of the inbox is shown; kept in the address. */
export const inboxSearch = search({
  tab: oneOf(TABS),
  q: text,
  channel: id<ChannelId>(),
  /** A saved one. */
  segment: id<SegmentId>(),
  assignee: (given) => (given === 'none' ? given : id<UserId>()(given)),
  unread: mark,
  late: mark,
  from: time,
  to: time,
  outcome: oneOf(OUTCOMES),
  delivery: oneOf(DELIVERIES),
  sort: oneOf(['waiting']),
  conversation: id<ConversationId>(),
  /** The message a search led to. */
  message: id<MessageId>(),
  panel: oneOf(PANELS),
  /** Chosen in the tool that sends forms. */
  form: id<FormId>(),
});
type InboxSearch = ReturnType<typeof inboxSearch>;
export type InboxView = Omit<InboxSearch, 'tab' | 'conversation' | 'message' | 'panel' | 'form'> & {
  tab: Tab;
};

/** The whole inbox, as it opens. */
export const PLAIN_VIEW = {
  tab: 'all',
  q: undefined,
  channel: undefined,
  segment: undefined,
  assignee: undefined,
  unread: undefined,
  late: undefined,
  from: undefined,
  to: undefined,
  outcome: undefined,
  delivery: undefined,
  sort: undefined,
} as const satisfies InboxView;

/** How many filters narrow the list, the tab and the search apart. */
export const filtersOf = ({
  channel,
  segment,
  assignee,
  unread,
  late,
  from,
  to,
  outcome,
  delivery,
}: InboxView): number =>
  [channel, segment, assignee, unread, late, from ?? to, outcome, delivery].filter(Boolean).length;
