import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { RecordedCall } from './domain/call-result.ts';

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
