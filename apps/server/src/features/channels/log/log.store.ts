import { LOG_DAYS } from '@hanasu/contract/channel-log';
import type { AccountId, ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';

/** SQL of the calls in the delivery log, and of what is deleted after a while. */

/** How a call to a vendor ended, for the log. */
export interface CallResult {
  readonly result: 'ok' | 'failed' | 'unconfirmed';
  readonly reason: string | null;
  readonly detail: string | null;
  readonly requestId: string | null;
}

/** What a call was made for. */
export interface CallAbout {
  readonly outboxId: string;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
}

export interface RecordedCall extends CallResult {
  readonly at: Date;
  readonly operation: string;
  readonly durationMs: number;
  readonly about: CallAbout | null;
  /** Redacted. */
  readonly payload: unknown;
}

export interface ChannelCall extends RecordedCall {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
}

/** A channel may have been disconnected since. */
export async function insertCalls(
  transaction: SystemTransaction,
  calls: readonly ChannelCall[],
): Promise<void> {
  await transaction.run(
    `insert into channel_calls (account_id, id, channel_id, at, operation, result, reason, detail, vendor_request_id,
       duration_ms, outbox_id, conversation_id, message_id, payload)
     select n.* from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::text[], $10::int[], $11::uuid[], $12::uuid[], $13::uuid[], $14::jsonb[])
         as n(account_id, id, channel_id, at, operation, result, reason, detail, request_id, duration_ms, outbox_id,
           conversation_id, message_id, payload)
       join channels c on c.account_id = n.account_id and c.id = n.channel_id
     on conflict do nothing`,
    [
      calls.map((call) => call.accountId),
      calls.map(() => newId()),
      calls.map((call) => call.channelId),
      calls.map((call) => call.at),
      calls.map((call) => call.operation),
      calls.map((call) => call.result),
      calls.map((call) => call.reason),
      calls.map((call) => storable(call.detail)),
      calls.map((call) => call.requestId),
      calls.map((call) => call.durationMs),
      calls.map((call) => call.about?.outboxId ?? null),
      calls.map((call) => call.about?.conversationId ?? null),
      calls.map((call) => call.about?.messageId ?? null),
      calls.map((call) => JSON.stringify(call.payload).replaceAll('\\u0000', '')),
    ],
  );
}

const LONGEST_DETAIL = 1_000;

/** Postgres holds no NUL and no half of a pair. */
const storable = (text: string | null): string | null =>
  text === null ? null : text.slice(0, LONGEST_DETAIL).replaceAll('\0', '').toWellFormed();

const BATCH = 1_000;

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
