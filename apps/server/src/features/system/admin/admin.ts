import * as contract from '@hanasu/contract/admin';
import {
  type AdminAccountView,
  type adminAccounts,
  QUEUES,
  type QueueName,
  type QueueView,
  type ReportedBotView,
} from '@hanasu/contract/admin';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, BotId, MessageId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import { AppError } from '../../../platform/app-error.ts';
import {
  type AccountTransaction,
  type Database,
  type SystemTransaction,
  within,
} from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { retryFailedMails } from '../../../platform/mail/mail.store.ts';
import { retryFailedJobs } from '../../../platform/workers/jobs.ts';
import { type AccountsDependencies, recordAudit } from '../../accounts/public.ts';
import { vendorMessages } from '../../conversations/public.ts';
import { retryFailedEvents } from '../../messaging/public.ts';
import { deleteReports, hideListing } from '../../web-chat/public.ts';
import { retryFailedDeliveries } from '../../webhooks/public.ts';
import { type AdminAccountRow, listAccountsPage, listReported, type ReportedRow } from './admin.store.ts';

export function addAdminRoutes(implement: Implement, dependencies: AdminDependencies): void {
  const { database } = dependencies;
  implement(contract.adminAccounts, ({ query }) => listAccounts(database, query));
  implement(contract.reportedBots, async () => ({ items: await reportedBots(database) }));
  implement(contract.takeDownBot, async ({ params }, { session }) => {
    await hideBot(database, { actor: session, botId: params.uuid }, true);
    return undefined;
  });
  implement(contract.putBackBot, async ({ params }, { session }) => {
    await hideBot(database, { actor: session, botId: params.uuid }, false);
    return undefined;
  });
  implement(contract.queues, async () => ({ items: await readQueues(database) }));
  implement(contract.retryQueue, async ({ params }, { session }) => ({
    retried: await retryQueue(dependencies, session, params.name),
  }));
}

const accountsView = (row: AdminAccountRow): AdminAccountView => ({
  uuid: row.uuid,
  name: row.name,
  owner: row.ownerId && {
    uuid: row.ownerId,
    username: row.username ?? '',
    email: row.email,
    emailVerified: row.emailVerified,
  },
  members: row.members,
  bytes: row.bytes,
  conversations: row.conversations,
  balance: row.balance,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
  deleteAt: row.deleteAt?.toISOString() ?? null,
});

async function listAccounts(
  database: Database,
  { q, page, pageSize }: PageQuery,
): Promise<EndpointOutput<typeof adminAccounts>> {
  const { rows, total } = await database.system((transaction) =>
    listAccountsPage(transaction, { q, limit: pageSize, offset: (page - 1) * pageSize }),
  );
  return { items: rows.map(accountsView), total, page, pageSize };
}

const reportedBotsView = ({
  accountId,
  accountName,
  hiddenAt,
  texts,
  ...row
}: ReportedRow): ReportedBotView => ({
  ...row,
  texts: [...texts],
  account: { uuid: accountId, name: accountName },
  hiddenAt: hiddenAt?.toISOString() ?? null,
});

const reportedBots = async (database: Database): Promise<ReportedBotView[]> =>
  (await database.system(listReported)).map(reportedBotsView);

/** The owner reads it in their log and on the bot's page; only an administrator shows it again. */
const hideBot = (
  database: Database,
  { actor, botId }: { readonly actor: Actor; readonly botId: BotId },
  isHidden: boolean,
): Promise<void> =>
  database.system(async (transaction) => {
    const bot = await hideListing(transaction, botId, isHidden);
    if (!bot) throw new AppError('not_found', 'Public bot not found');
    if (!isHidden) await deleteReports(transaction, botId);
    await recordAudit(within(transaction, bot.accountId), {
      userId: actor.userId,
      address: actor.address,
      action: isHidden ? 'listing.taken_down' : 'listing.put_back',
      target: bot.title,
      data: { uuid: botId, slug: bot.slug, byAdministrator: true },
    });
  });

const MOST = 1_000;
const WORKERS = {
  inbound: 'inbound-events',
  outbox: 'outbox',
  web_hooks: 'web-hooks',
  mails: null,
  jobs: null,
} as const;

/** Tries again at most so many of what failed; the outbox is tried again by message. */
const RETRIES: Readonly<
  Record<QueueName, ((transaction: SystemTransaction, most: number) => Promise<number>) | null>
> = {
  inbound: retryFailedEvents,
  outbox: null,
  jobs: retryFailedJobs,
  web_hooks: retryFailedDeliveries,
  mails: retryFailedMails,
};

const readQueues = (database: Database): Promise<QueueView[]> =>
  database.system(async (transaction) => {
    const views: QueueView[] = [];
    for (const name of QUEUES) {
      const { waiting, oldest, failed } = await countQueue(transaction, name);
      views.push({ name, waiting, failed, oldestAt: oldest?.toISOString() ?? null });
    }
    return views;
  });

/** Tries again what failed. Messages keep their retry key while vendors remember it: none arrives twice. */
async function retryQueue(dependencies: AdminDependencies, actor: Actor, name: QueueName): Promise<number> {
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
  if (WORKERS[name]) dependencies.notify(WORKERS[name]);
  return retried;
}

async function retryMessages(
  transaction: SystemTransaction,
  { retryDelivery }: AdminDependencies,
): Promise<number> {
  let count = 0;
  for (const { accountId, messageId } of await failedMessages(transaction, MOST)) {
    if (!(await retryDelivery(within(transaction, accountId), messageId))) continue;
    await vendorMessages.markPending(transaction, accountId, messageId);
    count += 1;
  }
  return count;
}

interface AdminDependencies extends Pick<AccountsDependencies, 'database'> {
  /** Gives a message that could not be sent back to the deliverer. */
  readonly retryDelivery: (transaction: AccountTransaction, messageId: MessageId) => Promise<boolean>;
  /** There is something to do in this queue. */
  readonly notify: (name: 'inbound-events' | 'outbox' | 'web-hooks') => void;
}

const RECENT = "interval '7 days'";
/** One row each: waiting, oldest, failed. Names of pg-boss's own columns are its API for SQL. */
const COUNTS: Readonly<Record<QueueName, string>> = {
  inbound: `select count(*) filter (where done_at is null)::int as waiting,
        min(received_at) filter (where done_at is null) as oldest,
        count(*) filter (where error is not null and done_at is not null and received_at > now() - ${RECENT})::int as failed
      from inbound_events`,
  outbox: `select count(*) filter (where state in ('pending', 'sending'))::int as waiting,
        min(created_at) filter (where state in ('pending', 'sending')) as oldest,
        count(*) filter (where state = 'failed' and created_at > now() - ${RECENT})::int as failed
      from outbox`,
  jobs: `select count(*) filter (where state in ('created', 'retry', 'active'))::int as waiting,
        min(created_on) filter (where state in ('created', 'retry', 'active')) as oldest,
        count(*) filter (where state = 'failed' and created_on > now() - ${RECENT})::int as failed
      from pgboss.job`,
  web_hooks: `select count(*) filter (where state = 'pending')::int as waiting,
        min(created_at) filter (where state = 'pending') as oldest,
        count(*) filter (where state = 'failed' and created_at > now() - ${RECENT})::int as failed
      from web_hook_deliveries`,
  mails: `select count(*) filter (where state = 'queued')::int as waiting,
        min(created_at) filter (where state = 'queued') as oldest,
        count(*) filter (where state = 'failed' and created_at > now() - ${RECENT})::int as failed
      from mails`,
};

interface QueueRow {
  readonly waiting: number;
  readonly oldest: Date | null;
  readonly failed: number;
}

const countQueue = async (transaction: SystemTransaction, name: QueueName): Promise<QueueRow> =>
  (await transaction.one<QueueRow>(COUNTS[name])) ?? { waiting: 0, oldest: null, failed: 0 };

const failedMessages = (transaction: SystemTransaction, most: number) =>
  transaction.rows<{ accountId: AccountId; messageId: MessageId }>(
    `select distinct account_id as "accountId", message_id as "messageId" from outbox
     where state = 'failed' and created_at > now() - ${RECENT} limit $1`,
    [most],
  );
