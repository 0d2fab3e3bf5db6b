import type { ChatAnswer, Citation } from '@hanasu/contract/chat';
import type {
  AccountId,
  AttachmentId,
  BotId,
  ConversationId,
  GroupId,
  MessageId,
  UserId,
  VisitorId,
} from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { GroupCommit } from '../../../platform/database/group-commit.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { newId } from '../../../platform/ids.ts';
import { loadAttachments } from '../../chats/public.ts';
import type { Announce } from '../../inbox/public.ts';
import type { Answer, AnswerListener, Question } from '../domain/answer.ts';
import type { RunningChat, RunningChats } from '../running-chats.ts';
import { type AnswerDependencies, answerQuestion, unable } from './answer-question.ts';
import type { BeginOutcome, ChatRequest } from './begin-chats.ts';
import { chooseMember, type MemberDependencies } from './choose-member.ts';
import type { FinishedTurn, FinishOutcome } from './finish-turns.ts';

export interface ChatDependencies extends AnswerDependencies, MemberDependencies {
  readonly beginChats: GroupCommit<ChatRequest, BeginOutcome>;
  readonly finishTurns: GroupCommit<FinishedTurn, FinishOutcome>;
  readonly announce: Announce;
  readonly runningChats: RunningChats;
  readonly files: FileStore;
}

export interface ChatCall {
  readonly accountId: AccountId;
  /** Null: the group chooses. */
  readonly botId: BotId | null;
  readonly groupId?: GroupId | null;
  /** With `draft` a conversation is nobody's but the editor's. */
  readonly draft?: boolean;
  /** Where it is asked; a conversation goes on only where it began. */
  readonly origin?: 'chat' | 'public' | 'embed';
  readonly userId?: UserId | null;
  /** Only the same visitor may go on with a conversation. */
  readonly visitorId?: VisitorId | null;
  readonly conversationId: ConversationId | null;
  /** Empty with `regenerate`. */
  readonly text: string;
  readonly attachmentIds?: readonly AttachmentId[];
  readonly replaces?: MessageId | null;
  readonly regenerate?: MessageId | null;
  /** Aborts when the caller has gone: the model is stopped. Null: it goes on until it ends or is stopped. */
  readonly signal: AbortSignal | null;
}

export interface ChatListener extends AnswerListener {
  /** The answer is stored. */
  onAnswer?(answer: ChatAnswer): void;
}

/** A chat that has begun: its question is stored. `answer` runs the model and stores what it says. */
export interface BegunChat {
  readonly conversationId: ConversationId;
  readonly questionId: MessageId;
  readonly answerId: MessageId;
  readonly running: RunningChat;
  /** To be called once; `streamChat` does. */
  answer(listener: ChatListener): Promise<ChatAnswer>;
}

/** Refuses with a problem or stores the question; nothing has been streamed when it throws. */
export async function beginChat(dependencies: ChatDependencies, call: ChatCall): Promise<BegunChat> {
  const request = requestOf(call, await botOf(dependencies, call));
  const begun = accepted(await dependencies.beginChats.add(request));
  const { conversationId } = begun;
  if (request.origin !== 'test') dependencies.announce(call.accountId, 'handling', conversationId);
  const running = dependencies.runningChats.begin(call.accountId, conversationId, request.visitorId);
  if (call.signal?.aborted) running.stop();
  else call.signal?.addEventListener('abort', running.stop, { once: true });
  return {
    conversationId,
    questionId: begun.question.id,
    answerId: request.answerId,
    running,
    async answer(listener) {
      try {
        const answer = await runChat(dependencies, request, begun, running, listener);
        listener.onAnswer?.(answer);
        return answer;
      } catch (error) {
        running.part({ type: 'error', errorText: 'internal' });
        throw error;
      } finally {
        running.end();
      }
    },
  };
}

async function botOf(dependencies: ChatDependencies, call: ChatCall): Promise<BotId> {
  const { botId, groupId, visitorId = null } = call;
  if (botId) return botId;
  if (!groupId) throw new AppError('not_found', 'There is no such bot');
  return chooseMember(dependencies, { ...call, groupId, visitorId });
}

const requestOf = (call: ChatCall, botId: BotId): ChatRequest => ({
  accountId: call.accountId,
  botId,
  groupId: call.groupId ?? null,
  origin: call.draft ? 'test' : (call.origin ?? 'chat'),
  userId: call.userId ?? null,
  visitorId: call.visitorId ?? null,
  conversationId: call.conversationId,
  newConversationId: newId<ConversationId>(),
  text: call.text,
  attachmentIds: call.attachmentIds ?? [],
  replaces: call.replaces ?? null,
  regenerate: call.regenerate ?? null,
  questionId: newId<MessageId>(),
  answerId: newId<MessageId>(),
});

type Begun = Extract<BeginOutcome, { kind: 'begun' }>;

function accepted(outcome: BeginOutcome): Begun {
  switch (outcome.kind) {
    case 'begun':
      return outcome;
    case 'bot-not-found':
      throw new AppError('not_found', 'There is no such bot');
    case 'conversation-not-found':
      throw new AppError('conversation_not_found', 'There is no such conversation with this bot');
    case 'message-not-found':
      throw new AppError('message_not_found', 'There is no such message in this conversation');
    case 'attachment-not-found':
      throw new AppError('attachment_not_found', 'There is no such attachment, or it was sent elsewhere');
    case 'busy':
      throw new AppError('conversation_busy', 'The previous message is still being answered');
    default:
      return outcome satisfies never;
  }
}

async function runChat(
  dependencies: ChatDependencies,
  request: ChatRequest,
  { bot, conversationId, question, history, parentId, grantedTokens }: Begun,
  running: RunningChat,
  listener: ChatListener,
): Promise<ChatAnswer> {
  const attachments = await loadAttachments(
    dependencies,
    request.accountId,
    question.attachments.map(({ uuid }) => uuid),
  );
  const answer = await answerOrApologise(
    dependencies,
    {
      accountId: request.accountId,
      bot,
      text: question.text,
      history,
      grantedTokens,
      signal: running.signal,
      languageHint: null,
      attachments,
      draft: request.origin === 'test',
    },
    listener,
  );
  await dependencies.finishTurns.add({
    accountId: request.accountId,
    conversationId,
    botId: bot.id,
    serviceUuid: answer.serviceUuid ?? bot.serviceUuid,
    messageId: request.answerId,
    parentId,
    leaseOwner: request.answerId,
    question: question.text,
    answer,
    channel: null,
  });
  if (request.origin !== 'test')
    dependencies.announce(request.accountId, 'bot_chat', conversationId, [request.answerId]);
  return {
    conversationUuid: conversationId,
    message: {
      uuid: request.answerId,
      text: answer.text,
      citations: [...answer.citations] as Citation[],
      toolCalls: [...answer.toolCalls],
    },
    questionUuid: request.regenerate ? null : question.id,
    botUuid: bot.id,
    serviceUuid: answer.serviceUuid,
    usage: answer.usage,
    outcome: answer.outcome,
    timing: answer.timing,
  };
}

/** A fault of ours must not leave the question without an answer and its conversation taken. */
async function answerOrApologise(
  dependencies: ChatDependencies,
  question: Question,
  listener: AnswerListener,
): Promise<Answer> {
  const startedAt = performance.now();
  try {
    return await answerQuestion(dependencies, question, listener);
  } catch (error) {
    const { serviceUuid } = question.bot;
    dependencies.onModelFailure({ serviceUuid, reason: 'internal', detail: String(error) });
    return unable(question, 'model_failed', startedAt);
  }
}
