import type { ChatAnswer, Citation } from '@hanasu/contract/chat';
import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { type Database, type SystemTransaction, within } from '../../../platform/database/database.ts';
import type { GroupCommit } from '../../../platform/database/group-commit.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { MessagePart } from '../../../platform/http/message-stream.ts';
import { newId } from '../../../platform/ids.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import { findHandover } from '../../automations/public.ts';
import { type Room, type RoomRequest, type Rooms, requestRoom } from '../../billing/public.ts';
import { type BotRow, findBotsAcross } from '../../bots/public.ts';
import {
  chatTurns,
  conversationCommands,
  loadAttachments,
  messageTree,
  NEXT_DUE,
  type PublishConversationUpdate,
  type turns,
} from '../../conversations/public.ts';
import {
  type Answer,
  type AnswerDependencies,
  type AnswerListener,
  answerConfidence,
  type RoomlessQuestion,
  type StaffBehind,
} from '../answer/answer.ts';
import { roomRequest } from '../answer/answer-price.ts';
import { answerWithRoom } from '../answer/answer-question.ts';
import { languageOf, unable } from '../answer/fallback-answer.ts';
import { promisedAt, saidOnce } from '../answer/staff-promise.ts';
import type { CompletedTurn, CompletionOutcome } from '../turns/complete-turns.ts';
import { readHistories, TREE_END } from './find-branch-point.ts';
import { LEASE_SECONDS, type RunningChat, type RunningChats } from './running-chats.ts';
import type { StartOutcome } from './start-turns.ts';

/** What a run of a chat's turn works with, also where it was asked. */
export interface RunChatDependencies extends AnswerDependencies {
  readonly database: Database;
  readonly completeTurns: GroupCommit<CompletedTurn, CompletionOutcome>;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly runningChats: RunningChats;
  readonly files: FileStore;
  readonly rooms: Rooms;
  readonly onError: (error: unknown) => void;
}

export interface ChatTurnDependencies extends RunChatDependencies {
  /** A run that nobody waits for has ended with an answer. */
  readonly onAnswered: (turn: chatTurns.ClaimedTurn) => Promise<void>;
}

const AT_ONCE = 32;
/** After so many runs the customer hears that nobody can answer now. */
const RUNS = 4;
/** Not even that could be stored. */
const MOST_RUNS = 8;

interface TakenChatTurn {
  readonly turn: chatTurns.ClaimedTurn;
  readonly owner: string;
}

/** Runs turns of chats again whose process has died or stopped; those that begin are run where they were asked. */
export function createChatTurnRunner(dependencies: ChatTurnDependencies): LeasedWorker {
  const { database, onError, runningChats } = dependencies;

  async function claim(limit: number): Promise<TakenChatTurn[]> {
    if (runningChats.isStopping) return [];
    const owner = newId<string>();
    const claimed = await database.system((transaction) =>
      chatTurns.claimChatTurns(transaction, owner, limit, LEASE_SECONDS),
    );
    return claimed.map((turn) => ({ turn, owner }));
  }

  async function run({ turn, owner }: TakenChatTurn): Promise<void> {
    const models = await dependencies.models.of(turn.accountId);
    const ready = await database.system((transaction) => prepare(transaction, models, turn));
    if (!ready) {
      await database.system((transaction) => drop(transaction, turn, owner));
      return dependencies.publishConversationUpdate(turn.accountId, 'handling', turn.conversationId);
    }
    // `runningChats` renews the lease, as of every answer that is made in this process.
    const answer = await runChatTurn(dependencies, ready, runningChats.begin({ ...turn, owner }));
    if (answer) await dependencies.onAnswered(turn);
  }

  return createLeasedWorker<TakenChatTurn>({
    name: 'chats',
    nextDue: NEXT_DUE.chatTurn,
    concurrency: AT_ONCE,
    claim: async ({ limit }) => ({ items: await claim(limit), nextIn: null }),
    run,
    keyOf: ({ turn }) => `${turn.accountId}/${turn.conversationId}`,
    onError,
  });
}

/** No run answers it: if nobody else has, a person has to. */
async function drop(
  transaction: SystemTransaction,
  turn: chatTurns.ClaimedTurn,
  owner: string,
): Promise<void> {
  await chatTurns.dropChatTurn(transaction, { ...turn, owner });
  if (turn.origin !== 'embed' || turn.isAnswered || turn.isReport) return;
  await conversationCommands.askForPerson(
    within(transaction, turn.accountId),
    turn.conversationId,
    'model_failed',
  );
}

/** Null: there is nothing left to answer. */
async function prepare(
  transaction: SystemTransaction,
  models: ModelRegistry,
  turn: chatTurns.ClaimedTurn,
): Promise<ChatTurnToRun | null> {
  const { accountId, botId, conversationId, origin, parentId, isRegenerated, attempt } = turn;
  const { isReport } = turn;
  if (isReport && !turn.hasReport) return null;
  const isTaken = origin === 'embed' && (turn.handling === 'operator' || turn.handling === 'closed');
  if (isTaken || turn.isAnswered || attempt > MOST_RUNS) return null;
  const [[bot], question] = await Promise.all([
    findBotsAcross(transaction, [{ accountId, botId, draft: origin === 'test' }]),
    messageTree.findPlaced(transaction, accountId, turn.questionId),
  ]);
  if (!bot || !question) return null;
  const request = { accountId, conversationId, answerId: turn.id, questionId: question.id };
  const place = parentId === null ? TREE_END : { parentId: null, question };
  const histories = await readHistories(transaction, [{ request, place }]);
  const hasAttachments = question.attachments.length > 0;
  const { id, isAnonymous } = turn;
  const asked = roomRequest(
    models,
    { accountId, bot, text: question.text, hasAttachments },
    { id, holder: conversationId, entrance: origin, isAnonymous, isStored: false },
  );
  const [room] = await requestRoom(transaction, [asked]);
  return {
    ...{ bot, conversationId, question, parentId, origin, isRegenerated, isReport },
    history: histories.get(turn.id as MessageId) ?? [],
    request: asked,
    room: room ?? { kind: 'spent' },
    isApology: attempt > RUNS,
  };
}

/** What a run needs to know of its turn. */
interface ChatTurnToRun {
  readonly bot: BotRow;
  readonly conversationId: ConversationId;
  readonly question: Extract<StartOutcome, { kind: 'begun' }>['question'];
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
  dependencies: RunChatDependencies,
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
  dependencies: RunChatDependencies,
  turn: ChatTurnToRun,
  running: RunningChat,
): Promise<ChatAnswer | null> {
  let hasText = false;
  let isStored = false;
  let confidence: number | null = null;
  try {
    const question = await questionOf(dependencies, turn, running);
    const thought = await answerOrApologise(dependencies, {
      turn,
      question,
      running,
      listener: {
        onPassages: (passages, found) => {
          confidence = found;
          running.part({ type: 'data-citations', data: { passages } });
        },
        onTool: (call) => running.part({ type: 'data-tool', id: call.id, data: call }),
        onText: (text) => {
          hasText = true;
          running.part({ type: 'text', text });
        },
      },
    });
    if (running.isAbandoned) return null;
    const handover = await handoverOf(dependencies, turn, {
      accountId: running.key.accountId,
      confidence: answerConfidence(thought, confidence),
    });
    const { answer, isSilent } = handover?.isWaiting
      ? await onlyOnce(dependencies, question, thought)
      : { answer: thought, isSilent: false };
    const result = chatAnswer(turn, isSilent ? turn.question.id : running.key.id, answer);
    const last: MessagePart[] = [{ type: 'data-answer', data: result }];
    if (!hasText && answer.text !== '') last.unshift({ type: 'text', text: answer.text });
    isStored = await finish(dependencies, { turn, running, made: { answer, isSilent, last, handover } });
    if (!isStored) return null;
    for (const part of last) running.part(part);
    return result;
  } finally {
    if (!isStored) running.abandon();
  }
}

interface Made {
  readonly answer: Answer;
  readonly isSilent: boolean;
  readonly last: readonly MessagePart[];
  readonly handover: Awaited<ReturnType<typeof findHandover>>;
}

/** Visitors of web sites are on a channel, whose rules say when a person is wanted. */
async function handoverOf(
  { database }: RunChatDependencies,
  { conversationId, origin }: ChatTurnToRun,
  { accountId, confidence }: { readonly accountId: AccountId; readonly confidence: number | null },
): Promise<Made['handover']> {
  if (origin !== 'embed') return null;
  return database.account(accountId, (transaction) => findHandover(transaction, conversationId, confidence));
}

const HISTORY_MESSAGES = 40;

/** Who waits for staff has been told so. */
async function onlyOnce(
  { database, now }: RunChatDependencies,
  question: ChatQuestion,
  answer: Answer,
): Promise<Pick<Made, 'answer' | 'isSilent'>> {
  if (!answer.saidInstead) return { answer, isSilent: false };
  const said = await database.system((transaction) =>
    messageTree.findHeard(transaction, [question], HISTORY_MESSAGES),
  );
  const { received } = customerWords(languageOf(question), question.bot.settings.tone);
  return saidOnce(answer, { promisedAt: promisedAt(said), now: now(), received });
}

async function finish(
  { completeTurns, publishConversationUpdate }: RunChatDependencies,
  {
    turn: { bot, conversationId, question, parentId, origin },
    running,
    made: { answer, isSilent, last, handover },
  }: { readonly turn: ChatTurnToRun; readonly running: RunningChat; readonly made: Made },
): Promise<boolean> {
  const { accountId, id: messageId, owner } = running.key;
  const outcome = await completeTurns.add({
    accountId,
    conversationId,
    botId: bot.id,
    serviceUuid: answer.serviceUuid ?? bot.serviceUuid,
    messageId,
    parentId,
    leaseOwner: owner,
    question: question.text,
    answer,
    isSilent,
    sent: await running.closeJournal(last),
    handover,
    channel: null,
  });
  if (outcome !== 'answered') return false;
  if (isSilent) publishConversationUpdate(accountId, 'handling', conversationId);
  else if (origin !== 'test') publishConversationUpdate(accountId, 'bot_chat', conversationId, [messageId]);
  return true;
}

const chatAnswer = (
  { bot, conversationId, question, isRegenerated }: ChatTurnToRun,
  messageId: MessageId,
  answer: Answer,
): ChatAnswer => ({
  conversationUuid: conversationId,
  message: {
    uuid: messageId,
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

/** As much of a question as a run can tell; `staff`, `channelLanguage`: of the channel that the visitor is on. */
type ChatQuestion = RoomlessQuestion & Pick<ChatTurnToRun, 'conversationId'>;

async function questionOf(
  { database }: RunChatDependencies,
  { bot, conversationId, question, history, origin, isReport }: ChatTurnToRun,
  { key: { accountId, id: turnKey }, signal }: RunningChat,
): Promise<ChatQuestion> {
  const channel =
    origin === 'embed'
      ? await database.account(accountId, (transaction) => findHandover(transaction, conversationId, null))
      : null;
  return {
    ...{ accountId, bot, history, signal, conversationId, turnKey },
    text: question.text,
    languageHint: null,
    channelLanguage: channel?.language ?? null,
    staff: channel ? 'channel' : STAFF_BEHIND[origin],
    draft: origin === 'test',
    ...(isReport && { isReport }),
  };
}

/** The chat page of a team, a test and a visitor of a site without a channel are nobody's work in the inbox. */
const STAFF_BEHIND = {
  public: 'inbox',
  embed: 'inbox',
  chat: 'nobody',
  test: 'nobody',
} as const satisfies Record<turns.ChatOrigin, StaffBehind>;

/** A fault of ours must not leave the question without an answer and its conversation taken. */
async function answerOrApologise(
  dependencies: RunChatDependencies,
  {
    turn: { bot, question: asked, request, room, isApology },
    question,
    running,
    listener,
  }: {
    readonly turn: ChatTurnToRun;
    readonly question: ChatQuestion;
    readonly running: RunningChat;
    readonly listener: AnswerListener;
  },
): Promise<Answer> {
  const startedAt = performance.now();
  if (isApology) return unable(question, 'model_failed', startedAt);
  try {
    const { accountId } = running.key;
    const ids = asked.attachments.map(({ uuid }) => uuid);
    const attachments = await loadAttachments(dependencies, accountId, ids);
    const { rooms } = dependencies;
    return await answerWithRoom(dependencies, {
      question: { ...question, attachments },
      asked: { rooms, request, room },
      listener,
    });
  } catch (error) {
    const { serviceUuid } = bot;
    dependencies.onModelFailure({ serviceUuid, reason: 'internal', detail: String(error) });
    return unable(question, 'model_failed', startedAt);
  }
}
