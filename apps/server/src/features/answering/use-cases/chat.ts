import type { ChatAnswer, Citation } from '@hanasu/contract/chat';
import type { AccountId, BotId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { GroupCommit } from '../../../platform/database/group-commit.ts';
import { newId } from '../../../platform/ids.ts';
import type { Announce } from '../../inbox/public.ts';
import {
  type Answer,
  type AnswerDependencies,
  type AnswerListener,
  answerQuestion,
  type Question,
  unable,
} from './answer-question.ts';
import type { BeginOutcome, ChatRequest } from './begin-chats.ts';
import type { FinishedTurn, FinishOutcome } from './finish-turns.ts';

export interface ChatDependencies extends AnswerDependencies {
  readonly beginChats: GroupCommit<ChatRequest, BeginOutcome>;
  readonly finishTurns: GroupCommit<FinishedTurn, FinishOutcome>;
  readonly announce: Announce;
}

export interface ChatCall {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly conversationId: ConversationId | null;
  readonly text: string;
  /** Aborts when the caller has gone: the model is stopped, and what was said so far is kept. */
  readonly signal: AbortSignal;
}

/** A chat that has begun: its question is stored. `answer` runs the model and stores what it says. */
export interface BegunChat {
  readonly conversationId: ConversationId;
  readonly answerId: MessageId;
  answer(listener: AnswerListener): Promise<ChatAnswer>;
}

/** Refuses with a problem or stores the question; nothing has been streamed when it throws. */
export async function beginChat(dependencies: ChatDependencies, call: ChatCall): Promise<BegunChat> {
  const request: ChatRequest = {
    accountId: call.accountId,
    botId: call.botId,
    conversationId: call.conversationId,
    newConversationId: newId<ConversationId>(),
    text: call.text,
    questionId: newId<MessageId>(),
    answerId: newId<MessageId>(),
  };
  const begun = accepted(await dependencies.beginChats.add(request));
  dependencies.announce(call.accountId, 'handling', begun.conversationId);
  return {
    conversationId: begun.conversationId,
    answerId: request.answerId,
    answer: (listener) => runChat(dependencies, call, request, begun, listener),
  };
}

type Begun = Extract<BeginOutcome, { kind: 'begun' }>;

function accepted(outcome: BeginOutcome): Begun {
  switch (outcome.kind) {
    case 'begun':
      return outcome;
    case 'bot-not-found':
      throw new AppError('not_found', 'There is no such bot');
    case 'conversation-not-found':
      throw new AppError('conversation_not_found', 'There is no such conversation with this bot');
    case 'busy':
      throw new AppError('conversation_busy', 'The previous message is still being answered');
    default:
      return outcome satisfies never;
  }
}

async function runChat(
  dependencies: ChatDependencies,
  call: ChatCall,
  request: ChatRequest,
  { bot, conversationId, history, grantedTokens }: Begun,
  listener: AnswerListener,
): Promise<ChatAnswer> {
  const answer = await answerOrApologise(
    dependencies,
    {
      accountId: call.accountId,
      bot,
      text: call.text,
      history,
      grantedTokens,
      signal: call.signal,
      languageHint: null,
    },
    listener,
  );
  await dependencies.finishTurns.add({
    accountId: call.accountId,
    conversationId,
    botId: bot.id,
    serviceUuid: bot.serviceUuid,
    messageId: request.answerId,
    leaseOwner: request.answerId,
    answer,
    channel: null,
  });
  dependencies.announce(call.accountId, 'bot_chat', conversationId, [request.answerId]);
  return {
    conversationUuid: conversationId,
    message: { uuid: request.answerId, text: answer.text, citations: [...answer.citations] as Citation[] },
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
