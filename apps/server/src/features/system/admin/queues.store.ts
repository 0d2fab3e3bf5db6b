import type { QueueName } from '@hanasu/contract/admin';
import type { AccountId, MessageId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

interface Queue {
  /** One row: waiting, oldest, failed. */
  readonly count: string;
  /** Tries again at most `$1` of what failed; absent: by message, in the caller. */
  readonly retry?: string;
}

const RECENT = "interval '7 days'";
/** Names of pg-boss's own columns are its API for SQL. */
const QUEUES: Readonly<Record<QueueName, Queue>> = {
  inbound: {
    count: `select count(*) filter (where done_at is null)::int as waiting,
        min(received_at) filter (where done_at is null) as oldest,
        count(*) filter (where error is not null and done_at is not null and received_at > now() - ${RECENT})::int as failed
      from inbound_events`,
    retry: `update inbound_events set done_at = null, error = null where (account_id, id) in (
        select account_id, id from inbound_events
        where error is not null and done_at is not null and received_at > now() - ${RECENT} limit $1)`,
  },
  outbox: {
    count: `select count(*) filter (where state in ('pending', 'sending'))::int as waiting,
        min(created_at) filter (where state in ('pending', 'sending')) as oldest,
        count(*) filter (where state = 'failed' and created_at > now() - ${RECENT})::int as failed
      from outbox`,
  },
  jobs: {
    count: `select count(*) filter (where state in ('created', 'retry', 'active'))::int as waiting,
        min(created_on) filter (where state in ('created', 'retry', 'active')) as oldest,
        count(*) filter (where state = 'failed' and created_on > now() - ${RECENT})::int as failed
      from pgboss.job`,
    retry: `update pgboss.job set state = 'retry', retry_count = 0, start_after = now(), completed_on = null
      where (name, id) in (select name, id from pgboss.job
        where state = 'failed' and created_on > now() - ${RECENT} limit $1)`,
  },
  web_hooks: {
    count: `select count(*) filter (where state = 'pending')::int as waiting,
        min(created_at) filter (where state = 'pending') as oldest,
        count(*) filter (where state = 'failed' and created_at > now() - ${RECENT})::int as failed
      from web_hook_deliveries`,
    retry: `update web_hook_deliveries set state = 'pending', attempts = 0, next_attempt_at = now(), finished_at = null
      where (account_id, id) in (select account_id, id from web_hook_deliveries
        where state = 'failed' and created_at > now() - ${RECENT} limit $1)`,
  },
  mails: {
    count: `select count(*) filter (where state = 'queued')::int as waiting,
        min(created_at) filter (where state = 'queued') as oldest,
        count(*) filter (where state = 'failed' and created_at > now() - ${RECENT})::int as failed
      from mails`,
    retry: `update mails set state = 'queued', attempts = 0, problem = null, due_at = now() where id in (
        select id from mails where state = 'failed' and created_at > now() - ${RECENT} limit $1)`,
  },
};

export interface QueueRow {
  readonly waiting: number;
  readonly oldest: Date | null;
  readonly failed: number;
}

export const countQueue = async (transaction: SystemTransaction, name: QueueName): Promise<QueueRow> =>
  (await transaction.one<QueueRow>(QUEUES[name].count)) ?? { waiting: 0, oldest: null, failed: 0 };

/** How many are tried again; null for a queue whose rows are tried again by message. */
export const retryRows = async (
  transaction: SystemTransaction,
  name: QueueName,
  most: number,
): Promise<number | null> => {
  const { retry } = QUEUES[name];
  return retry ? transaction.run(retry, [most]) : null;
};

export const failedMessages = (transaction: SystemTransaction, most: number) =>
  transaction.rows<{ accountId: AccountId; messageId: MessageId }>(
    `select distinct account_id as "accountId", message_id as "messageId" from outbox
     where state = 'failed' and created_at > now() - ${RECENT} limit $1`,
    [most],
  );

/** Shown as under way again, in the inbox too. */
export const markPending = (transaction: SystemTransaction, accountId: AccountId, messageId: MessageId) =>
  transaction.run(
    `update messages set delivery_state = 'pending' where account_id = $1 and id = $2 and delivery_state = 'failed'`,
    [accountId, messageId],
  );
