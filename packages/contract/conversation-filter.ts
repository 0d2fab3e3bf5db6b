import type { EndpointRequest } from './endpoint.ts';
import type { UserId } from './ids.ts';
import type { ConversationView, listConversations } from './inbox.ts';

/** What `listConversations` narrows a list by; its page, order and search apart. */
export type ConversationFilter = Partial<
  Omit<EndpointRequest<typeof listConversations>['query'], 'page' | 'pageSize' | 'sort' | 'q'>
>;

/** The lists of an inbox. What is snoozed is in none but its own. */
export const CONVERSATION_LISTS = {
  mine: { mine: true },
  waiting: { handling: 'waiting' },
  bot: { handling: 'bot' },
  operator: { handling: 'operator' },
  closed: { handling: 'closed' },
  open: { open: true },
  all: {},
  snoozed: { snoozed: true },
  late: { late: true },
  unread: { unread: true },
} as const satisfies Record<string, ConversationFilter>;
export type ConversationList = keyof typeof CONVERSATION_LISTS;

/** What was said decides, which a `ConversationView` does not tell: only the server can. */
export const asksWhatHappened = ({ from, to, outcome, delivery }: ConversationFilter): boolean =>
  [from, to, outcome, delivery].some((each) => each !== undefined);

/** Whose work it is: the bot's and closed ones are nobody's, whoever had them. */
const needsPerson = ({ handling }: ConversationView): boolean =>
  handling === 'waiting' || handling === 'operator';

/** Who has it, or is to take it. */
const assigneeOf = (conversation: ConversationView): UserId | null =>
  needsPerson(conversation) ? (conversation.operator?.uuid ?? null) : null;

const isPast = (time: string | null, now: number): boolean => time !== null && Date.parse(time) <= now;

/**
 * Whether the server lists a conversation under a filter for `me`, as `conversation-list.ts` says it in SQL; the
 * cases of `conversation-filter.fixture.ts` are run through both. What `asksWhatHappened` and who is in a segment or has a tag is left to the server. `now` in
 * milliseconds.
 */
export function matches(
  conversation: ConversationView,
  filter: ConversationFilter,
  { me, now = Date.now() }: { me: UserId | undefined; now?: number },
): boolean {
  const { handling, channel, bot, snoozedUntil, respondBy, unread } = conversation;
  const assignee = assigneeOf(conversation);
  const isSnoozed = snoozedUntil !== null && !isPast(snoozedUntil, now);
  return (
    (isSnoozed === (filter.snoozed ?? false) || (!filter.snoozed && asksWhatHappened(filter))) &&
    (!filter.origin || filter.origin === (channel === null ? 'chat' : 'channel')) &&
    (!filter.handling || filter.handling === handling) &&
    (!filter.open || handling !== 'closed') &&
    (!filter.channelUuid || filter.channelUuid === channel?.uuid) &&
    (!filter.botUuid || filter.botUuid === bot?.uuid) &&
    (!filter.assignee || filter.assignee === (assignee ?? 'none')) &&
    (!filter.mine || (assignee !== null && assignee === me)) &&
    (!filter.unread || unread > 0) &&
    (!filter.late || (isPast(respondBy, now) && needsPerson(conversation)))
  );
}
