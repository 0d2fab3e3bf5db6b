import type { CustomerId, TagGroupId, TagId } from '@hanasu/contract/ids';
import type { TagGroupView, TagView } from '@hanasu/contract/tags';
import type { AccountTransaction } from '../../../platform/database/database.ts';

interface TagRow {
  readonly uuid: TagId;
  readonly name: string;
  readonly color: TagView['color'];
  readonly groupUuid: TagGroupId | null;
  readonly position: number;
  readonly customers: number;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
}

const TAG = `t.id as uuid, t.name, t.color, t.group_id as "groupUuid", t.position, t.archived_at as "archivedAt",
    t.created_at as "createdAt",
    (select count(*)::int from customer_tags x where x.account_id = t.account_id and x.tag_id = t.id) as customers`;

const tagView = (row: TagRow): TagView => ({
  ...row,
  archivedAt: row.archivedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export interface TagFilter {
  /** Folded as `foldForSearch` does. */
  readonly q: string | null;
  readonly archived: boolean | undefined;
  readonly groupId: TagGroupId | undefined;
}

const WHERE = `t.account_id = $1 and ($2::text is null or position($2 in fold_name(t.name)) > 0)
  and ($3::boolean is null or (t.archived_at is not null) = $3) and ($4::uuid is null or t.group_id = $4)`;
const valuesOf = ({ q, archived, groupId }: TagFilter) => [q, archived ?? null, groupId ?? null];

export async function listTags(
  transaction: AccountTransaction,
  filter: TagFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: TagView[]; total: number }> {
  const [rows, counted] = await Promise.all([
    transaction.rows<TagRow>(
      `select ${TAG} from tags t left join tag_groups g on g.account_id = t.account_id and g.id = t.group_id
       where ${WHERE}
       order by t.archived_at is not null, g.position nulls last, t.position, t.created_at, t.id limit $5 offset $6`,
      [transaction.accountId, ...valuesOf(filter), limit, offset],
    ),
    transaction.one<{ count: number }>(`select count(*)::int as count from tags t where ${WHERE}`, [
      transaction.accountId,
      ...valuesOf(filter),
    ]),
  ]);
  return { items: rows.map(tagView), total: counted?.count ?? 0 };
}

export async function findTag(transaction: AccountTransaction, id: TagId): Promise<TagView | null> {
  const row = await transaction.one<TagRow>(
    `select ${TAG} from tags t where t.account_id = $1 and t.id = $2`,
    [transaction.accountId, id],
  );
  return row && tagView(row);
}

export const countTags = async (transaction: AccountTransaction): Promise<number> =>
  (
    await transaction.one<{ count: number }>(
      'select count(*)::int as count from tags where account_id = $1',
      [transaction.accountId],
    )
  )?.count ?? 0;

export interface NewTag {
  readonly id: TagId;
  readonly name: string;
  readonly color: TagView['color'];
  readonly groupId: TagGroupId | null;
}

/** False: a tag that is in use has this name. */
export const insertTag = async (
  transaction: AccountTransaction,
  { id, name, color, groupId }: NewTag,
): Promise<boolean> =>
  (await transaction.run(
    `insert into tags (account_id, id, group_id, name, color, position)
     select $1, $2, $3, $4, $5, coalesce(max(position) + 1, 0) from tags where account_id = $1
     on conflict (account_id, lower(name)) where archived_at is null do nothing`,
    [transaction.accountId, id, groupId, name, color],
  )) > 0;

/** Another tag that is in use and has the name. */
export const isTagNameTaken = async (
  transaction: AccountTransaction,
  name: string,
  except: TagId,
): Promise<boolean> =>
  (await transaction.one(
    `select 1 from tags where account_id = $1 and lower(name) = lower($2) and archived_at is null and id <> $3`,
    [transaction.accountId, name, except],
  )) !== null;

/** Those who change which tags stand together do it one after the other; whoever gives a tag waits for them. */
export const lockTags = (transaction: AccountTransaction, ids: readonly TagId[]): Promise<{ id: TagId }[]> =>
  transaction.rows<{ id: TagId }>(
    `select id from tags where account_id = $1 and id = any($2::uuid[]) order by id for update`,
    [transaction.accountId, ids],
  );

export const updateTag = (
  transaction: AccountTransaction,
  { uuid, name, color, groupUuid, position, archivedAt }: TagView,
): Promise<number> =>
  transaction.run(
    `update tags set name = $3, color = $4, group_id = $5, position = $6,
       archived_at = case when $7::boolean then coalesce(archived_at, now()) end
     where account_id = $1 and id = $2`,
    [transaction.accountId, uuid, name, color, groupUuid, position, archivedAt !== null],
  );

export const deleteTag = (transaction: AccountTransaction, id: TagId): Promise<number> =>
  transaction.run(`delete from tags where account_id = $1 and id = $2`, [transaction.accountId, id]);

/** Says of everybody who has these tags whether their group takes one of each customer. */
export const noteExclusive = (
  transaction: AccountTransaction,
  ids: readonly TagId[],
  exclusiveGroupId: TagGroupId | null,
): Promise<number> =>
  transaction.run(
    `update customer_tags set exclusive_group_id = $3
     where account_id = $1 and tag_id = any($2::uuid[]) and exclusive_group_id is distinct from $3`,
    [transaction.accountId, ids, exclusiveGroupId],
  );

/** How many customers have two or more of these tags. */
export const countWithSeveral = async (
  transaction: AccountTransaction,
  ids: readonly TagId[],
): Promise<number> =>
  (
    await transaction.one<{ count: number }>(
      `select count(*)::int as count from (
         select customer_id from customer_tags where account_id = $1 and tag_id = any($2::uuid[])
         group by customer_id having count(*) > 1) several`,
      [transaction.accountId, ids],
    )
  )?.count ?? 0;

interface GivenTag {
  readonly id: TagId;
  readonly exclusiveGroupId: TagGroupId | null;
}

/** A tag that can be given, kept from being regrouped until the transaction ends. */
export async function openTag(transaction: AccountTransaction, id: TagId): Promise<GivenTag | null> {
  const tag = await transaction.one<{ groupId: TagGroupId | null }>(
    `select group_id as "groupId" from tags where account_id = $1 and id = $2 and archived_at is null for share`,
    [transaction.accountId, id],
  );
  if (!tag) return null;
  // A statement of its own: one that waited for the lock would still see the group as it was before.
  const group = await transaction.one<{ id: TagGroupId }>(
    `select id from tag_groups where account_id = $1 and id = $2 and exclusive`,
    [transaction.accountId, tag.groupId],
  );
  return { id, exclusiveGroupId: group?.id ?? null };
}

export interface TagChange {
  readonly customerId: CustomerId;
  readonly tagId: TagId;
}

/** Takes the other tags of a group that allows one from customers who are locked. */
export const dropRivals = (
  transaction: AccountTransaction,
  customerIds: readonly CustomerId[],
  { id, exclusiveGroupId }: GivenTag,
): Promise<TagChange[]> =>
  transaction.rows<TagChange>(
    `delete from customer_tags where account_id = $1 and customer_id = any($2::uuid[])
       and exclusive_group_id = $3 and tag_id <> $4 returning customer_id as "customerId", tag_id as "tagId"`,
    [transaction.accountId, customerIds, exclusiveGroupId, id],
  );

/** Answers those who did not have it. */
export const addTag = (
  transaction: AccountTransaction,
  customerIds: readonly CustomerId[],
  {
    id,
    exclusiveGroupId,
    by,
  }: GivenTag & { readonly by: { readonly kind: string; readonly id: string | null } },
): Promise<TagChange[]> =>
  transaction.rows<TagChange>(
    `insert into customer_tags (account_id, customer_id, tag_id, exclusive_group_id, by_kind, by_id)
     select $1, c, $3, $4, $5, $6 from unnest($2::uuid[]) as c
     on conflict (account_id, customer_id, tag_id) do nothing
     returning customer_id as "customerId", tag_id as "tagId"`,
    [transaction.accountId, customerIds, id, exclusiveGroupId, by.kind, by.id],
  );

/** Answers those who had it. */
export const removeTag = (
  transaction: AccountTransaction,
  customerIds: readonly CustomerId[],
  id: TagId,
): Promise<TagChange[]> =>
  transaction.rows<TagChange>(
    `delete from customer_tags where account_id = $1 and customer_id = any($2::uuid[]) and tag_id = $3
     returning customer_id as "customerId", tag_id as "tagId"`,
    [transaction.accountId, customerIds, id],
  );

/** Some of those who have a tag. */
export const customersWith = async (
  transaction: AccountTransaction,
  id: TagId,
  limit: number,
): Promise<CustomerId[]> => {
  const rows = await transaction.rows<{ id: CustomerId }>(
    `select customer_id as id from customer_tags where account_id = $1 and tag_id = $2 order by customer_id limit $3`,
    [transaction.accountId, id, limit],
  );
  return rows.map((row) => row.id);
};

interface GroupRow {
  readonly uuid: TagGroupId;
  readonly name: string;
  readonly exclusive: boolean;
  readonly position: number;
  readonly tags: number;
  readonly createdAt: Date;
}
const GROUP = `g.id as uuid, g.name, g.exclusive, g.position, g.created_at as "createdAt",
    (select count(*)::int from tags t
     where t.account_id = g.account_id and t.group_id = g.id and t.archived_at is null) as tags`;
const groupView = (row: GroupRow): TagGroupView => ({ ...row, createdAt: row.createdAt.toISOString() });

export async function listTagGroups(transaction: AccountTransaction): Promise<TagGroupView[]> {
  const rows = await transaction.rows<GroupRow>(
    `select ${GROUP} from tag_groups g where g.account_id = $1 order by g.position, g.created_at, g.id`,
    [transaction.accountId],
  );
  return rows.map(groupView);
}

export async function findTagGroup(
  transaction: AccountTransaction,
  id: TagGroupId,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<TagGroupView | null> {
  const row = await transaction.one<GroupRow>(
    `select ${GROUP} from tag_groups g where g.account_id = $1 and g.id = $2 ${isLocked ? 'for update' : ''}`,
    [transaction.accountId, id],
  );
  return row && groupView(row);
}

/** False: another group has this name. */
export const insertTagGroup = async (
  transaction: AccountTransaction,
  { id, name, exclusive }: { readonly id: TagGroupId; readonly name: string; readonly exclusive: boolean },
): Promise<boolean> =>
  (await transaction.run(
    `insert into tag_groups (account_id, id, name, exclusive, position)
     select $1, $2, $3, $4, coalesce(max(position) + 1, 0) from tag_groups where account_id = $1
     on conflict (account_id, lower(name)) do nothing`,
    [transaction.accountId, id, name, exclusive],
  )) > 0;

/** False: another group has this name. */
export const updateTagGroup = async (
  transaction: AccountTransaction,
  { uuid, name, exclusive, position }: TagGroupView,
): Promise<boolean> =>
  (await transaction.run(
    `update tag_groups g set name = $3, exclusive = $4, position = $5 where account_id = $1 and id = $2
       and not exists (select 1 from tag_groups o where o.account_id = $1 and lower(o.name) = lower($3) and o.id <> $2)`,
    [transaction.accountId, uuid, name, exclusive, position],
  )) > 0;

/** All of its tags, archived ones too, locked. */
export const lockTagsOf = async (transaction: AccountTransaction, id: TagGroupId): Promise<TagId[]> => {
  const rows = await transaction.rows<{ id: TagId }>(
    `select id from tags where account_id = $1 and group_id = $2 order by id for update`,
    [transaction.accountId, id],
  );
  return rows.map((row) => row.id);
};

/** Its tags stay, without a group. */
export async function deleteTagGroup(transaction: AccountTransaction, id: TagGroupId): Promise<void> {
  const ids = await lockTagsOf(transaction, id);
  await noteExclusive(transaction, ids, null);
  await transaction.run(`update tags set group_id = null where account_id = $1 and group_id = $2`, [
    transaction.accountId,
    id,
  ]);
  await transaction.run(`delete from tag_groups where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ]);
}
