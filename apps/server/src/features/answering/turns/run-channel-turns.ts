import { customerLanguage, customerWords } from '@hanasu/contract/customer-words/customer-words';
import type { AccountId, ChannelId, ConversationId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { GroupCommit } from '../../../platform/database/group-commit.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { newId } from '../../../platform/ids.ts';
import { createLeasedWorker, DONE } from '../../../platform/workers/leased-worker.ts';
import { channelSettings, homeLanguage } from '../../automations/public.ts';
import type { ModelAccess, Rooms } from '../../billing/public.ts';
import type { BotGroupRouter } from '../../bots/public.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import { NEXT_DUE, type PublishConversationUpdate, turns } from '../../conversations/public.ts';
import {
  type Answer,
  type AnswerDependencies,
  answerConfidence,
  type RoomlessQuestion,
} from '../answer/answer.ts';
import { answerWhileWaiting, answerWithRoom } from '../answer/answer-question.ts';
import { languageOf, silenceOf, unable } from '../answer/fallback-answer.ts';
import { isSaidAgain } from '../answer/staff-promise.ts';
import type { CompletedTurn, CompletionOutcome } from './complete-turns.ts';
import {
  createReadTurns,
  type GroupsChoice,
  type PrepareDependencies,
  type PreparedTurn,
  prepareTurn,
  type ReadyTurn,
} from './prepare-turn.ts';
import { presentAnswer } from './present-answer.ts';
import { type LoadMedia, leftToPerson, readParts, unreadParts, withPersonFor } from './read-parts.ts';
import { createRunningTurn, type RunningTurn } from './running-turn.ts';

export interface ChannelTurnDependencies extends AnswerDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly router: BotGroupRouter;
  readonly completeTurns: GroupCommit<CompletedTurn, CompletionOutcome>;
  readonly publishConversationUpdate: PublishConversationUpdate;
  /** Tells the inbox that an answer is being made, or no longer. */
  readonly publishTyping: (accountId: AccountId, conversationId: ConversationId, active: boolean) => void;
  readonly notifyDelivery: () => void;
  /** Waits a moment while callers outside, or what they said, wait for too long; true: they still do. */
  readonly waitForThrottle: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  readonly models: ModelAccess;
  readonly loadMedia: LoadMedia;
  readonly rooms: Rooms;
}

type RunningDependencies = ChannelTurnDependencies & PrepareDependencies;

/** Turns that wait for room in a balance are looked after so often. */
const ROOM_EVERY_MS = 250;
/** Turns mostly wait for a model. */
const AT_ONCE = 128;
/** The rest is for other channels: a model that hangs may hold all of these for a minute. */
const MOST_PER_CHANNEL = 96;
/** Begun in one pass while others wait: answers go on, a little slower. */
const FEW = 8;
const LEASE_SECONDS = 20;
const HEARTBEAT_MS = 5_000;
/** A choice is made again when its bot or the channel's group has changed meanwhile, not for ever. */
const CHOICES = 3;
/** After so many failures of ours in a row the customer is told that nobody can answer now. */
const FAILURES = 3;
const FIRST_WAIT_MS = 2_000;

export type TurnRunner = ReturnType<typeof createTurnRunner>;

/** Runs due turns of channels, many side by side but one at a time for each conversation. */
export function createTurnRunner(given: ChannelTurnDependencies) {
  const dependencies: RunningDependencies = {
    ...given,
    read: createReadTurns(given.database),
  };
  const { database, onError, waitForThrottle } = dependencies;
  const underWay = new Map<ConversationId, RunningTurn>();
  const failures = new Map<ConversationId, number>();
  /** Turns wait for room, as far as the last claim knew. */
  let isCrowded = true;

  async function run(turn: TakenTurn): Promise<typeof DONE | null> {
    const { key, owner, running } = turn;
    const failed = failures.get(key.conversationId) ?? 0;
    if (failed >= FAILURES) running.keep();
    underWay.set(key.conversationId, running);
    try {
      const task = failed < FAILURES ? 'answer' : 'apologise';
      const isDone = await answerTurn(dependencies, { ...turn, task });
      failures.delete(key.conversationId);
      return isDone ? DONE : null;
    } catch (error) {
      onError(error);
      if (isDatabaseUnavailable(error)) return null;
      failures.set(key.conversationId, failed + 1);
      if (failed >= FAILURES) await handOver(key, owner);
      else
        await database.system((transaction) =>
          turns.postponeTurn(transaction, key, owner, FIRST_WAIT_MS * 2 ** failed),
        );
      return null;
    } finally {
      if (underWay.get(key.conversationId) === running) underWay.delete(key.conversationId);
    }
  }

  /** Not even an apology can be stored: a person has to look. */
  async function handOver(turn: turns.DueTurn, owner: string): Promise<void> {
    failures.delete(turn.conversationId);
    await database.account(turn.accountId, (transaction) =>
      turns.dropTurn(transaction, turn.conversationId, { owner, dueAt: turn.dueAt, handling: 'waiting' }),
    );
    dependencies.publishConversationUpdate(turn.accountId, 'handling', turn.conversationId);
  }

  const worker = createLeasedWorker<TakenTurn, ChannelId>({
    name: 'turns',
    nextDue: `least(${NEXT_DUE.channelTurn}, ${given.rooms.nextDue})`,
    concurrency: AT_ONCE,
    async claim({ limit, running }) {
      const claimed = await claimTurns(dependencies, limit, running);
      isCrowded = claimed.isCrowded;
      return claimed;
    },
    run,
    keyOf: ({ key }) => `${key.accountId}/${key.conversationId}`,
    groupOf: ({ key }) => key.channelId,
    renew: { everyMs: HEARTBEAT_MS, extend: (turn) => extendLease(database, turn) },
    onError,
  });
  return {
    ...worker,
    /** Starts what is due; returns the milliseconds until the next turn is. */
    async runOnce(notify: () => void): Promise<number | null> {
      const isPressed = await waitForThrottle();
      await given.rooms.sweep();
      if (isCrowded) await given.rooms.admitWaiting();
      const nextIn = await worker.runOnce(notify, isPressed ? FEW : AT_ONCE);
      return isCrowded ? Math.min(nextIn ?? ROOM_EVERY_MS, ROOM_EVERY_MS) : nextIn;
    },
    /** The customer wrote more: the answer that is being made here is broken off, and one to everything is made. */
    abortTurn(conversationId: ConversationId): void {
      underWay.get(conversationId)?.supersede();
    },
  };
}

interface TakenTurn {
  readonly key: turns.DueTurn;
  readonly owner: string;
  readonly running: RunningTurn;
}

async function claimTurns(
  { database, rooms }: Pick<RunningDependencies, 'database' | 'rooms'>,
  limit: number,
  running: ReadonlyMap<ChannelId, number>,
) {
  // Each turn has an owner of its own, so that a lost lease is noticed even within one process.
  const owner = newId<string>();
  const share = { mostPerChannel: MOST_PER_CHANNEL, running };
  const claim = { owner, limit, leaseSeconds: LEASE_SECONDS, ...share };
  // In this order: what was just taken is due again when its lease ends.
  const [due, nextIn, isCrowded] = await database.system((transaction) =>
    transaction.last(() =>
      Promise.all([
        turns.claimDue(transaction, claim),
        turns.nextDueIn(transaction, share),
        rooms.isCrowded(transaction),
      ]),
    ),
  );
  const items = due.map((key) => ({ key, owner, running: createRunningTurn(database.now) }));
  return { items, nextIn, isCrowded };
}

async function extendLease(database: Database, { key, owner, running }: TakenTurn): Promise<void> {
  const lease = await database.system((transaction) =>
    turns.extendLease(transaction, key, owner, LEASE_SECONDS),
  );
  if (lease) running.seeDueAt(lease.dueAt);
  else running.stop();
}

type Task = 'answer' | 'apologise';

interface TurnAtWork extends TakenTurn {
  readonly task: Task;
}

/** True: nothing of the conversation is due any more. */
async function answerTurn(
  dependencies: RunningDependencies,
  { key, owner, task, running }: TurnAtWork,
): Promise<boolean> {
  const { database, directory, publishConversationUpdate, completeTurns, notifyDelivery } = dependencies;
  const turn = await prepareDecided(dependencies, key, owner);
  if (turn.kind === 'dropped') {
    if (turn.isHandedOver) publishConversationUpdate(key.accountId, 'handling', key.conversationId);
    return false;
  }
  const channel = await directory.open(key.accountId, turn.channelId);
  if (!channel) return false;
  running.begin(turn);
  if (task === 'answer' && (await dropIfInformed(dependencies, { key, owner, turn }))) return false;
  if (task === 'answer' && (await hasNoRoom(dependencies, { key, owner, turn }))) return false;
  const { answer, confidence, isPartUnread } =
    task === 'apologise'
      ? { answer: apology(key, turn), confidence: null, isPartUnread: false }
      : await think(dependencies, { key, turn, running });
  if (turn.room.kind === 'waiting') await dependencies.rooms.leave(turn.request);
  const presented = presentAnswer(dependencies, turn, {
    answer,
    confidence,
    capabilities: channel.adapter.manifest.capabilities,
  });
  const outcome = await completeTurns.add({
    accountId: key.accountId,
    conversationId: key.conversationId,
    botId: turn.bot.id,
    serviceUuid: answer.serviceUuid ?? turn.bot.serviceUuid,
    messageId: turn.messageId,
    leaseOwner: owner,
    question: turn.question,
    answer: presented.answer,
    isSilent: presented.isSilent,
    channel: {
      id: turn.channelId,
      adapter: channel.adapter,
      answeredThrough: turn.answeredThrough,
      dueAt: turn.dueAt,
      sourceWords: turn.bot.showSources
        ? customerWords(languageOf(questionOf(key, turn, NEVER)), turn.bot.settings.tone)
        : null,
      look: presented.look,
      isUnsure: presented.isUnsure,
      isPartUnread,
      afterFailures: presented.afterFailures,
      saysOutOfOffice: presented.saysOutOfOffice,
      isBrokenOff: running.isBrokenOff,
      mayBeSuperseded: running.mayBeSuperseded,
    },
  });
  if (outcome === 'superseded') return false;
  if (outcome === 'overtaken') {
    // A person has it; when they give it back, the bot need not wait for the lease to end.
    await database.system((transaction) => turns.postponeTurn(transaction, key, owner, 0));
    return false;
  }
  if (presented.isSilent) publishConversationUpdate(key.accountId, 'handling', key.conversationId);
  else {
    notifyDelivery();
    publishConversationUpdate(key.accountId, 'bot_chat', key.conversationId, [turn.messageId]);
  }
  return outcome === 'answered';
}

/** Others hold the balance: it is begun again when there is room. */
async function hasNoRoom(
  dependencies: RunningDependencies,
  { key, owner, turn }: { readonly key: turns.DueTurn; readonly owner: string; readonly turn: ReadyTurn },
): Promise<boolean> {
  if (turn.room.kind !== 'waiting') return false;
  const isRead = turn.parts.every(({ kind }) => kind === 'words');
  if (isRead && (await answerWhileWaiting(dependencies, questionOf(key, turn, NEVER)))) return false;
  await dependencies.database.system((transaction) => turns.postponeTurn(transaction, key, owner, 0));
  return true;
}

/**
 * Drops the turn when a person was called because the bot cannot answer and the customer knows it: that is not said again for a
 * while. True: it was dropped.
 */
async function dropIfInformed(
  { database, rooms, now }: RunningDependencies,
  { key, owner, turn }: { readonly key: turns.DueTurn; readonly owner: string; readonly turn: ReadyTurn },
): Promise<boolean> {
  if (isSaidAgain(turn.promisedAt, now())) return false;
  const silence = silenceOf(turn.bot);
  const isSilent = silence !== null && turn.informedOf === silence;
  if (!isSilent && !(turn.room.kind === 'busy' && turn.informedOf === 'busy')) return false;
  if (isSilent) await rooms.leave(turn.request);
  await database.account(key.accountId, (transaction) =>
    turns.dropTurn(transaction, key.conversationId, { owner, dueAt: turn.dueAt, handling: null }),
  );
  return true;
}

const NEVER = new AbortController().signal;

const questionOf = (
  { accountId, conversationId }: turns.DueTurn,
  turn: ReadyTurn,
  signal: AbortSignal,
): RoomlessQuestion => ({
  accountId,
  bot: turn.bot,
  text: turn.question,
  history: turn.history,
  signal,
  ...languagesOf(turn),
  staff: 'channel',
  conversationId,
  turnKey: turn.questionId,
  ...(turn.isReport && { isReport: true }),
});

function languagesOf({ onChannel }: ReadyTurn): Pick<RoomlessQuestion, 'languageHint' | 'channelLanguage'> {
  const settings = channelSettings.read(onChannel.settings);
  return {
    languageHint: customerLanguage(onChannel.language) ?? homeLanguage(settings),
    channelLanguage: settings.language === 'auto' ? null : settings.language,
  };
}

/** Prepares a turn; where a group answers, it has chosen its bot. */
async function prepareDecided(
  dependencies: RunningDependencies,
  key: turns.DueTurn,
  owner: string,
): Promise<Exclude<PreparedTurn, { kind: 'undecided' }>> {
  let choice: GroupsChoice | null = null;
  for (let round = 0; round < CHOICES; round += 1) {
    const turn = await prepareTurn(dependencies, { key, owner, choice });
    if (turn.kind !== 'undecided') return turn;
    const { groupId, previousBotId, question, history } = turn;
    const { accountId, conversationId } = key;
    const asked = { accountId, groupId, text: question, history, previousBotId, conversationId };
    const outcome = await dependencies.router.choose(asked);
    choice = { groupId, botId: outcome.kind === 'chosen' ? outcome.botId : null };
  }
  throw new Error('the group of a channel kept changing while it chose');
}

async function think(
  dependencies: ChannelTurnDependencies,
  {
    key,
    turn,
    running,
  }: { readonly key: turns.DueTurn; readonly turn: ReadyTurn; readonly running: RunningTurn },
): Promise<{ answer: Answer; confidence: number | null; isPartUnread: boolean }> {
  const { accountId, conversationId } = key;
  let confidence: number | null = null;
  dependencies.publishTyping(accountId, conversationId, true);
  try {
    // Reading costs tokens, too.
    const { text, attachments, tokens, isUnread, isPartUnread } =
      turn.room.kind === 'granted'
        ? await readParts(
            { ...dependencies, models: await dependencies.models.of(accountId) },
            { accountId, turn },
            running.signal,
          )
        : unreadParts(turn);
    if (isUnread) return { answer: leftToPerson(turn), confidence, isPartUnread };
    const limit = turn.room.kind === 'granted' ? turn.room.limit : 0;
    const left = limit > 0 ? Math.max(1, limit - tokens) : 0;
    const thought = await answerWithRoom(dependencies, {
      question: { ...questionOf(key, turn, running.signal), text, attachments },
      asked: {
        rooms: dependencies.rooms,
        request: turn.request,
        room: turn.room.kind === 'granted' ? { ...turn.room, limit: left } : turn.room,
      },
      listener: {
        onPassages: (_passages, found) => {
          confidence = found;
        },
        onText: () => undefined,
        onTool: () => running.keep(),
        onToolStart: () => running.keep(),
      },
    });
    const answer = withCost(thought, Math.min(tokens, limit));
    return {
      answer: isPartUnread && !answer.wantsPerson ? withPersonFor(answer, turn) : answer,
      isPartUnread,
      confidence: answerConfidence(answer, confidence),
    };
  } finally {
    dependencies.publishTyping(accountId, conversationId, false);
  }
}

const withCost = (answer: Answer, tokens: number): Answer => ({
  ...answer,
  usage: { ...answer.usage, tokens: answer.usage.tokens + tokens },
});

const apology = (key: turns.DueTurn, turn: ReadyTurn): Answer =>
  unable(questionOf(key, turn, NEVER), 'model_failed', performance.now());
