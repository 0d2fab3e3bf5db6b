import type { CustomerFieldValue } from '@hanasu/contract/customer-fields';
import type { PostalAddress } from '@hanasu/contract/customers';
import type { CustomerId, CustomerTaskId, TagId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** By which a row finds its customer. */
export interface Keys {
  readonly ids: readonly CustomerId[];
  readonly externalIds: readonly string[];
  /** As they are compared. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** As `nameKey` has them. */
  readonly names: readonly string[];
}

export interface Match {
  readonly by: 'id' | 'externalId' | 'phone' | 'email' | 'name';
  readonly key: string;
  readonly customerId: CustomerId;
}

export const findMatches = (
  transaction: AccountTransaction,
  { ids, externalIds, phones, emails, names }: Keys,
): Promise<Match[]> =>
  transaction.rows<Match>(
    `select 'id' as by, id::text as key, id as "customerId" from customers
      where account_id = $1 and id = any($2::uuid[])
     union select 'externalId', external_id, customer_id from friends
      where account_id = $1 and cardinality($3::text[]) > 0 and external_id = any($3::text[])
     union select kind, normal, customer_id from customer_contacts
      where account_id = $1 and kind = 'phone' and normal = any($4::text[])
     union select kind, normal, customer_id from customer_contacts
      where account_id = $1 and kind = 'email' and normal = any($5::text[])
     union select 'name', name_key, id from customers
      where account_id = $1 and cardinality($6::text[]) > 0 and name_key = any($6::text[])`,
    [transaction.accountId, ids, externalIds, phones, emails, names],
  );

/** What stands of a customer in the columns that an import writes. */
export interface KnownCustomer {
  readonly id: CustomerId;
  readonly name: string;
  readonly displayName: string | null;
  readonly kana: string;
  readonly language: string | null;
  readonly birthday: string | null;
  readonly address: PostalAddress | null;
  readonly note: string;
  readonly ownerId: UserId | null;
  readonly fields: Readonly<Record<string, CustomerFieldValue>>;
  readonly contacts: readonly {
    readonly kind: 'phone' | 'email';
    readonly value: string;
    readonly normal: string | null;
    readonly position: number;
  }[];
  readonly tagIds: readonly TagId[];
}

/** In the order of their ids; locked so, too. */
export async function readKnown(
  transaction: AccountTransaction,
  ids: readonly CustomerId[],
  { isLocked }: { readonly isLocked: boolean },
): Promise<ReadonlyMap<CustomerId, KnownCustomer>> {
  const rows = await transaction.rows<KnownCustomer>(
    `select c.id, c.shown_name as name, c.display_name as "displayName", c.kana, c.language,
       c.birthday::text as birthday, c.address, c.note, c.owner_id as "ownerId", c.fields,
       coalesce((select json_agg(json_build_object('kind', x.kind, 'value', x.value, 'normal', x.normal, 'position', x.position)
           order by x.kind, x.position)
         from customer_contacts x where x.account_id = c.account_id and x.customer_id = c.id), '[]') as contacts,
       array(select x.tag_id from customer_tags x
         where x.account_id = c.account_id and x.customer_id = c.id) as "tagIds"
     from customers c where c.account_id = $1 and c.id = any($2::uuid[])
     order by c.id ${isLocked ? 'for update of c' : ''}`,
    [transaction.accountId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

interface EarlierRow {
  readonly row: number;
  readonly isCreated: boolean;
}

/** Which row of this import was of each of these customers, and whether it has made them. */
export async function rowsOf(
  transaction: AccountTransaction,
  taskId: CustomerTaskId,
  ids: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, EarlierRow>> {
  const rows = await transaction.rows<{ id: CustomerId } & EarlierRow>(
    `select customer_id as id, row, outcome = 'created' as "isCreated" from customer_task_rows
     where account_id = $1 and task_id = $2 and customer_id = any($3::uuid[])`,
    [transaction.accountId, taskId, ids],
  );
  return new Map(rows.map(({ id, row, isCreated }) => [id, { row, isCreated }]));
}

/** All of what an import writes into the row of a customer. */
export type WrittenCustomer = Omit<KnownCustomer, 'name' | 'contacts' | 'tagIds'>;

const jsonOf = (customers: readonly WrittenCustomer[]): string =>
  JSON.stringify(
    customers.map(({ displayName, ownerId, ...customer }) => ({
      ...customer,
      display_name: displayName,
      owner_id: ownerId,
    })),
  );
const WRITTEN = `jsonb_to_recordset($2::jsonb) as n(id uuid, display_name text, kana text, language text,
    birthday date, address jsonb, note text, owner_id uuid, fields jsonb)`;

export const insertCustomers = (
  transaction: AccountTransaction,
  customers: readonly WrittenCustomer[],
): Promise<number> =>
  transaction.run(
    `insert into customers (account_id, id, name, display_name, kana, language, birthday, address, note, owner_id,
       fields, source)
     select $1, n.id, '', n.display_name, n.kana, n.language, n.birthday, nullif(n.address, 'null'), n.note, n.owner_id,
       n.fields, 'import' from ${WRITTEN}`,
    [transaction.accountId, jsonOf(customers)],
  );

export const updateCustomers = (
  transaction: AccountTransaction,
  customers: readonly WrittenCustomer[],
): Promise<number> =>
  transaction.run(
    `update customers c set display_name = n.display_name, kana = n.kana, language = n.language,
       birthday = n.birthday, address = nullif(n.address, 'null'), note = n.note, owner_id = n.owner_id,
       fields = n.fields, updated_at = now()
     from ${WRITTEN} where c.account_id = $1 and c.id = n.id`,
    [transaction.accountId, jsonOf(customers)],
  );

export interface AddedContact {
  readonly customerId: CustomerId;
  readonly kind: 'phone' | 'email';
  readonly value: string;
  readonly normal: string | null;
  /** After those that they have. */
  readonly position: number;
}

export const addContacts = (
  transaction: AccountTransaction,
  contacts: readonly AddedContact[],
): Promise<number> =>
  transaction.run(
    `insert into customer_contacts (account_id, customer_id, kind, position, value, normal)
     select $1, n.customer_id, n.kind, n.position, n.value, n.normal
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::int[])
       as n(customer_id, kind, value, normal, position)`,
    [
      transaction.accountId,
      contacts.map(({ customerId }) => customerId),
      contacts.map(({ kind }) => kind),
      contacts.map(({ value }) => value),
      contacts.map(({ normal }) => normal),
      contacts.map(({ position }) => position),
    ],
  );

/** Those that stand there as they were added. */
export const removeContacts = (
  transaction: AccountTransaction,
  contacts: readonly Omit<AddedContact, 'normal' | 'position'>[],
): Promise<{ customerId: CustomerId; kind: 'phone' | 'email'; value: string }[]> =>
  transaction.rows(
    `delete from customer_contacts x
     using unnest($2::uuid[], $3::text[], $4::text[]) as n(customer_id, kind, value)
     where x.account_id = $1 and x.customer_id = n.customer_id and x.kind = n.kind and x.value = n.value
     returning x.customer_id as "customerId", x.kind, x.value`,
    [
      transaction.accountId,
      contacts.map(({ customerId }) => customerId),
      contacts.map(({ kind }) => kind),
      contacts.map(({ value }) => value),
    ],
  );

export interface ReadingFacts {
  readonly members: readonly {
    readonly id: UserId;
    readonly username: string;
    readonly displayName: string;
  }[];
  readonly tags: readonly { readonly id: TagId; readonly name: string }[];
}

/** Who may be an owner, and which tags can be given. */
export async function readReadingFacts(transaction: AccountTransaction): Promise<ReadingFacts> {
  const [members, tags] = await Promise.all([
    transaction.rows<ReadingFacts['members'][number]>(
      `select u.id, u.username, u.display_name as "displayName" from memberships m join users u on u.id = m.user_id
       where m.tenant_id = $1`,
      [transaction.accountId],
    ),
    transaction.rows<ReadingFacts['tags'][number]>(
      `select id, name from tags where account_id = $1 and archived_at is null`,
      [transaction.accountId],
    ),
  ]);
  return { members, tags };
}

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
