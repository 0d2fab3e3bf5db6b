import type { MessageId } from '@hanasu/contract/ids';
import { UPDATE_BROADCAST, type UpdateBroadcast } from '@hanasu/contract/realtime';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { channelQuota, type OpenChannel } from '../channels/public.ts';
import { messages } from '../conversations/public.ts';
import type { NewsDependencies } from './announce-news.ts';
import { liesInChat } from './audience.ts';
import { begin, type Calls, pause } from './begin-calls.ts';
import * as calls from './calls.store.ts';
import { makeCalls, type Result, type TakeTurn } from './make-calls.ts';
import { createQuotaCount } from './quota-count.ts';
import * as store from './recipients.store.ts';
import type { StartDependencies } from './start-broadcast.ts';
import { learnUnits } from './unit-sums.ts';

export interface SendDependencies extends StartDependencies, NewsDependencies {
  /** Waits a moment while callers outside wait for too long. */
  readonly waitForThrottle: () => Promise<unknown>;
  readonly takeTurn: TakeTurn;
  readonly onError: (error: unknown) => void;
}

/** Rounds after which others may go on the same channel. */
const ROUNDS = 20;
/** Calls are made while the next ones are begun, where a call that was made twice would be one. */
const ROUNDS_AT_ONCE = 2;
/** Interval at which progress is published to pages. */
const PUBLISH_MS = 1_000;

interface Place {
  readonly lane: store.Lane;
  readonly channel: OpenChannel;
}

/** Calls that are being made. */
interface OngoingCalls {
  readonly begun: Calls;
  readonly result: Promise<Result>;
}

/** Sends until nothing can be sent now, or others have waited long enough. */
export async function runLane(
  dependencies: SendDependencies,
  lane: store.Lane,
  signal: AbortSignal,
): Promise<void> {
  const { database, directory, realtime } = dependencies;
  const channel = await directory.open(lane.accountId, lane.channelId);
  if (!channel) return;
  let publishedAt = Number.NEGATIVE_INFINITY;
  const publish = (): void => {
    publishedAt = performance.now();
    realtime.emit(lane.accountId, UPDATE_BROADCAST, {
      broadcastUuid: lane.broadcastId,
    } satisfies UpdateBroadcast);
  };
  await learnQuota(database, channel);
  await learnUnits(database, lane, channel);
  const ongoing: OngoingCalls[] = [];
  try {
    await runRounds(
      dependencies,
      { lane, channel },
      {
        ...{ ongoing, signal },
        onRound: () => {
          if (performance.now() - publishedAt > PUBLISH_MS) publish();
        },
      },
    );
  } finally {
    // What another process has taken over, or an error has cut short, ends before the lane is left.
    await Promise.allSettled(ongoing.map(({ result }) => result));
    publish();
  }
}

/** Asks for the quota where it is unknown; from then on it is counted. */
async function learnQuota(database: Database, channel: OpenChannel): Promise<void> {
  if (!channel.adapter.manifest.capabilities.quota) return;
  const left = await database.account(channel.accountId, (transaction) =>
    channelQuota.left(transaction, channel.id),
  );
  if (left === null) await channelQuota.read(database, channel);
}

/**
 * Begins calls, and writes down what came of them, in their order.
 * What a call meets that others would meet, too, is settled once all calls have ended.
 */
async function runRounds(
  dependencies: SendDependencies,
  place: Place,
  {
    ongoing,
    signal,
    onRound,
  }: { readonly ongoing: OngoingCalls[]; readonly signal: AbortSignal; readonly onRound: () => void },
): Promise<void> {
  const { database, waitForThrottle } = dependencies;
  const { lane, channel } = place;
  const most = channel.adapter.manifest.capabilities.idempotentSend ? ROUNDS_AT_ONCE : 1;
  const quota = createQuotaCount(channel);
  let trouble: Trouble | null = null;
  let mayBeginAhead = true;
  for (let round = 0; ; round += 1) {
    const isEnding = trouble !== null || round >= ROUNDS || signal.aborted;
    const isFull = ongoing.length >= most || !mayBeginAhead || isEnding;
    const finished = isFull ? ongoing.shift() : undefined;
    const result = await finished?.result;
    trouble = worse(trouble, result);
    const mayBegin = trouble === null && !isEnding;
    if (mayBegin) await waitForThrottle();
    const next = await database.account(lane.accountId, async (transaction) => {
      if (finished && result && !(await record(transaction, place, { ...finished, result }))) return OVER;
      if (mayBegin) return begin(transaction, dependencies, { ...place, quota, inFlight: keysOf(ongoing) });
      if (ongoing.length > 0) return WAIT;
      await settleLane(transaction, lane, trouble);
      return OVER;
    });
    if (next.kind === 'over') return;
    if (next.kind === 'calls')
      ongoing.push({ begun: next, result: keep(makeCalls(dependencies, channel, next)) });
    mayBeginAhead = next.kind !== 'wait' || ongoing.length === 0;
    onRound();
  }
}

const OVER = { kind: 'over' } as const;
const WAIT = { kind: 'wait' } as const;

/** It is waited for later; until then an error is not one that nothing handles. */
function keep(result: Promise<Result>): Promise<Result> {
  result.catch(() => {});
  return result;
}

const keysOf = (ongoing: readonly OngoingCalls[]): string[] =>
  ongoing.flatMap(({ begun: { batchKey, recipients } }) =>
    batchKey === null ? recipients.map(({ retryKey }) => retryKey) : [batchKey],
  );

type Trouble = Pick<Result, 'waitMs' | 'stop'>;

/** Of two troubles the one that ends later; what stops a broadcast comes before what delays it. */
function worse(one: Trouble | null, other: Trouble | undefined): Trouble | null {
  if (!other || (other.waitMs === null && other.stop === null)) return one;
  return {
    stop: one?.stop ?? other.stop,
    waitMs: other.waitMs === null ? (one?.waitMs ?? null) : Math.max(one?.waitMs ?? 0, other.waitMs),
  };
}

/** Leaves a lane of which nothing is being called. */
async function settleLane(
  transaction: AccountTransaction,
  lane: store.Lane,
  trouble: Trouble | null,
): Promise<void> {
  const state = await store.lockLane(transaction, lane);
  if (!state) return;
  if (trouble?.stop && state.state === 'sending') await pause(transaction, lane, trouble.stop);
  else
    await store.releaseLane(transaction, lane, {
      inMs: trouble?.waitMs ?? 0,
      isTrouble: trouble?.waitMs != null,
    });
}

/** Writes down what came of calls. False: another process has taken the lane. */
async function record(
  transaction: AccountTransaction,
  { lane, channel }: Place,
  {
    begun,
    result: { ends, refused, later, next, restarts },
  }: { readonly begun: Calls; readonly result: Result },
): Promise<boolean> {
  if (!(await store.lockLane(transaction, lane))) return false;
  const { sendsPerSecond: perPerson } = channel.adapter.manifest.limits;
  if (ends.length > 0)
    await store.endRecipients(
      transaction,
      await shownInThreads(transaction, { lane, channel }, { begun, ends }),
    );
  if (later.length > 0) await calls.waitForWriting(transaction, later);
  if (next.length > 0) await calls.nextParts(transaction, next, 1_000 / (perPerson?.one ?? 1_000));
  for (const { ids, together } of restarts) await calls.restartCalls(transaction, ids, together);
  if (refused.length > 0) await calls.noteRefused(transaction, refused);
  return true;
}

/**
 * Adds accepted messages to the conversation, where there is one, so that staff and the bot know what the customer
 * answers to. It opens no conversation and moves none up in the inbox, because the customer did not write.
 */
async function shownInThreads(
  transaction: AccountTransaction,
  { lane: { broadcastId }, channel }: Place,
  { begun, ends }: { readonly begun: Calls; readonly ends: readonly store.RecipientEnd[] },
): Promise<store.RecipientEnd[]> {
  const accepted = ends.filter(({ state }) => state === 'accepted').map(({ id }) => id);
  const threads = new Map(
    (await store.findThreads(transaction, accepted)).map(({ id, conversationId }) => [id, conversationId]),
  );
  const bodies = new Map(begun.recipients.map(({ id, body }) => [id, body]));
  const shown = new Map<string, MessageId>();
  const added = [...threads].flatMap(([recipientId, conversationId]) => {
    const body = bodies.get(recipientId);
    if (!body) return [];
    const id = newId<MessageId>();
    shown.set(recipientId, id);
    const data = { bubbles: body.bubbles, broadcastUuid: broadcastId };
    const { accountId } = transaction;
    return messages.newMessage({
      ...{ accountId, id, conversationId, data },
      sender: 'bot',
      text: body.text,
      deliveryState: 'sent',
    });
  });
  await messages.insertMessages(transaction, added);
  return ends.map((end) =>
    end.state === 'accepted' && liesInChat(channel) && !shown.has(end.id)
      ? { ...end, state: 'skipped', reason: 'no_chat' }
      : { ...end, messageId: shown.get(end.id) ?? null },
  );
}
