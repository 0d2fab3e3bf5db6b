import type { BroadcastId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { IS_LANE, type Lane, laneKey, type RecipientEnd } from './recipients.store.ts';

/** A call for many that is to be made, or whose end is not known, with its recipients as one value: a row for each would cost more. */
export interface OpenCall {
  readonly id: string;
  readonly state: 'pending' | 'sending';
  readonly retryKey: string;
  readonly variant: number;
  readonly isRefused: boolean;
  /** Time since the first call under the key. */
  readonly keyAgeMs: number;
  readonly people: number;
  readonly paid: number;
  /** Those who can't be reached any more. */
  readonly unreachable: number;
  /** The vendor's ids of those who are not gone, a line each. */
  readonly to: string;
}

/**
 * The recipients of calls. Each friend is looked up by their id: the planner would read all friends of the account
 * instead (25 ms of 100,000).
 */
const CALLED = `from broadcast_recipients r left join lateral (select external_id, state, consent from friends
    where account_id = r.account_id and id = r.friend_id limit 1) f on true`;

/**
 * SQL of these calls with their recipients; `chosen`: they, as a query of `broadcast_calls`, which is done first. Looking
 * recipients up takes most of the time of a call, so what was written at the start is used where it still holds.
 */
const withRecipients = (chosen: string): string => `with c as materialized (${chosen})
  select c.id, c.state, c.retry_key as "retryKey", c.variant, c.is_refused as "isRefused", t.*,
    coalesce(extract(epoch from now() - c.first_call_at) * 1000, 0)::float8 as "keyAgeMs"
  from c cross join lateral (
    select cardinality(c.to_ids) as people, c.paid, 0 as unreachable, array_to_string(c.to_ids, e'\\n') as to
    where c.state = 'pending' and c.to_ids is not null
    union all
    select count(*)::int, (count(*) filter (where r.is_paid))::int,
      (count(*) filter (where f.external_id is null or f.state = 'blocked' or f.consent = 'withdrawn'))::int,
      coalesce(string_agg(f.external_id, e'\\n' order by r.id), '')
    ${CALLED} where r.account_id = c.account_id and r.call_id = c.id and (c.state <> 'pending' or c.to_ids is null)
    having c.state <> 'pending' or c.to_ids is null) t
  order by c.number, c.id`;

/**
 * Writes the vendor's ids into the calls that wait and whose recipients can all be reached. Friends who block while this
 * runs, and not later, may be among them.
 */
export const fillCalls = (transaction: AccountTransaction, broadcastId: BroadcastId) =>
  transaction.run(
    `update broadcast_calls c set to_ids = t.ids, paid = t.paid
     from (select r.call_id, array_agg(f.external_id order by r.id) as ids, count(*) filter (where r.is_paid) as paid
       from broadcast_recipients r left join friends f on f.account_id = r.account_id and f.id = r.friend_id
       where r.account_id = $1 and r.broadcast_id = $2 and r.state = 'called' group by r.call_id
       having bool_and(coalesce(f.state <> 'blocked' and f.consent <> 'withdrawn', false))) t
     where c.account_id = $1 and c.id = t.call_id and c.state = 'pending'`,
    [transaction.accountId, broadcastId],
  );

/**
 * Finds calls that were begun and have no known end, else those that are to be made next. `except`: retry keys of calls
 * that are being made.
 */
export const findOpenCalls = (
  transaction: AccountTransaction,
  lane: Lane,
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
) =>
  transaction.rows<OpenCall>(
    withRecipients(
      `(select * from broadcast_calls where ${IS_LANE} and state = 'sending' and retry_key <> all($4::uuid[])
         order by number, id limit 1)
       union all
       (select * from broadcast_calls where ${IS_LANE} and state = 'pending' order by number, id limit $5)`,
    ),
    [...laneKey(lane), except, limit],
  );

export const findCalls = (transaction: AccountTransaction, ids: readonly string[]) =>
  transaction.rows<OpenCall>(
    withRecipients('select * from broadcast_calls where account_id = $1 and id = any($2::uuid[])'),
    [transaction.accountId, ids],
  );

export interface CalledRecipient {
  readonly id: string;
  /** Null: they are gone. */
  readonly externalId: string | null;
  readonly isPaid: boolean;
  readonly isBlocked: boolean;
  readonly isWithdrawn: boolean;
}

export const findCalled = (transaction: AccountTransaction, callIds: readonly string[]) =>
  transaction.rows<CalledRecipient>(
    `select r.id, f.external_id as "externalId", r.is_paid as "isPaid",
       coalesce(f.state = 'blocked', false) as "isBlocked", coalesce(f.consent = 'withdrawn', false) as "isWithdrawn"
     ${CALLED} where r.account_id = $1 and r.call_id = any($2::uuid[]) order by r.call_id, r.id`,
    [transaction.accountId, callIds],
  );

/** Puts loose recipients into a call of their own, which comes next. */
export const groupIntoCall = (
  transaction: AccountTransaction,
  lane: Lane,
  { variant, ids }: { readonly variant: number; readonly ids: readonly string[] },
) =>
  transaction.run(
    `with c as (insert into broadcast_calls (account_id, id, broadcast_id, channel_id, variant, number)
       values ($1, gen_random_uuid(), $2, $3, $4, -1) returning id)
     update broadcast_recipients r set call_id = c.id, state = 'called', is_refused = false, reason = null, due_at = null
     from c where r.account_id = $1 and r.id = any($5::uuid[]) and r.state = 'pending'`,
    [...laneKey(lane), variant, ids],
  );

/** Makes calls of what the version before has begun for many, which may still run: they go on under their keys. */
export async function adoptBatches(transaction: AccountTransaction, lane: Lane): Promise<void> {
  const made = await transaction.run(
    `insert into broadcast_calls (account_id, id, broadcast_id, channel_id, variant, number, state, retry_key, is_refused, paid, first_call_at)
     select account_id, retry_key, broadcast_id, channel_id, coalesce(min(variant), 0), 0, 'sending', retry_key,
       bool_and(is_refused), count(*) filter (where is_paid), min(first_call_at)
     from broadcast_recipients where ${IS_LANE} and state = 'sending' and is_batch
     group by account_id, retry_key, broadcast_id, channel_id`,
    laneKey(lane),
  );
  if (made > 0)
    await transaction.run(
      `update broadcast_recipients set call_id = retry_key, state = 'called', is_batch = false
       where ${IS_LANE} and state = 'sending' and is_batch`,
      laneKey(lane),
    );
}

/** Takes recipients out of a call that was not taken. `together`: due at once, in a call of at most so many. */
export const leaveCall = (
  transaction: AccountTransaction,
  ids: readonly string[],
  together: number | null = null,
) =>
  transaction.run(
    `update broadcast_recipients set call_id = null, state = 'pending', together = least(together, $3),
       due_at = case when $3::int is not null then now() end
     where account_id = $1 and id = any($2::uuid[]) and state = 'called'`,
    [transaction.accountId, ids, together],
  );

/** Deletes a call that is not made; its recipients are called in another one. */
export const deleteCall = (transaction: AccountTransaction, id: string) =>
  transaction.run(
    `with gone as (delete from broadcast_calls where account_id = $1 and id = $2 returning id)
     update broadcast_recipients r set call_id = null, state = 'pending' from gone
     where r.account_id = $1 and r.call_id = gone.id`,
    [transaction.accountId, id],
  );

/** Written before the calls are made: after a crash it says what may have happened. */
export const beginSharedCalls = (
  transaction: AccountTransaction,
  begun: readonly { readonly id: string; readonly paid: number }[],
) =>
  transaction.run(
    `update broadcast_calls c set state = 'sending', is_refused = false, first_call_at = now(), paid = n.paid
     from unnest($2::uuid[], $3::int[]) as n(id, paid) where c.account_id = $1 and c.id = n.id`,
    [transaction.accountId, begun.map(({ id }) => id), begun.map(({ paid }) => paid)],
  );

/** The same call is made once more, under its key. */
export const repeatCall = (transaction: AccountTransaction, id: string) =>
  transaction.run(`update broadcast_calls set is_refused = false where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ]);

/** Resets it to untried, under another key. */
export const restartCall = (transaction: AccountTransaction, id: string) =>
  transaction.run(
    `update broadcast_calls set state = 'pending', is_refused = false, first_call_at = null, retry_key = gen_random_uuid()
     where account_id = $1 and id = $2 and state = 'sending'`,
    [transaction.accountId, id],
  );

/** Notes that the vendor has certainly not taken these: their key may be changed. */
export const noteRefusedCalls = (transaction: AccountTransaction, ids: readonly string[]) =>
  transaction.run(
    `update broadcast_calls set is_refused = true where account_id = $1 and id = any($2::uuid[]) and state = 'sending'`,
    [transaction.accountId, ids],
  );

/** Ends calls; answers which of them were open. */
export const endCalls = (transaction: AccountTransaction, ends: readonly Omit<RecipientEnd, 'messageId'>[]) =>
  transaction.rows<{ id: string }>(
    `update broadcast_calls c set state = n.state, reason = n.reason, request_id = n.request, ended_at = now()
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as n(id, state, reason, request)
     where c.account_id = $1 and c.id = n.id and c.state in ('pending', 'sending') returning c.id`,
    [
      transaction.accountId,
      ends.map(({ id }) => id),
      ends.map(({ state }) => state),
      ends.map(({ reason }) => reason),
      ends.map(({ requestId = null }) => requestId),
    ],
  );
