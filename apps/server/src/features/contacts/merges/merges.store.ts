import { MERGE_UNDO_DAYS } from '@hanasu/contract/customer-merges';
import type { CustomerId, CustomerMergeId, FriendId, SegmentId, TagId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

/** Columns of `customers`, as JSON has them; those that are generated are left out. */
export type CustomerColumns = Readonly<Record<string, unknown>> & {
  readonly fields: Readonly<Record<string, unknown>>;
};
interface ContactColumns {
  readonly kind: string;
  readonly position: number;
  readonly value: string;
  readonly normal: string | null;
}
interface TagColumns {
  readonly tag_id: TagId;
  readonly by_kind: string;
  readonly by_id: string | null;
  readonly at: string;
}

export interface WholeCustomer {
  readonly id: CustomerId;
  readonly columns: CustomerColumns;
  readonly contacts: readonly ContactColumns[];
  readonly tags: readonly TagColumns[];
}

/** What the row and the rows that are theirs alone hold. */
export const readWhole = (
  transaction: AccountTransaction,
  ids: readonly CustomerId[],
): Promise<WholeCustomer[]> =>
  transaction.rows<WholeCustomer>(
    `select c.id, to_jsonb(c) - array['account_id', 'id', 'shown_name', 'searched', 'searched_names', 'name_key', 'updated_at'] as columns,
       coalesce((select jsonb_agg(to_jsonb(x) - array['account_id', 'customer_id'] order by x.kind, x.position)
         from customer_contacts x where x.account_id = c.account_id and x.customer_id = c.id), '[]') as contacts,
       coalesce((select jsonb_agg(to_jsonb(x) - array['account_id', 'customer_id', 'exclusive_group_id'])
         from customer_tags x where x.account_id = c.account_id and x.customer_id = c.id), '[]') as tags
     from customers c where c.account_id = $1 and c.id = any($2::uuid[])`,
    [transaction.accountId, ids],
  );

/** Of `customers`, what a merge writes; `last_wrote_at` follows from the friends. */
const WRITTEN = [
  'name',
  'display_name',
  'kana',
  'language',
  'birthday',
  'address',
  'note',
  'fields',
  'source',
  'owner_id',
  'created_at',
];
const MEMBER = `case when exists (select 1 from memberships m where m.tenant_id = $1 and m.user_id = w.owner_id)
  then w.owner_id end`;
const wanted = (column: string): string => (column === 'owner_id' ? MEMBER : `w.${column}`);

/** Owners who have left the account are left out. */
export const writeColumns = (
  transaction: AccountTransaction,
  id: CustomerId,
  columns: CustomerColumns,
): Promise<number> =>
  transaction.run(
    `update customers c set ${WRITTEN.map((column) => `${column} = ${wanted(column)}`).join(', ')}, updated_at = now()
     from jsonb_populate_record(null::customers, $3::jsonb) w where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id, JSON.stringify(columns)],
  );

export const insertWhole = async (
  transaction: AccountTransaction,
  { id, columns, contacts, tags }: WholeCustomer,
): Promise<void> => {
  await transaction.run(
    `insert into customers (account_id, id, ${WRITTEN.join(', ')})
     select $1, $2, ${WRITTEN.map(wanted).join(', ')} from jsonb_populate_record(null::customers, $3::jsonb) w`,
    [transaction.accountId, id, JSON.stringify(columns)],
  );
  await writeContacts(transaction, id, contacts);
  // Tags may have been deleted, and groups have become exclusive, since.
  await transaction.run(
    `insert into customer_tags (account_id, customer_id, tag_id, exclusive_group_id, by_kind, by_id, at)
     select $1, $2, t.id, g.id, w.by_kind, w.by_id, w.at from jsonb_populate_recordset(null::customer_tags, $3::jsonb) w
       join tags t on t.account_id = $1 and t.id = w.tag_id
       left join tag_groups g on g.account_id = $1 and g.id = t.group_id and g.exclusive
     order by w.at on conflict do nothing`,
    [transaction.accountId, id, JSON.stringify(tags)],
  );
};

/** Puts these in the place of all. */
export async function writeContacts(
  transaction: AccountTransaction,
  id: CustomerId,
  contacts: readonly ContactColumns[],
): Promise<void> {
  await transaction.run(`delete from customer_contacts where account_id = $1 and customer_id = $2`, [
    transaction.accountId,
    id,
  ]);
  await transaction.run(
    `insert into customer_contacts (account_id, customer_id, kind, position, value, normal)
     select $1, $2, w.kind, row_number() over (partition by w.kind order by n), w.value, w.normal
     from rows from (jsonb_populate_recordset(null::customer_contacts, $3::jsonb)) with ordinality
       as w(account_id, customer_id, kind, position, value, normal, n)`,
    [transaction.accountId, id, JSON.stringify(contacts)],
  );
}

/** What went from one customer to another. */
export interface Moved {
  readonly friendIds: readonly FriendId[];
  readonly eventIds: readonly string[];
  /** Of these the other one had none. */
  readonly tagIds: readonly TagId[];
  readonly segmentIds: readonly SegmentId[];
  /** Who was said to be somebody else. */
  readonly apartIds: readonly CustomerId[];
}

interface Way {
  readonly from: CustomerId;
  readonly to: CustomerId;
}

/** Everything that hangs on a customer, but for what is written by `writeColumns` and `writeContacts`. */
export async function moveAll(transaction: AccountTransaction, { from, to }: Way): Promise<Moved> {
  const values = [transaction.accountId, from, to];
  const friends = await transaction.rows<{ id: FriendId }>(
    `update friends set customer_id = $3 where account_id = $1 and customer_id = $2 returning id`,
    values,
  );
  const events = await transaction.rows<{ id: string }>(
    `update customer_events set customer_id = $3 where account_id = $1 and customer_id = $2 returning id`,
    values,
  );
  await transaction.run(
    `update action_runs set customer_id = $3 where account_id = $1 and customer_id = $2`,
    values,
  );
  // Of a group that allows one tag, the tag of the one who is kept stays.
  const tags = await transaction.rows<{ id: TagId }>(
    `insert into customer_tags (account_id, customer_id, tag_id, exclusive_group_id, by_kind, by_id, at)
     select account_id, $3, tag_id, exclusive_group_id, by_kind, by_id, at from customer_tags
     where account_id = $1 and customer_id = $2 on conflict do nothing returning tag_id as id`,
    values,
  );
  const segments = await transaction.rows<{ id: SegmentId }>(
    `with added as (insert into segment_members (account_id, segment_id, customer_id)
       select account_id, segment_id, $3 from segment_members where account_id = $1 and customer_id = $2
       on conflict do nothing returning segment_id)
     select segment_id as id from segment_members where account_id = $1 and customer_id = $2`,
    values,
  );
  const apartIds = await findApart(transaction, from);
  await markApart(transaction, to, apartIds);
  await transaction.run(
    `update customer_merges set kept_id = $3 where account_id = $1 and kept_id = $2`,
    values,
  );
  return {
    friendIds: friends.map(({ id }) => id),
    eventIds: events.map(({ id }) => id),
    tagIds: tags.map(({ id }) => id),
    segmentIds: segments.map(({ id }) => id),
    apartIds,
  };
}

/** Takes back what `moveAll` did, as far as it is still so. */
export async function moveBack(
  transaction: AccountTransaction,
  { from, to, moved, kept }: Way & { readonly moved: Moved; readonly kept: MergeUndo['kept'] },
): Promise<void> {
  const { accountId } = transaction;
  await transaction.run(
    `update friends set customer_id = $3 where account_id = $1 and customer_id = $2 and id = any($4::uuid[])`,
    [accountId, from, to, moved.friendIds],
  );
  await transaction.run(
    `update customer_events set customer_id = $3 where account_id = $1 and customer_id = $2 and id = any($4::uuid[])`,
    [accountId, from, to, moved.eventIds],
  );
  await transaction.run(
    `update action_runs set customer_id = $3 where account_id = $1 and customer_id = $2 and event_id = any($4::uuid[])`,
    [accountId, from, to, moved.eventIds],
  );
  await transaction.run(
    `delete from customer_tags where account_id = $1 and customer_id = $2 and tag_id = any($3::uuid[])`,
    [accountId, from, moved.tagIds],
  );
  await transaction.run(
    `insert into segment_members (account_id, segment_id, customer_id)
     select account_id, id, $2 from segments where account_id = $1 and id = any($3::uuid[]) on conflict do nothing`,
    [accountId, to, moved.segmentIds],
  );
  await transaction.run(
    `delete from segment_members where account_id = $1 and customer_id = $2 and segment_id = any($3::uuid[])
       and not segment_id = any($4::uuid[])`,
    [accountId, from, moved.segmentIds, kept.segmentIds],
  );
  // Merges from before these marks were moved know none.
  const { apartIds = [] } = moved;
  await markApart(transaction, to, apartIds);
  await transaction.run(
    `delete from customers_apart where account_id = $1 and $2::uuid in (one_id, other_id)
       and (one_id = any($3::uuid[]) or other_id = any($3::uuid[]))`,
    [accountId, from, apartIds.filter((id) => !kept.apartIds.includes(id))],
  );
}

export const noteLastWriting = (transaction: AccountTransaction, id: CustomerId): Promise<number> =>
  transaction.run(
    `update customers c set last_wrote_at = (select max(f.last_wrote_at) from friends f
       where f.account_id = $1 and f.customer_id = $2) where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id],
  );

export async function findSegmentsOf(transaction: AccountTransaction, id: CustomerId): Promise<SegmentId[]> {
  const rows = await transaction.rows<{ id: SegmentId }>(
    `select segment_id as id from segment_members where account_id = $1 and customer_id = $2`,
    [transaction.accountId, id],
  );
  return rows.map((row) => row.id);
}

export const deleteCustomer = (transaction: AccountTransaction, id: CustomerId): Promise<number> =>
  transaction.run(`delete from customers where account_id = $1 and id = $2`, [transaction.accountId, id]);

/** What an undo needs to know; it holds what is known of both, and goes with the customer who is kept. */
export interface MergeUndo {
  readonly merged: WholeCustomer;
  readonly moved: Moved;
  readonly kept: {
    readonly before: CustomerColumns;
    readonly after: CustomerColumns;
    readonly contacts: readonly ContactColumns[];
    readonly segmentIds: readonly SegmentId[];
    readonly apartIds: readonly CustomerId[];
  };
}

export interface MergeRow {
  readonly id: CustomerMergeId;
  readonly keptId: CustomerId;
  readonly mergedId: CustomerId;
  readonly mergedBy: UserId | null;
  readonly mergedByName: string | null;
  readonly at: Date;
  readonly undoUntil: Date | null;
}

export const insertMerge = (
  transaction: AccountTransaction,
  {
    id,
    keptId,
    mergedId,
    userId,
    undo,
  }: Pick<MergeRow, 'id' | 'keptId' | 'mergedId'> & { readonly userId: UserId; readonly undo: MergeUndo },
): Promise<number> =>
  transaction.run(
    `insert into customer_merges (account_id, id, kept_id, merged_id, merged_by, undo)
     values ($1, $2, $3, $4, $5, $6::jsonb)`,
    [transaction.accountId, id, keptId, mergedId, userId, JSON.stringify(undo)],
  );

const MERGE = `select m.id, m.kept_id as "keptId", m.merged_id as "mergedId", m.merged_by as "mergedBy",
    u.display_name as "mergedByName", m.at,
    case when m.undo is not null and m.at > now() - ${MERGE_UNDO_DAYS} * interval '1 day'
      then m.at + ${MERGE_UNDO_DAYS} * interval '1 day' end as "undoUntil"
  from customer_merges m left join users u on u.id = m.merged_by`;

export const listMerges = (transaction: AccountTransaction, keptId: CustomerId): Promise<MergeRow[]> =>
  transaction.rows<MergeRow>(
    `${MERGE} where m.account_id = $1 and m.kept_id = $2 order by m.at desc, m.id desc limit 100`,
    [transaction.accountId, keptId],
  );

export const findMerge = (transaction: AccountTransaction, id: CustomerMergeId): Promise<MergeRow | null> =>
  transaction.one<MergeRow>(`${MERGE} where m.account_id = $1 and m.id = $2`, [transaction.accountId, id]);

/** Takes it out of the list; null: somebody was faster, or it is too old. */
export async function takeMerge(
  transaction: AccountTransaction,
  id: CustomerMergeId,
): Promise<MergeUndo | null> {
  const row = await transaction.one<{ undo: MergeUndo }>(
    `delete from customer_merges where account_id = $1 and id = $2 and undo is not null
       and at > now() - ${MERGE_UNDO_DAYS} * interval '1 day' returning undo`,
    [transaction.accountId, id],
  );
  return row?.undo ?? null;
}

export interface PairRow {
  readonly oneId: CustomerId;
  readonly otherId: CustomerId;
  readonly same: readonly {
    readonly kind: 'phone' | 'email' | 'identity' | 'name';
    readonly value: string;
  }[];
}

/** Who shares a value with more people than these is of a family or a company, or has a common name. */
const SHARED_BY_MAX = { contact: 5, name: 10 };
/** A name of one character is a nickname. */
const NAME_LEAST = 2;

/**
 * Who has the same phone, e-mail address, signed identity, or name (`nameKey` of the contract: spaces, width and case make
 * no difference, marks do). Names count where their readings and birthdays don't contradict, and staff or a file gave one
 * of the two: nicknames of channels are alike by chance. `$2` limits it to the pairs of one customer.
 */
const PAIRS = `
  with facts as (
    select x.kind, x.normal as value, x.customer_id from customer_contacts x
    where x.account_id = $1 and x.normal is not null and ($2::uuid is null or (x.kind, x.normal) in (
      select y.kind, y.normal from customer_contacts y where y.account_id = $1 and y.customer_id = $2))
    union
    select 'identity', f.signed_id, f.customer_id from friends f where f.account_id = $1 and f.signed_id is not null
    union
    select 'name', c.name_key, c.id from customers c
    where c.account_id = $1 and length(c.name_key) >= ${NAME_LEAST} and ($2::uuid is null or c.name_key = (
      select y.name_key from customers y where y.account_id = $1 and y.id = $2))),
  shared as (
    select kind, value, array_agg(customer_id) as ids from facts
    group by kind, value having count(*) between 2 and
      case kind when 'name' then ${SHARED_BY_MAX.name} else ${SHARED_BY_MAX.contact} end),
  pairs as (
    select a as one_id, b as other_id, jsonb_agg(jsonb_build_object('kind', s.kind,
        'value', case when s.kind = 'name' then one.shown_name else s.value end)
      order by array_position(array['phone', 'identity', 'email', 'name'], s.kind), s.value) as same
    from shared s, unnest(s.ids) a, unnest(s.ids) b, customers one, customers other
    where a < b and ($2::uuid is null or a = $2 or b = $2)
      and one.account_id = $1 and one.id = a and other.account_id = $1 and other.id = b
      and (s.kind <> 'name' or coalesce(one.display_name, other.display_name) is not null
        and coalesce(one.birthday = other.birthday, true)
        and ('' in (one.kana, other.kana) or name_key(one.kana) = name_key(other.kana)))
    group by a, b)
  select p.one_id as "oneId", p.other_id as "otherId", p.same, count(*) over ()::int as total from pairs p
  where not exists (select 1 from customers_apart x
    where x.account_id = $1 and x.one_id = p.one_id and x.other_id = p.other_id)`;

export async function listPairs(
  transaction: AccountTransaction,
  customerId: CustomerId | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: PairRow[]; total: number }> {
  const rows = await transaction.rows<PairRow & { total: number }>(
    `${PAIRS} order by jsonb_array_length(p.same) desc, p.one_id desc, p.other_id limit $3 offset $4`,
    [transaction.accountId, customerId, limit, offset],
  );
  const [first] = rows;
  if (first || offset === 0) return { rows, total: first?.total ?? 0 };
  // A page after the last one: nothing on it tells how many there are.
  const { total } = await listPairs(transaction, customerId, { limit: 1, offset: 0 });
  return { rows, total };
}

/** Who was said to be somebody else than this one. */
export async function findApart(transaction: AccountTransaction, id: CustomerId): Promise<CustomerId[]> {
  const rows = await transaction.rows<{ id: CustomerId }>(
    `select case when one_id = $2 then other_id else one_id end as id from customers_apart
     where account_id = $1 and $2::uuid in (one_id, other_id)`,
    [transaction.accountId, id],
  );
  return rows.map((row) => row.id);
}

/** Of the others only those who are there. */
export const markApart = (
  transaction: AccountTransaction,
  id: CustomerId,
  others: readonly CustomerId[],
): Promise<number> =>
  transaction.run(
    `insert into customers_apart (account_id, one_id, other_id)
     select $1, least(c.id, $2::uuid), greatest(c.id, $2::uuid) from customers c
     where c.account_id = $1 and c.id = any($3::uuid[]) and c.id <> $2 on conflict do nothing`,
    [transaction.accountId, id, others],
  );

/** What is too old to be undone is no longer kept. */
export const dropOldUndos = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(
    `update customer_merges set undo = null
     where undo is not null and at < now() - ${MERGE_UNDO_DAYS} * interval '1 day'`,
  );
