import { LATER_DAYS } from '@hanasu/contract/broadcast-excluded';
import type { CustomerId, FriendId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { IS_LANE, type Lane, laneKey, spanOf } from './recipients.store.ts';

export interface OpenRecipient {
  readonly id: string;
  /** Null: they are gone. */
  readonly friendId: FriendId | null;
  readonly customerId: CustomerId | null;
  readonly externalId: string | null;
  readonly retryKey: string;
  readonly isRefused: boolean;
  readonly isPaid: boolean;
  /** Of the A/B test; without one it is 0. */
  readonly variant: number;
  /** Time since the first call under the key. */
  readonly keyAgeMs: number;
  readonly body: unknown;
  /** Most recipients of a call that they may be in; null: any number. */
  readonly together: number | null;
  /** Parts that were accepted. */
  readonly step: number;
  /** With a person who can't be reached now: why. */
  readonly reason: string | null;
  readonly isBlocked: boolean;
  readonly isWithdrawn: boolean;
  /** Time since their last message; null: they have never written. */
  readonly silentMs: number | null;
}

const RECIPIENTS = `select r.id, r.friend_id as "friendId", f.customer_id as "customerId", f.external_id as "externalId",
    r.retry_key as "retryKey", r.is_refused as "isRefused", r.is_paid as "isPaid",
    coalesce(r.variant, 0) as variant, r.body,
    coalesce(extract(epoch from now() - r.first_call_at) * 1000, 0)::float8 as "keyAgeMs", r.together, r.step, r.reason,
    coalesce(f.state = 'blocked', false) as "isBlocked", coalesce(f.consent = 'withdrawn', false) as "isWithdrawn",
    (extract(epoch from now() - f.last_wrote_at) * 1000)::float8 as "silentMs"
  from broadcast_recipients r left join friends f on f.account_id = r.account_id and f.id = r.friend_id
  where r.account_id = $1 and r.broadcast_id = $2 and r.channel_id = $3`;

/** Finds some recipients of whom a call was begun and no end is known. `except`: retry keys of calls that are being made. */
export const findUnsettled = (
  transaction: AccountTransaction,
  lane: Lane,
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
) =>
  transaction.rows<OpenRecipient>(
    `${RECIPIENTS} and r.state = 'sending' and not r.is_batch and r.retry_key <> all($5::uuid[]) order by r.first_call_at, r.id limit $4`,
    [...laneKey(lane), limit, except],
  );

export interface LooseWork {
  /** The variant of recipients who were begun before and are due; null: there are none. */
  readonly dueVariant: number | null;
  /** The variant of recipients who were not tried yet; null: there are none, though some may wait for the winner. */
  readonly untriedVariant: number | null;
}

/** Finds what is to be done with recipients who are in no call for many. */
export async function findLooseWork(transaction: AccountTransaction, lane: Lane): Promise<LooseWork> {
  const row = await transaction.one<LooseWork>(
    `select
       (select variant from broadcast_recipients where ${IS_LANE} and state = 'pending' and due_at <= now()
          order by step desc, due_at, id limit 1) as "dueVariant",
       (select variant from broadcast_recipients where ${IS_LANE} and state = 'pending' and due_at is null
          and variant is not null limit 1) as "untriedVariant"`,
    laneKey(lane),
  );
  return row ?? { dueVariant: null, untriedVariant: null };
}

/** Finds the next recipients of the variant: those begun before and due, else those who were not tried yet. */
export async function findPending(
  transaction: AccountTransaction,
  lane: Lane,
  { variant, limit }: { readonly variant: number; readonly limit: number },
): Promise<OpenRecipient[]> {
  const values = [...laneKey(lane), limit, variant];
  const again = await transaction.rows<OpenRecipient>(
    `${RECIPIENTS} and r.state = 'pending' and r.variant = $5 and r.due_at <= now() order by r.step desc, r.due_at, r.id limit $4`,
    values,
  );
  if (again.length > 0) return again;
  return transaction.rows<OpenRecipient>(
    `${RECIPIENTS} and r.state = 'pending' and r.variant = $5 and r.due_at is null order by r.id limit $4`,
    values,
  );
}

/** Makes recipients due who have written since they began to wait. */
export const makeWritersDue = (transaction: AccountTransaction, lane: Lane) =>
  transaction.run(
    `update broadcast_recipients r set due_at = now(), reason = null from friends f
     where r.account_id = $1 and r.broadcast_id = $2 and r.channel_id = $3 and r.state = 'pending'
       and r.due_at > now() and r.reason = 'window_closed' and f.account_id = r.account_id and f.id = r.friend_id
       and f.last_wrote_at > r.due_at - make_interval(days => ${LATER_DAYS})`,
    laneKey(lane),
  );

/** Lets them wait until they write. */
export const waitForWriting = (transaction: AccountTransaction, ids: readonly string[]) =>
  transaction.run(
    `update broadcast_recipients set state = 'pending', reason = 'window_closed', is_refused = false,
       first_call_at = null, retry_key = gen_random_uuid(), due_at = now() + make_interval(days => ${LATER_DAYS})
     where account_id = $1 and id = any($2::uuid[]) and state in ('pending', 'sending')`,
    [transaction.accountId, ids],
  );

/** Written before the calls, each under its own key: after a crash it says what may have happened. */
export const beginCalls = (
  transaction: AccountTransaction,
  begun: readonly { readonly id: string; readonly isPaid: boolean }[],
) =>
  transaction.run(
    `update broadcast_recipients r set state = 'sending', is_refused = false, first_call_at = now(), is_paid = n.paid, reason = null
     from unnest($2::uuid[], $3::boolean[]) as n(id, paid)
     where r.account_id = $1 and r.id = n.id and r.id between $4 and $5`,
    [
      transaction.accountId,
      begun.map(({ id }) => id),
      begun.map(({ isPaid }) => isPaid),
      ...spanOf(begun.map(({ id }) => id)),
    ],
  );

/** The same calls are made once more, under their keys. */
export const repeatCalls = (transaction: AccountTransaction, ids: readonly string[]) =>
  transaction.run(
    `update broadcast_recipients set is_refused = false where account_id = $1 and id = any($2::uuid[])`,
    [transaction.accountId, ids],
  );

/** Stores what each of them gets, as it will go out however often it is tried. */
export const storeBodies = (
  transaction: AccountTransaction,
  bodies: readonly { readonly id: string; readonly body: unknown }[],
) =>
  transaction.run(
    `update broadcast_recipients r set body = n.body from unnest($2::uuid[], $3::jsonb[]) as n(id, body)
     where r.account_id = $1 and r.id = n.id and r.id between $4 and $5`,
    [
      transaction.accountId,
      bodies.map(({ id }) => id),
      bodies.map(({ body }) => JSON.stringify(body)),
      ...spanOf(bodies.map(({ id }) => id)),
    ],
  );

/** Notes that the vendor has certainly not taken these: their key may be changed. */
export const noteRefused = (transaction: AccountTransaction, ids: readonly string[]) =>
  transaction.run(
    `update broadcast_recipients set is_refused = true where account_id = $1 and id = any($2::uuid[]) and state = 'sending'`,
    [transaction.accountId, ids],
  );

/** Resets them to untried, under new keys. */
export const restartCalls = (transaction: AccountTransaction, ids: readonly string[]) =>
  transaction.run(
    `update broadcast_recipients set state = 'pending', is_refused = false, first_call_at = null,
       retry_key = gen_random_uuid(), due_at = now()
     where account_id = $1 and id = any($2::uuid[]) and state = 'sending'`,
    [transaction.accountId, ids],
  );

/** Notes parts that were accepted under these keys; the next are due after so long. */
export const nextParts = (
  transaction: AccountTransaction,
  accepted: readonly { readonly id: string; readonly retryKey: string }[],
  inMs: number,
) =>
  transaction.run(
    `update broadcast_recipients set state = 'pending', step = step + 1, first_call_at = null,
       retry_key = gen_random_uuid(), due_at = now() + make_interval(secs => $3 / 1000.0)
     where account_id = $1 and retry_key = any($2::uuid[]) and id = any($4::uuid[]) and state = 'sending'`,
    [transaction.accountId, accepted.map(({ retryKey }) => retryKey), inMs, accepted.map(({ id }) => id)],
  );

/** Milliseconds until a recipient with a part, or (not `isBegun`) one who waits, is due; null: there is none. */
export async function nextDueIn(
  transaction: AccountTransaction,
  lane: Lane,
  { isBegun }: { readonly isBegun: boolean },
): Promise<number | null> {
  const row = await transaction.one<{ wait: number | null }>(
    `select extract(epoch from min(due_at) - now())::float8 * 1000 as wait from broadcast_recipients
     where ${IS_LANE} and state = 'pending' and due_at is not null and (not $4 or step > 0)`,
    [...laneKey(lane), isBegun],
  );
  return row?.wait == null ? null : Math.max(0, row.wait);
}
