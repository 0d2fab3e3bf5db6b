import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import {
  type ClaimedNotification,
  claimNotifications,
  endBatch,
  holdBatch,
  joinBatch,
  listBatch,
  NEXT_NOTIFICATION_DUE,
  takeMails,
} from '../notifications.store.ts';
import { settingsOf } from '../resolve-recipients.ts';
import { findRecipients, type Recipient } from '../settings/settings.store.ts';
import { type DeliveryDependencies, deliverByChannel, deliverByHook } from './delivery-methods.ts';
import { digestMail } from './digest-mail.ts';
import { type Ending, endingOf } from './next-attempt.ts';
import { quietUntil } from './quiet-hours.ts';

export interface NotifySenderDependencies extends DeliveryDependencies {
  readonly mail: Mail;
  readonly onError: (error: unknown) => void;
  readonly now?: () => Date;
}

/** No round starts while so many batches are being sent. */
const AT_ONCE = 16;
/** Rows looked at together: those of one person and way become one. */
const ROWS = 200;
/** Longer than a try may take; what a killed process held is tried again after it. */
const LEASE_SECONDS = 60;

/** Notifications that one person gets together, by one delivery method. */
interface Batch {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly way: ClaimedNotification['way'];
  readonly leader: string;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly ids: readonly string[];
  readonly recipient: Recipient | null;
}

/** Sends due notifications. Crashes and other processes cause no visible repeat. */
export function createNotifySender(dependencies: NotifySenderDependencies): LeasedWorker {
  return createLeasedWorker<Batch>({
    name: 'notifications',
    nextDue: NEXT_NOTIFICATION_DUE,
    concurrency: AT_ONCE,
    claim: async () => ({ items: await claimBatches(dependencies), nextIn: null }),
    run: (batch) => deliverBatch(dependencies, batch),
    keyOf: ({ accountId, leader }) => `${accountId}/${leader}`,
    onError: dependencies.onError,
  });
}

const claimBatches = ({ database }: NotifySenderDependencies): Promise<Batch[]> =>
  database.system(async (transaction) => {
    const claimed = await claimNotifications(transaction, { limit: ROWS, leaseSeconds: LEASE_SECONDS });
    if (claimed.length === 0) return [];
    const recipients = await findRecipients(transaction, claimed);
    const batches = batchesOf(claimed, recipients);
    await joinBatch(transaction, batches);
    return batches;
  });

function batchesOf(claimed: readonly ClaimedNotification[], recipients: readonly Recipient[]): Batch[] {
  const groups = Map.groupBy(
    claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    // What was begun goes on as it was.
    ({ accountId, userId, way, batch }) => batch ?? `${accountId} ${userId} ${way}`,
  );
  return [...groups.values()].flatMap((rows) => {
    const [leader] = rows;
    if (!leader) return [];
    const { accountId, userId, way, id, attempts, createdAt } = leader;
    const recipient = recipients.find((one) => one.accountId === accountId && one.userId === userId) ?? null;
    return [
      { accountId, userId, way, leader: id, attempts, createdAt, ids: rows.map((row) => row.id), recipient },
    ];
  });
}

async function deliverBatch(dependencies: NotifySenderDependencies, batch: Batch): Promise<void> {
  const { database } = dependencies;
  const now = dependencies.now ?? (() => new Date(database.now()));
  const { accountId, recipient, way } = batch;
  const end = (ending: Ending) =>
    database.account(accountId, (transaction) => endBatch(transaction, batch, ending));
  if (!recipient) return end({ state: 'failed', detail: 'left_account' });
  const quiet = quietUntil(settingsOf(recipient.settings).quiet, now());
  if (quiet) return database.account(accountId, (transaction) => holdBatch(transaction, batch, quiet));
  if (way === 'email') {
    return database.account(accountId, (transaction) =>
      writeMail(dependencies, transaction, { batch, recipient }),
    );
  }
  const items = await database.account(accountId, (transaction) => listBatch(transaction, batch.leader));
  // Another process has sent it meanwhile.
  if (items.length === 0) return;
  const outgoing = { key: batch.leader, items, attempts: batch.attempts, since: batch.createdAt };
  const deliver = way === 'channel' ? deliverByChannel : deliverByHook;
  return end(endingOf(await deliver(dependencies, recipient, outgoing), batch.attempts));
}

/** Written in the transaction in which they count as told: neither is without the other. */
async function writeMail(
  { mail, publicUrl }: NotifySenderDependencies,
  transaction: AccountTransaction,
  {
    batch,
    recipient: { email, locale, name, account },
  }: { readonly batch: Batch; readonly recipient: Recipient },
): Promise<void> {
  if (email === null) return endBatch(transaction, batch, { state: 'failed', detail: 'no_email' });
  const items = (await takeMails(transaction, batch.userId, batch.leader)).toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  if (items.length === 0) return;
  await mail.write(transaction, {
    to: email,
    locale,
    content: digestMail(locale, { name, account, items, publicUrl }),
  });
}
