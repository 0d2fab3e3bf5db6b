import type { ChannelId, ConversationId, CustomerId, SegmentId, TagId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface SegmentRow {
  readonly id: SegmentId;
  readonly name: string;
  readonly kind: 'live' | 'snapshot';
  readonly definition: unknown;
  readonly version: number;
  readonly members: number | null;
  readonly createdBy: UserId | null;
  readonly createdByName: string | null;
  readonly changedBy: UserId | null;
  readonly changedByName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly archivedAt: Date | null;
}

const SELECT = `select s.id, s.name, s.kind, s.definition, s.version,
    case when s.kind = 'snapshot' then (select count(*)::int from segment_members x
      where x.account_id = s.account_id and x.segment_id = s.id) end as members,
    s.created_by as "createdBy", m.display_name as "createdByName", s.changed_by as "changedBy",
    h.display_name as "changedByName", s.created_at as "createdAt", s.updated_at as "updatedAt",
    s.archived_at as "archivedAt"
  from segments s left join users m on m.id = s.created_by left join users h on h.id = s.changed_by`;

/** By name; `q` is folded as `foldForSearch` does, `archived` undefined takes both. */
export async function listSegments(
  transaction: AccountTransaction,
  { q, archived }: { readonly q: string; readonly archived: boolean | undefined },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: SegmentRow[]; total: number }> {
  const where = `s.account_id = $1 and position($2 in fold_name(s.name)) > 0
    and ($3::boolean is null or (s.archived_at is not null) = $3)`;
  const values = [transaction.accountId, q, archived ?? null];
  const rows = await transaction.rows<SegmentRow>(
    `${SELECT} where ${where} order by s.archived_at is not null, lower(s.name), s.id limit $4 offset $5`,
    [...values, limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(
    `select count(*)::int as total from segments s where ${where}`,
    values,
  );
  return { rows, total: counted?.total ?? 0 };
}

export const findSegment = (
  transaction: AccountTransaction,
  id: SegmentId,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<SegmentRow | null> =>
  transaction.one<SegmentRow>(
    `${SELECT} where s.account_id = $1 and s.id = $2${isLocked ? ' for update of s' : ''}`,
    [transaction.accountId, id],
  );

/** Those that there are. */
export const findSegments = (
  transaction: AccountTransaction,
  ids: readonly SegmentId[],
): Promise<SegmentRow[]> =>
  transaction.rows<SegmentRow>(`${SELECT} where s.account_id = $1 and s.id = any($2::uuid[]) order by s.id`, [
    transaction.accountId,
    ids,
  ]);

/** Those of these segments that exist, locked: none is deleted before a rule that names it is stored. */
export async function lockSegments(
  transaction: AccountTransaction,
  ids: readonly SegmentId[],
): Promise<ReadonlySet<SegmentId>> {
  const rows = await transaction.rows<{ id: SegmentId }>(
    'select id from segments where account_id = $1 and id = any($2::uuid[]) order by id for key share',
    [transaction.accountId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function findCustomerOf(
  transaction: AccountTransaction,
  conversationId: ConversationId,
): Promise<CustomerId | null> {
  const row = await transaction.one<{ id: CustomerId }>(
    `select f.customer_id as id from conversations k
       join friends f on f.account_id = k.account_id and f.id = k.friend_id
     where k.account_id = $1 and k.id = $2 and not k.is_group`,
    [transaction.accountId, conversationId],
  );
  return row?.id ?? null;
}

/** One after the other, so that two at once cannot exceed the limit. */
export async function lockAndCount(transaction: AccountTransaction): Promise<number> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('segments' || $1::text, 0))`, [
    transaction.accountId,
  ]);
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from segments where account_id = $1`,
    [transaction.accountId],
  );
  return row?.count ?? 0;
}

interface NewSegment extends Pick<SegmentRow, 'id' | 'name' | 'kind' | 'definition'> {
  readonly userId: UserId;
}

/** False: a segment that is in use has this name. */
export const insertSegment = async (
  transaction: AccountTransaction,
  { id, name, kind, definition, userId }: NewSegment,
): Promise<boolean> =>
  (await transaction.run(
    `insert into segments (account_id, id, name, kind, definition, created_by, changed_by)
     values ($1, $2, $3, $4, $5::jsonb, $6, $6)
     on conflict (account_id, lower(name)) where archived_at is null do nothing`,
    [transaction.accountId, id, name, kind, JSON.stringify(definition), userId],
  )) > 0;

interface ChangedSegment extends Pick<SegmentRow, 'id' | 'name' | 'definition'> {
  readonly isArchived: boolean;
  readonly userId: UserId;
}

/** False: another segment that is in use has this name. */
export const updateSegment = async (
  transaction: AccountTransaction,
  { id, name, definition, isArchived, userId }: ChangedSegment,
): Promise<boolean> =>
  (await transaction.run(
    `update segments set name = $3, definition = $4::jsonb, version = version + 1, changed_by = $6, updated_at = now(),
       archived_at = case when $5::boolean then coalesce(archived_at, now()) end
     where account_id = $1 and id = $2 and ($5 or not exists (select 1 from segments o
       where o.account_id = $1 and lower(o.name) = lower($3) and o.archived_at is null and o.id <> $2))`,
    [transaction.accountId, id, name, JSON.stringify(definition), isArchived, userId],
  )) > 0;

export const deleteSegment = (transaction: AccountTransaction, id: SegmentId): Promise<number> =>
  transaction.run('delete from segments where account_id = $1 and id = $2', [transaction.accountId, id]);

/** Part of a `WHERE` about the customer `c` of the account `$1`; its own values begin with `$2`. */
export interface Where {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Answers how many became members. */
export const insertMembers = (
  transaction: AccountTransaction,
  id: SegmentId,
  { sql, values }: Where,
): Promise<number> =>
  transaction.run(
    `insert into segment_members (account_id, segment_id, customer_id)
     select c.account_id, $${values.length + 2}::uuid, c.id from customers c where c.account_id = $1 and ${sql}`,
    [transaction.accountId, ...values, id],
  );

export async function countPeople(transaction: AccountTransaction, { sql, values }: Where): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from customers c where c.account_id = $1 and ${sql}`,
    [transaction.accountId, ...values],
  );
  return row?.count ?? 0;
}

/** As many as the planner expects. */
export async function estimatePeople(
  transaction: AccountTransaction,
  { sql, values }: Where,
): Promise<number> {
  const row = await transaction.one<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select from customers c where c.account_id = $1 and ${sql}`,
    [transaction.accountId, ...values],
  );
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Those who wrote last. */
export const samplePeople = (
  transaction: AccountTransaction,
  { sql, values }: Where,
  limit: number,
): Promise<{ uuid: CustomerId; name: string }[]> =>
  transaction.rows<{ uuid: CustomerId; name: string }>(
    `select c.id as uuid, c.shown_name as name from customers c where c.account_id = $1 and ${sql}
     order by coalesce(c.last_wrote_at, 'epoch'::timestamptz) desc, c.id desc limit ${limit}`,
    [transaction.accountId, ...values],
  );

/** Those that exist. */
export const findTagStates = (transaction: AccountTransaction, ids: readonly TagId[]) =>
  transaction.rows<{ id: TagId; isArchived: boolean }>(
    `select id, archived_at is not null as "isArchived" from tags where account_id = $1 and id = any($2::uuid[])`,
    [transaction.accountId, ids],
  );

export async function findMemberIds(transaction: AccountTransaction): Promise<UserId[]> {
  const rows = await transaction.rows<{ id: UserId }>(
    'select user_id as id from memberships where tenant_id = $1',
    [transaction.accountId],
  );
  return rows.map(({ id }) => id);
}

export async function findChannelIds(transaction: AccountTransaction): Promise<ChannelId[]> {
  const rows = await transaction.rows<{ id: ChannelId }>('select id from channels where account_id = $1', [
    transaction.accountId,
  ]);
  return rows.map(({ id }) => id);
}

/** Whether somebody is among the people of a snapshot. */
export const isMember = async (
  transaction: AccountTransaction,
  id: SegmentId,
  customerId: CustomerId,
): Promise<boolean> =>
  (await transaction.one(
    `select 1 from segment_members where account_id = $1 and segment_id = $2 and customer_id = $3`,
    [transaction.accountId, id, customerId],
  )) !== null;
