import { setTimeout as sleep } from 'node:timers/promises';
import type { SendManyOutcome, SendOutcome } from '@hanasu/channels/spec/sending';
import type { ChannelId, MessageId } from '@hanasu/contract/ids';
import { UPDATE_BROADCAST, type UpdateBroadcast } from '@hanasu/contract/realtime';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createLeasedWorker } from '../../platform/workers/leased-worker.ts';
import { runInLanes } from '../../platform/workers/run-in-lanes.ts';
import { channelQuota, type OpenChannel } from '../channels/public.ts';
import { messages } from '../conversations/public.ts';
import { decideDue } from './ab-test.ts';
import { announceNews, type NewsDependencies } from './announce-news.ts';
import { liesInChat } from './audience.ts';
import { begin, type Calls, pause, type Recipient, type StopReason } from './begin-calls.ts';
import { closeOrphans, NEXT_BROADCAST_DUE, nextStartIn } from './broadcasts.store.ts';
import * as calls from './calls.store.ts';
import * as store from './recipients.store.ts';
import { type StartDependencies, startDue } from './start-broadcast.ts';
import { learnUnits } from './unit-sums.ts';

export interface SendDependencies extends StartDependencies, NewsDependencies {
  /** Waits a moment while callers outside wait for too long. */
  readonly waitForThrottle: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Broadcasts worked on side by side; each is on a channel of its own. */
const AT_ONCE = 4;
const LEASE_SECONDS = 60;
/** A small part of what a channel may do at once (`MOST_PER_CHANNEL`): answers go first. */
const CALLS_AT_ONCE = 4;
/** Rounds after which others may go on the same channel. */
const ROUNDS = 20;
/** Interval at which progress is published to pages. */
const PUBLISH_MS = 1_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Starts what is due by the clock, and sends what was started. */
export function createBroadcastSender(dependencies: SendDependencies) {
  const { database, onError } = dependencies;
  const takeTurn = createTurns();
  const worker = createLeasedWorker<store.Lane>({
    name: 'broadcasts',
    nextDue: `least(${NEXT_BROADCAST_DUE}, ${store.NEXT_LANE_DUE})`,
    concurrency: AT_ONCE,
    async claim({ limit }) {
      const [items, nextIn] = await database.system((transaction) =>
        Promise.all([
          store.claimLanes(transaction, { limit, leaseSeconds: LEASE_SECONDS }),
          store.nextLaneIn(transaction),
        ]),
      );
      return { items, nextIn };
    },
    run: (lane, signal) => runLane({ ...dependencies, takeTurn }, lane, signal),
    keyOf: ({ accountId, broadcastId }) => `${accountId}/${broadcastId}`,
    renew: {
      everyMs: (LEASE_SECONDS * 1_000) / 4,
      extend: (lane) => database.system((transaction) => store.extendLane(transaction, lane, LEASE_SECONDS)),
    },
    onError,
  });
  return {
    ...worker,
    async runOnce(notify: () => void): Promise<number | null> {
      await startDue(dependencies);
      await decideDue(database);
      const startIn = await database.system(async (transaction) => {
        await closeOrphans(transaction);
        return nextStartIn(transaction);
      });
      const nextIn = await worker.runOnce(notify);
      if (await announceNews(dependencies)) notify();
      return startIn === null || nextIn === null ? (startIn ?? nextIn) : Math.min(startIn, nextIn);
    },
  };
}

/** Share of what the vendor takes in a second; the rest is for answers. */
const SHARE = 2 / 3;

type TakeTurn = (channel: OpenChannel) => Promise<unknown>;

/** Calls on a channel come one after the other, as far apart as its vendor wants them. */
function createTurns(): TakeTurn {
  const nextAt = new Map<ChannelId, number>();
  return async ({ id, adapter }) => {
    const { sendsPerSecond } = adapter.manifest.limits;
    if (!sendsPerSecond) return;
    const now = performance.now();
    for (const [other, at] of nextAt) if (at < now) nextAt.delete(other);
    const at = nextAt.get(id) ?? now;
    nextAt.set(id, at + 1_000 / (sendsPerSecond.all * SHARE));
    if (at > now) await sleep(at - now);
  };
}

interface LaneDependencies extends SendDependencies {
  readonly takeTurn: TakeTurn;
}

async function runLane(dependencies: LaneDependencies, lane: store.Lane, signal: AbortSignal): Promise<void> {
  const { database, directory, realtime, waitForThrottle } = dependencies;
  const channel = await directory.open(lane.accountId, lane.channelId);
  if (!channel) return;
  const publish = () =>
    realtime.emit(lane.accountId, UPDATE_BROADCAST, {
      broadcastUuid: lane.broadcastId,
    } satisfies UpdateBroadcast);
  let publishedAt = Number.NEGATIVE_INFINITY;
  await learnQuota(database, channel);
  await learnUnits(database, lane, channel);
  for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
    await waitForThrottle();
    const goesOn = await runRound(dependencies, lane, channel);
    if (!goesOn || performance.now() - publishedAt > PUBLISH_MS) {
      publishedAt = performance.now();
      publish();
    }
    if (!goesOn) return;
  }
  await database.account(lane.accountId, (transaction) =>
    store.releaseLane(transaction, lane, { inMs: 0, isTrouble: false }),
  );
}

/** Asks for the quota where it is unknown; from then on it is counted. */
async function learnQuota(database: Database, channel: OpenChannel): Promise<void> {
  if (!channel.adapter.manifest.capabilities.quota) return;
  const left = await database.account(channel.accountId, (transaction) =>
    channelQuota.left(transaction, channel.id),
  );
  if (left === null) await channelQuota.read(database, channel);
}

/** True: there may be more. */
async function runRound(
  dependencies: LaneDependencies,
  lane: store.Lane,
  channel: OpenChannel,
): Promise<boolean> {
  const { database } = dependencies;
  const begun = await database.account(lane.accountId, (transaction) =>
    begin(transaction, dependencies, { lane, channel }),
  );
  if (begun.kind === 'over') return false;
  if (begun.kind === 'again') return true;
  const result = begun.batchKey
    ? await callForAll(dependencies, channel, begun)
    : await callForEach(dependencies, channel, begun);
  return database.account(lane.accountId, (transaction) =>
    record(transaction, { lane, channel }, { begun, result }),
  );
}

/** Results for the recipients and the broadcast. */
interface Result {
  readonly ends: store.RecipientEnd[];
  /** Recipients whom the vendor has certainly not taken. */
  readonly refused: string[];
  /** Recipients who get it when they write. */
  readonly later: string[];
  /** Recipients who have got a part, and wait for the next. */
  readonly next: string[];
  /** Calls to make under another key: with one recipient left out, or fewer at once. */
  readonly restarts: { readonly ids: readonly string[]; readonly together: number | null }[];
  /** Time until it is tried again; null: there is no trouble. */
  waitMs: number | null;
  stop: StopReason | null;
}

const emptyResult = (): Result => ({
  ends: [],
  refused: [],
  later: [],
  next: [],
  restarts: [],
  waitMs: null,
  stop: null,
});

async function callForAll(
  dependencies: SendDependencies,
  channel: OpenChannel,
  { batchKey, recipients, troubles }: Calls,
): Promise<Result> {
  const result = emptyResult();
  const [first] = recipients;
  if (!first || batchKey === null) return result;
  const outcome = await withAccess(dependencies, channel, ({ adapter, connection }) => {
    if (!adapter.sendMany) throw new Error('the channel sends to one at a time');
    return adapter.sendMany(connection, {
      to: recipients.map(({ externalId }) => externalId),
      messages: first.messages,
      retryKey: batchKey,
      unit: first.unit,
    });
  });
  if (outcome.kind === 'recipient-refused') {
    result.restarts.push(...apart(recipients, outcome.recipient));
    return result;
  }
  for (const recipient of recipients)
    note(result, recipient, { channel, outcome, troubles, isShared: true, mayWait: false });
  return result;
}

/**
 * Splits a refused call. A refusal of all gives up no recipient: the one whom the vendor has named is called alone, and
 * only that call says whether they are unknown. Without a name, half of them are called at once.
 */
function apart(recipients: readonly Recipient[], named: string | null): Result['restarts'] {
  const idsOf = (some: readonly Recipient[]) => some.map(({ id }) => id);
  const suspects = recipients.filter(({ externalId }) => externalId === named);
  if (suspects.length === 0) return [{ ids: idsOf(recipients), together: Math.ceil(recipients.length / 2) }];
  const others = recipients.filter(({ externalId }) => externalId !== named);
  return [
    { ids: idsOf(suspects), together: 1 },
    { ids: idsOf(others), together: null },
  ];
}

async function callForEach(
  dependencies: LaneDependencies,
  channel: OpenChannel,
  { recipients, ...how }: Calls,
): Promise<Result> {
  const result = emptyResult();
  await runInLanes(recipients, CALLS_AT_ONCE, async (recipient) => {
    const { externalId: to, retryKey, isDoubtful, unit, messages: said } = recipient;
    // The others would fail the same way; a call in doubt stays so.
    if (result.stop !== null || result.waitMs !== null) {
      if (!isDoubtful) result.refused.push(recipient.id);
      return;
    }
    await dependencies.takeTurn(channel);
    const outcome = await withAccess(dependencies, channel, ({ adapter, connection }) =>
      adapter.send(connection, { to, messages: said, how: { method: 'push', retryKey, unit } }),
    );
    note(result, recipient, { channel, outcome, ...how });
  });
  return result;
}

/** Makes the call, and once more where new access may help. */
async function withAccess<Outcome extends SendOutcome | SendManyOutcome>(
  { directory }: SendDependencies,
  channel: OpenChannel,
  call: (channel: OpenChannel) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await call(channel);
  const isRenewable =
    outcome.kind === 'rejected' && outcome.reason === 'credentials_rejected' && outcome.renewable === true;
  if (!isRenewable) return outcome;
  const renewed = await directory.renewed(channel.accountId, channel.id, channel.credentialsVersion);
  return renewed ? call(renewed) : outcome;
}

type OneOutcome = Exclude<SendOutcome | SendManyOutcome, { readonly kind: 'recipient-refused' }>;

function note(
  result: Result,
  { id, isDoubtful, isFirst, isLast }: Recipient,
  {
    channel,
    outcome,
    troubles,
    isShared,
    mayWait,
  }: {
    readonly mayWait: boolean;
    readonly channel: OpenChannel;
    readonly outcome: OneOutcome;
    readonly troubles: number;
    readonly isShared: boolean;
  },
): void {
  const wait = (ms = 0): void => {
    const own = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(troubles, 10));
    result.waitMs = Math.max(result.waitMs ?? 0, own, ms);
  };
  switch (outcome.kind) {
    case 'sent':
      if (!isLast) result.next.push(id);
      else result.ends.push({ id, state: 'accepted', reason: null, requestId: outcome.requestId });
      return;
    case 'unknown':
      if (channel.adapter.manifest.capabilities.idempotentSend) wait();
      else result.ends.push({ id, state: 'unknown', reason: 'no_answer' });
      return;
    case 'reply-token-invalid':
      result.ends.push({ id, state: 'failed', reason: 'vendor_error' });
      return;
    case 'rejected': {
      const { reason, retryable, retryAfterMs, requestId } = outcome;
      const stop = STOPPING[reason];
      const isWhole = reason === 'message_invalid' && isShared;
      if (retryable) wait(retryAfterMs);
      else if (stop) result.stop = stop;
      else if (isWhole) result.stop = 'message_invalid';
      if (retryable || stop) {
        if (!isDoubtful) result.refused.push(id);
        return;
      }
      if (reason === 'window_closed' && !isDoubtful && isFirst) {
        if (mayWait) result.later.push(id);
        else result.ends.push({ id, state: 'skipped', reason, requestId });
        return;
      }
      // A refused repeat says nothing about the call before it.
      result.ends.push({ id, state: isDoubtful ? 'unknown' : 'failed', reason, requestId });
      return;
    }
    default:
      outcome satisfies never;
  }
}

type Reason = Extract<SendOutcome, { readonly kind: 'rejected' }>['reason'];
/** Reasons that all other recipients would meet, too, until a person has done something. */
const STOPPING: Readonly<Partial<Record<Reason, Result['stop']>>> = {
  quota_exceeded: 'quota_short',
  credentials_rejected: 'credentials_rejected',
  payment_needed: 'payment_needed',
};

/** True: there may be more to do at once. */
async function record(
  transaction: AccountTransaction,
  { lane, channel }: { readonly lane: store.Lane; readonly channel: OpenChannel },
  {
    begun,
    result: { ends, refused, later, next, restarts, waitMs, stop },
  }: { readonly begun: Calls; readonly result: Result },
): Promise<boolean> {
  const state = await store.lockLane(transaction, lane);
  if (!state) return false;
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
  if (stop !== null && state.state === 'sending') {
    await pause(transaction, lane, stop);
    return false;
  }
  if (waitMs === null) return true;
  await store.releaseLane(transaction, lane, { inMs: waitMs, isTrouble: true });
  return false;
}

/**
 * Adds accepted messages to the conversation, where there is one, so that staff and the bot know what the customer
 * answers to. It opens no conversation and moves none up in the inbox, because the customer did not write.
 */
async function shownInThreads(
  transaction: AccountTransaction,
  { lane: { broadcastId }, channel }: { readonly lane: store.Lane; readonly channel: OpenChannel },
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
