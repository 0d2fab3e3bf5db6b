import type { VendorMessage } from '@hanasu/channels/spec/sending';
import type { AccountId, ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { ErasedCustomer } from '../../../platform/feature.ts';
import { isQuietSince } from '../channels.store.ts';

export interface NewDelivery {
  readonly accountId: AccountId;
  readonly id: string;
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly recipient: string;
  readonly messages: readonly VendorMessage[];
  readonly replyToken: string | null;
  readonly replyTokenExpiresAt: Date | null;
  readonly retryKey: string;
}

export async function insertDeliveries(
  transaction: AccountTransaction | SystemTransaction,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await transaction.run(
    `insert into outbox (account_id, id, channel_id, conversation_id, message_id, recipient, messages, reply_token,
       reply_token_expires_at, retry_key, state, next_attempt_at)
     select a, i, ch, co, m, r, b, t, e, k, 'pending', now()
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::jsonb[], $8::text[],
       $9::timestamptz[], $10::uuid[]) as n(a, i, ch, co, m, r, b, t, e, k)`,
    [
      deliveries.map((d) => d.accountId),
      deliveries.map((d) => d.id),
      deliveries.map((d) => d.channelId),
      deliveries.map((d) => d.conversationId),
      deliveries.map((d) => d.messageId),
      deliveries.map((d) => d.recipient),
      deliveries.map((d) => toJson(d.messages)),
      deliveries.map((d) => d.replyToken),
      deliveries.map((d) => d.replyTokenExpiresAt),
      deliveries.map((d) => d.retryKey),
    ],
  );
}

/** PostgreSQL refuses U+0000 in JSON. */
const toJson = (messages: readonly VendorMessage[]) => JSON.stringify(messages).replaceAll('\\u0000', '');

export interface ClaimedDelivery {
  readonly accountId: AccountId;
  readonly id: string;
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly recipient: string;
  readonly messages: VendorMessage[];
  readonly replyToken: string | null;
  /** Milliseconds; 0: there is none, or it has expired. */
  readonly replyTokenLeftMs: number;
  readonly retryKey: string;
  readonly previousState: 'pending' | 'sending';
  readonly previousMethod: 'reply' | 'push' | null;
  /** How often it was claimed. */
  readonly attempts: number;
  /** Claims in a row that came to no result, this one included. */
  readonly claims: number;
  readonly firstAttemptAt: Date | null;
  /** Milliseconds since the first call under its retry key; null: no call was made. */
  readonly keyAgeMs: number | null;
  /** Milliseconds since the first call of this series; somebody who asks again begins a new one. */
  readonly tryingForMs: number;
  /** Why it was put off the last time. */
  readonly reason: string | null;
  /** A person of the staff wrote it. */
  readonly isByPerson: boolean;
  /** The last sign of life of whom it is for. */
  readonly lastCustomerAt: Date | null;
}

const millisecondsOf = (interval: string): string => `(extract(epoch from ${interval}) * 1000)::float8`;

const IS_FIRST_OF_CONVERSATION = `not exists (select 1 from outbox e where e.account_id = o.account_id
  and e.conversation_id = o.conversation_id and e.id < o.id and e.state in ('pending', 'sending'))`;

const IS_FREE = `o.state in ('pending', 'sending') and (o.lease_until is null or o.lease_until < now())`;

export interface ClaimOptions {
  readonly limit: number;
  readonly leaseSeconds: number;
  readonly mostPerChannel: number;
  /** Channels that have less room than that. */
  readonly rooms: readonly ChannelRoom[];
}

/** So many due rows are looked at; channels without room are not among them. */
const SCANNED = 1_000;
/**
 * Takes rows that are due, before any call is made; of each conversation only the oldest open row, so that messages arrive in order,
 * and of each channel only as many as it has room for. The method of the coming call is written by `beginCalls`.
 */
export const claimDeliveries = (
  transaction: SystemTransaction,
  { limit, leaseSeconds, mostPerChannel, rooms }: ClaimOptions,
) =>
  transaction.rows<ClaimedDelivery>(
    `with room as (select * from unnest($3::uuid[], $4::int[]) as r(channel_id, room)),
     candidates as (
       select c.account_id, c.id, c.next_attempt_at, r.room,
         row_number() over (partition by c.channel_id order by c.next_attempt_at, c.id) as place
       from (
         select o.account_id, o.id, o.channel_id, o.next_attempt_at from outbox o
         where ${IS_FREE} and o.next_attempt_at <= now() and o.channel_id <> all ($6::uuid[])
           and ${IS_FIRST_OF_CONVERSATION}
         order by o.next_attempt_at limit ${SCANNED}) c
       left join room r on r.channel_id = c.channel_id),
     due as (
       select o.account_id, o.id, o.state, o.method
       from candidates c join outbox o on o.account_id = c.account_id and o.id = c.id
       where c.place <= coalesce(c.room, $5::int) and ${IS_FREE}
       order by c.next_attempt_at limit $1 for update of o skip locked)
     update outbox o set lease_until = now() + make_interval(secs => $2), attempts = o.attempts + 1
     from due where o.account_id = due.account_id and o.id = due.id
     returning o.account_id as "accountId", o.id, o.channel_id as "channelId",
       o.conversation_id as "conversationId", o.message_id as "messageId", o.recipient, o.messages,
       o.reply_token as "replyToken", o.retry_key as "retryKey",
       greatest(0, coalesce(${millisecondsOf('o.reply_token_expires_at - now()')}, 0)) as "replyTokenLeftMs",
       due.state as "previousState", due.method as "previousMethod", o.attempts, o.attempts - o.concluded as claims,
       o.first_attempt_at as "firstAttemptAt", ${millisecondsOf('now() - o.first_attempt_at')} as "keyAgeMs",
       coalesce(${millisecondsOf('now() - o.trying_since')}, 0) as "tryingForMs", o.reason,
       coalesce((select m.sender = 'operator' from messages m
         where m.account_id = o.account_id and m.id = o.message_id), false) as "isByPerson",
       (select c.last_customer_at from conversations c
         where c.account_id = o.account_id and c.id = o.conversation_id) as "lastCustomerAt"`,
    [
      limit,
      leaseSeconds,
      rooms.map(({ channelId }) => channelId),
      rooms.map(({ room }) => room),
      mostPerChannel,
      withoutRoom(rooms),
    ],
  );

const withoutRoom = (rooms: readonly ChannelRoom[]): ChannelId[] =>
  rooms.filter(({ room }) => room <= 0).map(({ channelId }) => channelId);

export interface BeginningCall {
  readonly row: TakenRow;
  readonly method: 'reply' | 'push';
  readonly isPaid: boolean;
  /** As how many messages the vendor counts it; absent: one. */
  readonly recipients?: number;
  readonly leaseSeconds: number;
}

/**
 * Written and committed before the calls: after a crash it says what may have happened. False: another worker has taken the row
 * since, as its number of attempts says. The lease begins anew, so that it covers the whole call.
 */
export async function beginCalls(
  transaction: SystemTransaction,
  calls: readonly BeginningCall[],
): Promise<boolean[]> {
  const begun = await transaction.rows<TakenKey>(
    `update outbox o set state = 'sending', method = n.method, paid = n.paid, recipients = n.recipients,
       reason = null, detail = null, first_attempt_at = coalesce(o.first_attempt_at, now()),
       trying_since = coalesce(o.trying_since, now()), lease_until = now() + make_interval(secs => n.lease)
     from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::boolean[], $6::int[], $7::int[])
       as n(account, id, attempts, method, paid, lease, recipients)
     where ${IS_STILL_TAKEN} returning o.id, o.attempts`,
    [
      ...takenArrays(calls.map(({ row }) => row)),
      calls.map(({ method }) => method),
      calls.map(({ isPaid }) => isPaid),
      calls.map(({ leaseSeconds }) => leaseSeconds),
      calls.map(({ recipients = 1 }) => recipients),
    ],
  );
  const ours = new Set(begun.map(takenKey));
  return calls.map(({ row }) => ours.has(takenKey(row)));
}

/** A row as one worker took it; who takes it later has a higher number. */
export type TakenRow = Pick<ClaimedDelivery, 'accountId' | 'id' | 'attempts'>;

type TakenKey = Pick<TakenRow, 'id' | 'attempts'>;

/** One row may be there twice: as it was taken first, and as it was taken when that lease had ended. */
export const takenKey = ({ id, attempts }: TakenKey): string => `${id}/${attempts}`;

const takenArrays = (rows: readonly TakenRow[]) => [
  rows.map(({ accountId }) => accountId),
  rows.map(({ id }) => id),
  rows.map(({ attempts }) => attempts),
];

const IS_STILL_TAKEN = `o.account_id = n.account and o.id = n.id and o.attempts = n.attempts
  and o.state in ('pending', 'sending')`;

export interface DeliveryEnd {
  readonly row: TakenRow;
  readonly state: 'sent' | 'failed' | 'unconfirmed';
  readonly reason: string | null;
  readonly detail: string | null;
  readonly requestId: string | null;
}

export interface EndedDelivery extends TakenKey {
  /** The vendor counts it. */
  readonly isPaid: boolean;
  /** Other parts of its message are still on their way. */
  readonly hasMore: boolean;
  /** Nothing of its conversation is. */
  readonly isLast: boolean;
  /** That something went out on its channel has not been noted for a while (`touchOutbound`). */
  readonly isQuiet: boolean;
}

/** Without those that another worker has taken since. */
const OTHERS = `select from outbox e where e.account_id = o.account_id and e.conversation_id = o.conversation_id
  and e.id <> o.id and e.state in ('pending', 'sending')`;

export const endDeliveries = (transaction: SystemTransaction, ends: readonly DeliveryEnd[]) =>
  transaction.rows<EndedDelivery>(
    `update outbox o set state = n.state, reason = n.reason, detail = n.detail, vendor_request_id = n.request,
       lease_until = null, sent_at = case when n.state = 'sent' then now() end, paid = o.paid and n.state <> 'failed'
     from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[])
       as n(account, id, attempts, state, reason, detail, request)
     where ${IS_STILL_TAKEN}
     returning o.id, o.attempts, o.paid as "isPaid",
       exists (${OTHERS} and e.message_id = o.message_id) as "hasMore", not exists (${OTHERS}) as "isLast",
       coalesce((select ${isQuietSince('c.last_outbound_at')} from channels c
         where c.account_id = o.account_id and c.id = o.channel_id), false) as "isQuiet"`,
    [
      ...takenArrays(ends.map(({ row }) => row)),
      ends.map(({ state }) => state),
      ends.map(({ reason }) => reason),
      ends.map(({ detail }) => detail),
      ends.map(({ requestId }) => requestId),
    ],
  );

/** Does nothing when another worker has taken the row since. */
export async function postponeDelivery(
  transaction: AccountTransaction,
  row: TakenRow,
  next: {
    state: 'pending' | 'sending';
    inMs: number;
    dropsReplyToken: boolean;
    /** Sent from now on, under a new retry key: the one before stands for another body. */
    messages: readonly VendorMessage[] | null;
    reason: string;
    detail: string;
  },
): Promise<void> {
  await transaction.run(
    `update outbox set state = $4, lease_until = null, concluded = attempts, next_attempt_at = now() + make_interval(secs => $5 / 1000.0),
       reply_token = case when $6 then null else reply_token end,
       reply_token_expires_at = case when $6 then null else reply_token_expires_at end, reason = $7, detail = $8,
       messages = coalesce($9, messages), retry_key = case when $9::jsonb is null then retry_key else gen_random_uuid() end,
       first_attempt_at = case when $9::jsonb is null then first_attempt_at end
     where account_id = $1 and id = $2 and attempts = $3 and state in ('pending', 'sending')`,
    [
      transaction.accountId,
      row.id,
      row.attempts,
      next.state,
      next.inMs,
      next.dropsReplyToken,
      next.reason,
      next.detail,
      next.messages && toJson(next.messages),
    ],
  );
}

/** A later part of a message whose earlier part failed is not sent either. */
export async function failRest(
  transaction: AccountTransaction,
  messageId: MessageId,
  reason: string,
): Promise<void> {
  await transaction.run(
    `update outbox set state = 'failed', reason = $3 where account_id = $1 and message_id = $2 and state = 'pending'`,
    [transaction.accountId, messageId, reason],
  );
}

/**
 * Puts the parts of a message that did not arrive back in the queue. While the vendor remembers a part's key it
 * keeps it, so that what has arrived after all is not sent again; later the person who asked takes that chance.
 * False when there is none.
 */
export async function requeueDeliveries(
  transaction: AccountTransaction,
  messageId: MessageId,
): Promise<boolean> {
  const requeued = await transaction.run(
    `update outbox set retry_key = case when ${KEY_IS_FRESH} then retry_key else gen_random_uuid() end,
       first_attempt_at = case when ${KEY_IS_FRESH} then first_attempt_at end,
       state = 'pending', method = null, attempts = 0, concluded = 0, trying_since = null, next_attempt_at = now(),
       reply_token = null, reply_token_expires_at = null, reason = '${ASKED_AGAIN}', detail = null, lease_until = null,
       paid = false
     where account_id = $1 and message_id = $2 and state in ('failed', 'unconfirmed')`,
    [transaction.accountId, messageId],
  );
  return requeued > 0;
}

/** What waits for its next try is tried now. */
export async function hastenDeliveries(transaction: AccountTransaction, channelId: ChannelId): Promise<void> {
  await transaction.run(
    `update outbox set next_attempt_at = now() where account_id = $1 and channel_id = $2
       and state = 'pending' and lease_until is null and next_attempt_at > now()`,
    [transaction.accountId, channelId],
  );
}

/**
 * Messages that were refused for the channel's access, oldest first, to customers who wrote within `openMs`; without
 * those that somebody of the staff has answered otherwise since.
 */
export const findOwed = (transaction: AccountTransaction, channelId: ChannelId, openMs: number) =>
  transaction.rows<{ messageId: MessageId; conversationId: ConversationId; waitsForIt: boolean }>(
    `select o.message_id as "messageId", o.conversation_id as "conversationId",
       bool_or(c.handling = 'waiting' and c.waiting_reason = 'credentials_rejected') as "waitsForIt"
     from outbox o
       join conversations c on c.account_id = o.account_id and c.id = o.conversation_id
     where o.account_id = $1 and o.channel_id = $2 and o.state = 'failed' and o.reason = 'credentials_rejected'
       and c.handling <> 'closed' and c.last_customer_at > now() - make_interval(secs => $3::float8 / 1000)
       and not exists (select from messages m where m.account_id = o.account_id
         and m.conversation_id = o.conversation_id and m.id > o.message_id and m.sender = 'operator'
         and m.delivery_state = 'sent')
     group by o.message_id, o.conversation_id order by o.message_id limit 5000`,
    [transaction.accountId, channelId, openMs],
  );

/** A person asked for it: what is kept of the quota is kept for this. */
export const ASKED_AGAIN = 'asked_again';

/** No vendor remembers keys for less. */
const KEY_IS_FRESH = "first_attempt_at > now() - interval '20 hours'";

/** Milliseconds until the next row is due, or null when none is open on a channel with room. Rows behind another one wait for that. */
export async function nextDeliveryIn(
  transaction: SystemTransaction,
  rooms: readonly ChannelRoom[],
): Promise<number | null> {
  const row = await transaction.one<{ wait: number | null }>(
    `select extract(epoch from min(greatest(o.next_attempt_at, coalesce(o.lease_until, o.next_attempt_at))) - now())::float
       * 1000 as wait
     from outbox o where o.state in ('pending', 'sending') and o.channel_id <> all ($1::uuid[])
       and ${IS_FIRST_OF_CONVERSATION}`,
    [withoutRoom(rooms)],
  );
  return row?.wait == null ? null : Math.max(0, row.wait);
}

export const NEXT_DELIVERY_DUE = `(select next_attempt_at from outbox where state in ('pending', 'sending') order by 1 limit 1)`;

/** After a restart of the only process: frees the leases of the process before. */
export async function releaseDeliveries(transaction: SystemTransaction): Promise<void> {
  await transaction.run(
    `update outbox set lease_until = null where state in ('pending', 'sending') and lease_until is not null`,
  );
}

/** How many more deliveries of a channel may be started. */
export interface ChannelRoom {
  readonly channelId: ChannelId;
  readonly room: number;
}

/** Messages to them that wait or are kept, and the calls that carried them. */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { conversationIds, friends }: ErasedCustomer,
): Promise<readonly string[]> {
  await transaction.run(
    `delete from channel_calls where account_id = $1 and conversation_id = any($2::uuid[])`,
    [transaction.accountId, conversationIds],
  );
  // Who asked for a profile or showed that somebody writes names the person alone.
  await transaction.run(
    `delete from channel_calls c using unnest($2::uuid[], $3::text[]) as f(channel_id, external_id)
     where c.account_id = $1 and c.channel_id = f.channel_id and position(f.external_id in c.payload::text) > 0`,
    [
      transaction.accountId,
      friends.map(({ channelId }) => channelId),
      friends.map(({ externalId }) => externalId),
    ],
  );
  await transaction.run(`delete from outbox where account_id = $1 and conversation_id = any($2::uuid[])`, [
    transaction.accountId,
    conversationIds,
  ]);
  return [];
}
