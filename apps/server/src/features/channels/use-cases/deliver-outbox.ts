import type { SendOutcome, SendRequest } from '@hanasu/channels/spec/channel';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { type Announce, type Delivery, updateDelivery } from '../../inbox/public.ts';
import type { ChannelDirectory, OpenChannel } from '../channel-directory.ts';
import { setAttention, touchOutbound } from '../channels.store.ts';
import {
  type Attempt,
  exhausted,
  isExhausted,
  planAttempt,
  type Step,
  stepAfter,
} from '../domain/delivery-step.ts';
import {
  beginCall,
  type ClaimedDelivery,
  claimDeliveries,
  countOpen,
  endDelivery,
  failRest,
  nextDeliveryIn,
  postponeDelivery,
} from '../outbox.store.ts';

export interface DeliverDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly announce: Announce;
  readonly wakeDelivery: () => void;
  readonly onError: (error: unknown) => void;
}

/** Many, because calls mostly wait, and those to a vendor in trouble must not hold up the others. */
const AT_ONCE = 128;
/** Longer than an adapter's time-out for one call, so that a live worker is never overtaken. */
const LEASE_SECONDS = 15;

/** Makes the calls of the outbox: side by side, but one at a time for each conversation. */
export function createDeliverer(dependencies: DeliverDependencies) {
  const running = new Set<Promise<void>>();

  return {
    /** Starts the calls that are due; returns the milliseconds until the next one is. */
    async pass(): Promise<number | null> {
      const { database, onError, wakeDelivery } = dependencies;
      const room = AT_ONCE - running.size;
      if (room <= 0) return null;
      const claimed = await database.system((transaction) =>
        claimDeliveries(transaction, room, LEASE_SECONDS),
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
      return database.system(nextDeliveryIn);
    },
    /** Waits for the calls under way. */
    async drain(): Promise<void> {
      await Promise.allSettled([...running]);
    },
  };
}

async function deliverRow(dependencies: DeliverDependencies, row: ClaimedDelivery): Promise<void> {
  const { database, directory } = dependencies;
  // Asked before anything that may be what always fails.
  if (isExhausted(row)) return conclude(dependencies, row, null, exhausted(row));
  const channel = await directory.open(row.accountId, row.channelId);
  if (!channel) return;
  const attempt = attemptOf(row, channel);
  const plan = planAttempt(attempt);
  if (plan.kind === 'give-up') return conclude(dependencies, row, null, plan.end);
  const isOurs = await database.account(row.accountId, (transaction) =>
    beginCall(transaction, row, plan.method, LEASE_SECONDS),
  );
  if (!isOurs) return;
  const outcome = await call(channel, row, plan.method);
  await conclude(dependencies, row, plan.method, stepAfter(attempt, plan.method, outcome));
}

const attemptOf = (row: ClaimedDelivery, { adapter }: OpenChannel): Attempt => ({
  previousState: row.previousState,
  previousMethod: row.previousMethod,
  attempts: row.attempts,
  hasLiveReplyToken: row.replyToken !== null && row.hasLiveReplyToken,
  isRetryKeyAlive:
    row.firstAttemptAt === null ||
    Date.now() - row.firstAttemptAt.getTime() < adapter.manifest.limits.retryKeyLifeMs,
});

function call(channel: OpenChannel, row: ClaimedDelivery, method: 'reply' | 'push'): Promise<SendOutcome> {
  const how: SendRequest['how'] =
    method === 'reply' ? { method, replyToken: row.replyToken ?? '' } : { method, retryKey: row.retryKey };
  return channel.adapter.send(channel.connection, { to: row.recipient, messages: row.messages, how });
}

async function conclude(
  { database, announce }: DeliverDependencies,
  row: ClaimedDelivery,
  method: 'reply' | 'push' | null,
  step: Step,
): Promise<void> {
  const isFinal = await database.account(row.accountId, async (transaction) => {
    if (step.kind !== 'again') return writeEnd(transaction, row, method, step);
    await postponeDelivery(transaction, row, step);
    return false;
  });
  if (isFinal) announce(row.accountId, 'delivery', row.conversationId, [row.messageId]);
}

type End = Exclude<Step, { kind: 'again' }>;

/** False when another worker has taken the row since: then the end is its to write. */
async function writeEnd(
  transaction: AccountTransaction,
  row: ClaimedDelivery,
  method: 'reply' | 'push' | null,
  step: End,
): Promise<boolean> {
  const reason = step.kind === 'sent' ? null : step.reason;
  const detail = step.kind === 'sent' ? null : step.detail;
  const end = { state: step.kind, reason, detail, requestId: step.requestId };
  if (!(await endDelivery(transaction, row, end))) return false;
  await tellChannel(transaction, row, step);
  if (step.kind !== 'sent') await failRest(transaction, row.messageId, 'earlier_part_failed');
  const isOpen = step.kind === 'sent' && (await countOpen(transaction, row.messageId)) > 0;
  const delivery: Delivery = {
    state: isOpen ? 'pending' : step.kind,
    reason,
    detail,
    method,
    vendorMessageId: step.kind === 'sent' ? (step.vendorMessageIds[0] ?? null) : null,
  };
  await updateDelivery(transaction, row.messageId, delivery);
  return true;
}

/** Credentials that stopped working are the owner's to repair; everything else passes by itself. */
async function tellChannel(transaction: AccountTransaction, row: ClaimedDelivery, step: End): Promise<void> {
  if (step.kind === 'sent') await touchOutbound(transaction, row.channelId);
  else if (step.reason === 'credentials_rejected')
    await setAttention(transaction, row.channelId, step.detail);
}
