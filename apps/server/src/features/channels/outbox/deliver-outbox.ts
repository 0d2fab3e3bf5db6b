import type { ChannelId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import { createLeasedWorker, DONE } from '../../../platform/workers/leased-worker.ts';
import type { PublishConversationUpdate } from '../../conversations/public.ts';
import type { ChannelDirectory, OpenChannel } from '../channel-directory.ts';
import {
  type Attempt,
  exhausted,
  isExhausted,
  later,
  planAttempt,
  stepAfter,
  stepAfterCheck,
  timeLeft,
} from './delivery-step.ts';
import type { ChannelRoom } from './outbox.store.ts';
import { type ClaimedDelivery, claimDeliveries, NEXT_DELIVERY_DUE, nextDeliveryIn } from './outbox.store.ts';
import {
  createWriteResults,
  type DeliveryResultDependencies,
  recordDeliveryResult,
} from './record-delivery-result.ts';
import {
  type BeginCalls,
  beginIfAllowed,
  checkSent,
  createBeginCalls,
  leaseSecondsOf,
  type ReadMedia,
  sendVendorRequest,
} from './send-request.ts';

interface DeliverDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly publishConversationUpdate: PublishConversationUpdate;
  /** Waits a moment while callers outside wait for too long. */
  readonly waitForThrottle: () => Promise<unknown>;
  /** Bytes of stored files, for vendors that want them uploaded. */
  readonly readMedia?: ReadMedia;
  readonly onError: (error: unknown) => void;
}

interface RunningDependencies extends DeliverDependencies, DeliveryResultDependencies {
  readonly beginCalls: BeginCalls;
}

/** Many, because calls mostly wait, and those to a vendor in trouble must not hold up the others. */
const AT_ONCE = 256;
/** Until it is known how long a channel's calls may take. */
const LEASE_SECONDS = 15;

/** Makes the calls of the outbox: side by side, but one at a time for each conversation. */
export function createDeliverer(given: DeliverDependencies) {
  const dependencies: RunningDependencies = {
    ...given,
    beginCalls: createBeginCalls(given.database),
    writeResults: createWriteResults(given.database),
  };
  const pace = createChannelPace(() => performance.now());
  const { database, waitForThrottle, onError } = dependencies;

  async function deliver(row: ClaimedDelivery): Promise<typeof DONE | null> {
    let result: Delivered = NOTHING;
    pace.started(row.channelId);
    try {
      result = await deliverRow(dependencies, row);
    } finally {
      pace.ended(row.channelId, result.pace);
    }
    return result.pace === 'answered' && result.isLast ? DONE : null;
  }

  const worker = createLeasedWorker<ClaimedDelivery>({
    name: 'outbox',
    nextDue: NEXT_DELIVERY_DUE,
    concurrency: AT_ONCE,
    async claim({ limit }) {
      const rooms = pace.rooms();
      const claim = { limit, leaseSeconds: LEASE_SECONDS, mostPerChannel: MOST_PER_CHANNEL, rooms };
      // In this order: what was just taken is due again when its lease ends.
      const [items, nextIn] = await database.system((transaction) =>
        transaction.last(() =>
          Promise.all([claimDeliveries(transaction, claim), nextDeliveryIn(transaction, rooms)]),
        ),
      );
      return { items, nextIn };
    },
    run: deliver,
    keyOf: ({ accountId, messageId }) => `${accountId}/${messageId}`,
    onError,
  });
  return {
    ...worker,
    /** Starts the calls that are due; returns the milliseconds until the next one is. */
    async runOnce(notify: () => void): Promise<number | null> {
      await waitForThrottle();
      const nextIn = await worker.runOnce(notify);
      return earlier(nextIn, pace.nextIn());
    },
  };
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** What came of a row. */
interface Delivered {
  /** What it says about the channel's vendor. */
  readonly pace: PaceResult;
  /** Nothing of its conversation is on its way any more. */
  readonly isLast: boolean;
}

const NOTHING: Delivered = { pace: 'nothing', isLast: false };

async function deliverRow(dependencies: RunningDependencies, row: ClaimedDelivery): Promise<Delivered> {
  const { directory } = dependencies;
  const claimedAt = performance.now();
  // Asked before anything that may be what always fails.
  if (isExhausted(row)) {
    await recordDeliveryResult(dependencies, { channel: null, row, method: null, step: exhausted(row) });
    return NOTHING;
  }
  const channel = await directory.open(row.accountId, row.channelId);
  if (!channel) return NOTHING;
  const attempt = attemptOf(row, channel);
  const plan = planAttempt(attempt);
  switch (plan.kind) {
    case 'give-up':
      await recordDeliveryResult(dependencies, { channel, row, method: null, step: plan.end });
      return NOTHING;
    case 'wait':
      await recordDeliveryResult(dependencies, { channel, row, method: null, step: plan.step });
      return NOTHING;
    case 'check': {
      const check = await checkSent(channel, row, dependencies.database.now());
      const step = stepAfterCheck(later(attempt, performance.now() - claimedAt), check);
      const end = { channel, row, method: row.previousMethod, step };
      const isLast = await recordDeliveryResult(dependencies, end);
      return { pace: check === 'unknown' ? 'trouble' : 'answered', isLast };
    }
    case 'call':
      return deliverBy(dependencies, { channel, row, attempt, method: plan.method, claimedAt });
    default:
      return plan satisfies never;
  }
}

interface ComingCall {
  readonly channel: OpenChannel;
  readonly row: ClaimedDelivery;
  readonly attempt: Attempt;
  readonly method: 'reply' | 'push';
  readonly claimedAt: number;
}

async function deliverBy(
  dependencies: RunningDependencies,
  { channel, row, attempt, method, claimedAt }: ComingCall,
): Promise<Delivered> {
  // Before the lease is written, so that it ends by this (monotonic) clock no later than by the database's.
  const leaseEndsAt = performance.now() + leaseSecondsOf(channel) * 1_000;
  const begun = await beginIfAllowed(dependencies, channel, row, method);
  if (begun.kind === 'taken') return NOTHING;
  if (begun.kind === 'refused') {
    await recordDeliveryResult(dependencies, { channel, row, method, step: begun.end });
    return NOTHING;
  }
  const outcome = await sendVendorRequest(dependencies, channel, row, method, leaseEndsAt);
  if (outcome === null) return NOTHING;
  const step = stepAfter(later(attempt, performance.now() - claimedAt), method, outcome);
  const isLast = await recordDeliveryResult(dependencies, { channel, row, method, step });
  const isTrouble = outcome.kind === 'unknown' || (outcome.kind === 'rejected' && outcome.retryable);
  return { pace: isTrouble ? 'trouble' : 'answered', isLast };
}

const attemptOf = (row: ClaimedDelivery, { adapter }: OpenChannel): Attempt => {
  const { capabilities, limits } = adapter.manifest;
  const { isByPerson, tryingForMs, keyAgeMs } = row;
  const keyLeftMs = keyAgeMs === null ? null : limits.retryKeyLifeMs - keyAgeMs;
  const knowsKeys = capabilities.idempotentSend;
  return {
    previousState: row.previousState,
    previousMethod: row.previousMethod,
    claims: row.claims,
    replyTokenLeftMs: row.replyToken === null ? 0 : row.replyTokenLeftMs,
    tryingForMs,
    leftMs: timeLeft({ isByPerson, tryingForMs, keyLeftMs: knowsKeys ? keyLeftMs : null }),
    isRetryKeyAlive: keyLeftMs === null || keyLeftMs > 0,
    repeats: knowsKeys ? 'by-key' : adapter.findSent ? 'by-check' : null,
    isDoubtNoted: row.reason !== null,
    hasPlainForm: (adapter.toPlain?.(row.messages) ?? null) !== null,
  };
};

/** How a delivery ended, as far as it says something about the vendor; `nothing`: the vendor was not asked. */
type PaceResult = 'answered' | 'trouble' | 'nothing';

/** Limits the calls of each channel, so that a vendor in trouble neither blocks other channels nor is flooded. */
interface ChannelPace {
  started(channelId: ChannelId): void;
  ended(channelId: ChannelId, result: PaceResult): void;
  /** Channels with less room than `MOST_PER_CHANNEL`. */
  rooms(): ChannelRoom[];
  /** Milliseconds until a paused channel may be tried again; null: none is paused. */
  nextIn(): number | null;
}

/** Enough for a busy channel, and a fraction of what one process can do. */
export const MOST_PER_CHANNEL = 32;
/** Calls that try whether a channel works again, at a time. */
const PROBES = 2;
/** Troubles in a row after which a channel is paused. */
const TROUBLES = 3;
const FIRST_PAUSE_MS = 500;
/** Short, because reply tokens expire. */
const LONGEST_PAUSE_MS = 5_000;

interface Channel {
  running: number;
  troubles: number;
  pausedUntil: number;
}

/** A circuit breaker for each channel; `now` in milliseconds. */
export function createChannelPace(now: () => number): ChannelPace {
  const channels = new Map<ChannelId, Channel>();

  function roomOf({ running, troubles, pausedUntil }: Channel): number {
    if (troubles < TROUBLES) return MOST_PER_CHANNEL - running;
    return pausedUntil > now() ? 0 : Math.max(0, PROBES - running);
  }

  function noteTrouble(channel: Channel): void {
    // Those that were under way when it was paused say nothing new.
    if (channel.pausedUntil > now()) return;
    channel.troubles += 1;
    if (channel.troubles < TROUBLES) return;
    const pause = FIRST_PAUSE_MS * 1.5 ** (channel.troubles - TROUBLES);
    channel.pausedUntil = now() + Math.min(pause, LONGEST_PAUSE_MS);
  }

  return {
    started(channelId) {
      const channel = channels.get(channelId) ?? { running: 0, troubles: 0, pausedUntil: 0 };
      channel.running += 1;
      channels.set(channelId, channel);
    },
    ended(channelId, result) {
      const channel = channels.get(channelId);
      if (!channel) return;
      channel.running -= 1;
      if (result === 'trouble') noteTrouble(channel);
      if (result === 'answered') Object.assign(channel, { troubles: 0, pausedUntil: 0 });
      if (channel.running === 0 && channel.troubles === 0) channels.delete(channelId);
    },
    rooms: () => [...channels].map(([channelId, channel]) => ({ channelId, room: roomOf(channel) })),
    nextIn() {
      const waits = [...channels.values()]
        .filter(({ pausedUntil }) => pausedUntil > now())
        .map(({ pausedUntil }) => pausedUntil - now());
      return waits.length === 0 ? null : Math.min(...waits);
    },
  };
}
