import type { QueueName } from '@hanasu/contract/admin';
import type { AccountId, MessageId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

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

export interface QueueRow {
  readonly waiting: number;
  readonly oldest: Date | null;
  readonly failed: number;
}

export const countQueue = async (transaction: SystemTransaction, name: QueueName): Promise<QueueRow> =>
  (await transaction.one<QueueRow>(COUNTS[name])) ?? { waiting: 0, oldest: null, failed: 0 };

export const failedMessages = (transaction: SystemTransaction, most: number) =>
  transaction.rows<{ accountId: AccountId; messageId: MessageId }>(
    `select distinct account_id as "accountId", message_id as "messageId" from outbox
     where state = 'failed' and created_at > now() - ${RECENT} limit $1`,
    [most],
  );
