import type { AccountTransaction } from '../../../platform/database/database.ts';
import { type Delivery, inbound, received, updateDelivery } from '../../inbox/public.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { setAttention, touchOutbound } from '../channels.store.ts';
import type { Step } from '../domain/delivery-step.ts';
import { type ClaimedDelivery, countOpen, endDelivery, failRest, postponeDelivery } from '../outbox.store.ts';
import type { DeliverDependencies } from './deliver-outbox.ts';

/** Writes what became of a row, and tells whom it concerns. */
export async function conclude(
  { database, announce, onError }: DeliverDependencies,
  channel: OpenChannel | null,
  row: ClaimedDelivery,
  method: 'reply' | 'push' | null,
  step: Step,
): Promise<void> {
  const isFinal = await database.account(row.accountId, async (transaction) => {
    if (step.kind !== 'again') return writeEnd(transaction, channel, row, method, step);
    await postponeDelivery(transaction, row, step);
    return false;
  });
  if (!isFinal) return;
  announce(row.accountId, 'delivery', row.conversationId, [row.messageId]);
  if (channel && step.kind === 'sent') void markRead({ database }, channel, row).catch(onError);
}

/** Whoever answers has read what came before. Best effort, after the answer has gone. */
async function markRead(
  { database }: Pick<DeliverDependencies, 'database'>,
  { adapter, connection, accountId }: OpenChannel,
  { conversationId }: ClaimedDelivery,
): Promise<void> {
  if (!adapter.manifest.capabilities.readMarks || !adapter.markRead) return;
  const token = await database.account(accountId, (transaction) =>
    inbound.takeReadToken(transaction, conversationId),
  );
  if (token !== null) await adapter.markRead(connection, token);
}

type End = Exclude<Step, { kind: 'again' }>;

/** False when another worker has taken the row since: then the end is its to write. */
async function writeEnd(
  transaction: AccountTransaction,
  channel: OpenChannel | null,
  row: ClaimedDelivery,
  method: 'reply' | 'push' | null,
  step: End,
): Promise<boolean> {
  const reason = step.kind === 'sent' ? null : step.reason;
  const detail = step.kind === 'sent' ? null : step.detail;
  const end = { state: step.kind, reason, detail, requestId: step.requestId };
  const ended = await endDelivery(transaction, row, end);
  if (!ended) return false;
  await tellChannel(transaction, row, step);
  if (step.kind !== 'sent') await failRest(transaction, row.messageId, 'earlier_part_failed');
  const isOpen = step.kind === 'sent' && (await countOpen(transaction, row.messageId)) > 0;
  const delivery: Delivery = {
    state: isOpen ? 'pending' : step.kind,
    reason,
    detail,
    method: method === 'push' && !ended.isPaid ? uncounted(channel) : method,
    vendorMessageId: null,
  };
  await updateDelivery(transaction, row.messageId, delivery);
  if (step.kind === 'sent' && step.vendorMessageIds.length > 0) {
    await received.setVendorIds(transaction, row.messageId, step.vendorMessageIds);
  }
  return true;
}

/** Free because it came in time, or because nothing is counted on this channel. */
const uncounted = (channel: OpenChannel | null): 'reply' | null =>
  channel?.adapter.manifest.limits.window ? 'reply' : null;

/** What is the owner's to repair at the vendor; everything else passes by itself, or asks for a person. */
const OWNERS = new Set(['credentials_rejected', 'payment_needed']);
const PERSONS = {
  window_closed: 'window_closed',
  quota_short: 'quota_short',
  quota_exceeded: 'quota_short',
} as const;

async function tellChannel(transaction: AccountTransaction, row: ClaimedDelivery, step: End): Promise<void> {
  if (step.kind === 'sent') return touchOutbound(transaction, row.channelId);
  if (OWNERS.has(step.reason)) await setAttention(transaction, row.channelId, step.detail);
  const asks = Object.entries(PERSONS).find(([reason]) => reason === step.reason)?.[1];
  if (asks) await inbound.askForPerson(transaction, row.conversationId, asks);
}
