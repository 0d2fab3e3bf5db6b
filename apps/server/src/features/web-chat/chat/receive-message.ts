import type { EmbedQuestion } from '@hanasu/contract/embed';
import type { AccountId, ChannelId, ConversationId, FriendId, MessageId } from '@hanasu/contract/ids';
import type { ShownBubble } from '@hanasu/contract/message-content';
import type { VisitorAnswer } from '@hanasu/contract/visitors';
import type { WaitingReason } from '@hanasu/contract/waiting-reasons';
import { AppError } from '../../../platform/app-error.ts';
import {
  type AccountTransaction,
  type SystemTransaction,
  within,
} from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import {
  type FormTalk,
  type Ruling,
  runWebChannelAutomations,
  takeOutOfOfficeNotice,
} from '../../automations/public.ts';
import { contacts, formContacts } from '../../contacts/public.ts';
import { conversationCommands, conversations, messages, threads, turns } from '../../conversations/public.ts';
import type { MessageComposer } from '../../message-templates/public.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import type { EmbedRow } from '../settings/embed.store.ts';
import type { SeenVisitor } from '../visitors/visitors.store.ts';
import { findWaitingChannel } from './web-channel.store.ts';

export interface Settled {
  readonly answer: VisitorAnswer;
  readonly questionId: MessageId;
  /** What the product said itself; null: nothing, a person answers. */
  readonly replyId: MessageId | null;
  /** The line that says that a snooze has ended; null: there was none. */
  readonly line: MessageId | null;
}

type Stored = Pick<Settled, 'questionId' | 'replyId'>;

export interface Received {
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly isNew: boolean;
  /** Stored, and not the bot's to answer; null: the bot answers. */
  readonly settled: Settled | null;
  /** Why it passes to staff while the bot answers, once the question is stored; null: it does not. */
  readonly handover: WaitingReason | null;
  /** Called after the commit; null: nothing. */
  readonly after: (() => void) | null;
}

interface Thread {
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly friendId: FriendId;
  readonly handling: turns.TurnConversation['handling'];
}

/**
 * What a visitor writes, on its way to who answers: a friend of the channel has written in a conversation of it. Where
 * a person has that, or the channel's rules settle it, the bot stays out.
 */
export async function receiveMessage(
  transaction: SystemTransaction,
  embed: EmbedRow,
  visitor: SeenVisitor,
  {
    question,
    formTalk,
    composer,
  }: {
    readonly question: EmbedQuestion;
    readonly formTalk: FormTalk;
    readonly composer: MessageComposer;
  },
): Promise<Received> {
  const scoped = within(transaction, embed.accountId);
  if (!embed.channelId) throw new AppError('not_found', 'Chat not found');
  const thread = await openThread(transaction, embed, {
    channelId: embed.channelId,
    seenVisitor: visitor,
    wanted: question.conversationUuid,
  });
  const { channelId, conversationId, handling } = thread;
  const action = question.action ?? null;
  const heeded =
    action === null
      ? await formContacts.heedSubscription(scoped, { friendId: thread.friendId, text: question.message })
      : null;
  const ruling =
    heeded === null
      ? await runWebChannelAutomations(scoped, {
          ...thread,
          text: question.message,
          action,
          formTalk,
          composer,
        })
      : { reply: heeded, isSettled: true, handling: null, waitingReason: null };
  const isSettled = handling === 'operator' || ruling.isSettled;
  const reopened = handling === 'closed' && !isSettled ? 'bot' : null;
  const isHandedOver = ruling.handling === 'waiting' && (handling === 'bot' || handling === 'closed');
  const settled = isSettled ? await settle(scoped, thread, question, ruling) : null;
  await threads.applyInbound(scoped, conversationId, {
    lastMessageId: settled?.replyId ?? settled?.questionId ?? null,
    replyToken: null,
    replyTokenExpiresAt: null,
    answerInMs: null,
    cancelsTurn: false,
    handling: ruling.handling ?? reopened,
    ...(isSettled ? { handlingBefore: handling } : {}),
    waitingReason: ruling.waitingReason,
    answeredThrough: ruling.isSettled ? (settled?.questionId ?? null) : null,
    customerWroteAt: new Date(transaction.now()),
  });
  const line =
    settled &&
    (await conversationCommands.updateSlaAndAssignment(scoped, {
      ...thread,
      friendId: null,
      customerMessages: [settled.questionId],
    }));
  const answer =
    settled &&
    answerOf(conversationId, settled, { reply: replyWords(ruling), handling: ruling.handling ?? handling });
  const isNew = question.conversationUuid === undefined;
  return {
    channelId,
    conversationId,
    isNew,
    settled: settled && answer && { ...settled, answer, line },
    handover: isHandedOver && !isSettled ? ruling.waitingReason : null,
    after: ruling.after ?? null,
  };
}

/** The visitor's own conversation, or a new one. Locked: a person may be taking it at this moment. */
async function openThread(
  transaction: SystemTransaction,
  { accountId, botId }: EmbedRow,
  {
    channelId,
    seenVisitor: { id: visitorId, ...who },
    wanted,
  }: {
    readonly channelId: ChannelId;
    readonly seenVisitor: SeenVisitor;
    readonly wanted: ConversationId | undefined;
  },
): Promise<Thread> {
  const scoped = within(transaction, accountId);
  const conversationId = wanted ?? newId<ConversationId>();
  const friendId = await contacts.openFriend(scoped, channelId, {
    externalId: visitorId,
    conversationId,
    ...who,
  });
  if (wanted === undefined) {
    await threads.insertVisitorThread(scoped, {
      conversationId,
      channelId,
      friendId,
      visitorId,
      botId,
    });
    return { channelId, conversationId, friendId, handling: 'bot' };
  }
  const [found] = await turns.lockConversations(transaction, [{ accountId, conversationId: wanted }]);
  if (!found || found.visitorId !== visitorId || found.botId !== botId || found.origin !== 'embed')
    throw new AppError('conversation_not_found', 'This bot has no such conversation');
  if (found.isLeased && found.handling !== 'operator')
    throw new AppError('conversation_busy', 'The previous message is still being answered');
  return { channelId, conversationId: wanted, friendId, handling: found.handling };
}

async function settle(
  transaction: AccountTransaction,
  { conversationId }: Thread,
  { message: text, action }: EmbedQuestion,
  ruling: Ruling,
): Promise<Stored> {
  const { accountId } = transaction;
  const questionId = newId<MessageId>();
  const reply = replyWords(ruling);
  const { quickReplies, composed } = ruling;
  const replyId = reply === null ? null : newId<MessageId>();
  const said = { accountId, conversationId };
  await messages.insertMessages(transaction, [
    messages.newMessage({
      ...said,
      id: questionId,
      sender: 'customer',
      text,
      ...(action ? { kind: 'postback' as const, data: { data: action } } : {}),
    }),
    ...(replyId
      ? [
          messages.newMessage({
            ...said,
            id: replyId,
            sender: 'bot',
            text: reply ?? '',
            data: {
              ...(composed
                ? { bubbles: bubblesOf(ruling), quickReplies: composed.options.quickReplies }
                : {}),
              ...(quickReplies ? { quickReplies } : {}),
            },
          }),
        ]
      : []),
  ]);
  return { questionId, replyId };
}

/** Text of the reply as one message: visitors read the conversation from here, and wait for one answer. */
const replyWords = ({ reply, composed }: Ruling): string | null =>
  composed ? [composed.text, reply ?? ''].filter((words) => words !== '').join('\n\n') : reply;

const bubblesOf = ({ reply, composed }: Ruling): readonly ShownBubble[] => [
  ...(composed?.bubbles ?? []),
  ...(reply ? [{ kind: 'text' as const, text: reply }] : []),
];

const answerOf = (
  conversationUuid: ConversationId,
  { questionId, replyId }: Stored,
  { reply, handling }: { readonly reply: string | null; readonly handling: Thread['handling'] },
): VisitorAnswer => ({
  conversationUuid,
  message: { uuid: replyId ?? questionId, text: reply ?? '', citations: [] },
  outcome: handling === 'operator' || handling === 'waiting' ? 'handed_over' : 'answered',
});

type Needs = Pick<EmbedDependencies, 'database' | 'chat'>;

/** The question is stored and the bot answers it: where it passes to staff, and the clocks and snoozes of the others. */
export async function followQuestion(
  { database, chat }: Needs,
  {
    accountId,
    received: { channelId, conversationId, isNew, handover },
    questionId,
  }: { readonly accountId: AccountId; readonly received: Received; readonly questionId: MessageId },
): Promise<void> {
  const line = await database.account(accountId, async (transaction) => {
    if (handover)
      await conversationCommands.writeLine(transaction, conversationId, 'handed_over', { reason: handover });
    if (isNew) return null;
    return conversationCommands.updateSlaAndAssignment(transaction, {
      conversationId,
      channelId,
      friendId: null,
      customerMessages: [questionId],
    });
  });
  if (line) chat.publishConversationUpdate(accountId, 'system', conversationId, [line]);
}

/** Where a person is wanted after an answer, the visitor hears when nobody is there. Their page fetches it. */
export async function publishOutOfOffice(
  { database, chat }: Needs,
  accountId: AccountId,
  conversationId: ConversationId,
): Promise<void> {
  const noticeId = await database.account(accountId, async (transaction) => {
    const channelId = await findWaitingChannel(transaction, conversationId);
    if (!channelId) return null;
    const text = await takeOutOfOfficeNotice(transaction, { channelId, conversationId });
    if (text === null) return null;
    const id = newId<MessageId>();
    await messages.insertMessages(transaction, [
      messages.newMessage({ accountId, id, conversationId, sender: 'bot', text }),
    ]);
    const touched = { lastMessageId: id, usesReplyToken: false };
    await conversations.touchConversation(transaction, conversationId, touched);
    return id;
  });
  if (noticeId) chat.publishConversationUpdate(accountId, 'bot_chat', conversationId, [noticeId]);
}
