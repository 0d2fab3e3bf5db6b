import type { AccountId, UserId } from '@hanasu/contract/ids';
import { SavedInboxView } from '@hanasu/contract/inbox-work';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { type conversations, NEXT_DUE } from '../conversations/public.ts';

/** Who has no page open for so long is away, whatever they said. */
export const AWAY_AFTER_MS = 120_000;

const IS_THERE = `coalesce(p.available and p.seen_at > now() - make_interval(secs => ${AWAY_AFTER_MS / 1000}), false)`;

export interface OperatorRow {
  readonly id: UserId;
  readonly name: string;
  readonly avatarKey: string | null;
  readonly available: boolean;
  readonly open: number;
}

const SELECT = `select m.user_id as id, u.display_name as name, u.avatar_key as "avatarKey", ${IS_THERE} as available,
    (select count(*)::int from conversations c where c.account_id = $1 and c.operator_id = m.user_id
       and c.handling in ('operator', 'waiting')) as open
  from memberships m join users u on u.id = m.user_id
    left join operator_presence p on p.account_id = m.tenant_id and p.user_id = m.user_id
  where m.tenant_id = $1 and m.role <> 'viewer'`;

/** Members who may take conversations, those who are there first. */
export const listOperators = (transaction: AccountTransaction) =>
  transaction.rows<OperatorRow>(`${SELECT} order by available desc, u.display_name, m.user_id limit 500`, [
    transaction.accountId,
  ]);

/** Null: nobody of the account who may take conversations. */
export const findOperator = (transaction: AccountTransaction, userId: UserId) =>
  transaction.one<OperatorRow>(`${SELECT} and m.user_id = $2`, [transaction.accountId, userId]);

export async function setAvailability(
  transaction: AccountTransaction,
  userId: UserId,
  available: boolean,
): Promise<void> {
  await transaction.run(
    `insert into operator_presence (account_id, user_id, available, seen_at) values ($1, $2, $3, now())
     on conflict (account_id, user_id) do update set available = excluded.available, seen_at = now()`,
    [transaction.accountId, userId, available],
  );
}

/** Who said that they are away and was gone for so long begins a new working day. */
const NEW_DAY_AFTER_MS = 8 * 60 * 60_000;

/** Has a page open, and so takes conversations unless they said otherwise; true when they do since now. */
export async function touchPresence(transaction: AccountTransaction, userId: UserId): Promise<boolean> {
  const row = await transaction.one<{ cameBack: boolean }>(
    `with before as (select seen_at from operator_presence where account_id = $1 and user_id = $2)
     insert into operator_presence as p (account_id, user_id, available, seen_at) values ($1, $2, true, now())
     on conflict (account_id, user_id) do update set seen_at = now(),
       available = p.available or p.seen_at <= now() - make_interval(secs => ${NEW_DAY_AFTER_MS / 1000})
     returning available and coalesce((select seen_at <= now() - make_interval(secs => ${AWAY_AFTER_MS / 1000})
       from before), true) as "cameBack"`,
    [transaction.accountId, userId],
  );
  return row?.cameBack ?? false;
}

/** Who was last seen long enough ago since a moment that nobody has been told yet. */
export const findGone = (transaction: SystemTransaction, sinceMs: number) =>
  transaction.rows<{ accountId: AccountTransaction['accountId']; userId: UserId }>(
    `select account_id as "accountId", user_id as "userId" from operator_presence
     where available and seen_at <= now() - make_interval(secs => ${AWAY_AFTER_MS / 1000})
       and seen_at > now() - make_interval(secs => ${AWAY_AFTER_MS / 1000} + $1 / 1000.0)`,
    [sinceMs],
  );

/**
 * Whose turn it is: the fewest open conversations, then the longest without a new one. Only who is there. One after
 * the other for an account, so that two machines see each other's choice; lock the conversation before.
 */
export async function takeNextOperator(transaction: AccountTransaction): Promise<UserId | null> {
  await transaction.run("select pg_advisory_xact_lock(hashtext('inbox-assign'), hashtext($1))", [
    transaction.accountId,
  ]);
  const row = await transaction.one<{ id: UserId }>(
    `with operators as (${SELECT})
     update operator_presence p set assigned_at = clock_timestamp()
     from (select o.id from operators o join operator_presence q on q.account_id = $1 and q.user_id = o.id
           where o.available order by o.open, q.assigned_at nulls first, o.id limit 1) next
     where p.account_id = $1 and p.user_id = next.id returning p.user_id as id`,
    [transaction.accountId],
  );
  return row?.id ?? null;
}

/** The name customers are shown. */
export async function findDisplayName(transaction: AccountTransaction, userId: UserId): Promise<string> {
  const row = await transaction.one<{ name: string }>(
    'select display_name as name from users where id = $1',
    [userId],
  );
  return row?.name ?? '';
}

/** Of these people, those who belong to the account. */
export async function findMembers(
  transaction: AccountTransaction,
  userIds: readonly UserId[],
): Promise<Set<UserId>> {
  const rows = await transaction.rows<{ id: UserId }>(
    'select user_id as id from memberships where tenant_id = $1 and user_id = any($2)',
    [transaction.accountId, userIds],
  );
  return new Set(rows.map(({ id }) => id));
}

const UNCLOCKED = `handling = 'waiting' and waiting_since is null`;

/** Somebody is wanted in them and nothing of it has been noted yet. */
export const findUnclocked = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<conversations.ConversationAt>(
    `select account_id as "accountId", id from conversations where ${UNCLOCKED} limit $1`,
    [limit],
  );

const UNASSIGNED_WITHIN = (milliseconds: string) =>
  `(select distinct p.account_id from operator_presence p
      join memberships m on m.tenant_id = p.account_id and m.user_id = p.user_id and m.role <> 'viewer'
      where p.available and p.seen_at > now() - make_interval(secs => ${milliseconds} / 1000.0)) there
    join conversations c on c.account_id = there.account_id and c.handling = 'waiting' and c.operator_id is null
    join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
      and ch.settings ->> 'assignment' = 'round-robin'
   where coalesce(c.snoozed_until <= now(), true)`;

/** When the inbox has to act next: start a clock, assign a conversation, mark one as late, end a snooze. */
export const NEXT_INBOX_DUE = `least((select now() from conversations where ${UNCLOCKED} limit 1),
  (select now() from ${UNASSIGNED_WITHIN(String(AWAY_AFTER_MS))} limit 1), ${NEXT_DUE.clock})`;

/** Waiting without anybody, on channels that give conversations out in turn, where somebody is there to take them. */
export const findUnassigned = (transaction: SystemTransaction, seenWithinMs: number, limit: number) =>
  transaction.rows<conversations.ConversationAt>(
    `select c.account_id as "accountId", c.id from ${UNASSIGNED_WITHIN('$1')}
     order by c.waiting_since nulls last limit $2`,
    [seenWithinMs, limit],
  );

/** The views that a member has saved. What is stored and can no longer be read is left out. */
export async function readInboxViews(
  transaction: AccountTransaction,
  userId: UserId,
): Promise<SavedInboxView[]> {
  const row = await transaction.one<{ views: readonly unknown[] }>(
    'select views from inbox_views where account_id = $1 and user_id = $2',
    [transaction.accountId, userId],
  );
  return (row?.views ?? []).flatMap((view) => SavedInboxView.safeParse(view).data ?? []);
}

export async function saveInboxViews(
  transaction: AccountTransaction,
  userId: UserId,
  views: readonly SavedInboxView[],
): Promise<void> {
  await transaction.run(
    `insert into inbox_views (account_id, user_id, views) values ($1, $2, $3)
     on conflict (account_id, user_id) do update set views = excluded.views, updated_at = now()`,
    [transaction.accountId, userId, JSON.stringify(views)],
  );
}

/** When they were there, and their views of the inbox, go with their membership. */
export async function deleteOperatorData(
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  for (const table of ['operator_presence', 'inbox_views'])
    await transaction.run(`delete from ${table} where account_id = $1 and user_id = $2`, [accountId, userId]);
}
