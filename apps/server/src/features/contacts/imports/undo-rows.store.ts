import type { CustomerId, CustomerTaskId, TagId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface Touched {
  readonly id: CustomerId;
  readonly wrote: boolean;
  readonly hasFriends: boolean;
  readonly tagged: boolean;
  readonly changed: boolean;
}

/** Of these customers, those with whom anybody but this task has had to do. */
export async function touchedSince(
  transaction: AccountTransaction,
  taskId: CustomerTaskId,
  ids: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, Touched>> {
  const rows = await transaction.rows<Touched>(
    `select c.id, c.last_wrote_at is not null as wrote,
       exists (select 1 from friends f where f.account_id = c.account_id and f.customer_id = c.id) as "hasFriends",
       exists (select 1 from customer_events e where e.account_id = c.account_id and e.customer_id = c.id
         and e.by_id is distinct from $3 and e.kind in ('tagged', 'untagged')) as tagged,
       exists (select 1 from customer_events e where e.account_id = c.account_id and e.customer_id = c.id
         and e.by_id is distinct from $3 and e.kind not in ('tagged', 'untagged')) as changed
     from customers c where c.account_id = $1 and c.id = any($2::uuid[])`,
    [transaction.accountId, ids, taskId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export const deleteCustomers = (
  transaction: AccountTransaction,
  ids: readonly CustomerId[],
): Promise<number> =>
  transaction.run(`delete from customers where account_id = $1 and id = any($2::uuid[])`, [
    transaction.accountId,
    ids,
  ]);

/** Tags that the task has given and nobody else since; the one whose place such a tag took comes back, if it is free. */
export async function takeBackTags(
  transaction: AccountTransaction,
  {
    customerId,
    by,
    tags,
  }: {
    readonly customerId: CustomerId;
    /** Who has given them. */
    readonly by: { readonly kind: string; readonly id: string | null };
    readonly tags: readonly { readonly tagId: TagId; readonly replacedTagId: TagId | null }[];
  },
): Promise<TagId[]> {
  if (tags.length === 0) return [];
  const taken = await transaction.rows<{ id: TagId }>(
    `delete from customer_tags where account_id = $1 and customer_id = $2 and tag_id = any($3::uuid[]) and by_id = $4
     returning tag_id as id`,
    [transaction.accountId, customerId, tags.map(({ tagId }) => tagId), by.id],
  );
  const ids = taken.map(({ id }) => id);
  const replaced = tags.flatMap(({ tagId, replacedTagId }) =>
    replacedTagId && ids.includes(tagId) ? [replacedTagId] : [],
  );
  if (replaced.length > 0) {
    await transaction.run(
      `insert into customer_tags (account_id, customer_id, tag_id, exclusive_group_id, by_kind, by_id)
       select $1, $2, t.id, case when g.exclusive then g.id end, $5, $4
       from tags t left join tag_groups g on g.account_id = t.account_id and g.id = t.group_id
       where t.account_id = $1 and t.id = any($3::uuid[]) and t.archived_at is null
       on conflict do nothing`,
      [transaction.accountId, customerId, replaced, by.id, by.kind],
    );
  }
  return ids;
}
