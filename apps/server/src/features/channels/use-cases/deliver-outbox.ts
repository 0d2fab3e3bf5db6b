import type { Database } from '../../../platform/database/database.ts';
import type { Announce } from '../../inbox/public.ts';
import type { ChannelDirectory, OpenChannel } from '../channel-directory.ts';
import {
  type Attempt,
  exhausted,
  isExhausted,
  planAttempt,
  stepAfter,
  stepAfterCheck,
} from '../domain/delivery-step.ts';
import { type ClaimedDelivery, claimDeliveries, nextDeliveryIn } from '../outbox.store.ts';
import { type ConcludeDependencies, conclude, createWriteEnds } from './conclude-delivery.ts';
import {
  type BeginCalls,
  beginIfAllowed,
  checkSent,
  createBeginCalls,
  leaseSecondsOf,
  makeCall,
  type ReadMedia,
} from './make-call.ts';
import { createTakeReadTokens } from './mark-read.ts';

export interface DeliverDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly announce: Announce;
  readonly wakeDelivery: () => void;
  /** Waits a moment while callers outside wait for too long. */
  readonly giveWay: () => Promise<unknown>;
  /** Bytes of stored files, for vendors that want them uploaded. */
  readonly readMedia?: ReadMedia;
  readonly onError: (error: unknown) => void;
}

interface RunningDependencies extends DeliverDependencies, ConcludeDependencies {
  readonly beginCalls: BeginCalls;
}

/** Many, because calls mostly wait, and those to a vendor in trouble must not hold up the others. */
const AT_ONCE = 128;
/** Until it is known how long a channel's calls may take. */
const LEASE_SECONDS = 15;

/** Makes the calls of the outbox: side by side, but one at a time for each conversation. */
export function createDeliverer(given: DeliverDependencies) {
  const dependencies: RunningDependencies = {
    ...given,
    beginCalls: createBeginCalls(given.database),
    writeEnds: createWriteEnds(given.database),
    takeReadTokens: createTakeReadTokens(given.database),
  };
  const running = new Set<Promise<void>>();

  return {
    /** Starts the calls that are due; returns the milliseconds until the next one is. */
    async pass(): Promise<number | null> {
      const { database, onError, wakeDelivery, giveWay } = dependencies;
      await giveWay();
      const room = AT_ONCE - running.size;
      if (room <= 0) return null;
      // In this order: what was just taken is due again when its lease ends.
      const [claimed, nextIn] = await database.system((transaction) =>
        Promise.all([claimDeliveries(transaction, room, LEASE_SECONDS), nextDeliveryIn(transaction)]),
      );
      for (const row of claimed) {
        // A row that could not be dealt with keeps its lease and comes back when that ends.
        const delivery = deliverRow(dependencies, row)
          .catch(onError)
          .finally(() => {
            running.delete(delivery);
            wakeDelivery();
          });
        running.add(delivery);
      }
      return nextIn;
    },
    /** Waits for the calls under way. */
    async drain(): Promise<void> {
      await Promise.allSettled([...running]);
    },
  };
}

async function deliverRow(dependencies: RunningDependencies, row: ClaimedDelivery): Promise<void> {
  const { directory } = dependencies;
  // Asked before anything that may be what always fails.
  if (isExhausted(row)) return conclude(dependencies, null, row, null, exhausted(row));
  const channel = await directory.open(row.accountId, row.channelId);
  if (!channel) return;
  const attempt = attemptOf(row, channel);
  const plan = planAttempt(attempt);
  switch (plan.kind) {
    case 'give-up':
      return conclude(dependencies, channel, row, null, plan.end);
    case 'wait':
      return conclude(dependencies, channel, row, null, plan.step);
    case 'check': {
      const check = await checkSent(channel, row);
      return conclude(dependencies, channel, row, row.previousMethod, stepAfterCheck(attempt, check));
    }
    case 'call':
      return deliverBy(dependencies, channel, row, attempt, plan.method);
    default:
      return plan satisfies never;
  }
}

async function deliverBy(
  dependencies: RunningDependencies,
  channel: OpenChannel,
  row: ClaimedDelivery,
  attempt: Attempt,
  method: 'reply' | 'push',
): Promise<void> {
  // Before the lease is written, so that it ends by this clock no later than by the database's.
  const leaseEndsAt = Date.now() + leaseSecondsOf(channel) * 1_000;
  const begun = await beginIfAllowed(dependencies, channel, row, method);
  if (begun.kind === 'taken') return;
  if (begun.kind === 'refused') return conclude(dependencies, channel, row, method, begun.end);
  const outcome = await makeCall(dependencies, channel, row, method, leaseEndsAt);
  if (outcome === null) return;
  return conclude(dependencies, channel, row, method, stepAfter(attempt, method, outcome));
}

const attemptOf = (row: ClaimedDelivery, { adapter }: OpenChannel): Attempt => ({
  previousState: row.previousState,
  previousMethod: row.previousMethod,
  attempts: row.attempts,
  hasLiveReplyToken: row.replyToken !== null && row.hasLiveReplyToken,
  isRetryKeyAlive:
    row.firstAttemptAt === null ||
    Date.now() - row.firstAttemptAt.getTime() < adapter.manifest.limits.retryKeyLifeMs,
  repeats: adapter.manifest.capabilities.idempotentSend ? 'by-key' : adapter.findSent ? 'by-check' : null,
  isDoubtNoted: row.reason !== null,
});
