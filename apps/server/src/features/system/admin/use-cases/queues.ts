import { QUEUES, type QueueName, type QueueView } from '@hanasu/contract/admin';
import { type Database, type SystemTransaction, within } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { retryFailedJobs } from '../../../../platform/jobs/jobs.ts';
import { retryFailedMails } from '../../../../platform/mail/mail.store.ts';
import { recordAudit } from '../../../accounts/public.ts';
import { channelLog } from '../../../channels/public.ts';
import { deliveries } from '../../../conversations/public.ts';
import { retryFailedDeliveries } from '../../../webhooks/public.ts';
import type { AdminDependencies } from '../dependencies.ts';
import { countQueue, failedMessages } from '../queues.store.ts';

const MOST = 1_000;
const WAKE = { inbound: 'mailbox', outbox: 'delivery', web_hooks: 'hooks', mails: null, jobs: null } as const;

/** Tries again at most so many of what failed; the outbox is tried again by message. */
const RETRIES: Readonly<
  Record<QueueName, ((transaction: SystemTransaction, most: number) => Promise<number>) | null>
> = {
  inbound: channelLog.retryFailedEvents,
  outbox: null,
  jobs: retryFailedJobs,
  web_hooks: retryFailedDeliveries,
  mails: retryFailedMails,
};

export const readQueues = (database: Database): Promise<QueueView[]> =>
  database.system(async (transaction) => {
    const views: QueueView[] = [];
    for (const name of QUEUES) {
      const { waiting, oldest, failed } = await countQueue(transaction, name);
      views.push({ name, waiting, failed, oldestAt: oldest?.toISOString() ?? null });
    }
    return views;
  });

/** Tries again what failed. Messages keep their retry key while vendors remember it: none arrives twice. */
export async function retryQueue(
  dependencies: AdminDependencies,
  actor: Actor,
  name: QueueName,
): Promise<number> {
  const retried = await dependencies.database.system(async (transaction) => {
    const retry = RETRIES[name] ?? ((open) => retryMessages(open, dependencies));
    const count = await retry(transaction, MOST);
    await recordAudit(within(transaction, actor.accountId), {
      userId: actor.userId,
      address: actor.address,
      action: 'queue.retried',
      target: name,
      data: { retried: count },
    });
    return count;
  });
  // Mails and jobs are looked for every few seconds.
  if (WAKE[name]) dependencies.wake(WAKE[name]);
  return retried;
}

async function retryMessages(
  transaction: SystemTransaction,
  { retryDelivery }: AdminDependencies,
): Promise<number> {
  let count = 0;
  for (const { accountId, messageId } of await failedMessages(transaction, MOST)) {
    if (!(await retryDelivery(within(transaction, accountId), messageId))) continue;
    await deliveries.markPending(transaction, accountId, messageId);
    count += 1;
  }
  return count;
}
