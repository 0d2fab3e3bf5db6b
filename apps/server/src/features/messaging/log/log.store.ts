import { type ChannelLogEntry, LOG_DAYS } from '@hanasu/contract/channel-log';
import type { ChannelId, ChannelLogId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database, SystemTransaction } from '../../../platform/database/database.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import { messages } from '../../conversations/public.ts';
import { withoutContent } from '../events.store.ts';

/** SQL of the delivery log: events that came in and calls that went out, as one list. */

export const channelExists = async (transaction: AccountTransaction, id: ChannelId): Promise<boolean> =>
  (await transaction.one('select 1 from channels where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ])) !== null;

export interface LogRow {
  readonly id: ChannelLogId;
  readonly at: Date;
  readonly direction: ChannelLogEntry['direction'];
  readonly operation: string;
  readonly result: ChannelLogEntry['result'];
  readonly reason: string | null;
  readonly detail: string | null;
  readonly vendorId: string | null;
  readonly durationMs: number | null;
  readonly conversationId: ConversationId | null;
  readonly messageId: MessageId | null;
  readonly canReplay: boolean;
  readonly canResend: boolean;
}

const EVENT_RESULT = `case when e.done_at is null then 'waiting' when e.error is not null then 'failed' else 'ok' end`;

const EVENTS = `select e.id, e.received_at as at, 'in' as direction,
    coalesce(e.event #>> '{what,event}', e.event #>> '{what,kind}', 'unreadable') as operation,
    ${EVENT_RESULT} as result, case when e.error is not null then 'not_applied' end as reason, e.error as detail,
    e.vendor_event_id as "vendorId", null::int as "durationMs", e.thread, e.vendor_message_id, e.vendor_event_id,
    e.done_at is not null and e.event ? 'raw' as "canReplay", null::uuid as conversation, null::uuid as message
  from inbound_events e where e.account_id = $1 and e.channel_id = $2`;

const CALLS = `select k.id, k.at, 'out' as direction, k.operation, k.result, k.reason, k.detail,
    k.vendor_request_id as "vendorId", k.duration_ms as "durationMs", null as thread, null as vendor_message_id,
    null as vendor_event_id, false as "canReplay", k.conversation_id as conversation, k.message_id as message
  from channel_calls k where k.account_id = $1 and k.channel_id = $2`;

/** Of the few that are shown: where they are to be seen in the inbox. */
const shown = (
  rows: string,
): string => `select l.id, l.at, l.direction, l.operation, l.result, l.reason, l.detail,
    l."vendorId", l."durationMs", l."canReplay", coalesce(l.conversation, c.id) as "conversationId",
    coalesce(l.message, m.id) as "messageId",
    l.direction = 'out' and l.result <> 'ok' and exists (select from messages f where f.account_id = $1
      and f.id = l.message and f.delivery_state in ('failed', 'unconfirmed')) as "canResend"
  from (${rows}) l
    left join conversations c on c.account_id = $1 and c.channel_id = $2 and c.thread_external_id = l.thread
    left join lateral (select m.id from messages m where m.account_id = $1 and m.conversation_id = c.id
      and m.vendor_message_id in (l.vendor_message_id, '${messages.ID_PREFIXES.event}' || l.vendor_event_id,
        '${messages.ID_PREFIXES.aside}' || l.vendor_event_id) limit 1) m on true
  order by l.at desc, l.id desc`;

interface LogFilter {
  readonly direction: 'in' | 'out' | undefined;
  readonly result: ChannelLogEntry['result'] | undefined;
  readonly q: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const FILTER = `($3::text is null or result = $3) and ($4::text is null or operation ilike $4 or reason ilike $4
  or detail ilike $4 or "vendorId" ilike $4)`;
/** Rows that are counted for paging; more are of no use to a reader. */
const COUNTED = 10_000;

function sides({ direction }: LogFilter): string[] {
  return [direction === 'out' ? '' : EVENTS, direction === 'in' ? '' : CALLS].filter((side) => side !== '');
}

const filterValues = (transaction: AccountTransaction, channelId: ChannelId, filter: LogFilter) => [
  transaction.accountId,
  channelId,
  filter.result ?? null,
  filter.q === undefined ? null : `%${filter.q.replaceAll(/[\\%_]/g, '\\$&')}%`,
];

/** Newest first. */
export async function listLog(
  transaction: AccountTransaction,
  channelId: ChannelId,
  filter: LogFilter,
): Promise<{ rows: LogRow[]; total: number }> {
  const values = filterValues(transaction, channelId, filter);
  // Each side brings its newest by its index; only those are put in one order.
  const newest = sides(filter).map(
    (side) => `(select * from (${side}) s where ${FILTER} order by at desc, id desc limit $5::int + $6::int)`,
  );
  const merged = `select * from (${newest.join(' union all ')}) b order by at desc, id desc limit $5 offset $6`;
  const rows = await transaction.rows<LogRow>(shown(merged), [...values, filter.limit, filter.offset]);
  const counts = sides(filter).map(
    (side) => `(select count(*) from (select from (${side}) s where ${FILTER} limit ${COUNTED}) n)`,
  );
  const count = await transaction.one<{ total: number }>(
    `select (${counts.join(' + ')})::int as total`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

export const findEntry = (transaction: AccountTransaction, channelId: ChannelId, id: ChannelLogId) =>
  transaction.one<LogRow>(shown(`${EVENTS} and e.id = $3 union all ${CALLS} and k.id = $3`), [
    transaction.accountId,
    channelId,
    id,
  ]);

/** Of an event as it came, of a call redacted already. */
export async function findPayload(
  transaction: AccountTransaction,
  channelId: ChannelId,
  id: ChannelLogId,
): Promise<unknown> {
  const row = await transaction.one<{ payload: unknown }>(
    `select event as payload from inbound_events where account_id = $1 and channel_id = $2 and id = $3
     union all select payload from channel_calls where account_id = $1 and channel_id = $2 and id = $3`,
    [transaction.accountId, channelId, id],
  );
  return row?.payload ?? null;
}

const AGAIN = `done_at = null, error = null, event = event || '{"replayed": true}'`;

/** False: its content is gone, or it is waiting already. */
export async function replay(
  transaction: AccountTransaction,
  channelId: ChannelId,
  id: ChannelLogId,
): Promise<boolean> {
  const replayed = await transaction.run(
    `update inbound_events set ${AGAIN}
     where account_id = $1 and channel_id = $2 and id = $3 and done_at is not null and event ? 'raw'`,
    [transaction.accountId, channelId, id],
  );
  return replayed > 0;
}

/** All that could not be applied. */
export const replayFailed = (transaction: AccountTransaction, channelId: ChannelId): Promise<number> =>
  transaction.run(
    `update inbound_events set ${AGAIN}
     where account_id = $1 and channel_id = $2 and done_at is not null and error is not null and event ? 'raw'`,
    [transaction.accountId, channelId],
  );

export const logEntry = (row: LogRow): ChannelLogEntry => ({
  uuid: row.id,
  at: row.at.toISOString(),
  direction: row.direction,
  operation: row.operation,
  result: row.result,
  reason: row.reason,
  detail: row.detail,
  vendorId: row.vendorId,
  durationMs: row.durationMs,
  conversationUuid: row.conversationId,
  messageUuid: row.messageId,
  canReplay: row.canReplay,
  canResend: row.canResend,
});

/** Events of all accounts that failed in the last days are applied again, at most `most`; how many. */
export const retryFailedEvents = (transaction: SystemTransaction, most: number): Promise<number> =>
  transaction.run(
    `update inbound_events set done_at = null, error = null where (account_id, id) in (
        select account_id, id from inbound_events
        where error is not null and done_at is not null and received_at > now() - interval '7 days' limit $1)`,
    [most],
  );

/** SQL of what is deleted after a while, a few rows at a time so that no lock is held for long. */

/** As long as an event can be applied again. */
const CONTENT_HOURS = 72;
const BATCH = 1_000;

/** What events said, once they were applied and could be applied again for long enough. Those in trouble keep it. */
const dropContent = (transaction: SystemTransaction, since: Date): Promise<number> =>
  transaction.run(
    `update inbound_events u set event = ${withoutContent('u.event')}
     from (select e.account_id, e.channel_id, e.vendor_event_id from channels c
         cross join lateral (select * from inbound_events i where i.account_id = c.account_id and i.channel_id = c.id
           and i.received_at >= $1 and i.received_at < now() - interval '${CONTENT_HOURS} hours'
           and i.done_at is not null and i.error is null and i.event ? 'raw' limit ${BATCH}) e
       limit ${BATCH}) old
     where u.account_id = old.account_id and u.channel_id = old.channel_id
       and u.vendor_event_id = old.vendor_event_id`,
    [since],
  );

const deleteOldEvents = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(
    `delete from inbound_events u using (
       select e.account_id, e.channel_id, e.vendor_event_id from channels c
         cross join lateral (select * from inbound_events i where i.account_id = c.account_id and i.channel_id = c.id
           and i.received_at < now() - interval '${LOG_DAYS} days' and i.done_at is not null limit ${BATCH}) e
       limit ${BATCH}) old
     where u.account_id = old.account_id and u.channel_id = old.channel_id
       and u.vendor_event_id = old.vendor_event_id`,
  );

/** Before the last run something may have been late. */
const SLACK_MS = 24 * 60 * 60 * 1000;

/** Deletes events that are older than the log, and the content of those that can no longer be replayed. */
export function createLogCleaner(database: Database): () => Promise<void> {
  let contentDroppedAt = new Date(0);
  return async () => {
    const begunAt = database.now();
    await deleteInBatches(database, deleteOldEvents);
    // Only what came since the last run is looked at: the content of the rest is gone.
    const since = contentDroppedAt;
    await deleteInBatches(database, (transaction) => dropContent(transaction, since));
    contentDroppedAt = new Date(begunAt - CONTENT_HOURS * 60 * 60 * 1000 - SLACK_MS);
  };
}
