import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { NotifyEvent, NotifyWay } from '@hanasu/contract/notify';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import type { ErasedCustomer } from '../../platform/feature.ts';
import { newId } from '../../platform/ids.ts';
import type { Ending } from './delivery/next-attempt.ts';
import type { NotificationItem } from './notification-text.ts';
import type { Delivery, NotificationEvent } from './resolve-recipients.ts';

export interface NewNotification extends Delivery {
  readonly thing: NotificationEvent;
}

/**
 * Writes what is to be told, or, on the desktop, is told now. What was written before under the same key is left
 * out of the answer: somebody has told it, or will. Memberships are locked, so that a person who leaves at this moment
 * either takes the notification along or gets none.
 */
export const insertNotifications = (
  transaction: AccountTransaction,
  notifications: readonly NewNotification[],
): Promise<{ userId: UserId; way: NotifyWay; key: string }[]> =>
  transaction.rows(
    `insert into notifications
       (account_id, id, user_id, way, event, key, subject, body, path, state, due_at, ended_at)
     select $1, n.id, n.user_id, n.way, n.event, n.key, n.subject, n.body, n.path,
       case when n.way = 'desktop' then 'sent' else 'waiting' end, now() + make_interval(mins => n.wait),
       case when n.way = 'desktop' then now() end
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::int[]) as n(id, user_id, way, event, key, subject, body, path, wait)
       join memberships m on m.tenant_id = $1 and m.user_id = n.user_id
     for key share of m
     on conflict (account_id, user_id, way, key) do nothing
     returning user_id as "userId", way, key`,
    [
      transaction.accountId,
      notifications.map(() => newId()),
      notifications.map(({ userId }) => userId),
      notifications.map(({ way }) => way),
      notifications.map(({ thing }) => thing.event),
      notifications.map(({ thing }) => thing.key),
      notifications.map(({ thing }) => thing.subject),
      notifications.map(({ thing }) => thing.body),
      notifications.map(({ thing }) => thing.path),
      notifications.map(({ waitMinutes }) => waitMinutes),
    ],
  );

export interface ClaimedNotification extends NotificationItem {
  readonly accountId: AccountId;
  readonly id: string;
  readonly userId: UserId;
  readonly way: NotifyWay;
  /** With the try that is about to be made. */
  readonly attempts: number;
  /** Its own id when others are told with it; null: not begun. */
  readonly batch: string | null;
}

const CLAIMED = `account_id as "accountId", id, user_id as "userId", event, way, subject, body, path, attempts,
  batch, created_at as "createdAt"`;

/** Takes what is due for `leaseSeconds`; what others hold is passed over. What goes with another is not taken itself. */
export const claimNotifications = (
  transaction: SystemTransaction,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
) =>
  transaction.rows<ClaimedNotification>(
    `update notifications set lease_until = now() + make_interval(secs => $2), attempts = attempts + 1
     where (account_id, id) in (
       select account_id, id from notifications
       where state = 'waiting' and due_at <= now() and (lease_until is null or lease_until < now())
         and (batch is null or batch = id)
       order by due_at limit $1 for update skip locked)
     returning ${CLAIMED}`,
    [limit, leaseSeconds],
  );

export const NEXT_NOTIFICATION_DUE =
  "(select due_at from notifications where state = 'waiting' order by due_at limit 1)";

/** From now on they are told in one, however often that is tried. */
export async function joinBatch(
  transaction: SystemTransaction,
  batches: readonly {
    readonly accountId: AccountId;
    readonly leader: string;
    readonly ids: readonly string[];
  }[],
): Promise<void> {
  const all = batches.flatMap(({ accountId, leader, ids }) => ids.map((id) => ({ accountId, leader, id })));
  if (all.length === 0) return;
  await transaction.run(
    `update notifications n set batch = b.leader
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as b(account_id, id, leader)
     where n.account_id = b.account_id and n.id = b.id`,
    [all.map(({ accountId }) => accountId), all.map(({ id }) => id), all.map(({ leader }) => leader)],
  );
}

export const listBatch = (transaction: AccountTransaction, leader: string) =>
  transaction.rows<NotificationItem>(
    `select event, subject, body, path, created_at as "createdAt" from notifications
     where account_id = $1 and (batch = $2 or id = $2) and state = 'waiting' order by id`,
    [transaction.accountId, leader],
  );

export interface Held {
  readonly leader: string;
  /** Its number is the mark of the claim. */
  readonly attempts: number;
}

/** Nothing is written when somebody else has taken it since. */
export async function endBatch(
  transaction: AccountTransaction,
  { leader, attempts }: Held,
  ending: Ending,
): Promise<void> {
  await transaction.run(
    `update notifications set state = $4, detail = $5, lease_until = null,
       due_at = now() + make_interval(secs => $6), ended_at = case when $4 = 'waiting' then null else now() end
     where account_id = $1 and (batch = $2 or id = $2) and state = 'waiting' and exists (
       select from notifications l
       where l.account_id = $1 and l.id = $2 and l.attempts = $3 and l.state = 'waiting')`,
    [
      transaction.accountId,
      leader,
      attempts,
      ending.state,
      ending.detail?.slice(0, 300) ?? null,
      ending.state === 'waiting' ? ending.afterSeconds : 0,
    ],
  );
}

/** Held until then; what was never tried may be joined by more. */
export async function holdBatch(
  transaction: AccountTransaction,
  { leader, attempts }: Held,
  until: Date,
): Promise<void> {
  await transaction.run(
    `update notifications set due_at = $4, lease_until = null, attempts = greatest(attempts - 1, 0),
       batch = case when $3 > 1 then batch end
     where account_id = $1 and (batch = $2 or id = $2) and state = 'waiting'`,
    [transaction.accountId, leader, attempts, until],
  );
}

/** All mails of a person that wait and nobody else is about to write; they count as told when this commits. */
export const takeMails = (transaction: AccountTransaction, userId: UserId, leader: string) =>
  transaction.rows<NotificationItem & { readonly id: string }>(
    `update notifications set state = 'sent', lease_until = null, ended_at = now(), batch = $3, detail = null
     where account_id = $1 and user_id = $2 and way = 'email' and state = 'waiting'
       and (batch = $3 or id = $3 or lease_until is null or lease_until < now())
     returning id, event, subject, body, path, created_at as "createdAt"`,
    [transaction.accountId, userId, leader],
  );

export interface RecentRow {
  readonly event: NotifyEvent;
  readonly way: NotifyWay;
  readonly subject: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly detail: string | null;
  readonly at: Date;
  readonly count: number;
}

export const listRecent = (transaction: AccountTransaction, userId: UserId, limit: number) =>
  transaction.rows<RecentRow>(
    `select n.event, n.way, n.subject, n.state, n.detail, n.at, n.count from (
       select event, way, subject, state, detail, coalesce(ended_at, created_at) as at, created_at, id,
         case when state = 'failed' then count(*) over (partition by way, state, detail) else 1 end::int as count,
         row_number() over (partition by way, state, detail order by created_at desc, id desc) as place
       from notifications where account_id = $1 and user_id = $2 and way <> 'desktop') n
     where n.state <> 'failed' or n.place = 1
     order by n.created_at desc, n.id desc limit $3`,
    [transaction.accountId, userId, limit],
  );

/**
 * Deletes notifications after 30 days, those about budgets after 35, so that a month's is sent once; links and choices of people
 * who have left go at once.
 */
export async function removeOldNotifications(transaction: SystemTransaction): Promise<void> {
  await transaction.run(
    `delete from notifications where ctid = any(array(
       select ctid from notifications where created_at < now() - interval '30 days'
         and (event <> 'budget_used' or created_at < now() - interval '35 days') limit 5000))`,
  );
  for (const table of ['notify_links', 'notify_settings']) {
    await transaction.run(
      `delete from ${table} t where not exists (
         select from memberships m where m.tenant_id = t.account_id and m.user_id = t.user_id)`,
    );
  }
}

/** What is told to a member of the account, where, and what was told. */
export async function deleteMemberNotifications(
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  for (const table of ['notify_settings', 'notify_links', 'notifications'])
    await transaction.run(`delete from ${table} where account_id = $1 and user_id = $2`, [accountId, userId]);
}

/** The same of a person everywhere, and of everybody in these accounts. */
export async function deleteNotifications(
  transaction: SystemTransaction,
  userId: UserId,
  accountIds: readonly AccountId[],
): Promise<void> {
  for (const table of ['notify_settings', 'notify_links', 'notifications'])
    await transaction.run(`delete from ${table} where user_id = $1 or account_id = any($2)`, [
      userId,
      accountIds,
    ]);
}

/** What staff was told of them and their conversations. */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { id: customerId, conversationIds }: ErasedCustomer,
): Promise<readonly string[]> {
  await transaction.run(`delete from notifications where account_id = $1 and path = any($2::text[])`, [
    transaction.accountId,
    [`/Customer/${customerId}`, ...conversationIds.map((id) => `/Channel/conversation/${id}`)],
  ]);
  return [];
}
