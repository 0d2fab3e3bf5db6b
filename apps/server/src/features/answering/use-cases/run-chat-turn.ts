import type { ChatAnswer, Citation } from '@hanasu/contract/chat';
import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import { behaviour } from '../../automations/public.ts';
import type { Room, RoomRequest } from '../../billing/public.ts';
import type { BotRow } from '../../bots/public.ts';
import type { turns } from '../../conversations/public.ts';
import { loadAttachments } from '../../conversations/public.ts';
import type { Answer, AnswerListener } from '../domain/answer.ts';
import { answerConfidence, bestConfidence } from '../domain/answer-confidence.ts';
import type { MessagePart } from '../message-stream.ts';
import type { RunningChat } from '../running-chats.ts';
import { unable } from './answer-question.ts';
import { answerWithRoom, type RoomlessQuestion } from './answer-with-room.ts';
import type { BeginOutcome } from './begin-chats.ts';
import type { ChatDependencies } from './chat.ts';
import type { FinishedTurn } from './finish-turns.ts';

/** What a run needs to know of its turn. */
export interface ChatTurnToRun {
  readonly bot: BotRow;
  readonly conversationId: ConversationId;
  readonly question: Extract<BeginOutcome, { kind: 'begun' }>['question'];
  readonly history: readonly ChatTurn[];
  readonly parentId: MessageId | null;
  readonly request: RoomRequest;
  readonly room: Room;
  readonly origin: turns.ChatOrigin;
  readonly isRegenerated: boolean;
  readonly isReport?: boolean;
  /** Runs before this one have failed: the customer hears that nobody can answer now, and a person is called. */
  readonly isApology?: boolean;
}

/**
 * Answers the question of a turn and stores the answer with the end of its stream. Null: this run has lost the turn,
 * or could not store what it made; nothing was stored, and another run makes the answer once the lease is over.
 */
export async function runChatTurn(
  dependencies: ChatDependencies,
  turn: ChatTurnToRun,
  running: RunningChat,
): Promise<ChatAnswer | null> {
  const { conversationId, question } = turn;
  running.part({
    type: 'start',
    messageId: running.key.id,
    messageMetadata: { conversationUuid: conversationId, questionUuid: question.id },
  });
  try {
    const answer = await makeAnswer(dependencies, turn, running);
    if (answer) return answer;
  } catch (error) {
    dependencies.onError(error);
  } finally {
    running.end();
  }
  return null;
}

async function makeAnswer(
  dependencies: ChatDependencies,
  turn: ChatTurnToRun,
  running: RunningChat,
): Promise<ChatAnswer | null> {
  let hasText = false;
  let isStored = false;
  let confidence: number | null = null;
  try {
    const answer = await answerOrApologise(dependencies, turn, running, {
      onPassages: (passages) => {
        confidence = bestConfidence(turn.bot, passages);
        running.part({ type: 'data-citations', data: { passages } });
      },
      onTool: (call) => running.part({ type: 'data-tool', id: call.id, data: call }),
      onText: (text) => {
        hasText = true;
        running.part({ type: 'text', text });
      },
    });
    if (running.isAbandoned) return null;
    const result = chatAnswer(turn, running, answer);
    const last: MessagePart[] = [{ type: 'data-answer', data: result }];
    if (!hasText && answer.text !== '') last.unshift({ type: 'text', text: answer.text });
    const handover = await handoverOf(dependencies, turn, {
      accountId: running.key.accountId,
      confidence: answerConfidence(answer, confidence),
    });
    isStored = await finish(dependencies, turn, running, { answer, last, handover });
    if (!isStored) return null;
    for (const part of last) running.part(part);
    return result;
  } finally {
    if (!isStored) running.abandon();
  }
}

interface Made {
  readonly answer: Answer;
  readonly last: readonly MessagePart[];
  readonly handover: FinishedTurn['handover'];
}

/** Visitors of web sites are on a channel, whose rules say when a person is wanted. */
async function handoverOf(
  { database }: ChatDependencies,
  { conversationId, origin }: ChatTurnToRun,
  { accountId, confidence }: { readonly accountId: AccountId; readonly confidence: number | null },
): Promise<Made['handover']> {
  if (origin !== 'embed') return null;
  const rules = await database.account(accountId, (transaction) =>
    behaviour.findHandover(transaction, conversationId),
  );
  if (!rules) return null;
  return { afterFailures: rules.afterFailures, isUnsure: behaviour.isLessSure(rules, confidence) };
}

async function finish(
  { finishTurns, announce }: ChatDependencies,
  { bot, conversationId, question, parentId, origin }: ChatTurnToRun,
  running: RunningChat,
  { answer, last, handover }: Made,
): Promise<boolean> {
  const { accountId, id: messageId, owner } = running.key;
  const outcome = await finishTurns.add({
    accountId,
    conversationId,
    botId: bot.id,
    serviceUuid: answer.serviceUuid ?? bot.serviceUuid,
    messageId,
    parentId,
    leaseOwner: owner,
    question: question.text,
    answer,
    sent: await running.closeJournal(last),
    handover,
    channel: null,
  });
  if (outcome !== 'answered') return false;
  if (origin !== 'test') announce(accountId, 'bot_chat', conversationId, [messageId]);
  return true;
}

const chatAnswer = (
  { bot, conversationId, question, isRegenerated }: ChatTurnToRun,
  { key }: RunningChat,
  answer: Answer,
): ChatAnswer => ({
  conversationUuid: conversationId,
  message: {
    uuid: key.id,
    text: answer.text,
    citations: [...answer.citations] as Citation[],
    toolCalls: [...answer.toolCalls],
  },
  questionUuid: isRegenerated ? null : question.id,
  botUuid: bot.id,
  serviceUuid: answer.serviceUuid,
  usage: answer.usage,
  outcome: answer.outcome,
  timing: answer.timing,
});

/** A fault of ours must not leave the question without an answer and its conversation taken. */
async function answerOrApologise(
  dependencies: ChatDependencies,
  {
    bot,
    conversationId,
    question: asked,
    history,
    request,
    room,
    origin,
    isApology,
    isReport,
  }: ChatTurnToRun,
  { key: { accountId }, signal }: RunningChat,
  listener: AnswerListener,
): Promise<Answer> {
  const startedAt = performance.now();
  const question: RoomlessQuestion = {
    ...{ accountId, bot, history, signal },
    text: asked.text,
    languageHint: null,
    draft: origin === 'test',
    conversationId,
    ...(isReport && { isReport }),
  };
  if (isApology) return unable(question, 'model_failed', startedAt);
  try {
    const ids = asked.attachments.map(({ uuid }) => uuid);
    const attachments = await loadAttachments(dependencies, accountId, ids);
    const { rooms } = dependencies;
    return await answerWithRoom(
      dependencies,
      { ...question, attachments },
      { rooms, request, room },
      listener,
    );
  } catch (error) {
    const { serviceUuid } = bot;
    dependencies.onModelFailure({ serviceUuid, reason: 'internal', detail: String(error) });
    return unable(question, 'model_failed', startedAt);
  }
}
