import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { MessageOptions, OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { CustomerWords } from '@hanasu/contract/customer-words/en';
import { saySources } from '@hanasu/contract/customer-words/sources';
import type {
  AccountId,
  BotId,
  ChannelId,
  ConversationId,
  MessageId,
  ToolConfirmationId,
} from '@hanasu/contract/ids';
import { type Database, type SystemTransaction, within } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import { newId } from '../../../platform/ids.ts';
import { settleUsage } from '../../billing/public.ts';
import { confirmations } from '../../bots/public.ts';
import { insertDeliveries, planDeliveries } from '../../channels/public.ts';
import { chatTurns, messages, turns } from '../../conversations/public.ts';
import { recordHits } from '../../knowledge/public.ts';
import type { Answer } from '../answer/answer.ts';

interface ChannelRules {
  /** The bot is less sure of its answer than the channel wants it to be. */
  readonly isUnsure: boolean;
  /** So many answers without a result in a row are a reason to want a person; null: they are none. */
  readonly afterFailures: number | null;
}

export interface CompletedTurn {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
  readonly botId: BotId;
  readonly serviceUuid: string;
  /** Also the id of the reservation and of the ledger entry. */
  readonly messageId: MessageId;
  /** The question, in a conversation with branches. */
  readonly parentId?: MessageId | null;
  readonly leaseOwner: string;
  /** What was asked, in words. */
  readonly question: string;
  readonly answer: Answer;
  /** The customer knows it already: nothing is stored or sent. */
  readonly isSilent?: boolean;
  /** Of a chat: what was streamed and is not stored yet. */
  readonly sent?: readonly chatTurns.PartsRow[];
  /** Of a chat that is on a channel all the same: when the channel wants a person for the answer. */
  readonly handover?: Pick<ChannelRules, 'isUnsure' | 'afterFailures'> | null;
  readonly channel:
    | (ChannelRules & {
        readonly id: ChannelId;
        readonly adapter: ChannelAdapter;
        readonly answeredThrough: MessageId;
        readonly dueAt: string;
        /** How its sources are named; null: they are not shown. */
        readonly sourceWords: CustomerWords | null;
        readonly look: MessageOptions;
        /** There was something in the question that only a person can look at. */
        readonly isPartUnread: boolean;
        /** The answer says that nobody is there. */
        readonly saysOutOfOffice: boolean;
        /** It was broken off because more was said. */
        readonly isBrokenOff: boolean;
        /** More may have been said: then it is thrown away. Asked once the conversation is locked. */
        readonly mayBeSuperseded: () => boolean;
      })
    | null;
}

/**
 * `answered`: stored, and on a channel queued for sending. `answered_partly`: the same, but the customer wrote more, which is due.
 * `overtaken`: a person has taken the conversation or the lease was lost, so nothing is said; what the model cost is charged all the same. `superseded`: the customer wrote
 * more before this was stored, so nothing is said either, and one answer to everything is owed.
 */
export type CompletionOutcome = 'answered' | 'answered_partly' | 'overtaken' | 'superseded';

/** Ends turns, many in one transaction. */
export const createCompleteTurns = (database: Database): GroupCommit<CompletedTurn, CompletionOutcome> =>
  groupCommit((finished) => database.system((transaction) => finish(transaction, finished)), {
    maxBatch: 64,
    lanes: 2,
  });

async function finish(
  transaction: SystemTransaction,
  finished: readonly CompletedTurn[],
): Promise<CompletionOutcome[]> {
  const locked = await turns.lockConversations(transaction, finished);
  const byId = new Map(locked.map((conversation) => [conversation.conversationId, conversation]));
  const outcomes = finished.map((turn) => outcomeOf(turn, byId.get(turn.conversationId)));
  const answered = finished.filter((_, index) => isAnswered(outcomes[index]));
  const deliveries = answered.map((turn) =>
    planTurnDeliveries(turn, byId.get(turn.conversationId), transaction.now()),
  );
  for (const { accountId, conversationId, answer } of answered) {
    // Of a chat that a person has taken meanwhile, what comes next is that person's.
    const handling = byId.get(conversationId)?.handling === 'waiting' ? 'waiting' : 'bot';
    await answer.starts?.store?.(within(transaction, accountId), handling);
  }
  // What an editor tries out says nothing about what customers ask.
  const asked = answered.filter((turn) => byId.get(turn.conversationId)?.origin !== 'test');
  // In this order: the balances of accounts, which others wait for, come last.
  await transaction.last(() =>
    Promise.all([
      messages.insertMessages(transaction, answered.filter(isVisible).map(toMessage)),
      insertDeliveries(
        transaction,
        deliveries.flatMap((plan) => plan.deliveries),
      ),
      turns.closeTurns(
        transaction,
        answered.map((turn, index) => closing(turn, deliveries[index], byId.get(turn.conversationId))),
      ),
      turns.supersedeTurns(
        transaction,
        finished.filter((_, index) => outcomes[index] === 'superseded'),
      ),
      endChats(transaction, answered),
      confirmations.insertConfirmations(transaction, answered.flatMap(toConfirmation)),
      confirmations.markReported(transaction, answered.flatMap(toReported)),
      recordHits(transaction, asked.map(toHits)),
      settleUsage(
        transaction,
        finished.map((turn) => toCall(turn, byId.get(turn.conversationId))),
      ),
    ]),
  );
  return outcomes;
}

const endChats = (transaction: SystemTransaction, answered: readonly CompletedTurn[]): Promise<void> =>
  chatTurns.endChatTurns(
    transaction,
    answered
      .filter(({ channel }) => channel === null)
      .map(({ accountId, messageId: id }) => ({ accountId, id })),
    answered.flatMap(({ sent = [] }) => sent),
  );

function outcomeOf(
  { leaseOwner, channel }: CompletedTurn,
  conversation: turns.TurnConversation | undefined,
): CompletionOutcome {
  if (!conversation || conversation.leaseOwner !== leaseOwner) return 'overtaken';
  const isTaken = conversation.handling === 'operator' || conversation.handling === 'closed';
  if (!channel) return 'answered';
  if (isTaken) return 'overtaken';
  const hasMore = conversation.dueAt !== null && conversation.dueAt !== channel.dueAt;
  if (channel.isBrokenOff || (hasMore && channel.mayBeSuperseded())) return 'superseded';
  return hasMore ? 'answered_partly' : 'answered';
}

const isAnswered = (outcome: CompletionOutcome | undefined): boolean =>
  outcome === 'answered' || outcome === 'answered_partly';

const toHits = ({ accountId, conversationId, question, answer }: CompletedTurn) => ({
  accountId,
  conversationId,
  question,
  embeddingIds: answer.citations.map(({ embeddingUuid }) => embeddingUuid),
});

const isVisible = ({ isSilent }: CompletedTurn): boolean => !isSilent;

const NOTHING = { deliveries: [], usesReplyToken: false };

function planTurnDeliveries(
  turn: CompletedTurn,
  conversation: turns.TurnConversation | undefined,
  now: number,
) {
  const { channel, answer } = turn;
  if (!channel || turn.isSilent || !conversation?.threadExternalId) return NOTHING;
  const { replyToken: token, replyTokenExpiresAt: expiresAt } = conversation;
  const sources = saySources(answer.citations, channel.sourceWords);
  return planDeliveries(
    channel.adapter,
    {
      accountId: turn.accountId,
      channelId: channel.id,
      conversationId: turn.conversationId,
      messageId: turn.messageId,
      recipient: conversation.threadExternalId,
      replyToken: token && expiresAt ? { token, expiresAt } : null,
      now,
    },
    channel.adapter.toMessages(partsOf(answer, sources), channel.look),
  );
}

/** Words of a form are no markdown. */
function partsOf(
  { text, starts }: Answer,
  { line: sources, hiddenMarks }: ReturnType<typeof saySources>,
): OutgoingPart[] {
  const isForm = starts !== undefined && text.endsWith(starts.text);
  const markdown = isForm ? text.slice(0, -starts.text.length).trimEnd() : text;
  return [
    ...(isForm && markdown === '' ? [] : [{ kind: 'answer' as const, markdown, sources, hiddenMarks }]),
    ...(isForm ? [{ kind: 'text' as const, text: starts.text }] : []),
  ];
}

const toMessage = (turn: CompletedTurn) =>
  messages.newMessage({
    accountId: turn.accountId,
    id: turn.messageId,
    conversationId: turn.conversationId,
    sender: 'bot',
    text: turn.answer.text,
    citations: turn.answer.citations,
    usage: turn.answer.usage,
    outcome: turn.answer.outcome,
    timing: turn.answer.timing,
    parentId: turn.parentId ?? null,
    toolCalls: turn.answer.toolCalls,
    data: { ...turn.answer.starts?.data, ...(turn.answer.promisesStaff ? { notice: 'person' } : {}) },
    serviceUuid: turn.answer.serviceUuid,
    deliveryState: turn.channel ? 'pending' : 'none',
  });

function closing(
  turn: CompletedTurn,
  plan: { readonly usesReplyToken: boolean } | undefined,
  conversation: turns.TurnConversation | undefined,
): turns.ClosedTurn {
  const through = turn.channel?.answeredThrough ?? null;
  return {
    accountId: turn.accountId,
    conversationId: turn.conversationId,
    botId: turn.botId,
    messageId: isVisible(turn) ? turn.messageId : null,
    answeredThrough: through,
    dueAt: turn.channel?.dueAt ?? null,
    usesReplyToken: plan?.usesReplyToken ?? false,
    waitingReason: conversation?.origin === 'test' ? null : reasonOf(turn, conversation?.failures ?? 0),
    handlingBefore: conversation?.channelId ? conversation.handling : null,
    isFailure: isFailure(turn.answer),
    saysOutOfOffice: turn.channel?.saysOutOfOffice ?? false,
  };
}

const isFailure = ({ outcome }: Answer): boolean => outcome === 'not_found' || outcome === 'model_failed';

/** Who writes on a channel is a customer: a question that stays without an answer is somebody's to look at. */
export const wantsPerson = (answer: Answer, isOnChannel: boolean): boolean =>
  answer.wantsPerson ||
  (isOnChannel && (answer.outcome === 'not_found' || answer.answeredPart !== undefined));

/** Why a person is wanted, if one is. `failures`: answers without a result in a row before this one. */
function reasonOf(turn: CompletedTurn, failures: number): turns.ClosedTurn['waitingReason'] {
  const { answer, channel } = turn;
  const rules = channel ?? turn.handover ?? null;
  const most = rules?.afterFailures ?? null;
  if (most !== null && isFailure(answer) && failures + 1 >= most) return 'failures';
  if (channel?.isPartUnread) return 'not_text';
  if (wantsPerson(answer, rules !== null))
    return answer.waitingReason ?? (answer.answeredPart ? 'not_found' : answer.outcome);
  return rules?.isUnsure ? 'low_confidence' : null;
}

const toConfirmation = ({
  accountId,
  conversationId,
  botId,
  answer,
}: CompletedTurn): confirmations.NewConfirmation[] =>
  answer.asks ? [{ ...answer.asks, accountId, conversationId, botId, id: newId<ToolConfirmationId>() }] : [];

const toReported = ({ accountId, answer: { reports = [] } }: CompletedTurn) =>
  reports.map((id) => ({ accountId, id }));

const toCall = (turn: CompletedTurn, conversation: turns.TurnConversation | undefined) => ({
  accountId: turn.accountId,
  id: turn.messageId,
  tokens: -turn.answer.usage.tokens,
  botId: turn.botId,
  serviceUuid: turn.serviceUuid,
  channelId: turn.channel?.id ?? conversation?.channelId ?? null,
  conversationId: turn.conversationId,
  messageId: turn.messageId,
  userId: conversation?.userId ?? null,
  input: turn.answer.usage.inputTokens,
  output: turn.answer.usage.outputTokens,
  money: turn.answer.money ?? null,
});
