import type { MessageId } from '@hanasu/contract/ids';
import { UPDATE_BROADCAST, type UpdateBroadcast } from '@hanasu/contract/realtime';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { retryWhileUnavailable } from '../../platform/database/unavailable.ts';
import { newId } from '../../platform/ids.ts';
import { channelQuota, type OpenChannel } from '../channels/public.ts';
import { messages } from '../conversations/public.ts';
import type { NewsDependencies } from './announce-news.ts';
import { liesInChat } from './audience.ts';
import { type Begun, begin, type Calls, pause } from './begin-calls.ts';
import type { SharedCall } from './begin-shared.ts';
import * as calls from './calls.store.ts';
import type { Body } from './compose-body.ts';
import { makeCalls, type Result, type SharedResult, type TakeTurn } from './make-calls.ts';
import { createQuotaCount } from './quota-count.ts';
import * as store from './recipients.store.ts';
import * as sharedCalls from './shared-calls.store.ts';
import type { StartDependencies } from './start-broadcast.ts';
import { learnUnits } from './unit-sums.ts';

export interface SendDependencies extends StartDependencies, NewsDependencies {
  /** Waits a moment while callers outside wait for too long. */
  readonly waitForThrottle: () => Promise<unknown>;
  readonly takeTurn: TakeTurn;
  readonly onError: (error: unknown) => void;
}

/** Time after which others may go on the same channel. */
const TURN_MS = 5_000;
/** Calls are made while the next ones are begun, where a call that was made twice would be one. */
const ROUNDS_AT_ONCE = 2;
/** The same where a round is some calls for many, which are made one after the other. */
const SHARED_ROUNDS_AT_ONCE = 3;
/** Interval at which progress is published to pages. */
const PUBLISH_MS = 1_000;

interface Place {
  readonly lane: store.Lane;
  readonly channel: OpenChannel;
}

interface LockedPlace extends Place {
  readonly state: store.LaneState;
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
  await database.account(lane.accountId, (transaction) => sharedCalls.adoptBatches(transaction, lane));
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
  const quota = createQuotaCount(channel);
  let trouble: Trouble | null = null;
  let mayBeginAhead = true;
  for (const endsAt = performance.now() + TURN_MS; ; ) {
    const isEnding = trouble !== null || performance.now() >= endsAt || signal.aborted;
    const isFull = ongoing.length >= mostAtOnce(channel, ongoing) || !mayBeginAhead || isEnding;
    const finished = isFull ? ongoing.shift() : undefined;
    const result = await finished?.result;
    trouble = worse(trouble, result);
    const mayBegin = trouble === null && !isEnding;
    if (mayBegin) await waitForThrottle();
    const step = async (transaction: AccountTransaction): Promise<Begun> => {
      const state = await store.lockLane(transaction, lane);
      // Another process has taken it since.
      if (!state) return OVER;
      if (finished && result) await record(transaction, { ...place, state }, { ...finished, result });
      if (mayBegin)
        return begin(transaction, dependencies, { ...place, state, quota, inFlight: keysOf(ongoing) });
      if (ongoing.length > 0) return WAIT;
      await settleLane(transaction, { lane, state }, trouble);
      return OVER;
    };
    // What the vendor said is known here alone.
    const next = await retryWhileUnavailable(() => database.account(lane.accountId, step), KNOWN_FOR_MS);
    if (next.kind === 'over') return;
    if (next.kind === 'calls')
      ongoing.push({ begun: next, result: keep(makeCalls({ ...dependencies, signal }, channel, next)) });
    mayBeginAhead = next.kind !== 'wait' || ongoing.length === 0;
    onRound();
  }
}

function mostAtOnce({ adapter }: OpenChannel, ongoing: readonly OngoingCalls[]): number {
  if (!adapter.manifest.capabilities.idempotentSend) return 1;
  return ongoing.every(({ begun }) => begun.shared.length > 0) ? SHARED_ROUNDS_AT_ONCE : ROUNDS_AT_ONCE;
}

/** Time in which the database may come back before what the vendor said is forgotten. */
const KNOWN_FOR_MS = 30_000;

const OVER = { kind: 'over' } as const;
const WAIT = { kind: 'wait' } as const;

/** It is waited for later; until then an error is not one that nothing handles. */
function keep(result: Promise<Result>): Promise<Result> {
  result.catch(() => {});
  return result;
}

const keysOf = (ongoing: readonly OngoingCalls[]): string[] =>
  ongoing.flatMap(({ begun: { shared, recipients } }) =>
    [...shared, ...recipients].map(({ retryKey }) => retryKey),
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
  { lane, state }: Pick<LockedPlace, 'lane' | 'state'>,
  trouble: Trouble | null,
): Promise<void> {
  if (trouble?.stop && state.state === 'sending') await pause(transaction, lane, trouble.stop);
  else
    await store.releaseLane(transaction, lane, {
      inMs: trouble?.waitMs ?? 0,
      isTrouble: trouble?.waitMs != null,
    });
}

/** What a message of it in a conversation says of it. */
interface Sender {
  readonly broadcastUuid: store.Lane['broadcastId'];
  readonly broadcastName: string;
}

/** Writes down what came of calls. */
async function record(
  transaction: AccountTransaction,
  { lane, channel, state }: LockedPlace,
  {
    begun,
    result: { shared, ends, refused, later, next },
  }: { readonly begun: Calls; readonly result: Result },
): Promise<void> {
  const from = { broadcastUuid: lane.broadcastId, broadcastName: state.name };
  const { sendsPerSecond: perPerson } = channel.adapter.manifest.limits;
  await recordShared(transaction, from, shared);
  if (ends.length > 0)
    await store.endRecipients(transaction, await shownInThreads(transaction, channel, { from, begun, ends }));
  if (later.length > 0) await calls.waitForWriting(transaction, later);
  const parts = begun.recipients.filter(({ id }) => next.includes(id));
  if (parts.length > 0) await calls.nextParts(transaction, parts, 1_000 / (perPerson?.one ?? 1_000));
  if (refused.length > 0) await calls.noteRefused(transaction, refused);
}

/** The same for calls for many. */
async function recordShared(
  transaction: AccountTransaction,
  from: Sender,
  results: readonly SharedResult[],
): Promise<void> {
  if (results.length === 0) return;
  const ended = results.flatMap(({ call, fate }) =>
    fate.kind === 'ended' ? [{ id: call.id, ...fate }] : [],
  );
  // What was written before, when only the answer of the database was lost, is not written again.
  const open = new Set((await sharedCalls.endCalls(transaction, ended)).map(({ id }) => id));
  const refused = results.flatMap(({ call, fate }) => (fate.kind === 'refused' ? [call.id] : []));
  if (refused.length > 0) await sharedCalls.noteRefusedCalls(transaction, refused);
  for (const { call, fate } of results) {
    if (fate.kind === 'split') await splitCall(transaction, call, fate.named);
    if (fate.kind === 'unmade') await sharedCalls.restartCall(transaction, call.id);
  }
  const accepted = ended.flatMap(({ id, state }) => (state === 'accepted' && open.has(id) ? [id] : []));
  if (accepted.length === 0) return;
  const bodies = new Map(results.map(({ call: { id, body } }) => [id, body]));
  const threads = await store.findThreadsOfCalls(transaction, accepted);
  // A call at a time: what a message is searched by is worked out for each.
  for (const id of accepted) {
    const shown = await addToThreads(transaction, from, {
      threads: threads.filter(({ callId }) => callId === id),
      bodyOf: () => bodies.get(id),
    });
    if (shown.size > 0)
      await store.setMessages(
        transaction,
        [...shown].map(([recipientId, messageId]) => ({ id: recipientId, messageId })),
      );
  }
}

/**
 * Splits a refused call. A refusal of all gives up no recipient: the one whom the vendor has named is called alone, and
 * only that call says whether they are unknown. Without a name, half of them are called at once.
 */
async function splitCall(
  transaction: AccountTransaction,
  { id, to }: SharedCall,
  named: string | null,
): Promise<void> {
  const called = await sharedCalls.findCalled(transaction, [id]);
  const suspects = called.filter(({ externalId }) => externalId === named);
  const [leaving, together] = suspects.length > 0 ? [suspects, 1] : [called, Math.ceil(to.length / 2)];
  await sharedCalls.leaveCall(
    transaction,
    leaving.map((one) => one.id),
    together,
  );
  if (leaving.length < called.length) await sharedCalls.restartCall(transaction, id);
  else await sharedCalls.deleteCall(transaction, id);
}

/**
 * Adds accepted messages to the conversation, where there is one, so that staff and the bot know what the customer
 * answers to. It opens no conversation and moves none up in the inbox, because the customer did not write. Answers the
 * message of each recipient.
 */
async function addToThreads(
  transaction: AccountTransaction,
  from: Sender,
  {
    threads,
    bodyOf,
  }: {
    readonly threads: readonly store.Thread[];
    readonly bodyOf: (thread: store.Thread) => Body | undefined;
  },
): Promise<ReadonlyMap<string, MessageId>> {
  const shown = new Map<string, MessageId>();
  const added = threads.flatMap((thread) => {
    const body = bodyOf(thread);
    if (!body) return [];
    const { conversationId } = thread;
    const id = newId<MessageId>();
    shown.set(thread.id, id);
    const data = { bubbles: body.bubbles, ...from };
    const { accountId } = transaction;
    return messages.newMessage({
      ...{ accountId, id, conversationId, data },
      sender: 'bot',
      text: body.text,
      deliveryState: 'sent',
    });
  });
  if (added.length > 0) await messages.insertMessages(transaction, added);
  return shown;
}

async function shownInThreads(
  transaction: AccountTransaction,
  channel: OpenChannel,
  {
    from,
    begun,
    ends,
  }: { readonly from: Sender; readonly begun: Calls; readonly ends: readonly store.RecipientEnd[] },
): Promise<store.RecipientEnd[]> {
  const accepted = ends.filter(({ state }) => state === 'accepted').map(({ id }) => id);
  const bodies = new Map(begun.recipients.map(({ id, body }) => [id, body]));
  const shown = await addToThreads(transaction, from, {
    threads: await store.findThreads(transaction, accepted),
    bodyOf: ({ id }) => bodies.get(id),
  });
  return ends.map((end) =>
    end.state === 'accepted' && liesInChat(channel) && !shown.has(end.id)
      ? { ...end, state: 'skipped', reason: 'no_chat' }
      : { ...end, messageId: shown.get(end.id) ?? null },
  );
}
