import type { SystemTransaction } from '../../platform/database/database.ts';
import { withoutContent } from './events.store.ts';

/** SQL of what is let go after a while, a few rows at a time so that nobody waits for it. */

/** As long as an event can be applied again. */
export const CONTENT_HOURS = 72;
/** As long as the delivery log goes back. */
export const LOG_DAYS = 30;
const BATCH = 1_000;

/** What events said, once they were applied and could be applied again for long enough. Those in trouble keep it. */
export const dropContent = (transaction: SystemTransaction, since: Date): Promise<number> =>
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

export const deleteOldEvents = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(
    `delete from inbound_events u using (
       select e.account_id, e.channel_id, e.vendor_event_id from channels c
         cross join lateral (select * from inbound_events i where i.account_id = c.account_id and i.channel_id = c.id
           and i.received_at < now() - interval '${LOG_DAYS} days' and i.done_at is not null limit ${BATCH}) e
       limit ${BATCH}) old
     where u.account_id = old.account_id and u.channel_id = old.channel_id
       and u.vendor_event_id = old.vendor_event_id`,
  );

export const deleteOldCalls = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(
    `delete from channel_calls u using (
       select k.account_id, k.id from channels c
         cross join lateral (select * from channel_calls i where i.account_id = c.account_id and i.channel_id = c.id
           and i.at < now() - interval '${LOG_DAYS} days' limit ${BATCH}) k
       limit ${BATCH}) old
     where u.account_id = old.account_id and u.id = old.id`,
  );

/** Sent rows; paid ones stay for the month that they are counted in. Their ids begin with their time. */
export const deleteOldSends = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(
    `delete from outbox u using (
       select o.account_id, o.id from (select distinct account_id from channels) c
         cross join lateral (select * from outbox i where i.account_id = c.account_id
           and i.id < (lpad(to_hex((extract(epoch from now() - interval '${LOG_DAYS} days') * 1000)::bigint), 12, '0')
             || repeat('0', 20))::uuid
           and i.state = 'sent' and i.created_at < now() - interval '${LOG_DAYS} days'
           and not (i.paid and i.sent_at >= date_trunc('month', now())) limit ${BATCH}) o
       limit ${BATCH}) old
     where u.account_id = old.account_id and u.id = old.id`,
  );
