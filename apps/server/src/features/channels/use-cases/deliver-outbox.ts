import type { SendOutcome, SendRequest } from '@hanasu/channels/spec/channel';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { type Announce, type Delivery, updateDelivery } from '../../inbox/public.ts';
import type { ChannelDirectory, OpenChannel } from '../channel-directory.ts';
import { touchOutbound } from '../channels.store.ts';
import { type Attempt, planAttempt, type Step, stepAfter } from '../domain/delivery-step.ts';
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
  readonly onError: (error: unknown) => void;
}

const AT_ONCE = 32;
/** Longer than an adapter's time-out for one call, so that a live worker is never overtaken. */
const LEASE_SECONDS = 15;

/** One pass over the outbox. Returns the milliseconds until the next row is due. */
export async function deliverOutbox(dependencies: DeliverDependencies): Promise<number | null> {
  const { database, onError } = dependencies;
  const claimed = await database.system((transaction) =>
    claimDeliveries(transaction, AT_ONCE, LEASE_SECONDS),
  );
  if (claimed.length === 0) return database.system(nextDeliveryIn);
  // A row that could not be dealt with keeps its lease and comes back when that ends.
  await Promise.all(claimed.map((row) => deliverRow(dependencies, row).catch(onError)));
  return 0;
}

async function deliverRow(dependencies: DeliverDependencies, row: ClaimedDelivery): Promise<void> {
  const { database, directory } = dependencies;
  const channel = await directory.open(row.accountId, row.channelId);
  if (!channel) return;
  const attempt = attemptOf(row, channel);
  const plan = planAttempt(attempt);
  if (plan.kind === 'give-up-unconfirmed') {
    return conclude(dependencies, row, null, {
      kind: 'unconfirmed',
      reason: 'no_answer',
      detail: 'The call may have arrived; it can no longer be checked',
      requestId: null,
    });
  }
  await database.account(row.accountId, (transaction) => beginCall(transaction, row.id, plan.method));
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
    if (step.kind === 'again') {
      await postponeDelivery(transaction, row.id, step);
      return false;
    }
    await writeEnd(transaction, row, method, step);
    return true;
  });
  if (isFinal) announce(row.accountId, 'delivery', row.conversationId, [row.messageId]);
}

async function writeEnd(
  transaction: AccountTransaction,
  row: ClaimedDelivery,
  method: 'reply' | 'push' | null,
  step: Exclude<Step, { kind: 'again' }>,
): Promise<void> {
  const reason = step.kind === 'sent' ? null : step.reason;
  const detail = step.kind === 'sent' ? null : step.detail;
  await endDelivery(transaction, row.id, { state: step.kind, reason, detail, requestId: step.requestId });
  if (step.kind === 'sent') await touchOutbound(transaction, row.channelId);
  else await failRest(transaction, row.messageId, 'earlier_part_failed');
  const isOpen = step.kind === 'sent' && (await countOpen(transaction, row.messageId)) > 0;
  const delivery: Delivery = {
    state: isOpen ? 'pending' : step.kind,
    reason,
    detail,
    method,
    vendorMessageId: step.kind === 'sent' ? (step.vendorMessageIds[0] ?? null) : null,
  };
  await updateDelivery(transaction, row.messageId, delivery);
}
