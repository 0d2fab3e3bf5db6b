import type {
  ChannelId,
  ConversationId,
  FormId,
  MessageId,
  SegmentId,
  TagId,
  UserId,
} from '@hanasu/contract/ids';
import type { ConversationOutcome, Undelivered } from '@hanasu/contract/inbox';
import type { INBOX_TABS } from '@hanasu/contract/inbox-work';
import { id, mark, oneOf, search, text, time } from '../../shell/search-params.ts';

export const TABS = [
  'all',
  'waiting',
  'mine',
  'bot',
  'snoozed',
  'closed',
] as const satisfies typeof INBOX_TABS;
export type Tab = (typeof TABS)[number];
const PANELS = ['canned', 'report'] as const;
export type Panel = (typeof PANELS)[number];

const OUTCOMES = [
  'answered',
  'not_found',
  'handed_over',
  'bot_only',
  'bot_and_staff',
  'staff_only',
  'unanswered',
] as const satisfies readonly ConversationOutcome[];
const DELIVERIES = ['failed', 'unconfirmed'] as const satisfies readonly Undelivered[];

const SORTS = ['recent', 'waiting'] as const;
export type Sort = (typeof SORTS)[number];

/** Where customers wait, the longest wait comes first. */
export const usualSort = (tab: Tab): Sort => (tab === 'waiting' ? 'waiting' : 'recent');

/** What of the inbox is shown; kept in the address. */
export const inboxSearch = search({
  tab: oneOf(TABS),
  q: text,
  channel: id<ChannelId>(),
  /** A saved one. */
  segment: id<SegmentId>(),
  tag: id<TagId>(),
  assignee: (given) => (given === 'none' ? given : id<UserId>()(given)),
  unread: mark,
  late: mark,
  from: time,
  to: time,
  outcome: oneOf(OUTCOMES),
  delivery: oneOf(DELIVERIES),
  /** Absent: as the tab has it. */
  sort: oneOf(SORTS),
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
  tag: undefined,
  assignee: undefined,
  unread: undefined,
  late: undefined,
  from: undefined,
  to: undefined,
  outcome: undefined,
  delivery: undefined,
  sort: undefined,
} as const satisfies InboxView;

/** The order, where a member has chosen another one than the tab's. */
export const chosenSort = ({ tab, sort }: Pick<InboxView, 'tab' | 'sort'>): Sort | undefined =>
  sort === usualSort(tab) ? undefined : sort;

/** How many filters narrow the list, the tab and the search apart. */
export const filtersOf = ({
  channel,
  segment,
  tag,
  assignee,
  unread,
  late,
  from,
  to,
  outcome,
  delivery,
}: InboxView): number =>
  [channel, segment, tag, assignee, unread, late, from ?? to, outcome, delivery].filter(Boolean).length;
