import type { CustomerFieldValue } from '@hanasu/contract/customer-fields';
import type { CustomerView, PostalAddress } from '@hanasu/contract/customers';
import type { ChannelId, CustomerFieldId, CustomerId, FriendId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { picturePath } from '../../../platform/database/picture-path.ts';

type FriendOf = CustomerView['friends'][number];

export interface CustomerRow {
  readonly id: CustomerId;
  readonly shownName: string;
  readonly displayName: string | null;
  readonly name: string;
  readonly kana: string;
  readonly language: string | null;
  readonly birthday: string | null;
  readonly address: PostalAddress | null;
  readonly note: string;
  readonly fields: Record<string, CustomerFieldValue>;
  readonly source: CustomerView['source'];
  readonly ownerId: UserId | null;
  readonly ownerName: string | null;
  readonly contacts: readonly {
    readonly kind: string;
    readonly value: string;
    readonly normal: string | null;
  }[];
  readonly tags: CustomerView['tags'];
  readonly friends: readonly FriendOf[];
  readonly lastWroteAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** `$2`: ids of the fields that the caller may not see. */
export const COLUMNS = `c.id, c.shown_name as "shownName", c.display_name as "displayName", c.name, c.kana,
    coalesce(c.language, (select f.language from friends f where f.account_id = c.account_id and f.customer_id = c.id
      and f.language <> '' order by f.last_wrote_at desc nulls last limit 1)) as language,
    c.birthday::text as birthday, c.address, c.note, c.fields - $2::text[] as fields, c.source,
    c.owner_id as "ownerId", o.display_name as "ownerName", c.last_wrote_at as "lastWroteAt",
    c.created_at as "createdAt", c.updated_at as "updatedAt",
    coalesce((select json_agg(json_build_object('kind', x.kind, 'value', x.value, 'normal', x.normal)
        order by x.kind, x.position)
      from customer_contacts x where x.account_id = c.account_id and x.customer_id = c.id), '[]') as contacts,
    coalesce((select json_agg(json_build_object('uuid', t.id, 'name', t.name, 'color', t.color, 'groupUuid', t.group_id)
        order by g.position nulls last, t.position, t.id)
      from customer_tags x join tags t on t.account_id = x.account_id and t.id = x.tag_id
        left join tag_groups g on g.account_id = t.account_id and g.id = t.group_id
      where x.account_id = c.account_id and x.customer_id = c.id), '[]') as tags,
    coalesce((select json_agg(json_build_object('uuid', f.id, 'name', f.name, 'state', f.state, 'consent', f.consent,
          'pictureUrl', ${picturePath('friend', 'f', 'picture_url')},
          'channel', json_build_object('uuid', ch.id, 'kind', ch.kind, 'name', ch.name, 'sandbox', ch.sandbox),
          'conversationUuid', k.id,
          'lastWroteAt', to_char(f.last_wrote_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by f.last_wrote_at desc nulls last, f.id)
      from friends f join channels ch on ch.account_id = f.account_id and ch.id = f.channel_id
        left join conversations k on k.account_id = f.account_id and k.channel_id = f.channel_id
          and k.thread_external_id = f.external_id
      where f.account_id = c.account_id and f.customer_id = c.id), '[]') as friends`;
export const TABLES = 'customers c left join users o on o.id = c.owner_id';

const contactsOf = ({ contacts }: CustomerRow, wanted: string) =>
  contacts.filter(({ kind }) => kind === wanted).map(({ value, normal }) => ({ value, normal }));

export const view = (row: CustomerRow): CustomerView => ({
  uuid: row.id,
  name: row.shownName,
  displayName: row.displayName,
  vendorName: row.name,
  kana: row.kana,
  language: row.language,
  phones: contactsOf(row, 'phone'),
  emails: contactsOf(row, 'email'),
  birthday: row.birthday,
  address: row.address,
  note: row.note,
  fields: row.fields,
  tags: row.tags,
  source: row.source,
  owner: row.ownerId && { uuid: row.ownerId, name: row.ownerName ?? '' },
  friends: [...row.friends],
  lastWroteAt: row.lastWroteAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Who became part of another one is that one. */
export async function findCustomer(
  transaction: AccountTransaction,
  id: CustomerId,
  hidden: readonly CustomerFieldId[],
): Promise<CustomerView | null> {
  const row = await transaction.one<CustomerRow>(
    `select ${COLUMNS} from ${TABLES} where c.account_id = $1 and c.id = coalesce(
       (select m.kept_id from customer_merges m where m.account_id = $1 and m.merged_id = $3), $3)`,
    [transaction.accountId, hidden, id],
  );
  return row && view(row);
}

/** Those that exist, in no order. */
export const findCustomers = async (
  transaction: AccountTransaction,
  ids: readonly CustomerId[],
  hidden: readonly CustomerFieldId[],
): Promise<CustomerView[]> =>
  (
    await transaction.rows<CustomerRow>(
      `select ${COLUMNS} from ${TABLES} where c.account_id = $1 and c.id = any($3::uuid[])`,
      [transaction.accountId, hidden, ids],
    )
  ).map(view);

/** Those that exist, locked in the order of their ids, so that two who change the same people never wait for each other. */
export async function lockCustomers(
  transaction: AccountTransaction,
  ids: readonly CustomerId[],
): Promise<{ id: CustomerId; ownerId: UserId | null }[]> {
  return transaction.rows<{ id: CustomerId; ownerId: UserId | null }>(
    `select id, owner_id as "ownerId" from customers where account_id = $1 and id = any($2::uuid[]) order by id for update`,
    [transaction.accountId, ids],
  );
}

export async function insertCustomer(
  transaction: AccountTransaction,
  id: CustomerId,
  source: CustomerView['source'],
): Promise<void> {
  await transaction.run(`insert into customers (account_id, id, name, source) values ($1, $2, '', $3)`, [
    transaction.accountId,
    id,
    source,
  ]);
}

/** What is undefined stays. */
export interface CustomerChange {
  readonly displayName?: string | null | undefined;
  readonly kana?: string | undefined;
  readonly language?: string | null | undefined;
  readonly birthday?: string | null | undefined;
  readonly address?: PostalAddress | null | undefined;
  readonly note?: string | undefined;
  readonly ownerId?: UserId | null | undefined;
  /** Values that are set, and ids of fields that are emptied. */
  readonly fields: Readonly<Record<string, CustomerFieldValue>>;
  readonly emptied: readonly string[];
}

const COLUMN_OF = {
  displayName: 'display_name',
  kana: 'kana',
  language: 'language',
  birthday: 'birthday',
  address: 'address',
  note: 'note',
  ownerId: 'owner_id',
} as const;

/** Writes what differs from what is there; answers which facts those are, by the name of their column. */
export async function updateCustomer(
  transaction: AccountTransaction,
  id: CustomerId,
  { fields, emptied, ...facts }: CustomerChange,
): Promise<string[]> {
  const given = Object.fromEntries(
    Object.entries(COLUMN_OF).flatMap(([member, column]) => {
      const value = facts[member as keyof typeof COLUMN_OF];
      return value === undefined ? [] : [[column, value]];
    }),
  );
  const row = await transaction.one<{ facts: string[] }>(
    `with before as (select * from customers where account_id = $1 and id = $2),
     wanted as (select (jsonb_populate_record(c, $3::jsonb)).*, (c.fields || $4::jsonb) - $5::text[] as new_fields
       from customers c where c.account_id = $1 and c.id = $2),
     changed as (
       update customers c set display_name = w.display_name, kana = w.kana, language = w.language,
         birthday = w.birthday, address = w.address, note = w.note, owner_id = w.owner_id, fields = w.new_fields,
         updated_at = now()
       from wanted w where c.account_id = $1 and c.id = $2
         and (c.display_name, c.kana, c.language, c.birthday, c.address, c.note, c.owner_id, c.fields)
           is distinct from
             (w.display_name, w.kana, w.language, w.birthday, w.address, w.note, w.owner_id, w.new_fields)
       returning c.*)
     select array_remove(array[
       case when b.display_name is distinct from c.display_name then 'display_name' end,
       case when b.kana <> c.kana then 'kana' end,
       case when b.language is distinct from c.language then 'language' end,
       case when b.birthday is distinct from c.birthday then 'birthday' end,
       case when b.address is distinct from c.address then 'address' end,
       case when b.note <> c.note then 'note' end,
       case when b.owner_id is distinct from c.owner_id then 'owner_id' end,
       case when b.fields <> c.fields then 'fields' end], null) as facts
     from before b join changed c on true`,
    [transaction.accountId, id, JSON.stringify(given), JSON.stringify(fields), emptied],
  );
  return row?.facts ?? [];
}

export interface StoredContact {
  readonly value: string;
  readonly normal: string | null;
}

const NAMED_MAX = 10;

/** Who has one of these phones or e-mail addresses, as they are compared; those who wrote last first. */
export const findByContacts = (
  transaction: AccountTransaction,
  contacts: readonly { readonly kind: 'phone' | 'email'; readonly normal: string }[],
): Promise<{ id: CustomerId; name: string; kind: 'phone' | 'email' }[]> =>
  transaction.rows<{ id: CustomerId; name: string; kind: 'phone' | 'email' }>(
    `select c.id, c.shown_name as name, min(x.kind) as kind
     from unnest($2::text[], $3::text[]) as n(kind, normal)
       join customer_contacts x on x.account_id = $1 and x.kind = n.kind and x.normal = n.normal
       join customers c on c.account_id = $1 and c.id = x.customer_id
     group by c.id, c.shown_name, c.last_wrote_at order by c.last_wrote_at desc nulls last, c.id limit ${NAMED_MAX}`,
    [transaction.accountId, contacts.map(({ kind }) => kind), contacts.map(({ normal }) => normal)],
  );

/** Puts these in the place of all of the kind. True: they were others. */
export async function replaceContacts(
  transaction: AccountTransaction,
  id: CustomerId,
  { kind, contacts }: { readonly kind: 'phone' | 'email'; readonly contacts: readonly StoredContact[] },
): Promise<boolean> {
  const before = await transaction.rows<{ value: string }>(
    `select value from customer_contacts where account_id = $1 and customer_id = $2 and kind = $3 order by position`,
    [transaction.accountId, id, kind],
  );
  const same =
    before.length === contacts.length && before.every(({ value }, index) => value === contacts[index]?.value);
  if (same) return false;
  await transaction.run(
    `delete from customer_contacts where account_id = $1 and customer_id = $2 and kind = $3`,
    [transaction.accountId, id, kind],
  );
  await transaction.run(
    `insert into customer_contacts (account_id, customer_id, kind, position, value, normal)
     select $1, $2, $3, n.position, n.value, n.normal
     from unnest($4::text[], $5::text[]) with ordinality as n(value, normal, position)`,
    [
      transaction.accountId,
      id,
      kind,
      contacts.map(({ value }) => value),
      contacts.map(({ normal }) => normal),
    ],
  );
  await transaction.run(`update customers set updated_at = now() where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ]);
  return true;
}

/** Answers the friends whose consent was another one; friends of other customers are left alone. */
export const setConsents = (
  transaction: AccountTransaction,
  id: CustomerId,
  consents: Readonly<Record<string, string>>,
): Promise<{ id: FriendId; channelId: ChannelId }[]> =>
  transaction.rows<{ id: FriendId; channelId: ChannelId }>(
    `update friends f set consent = n.consent from unnest($3::uuid[], $4::text[]) as n(id, consent)
     where f.account_id = $1 and f.customer_id = $2 and f.id = n.id and f.consent <> n.consent
     returning f.id, f.channel_id as "channelId"`,
    [transaction.accountId, id, Object.keys(consents), Object.values(consents)],
  );

export const assignCustomers = (
  transaction: AccountTransaction,
  ids: readonly CustomerId[],
  ownerId: UserId | null,
): Promise<number> =>
  transaction.run(
    `update customers set owner_id = $3, updated_at = now()
     where account_id = $1 and id = any($2::uuid[]) and owner_id is distinct from $3`,
    [transaction.accountId, ids, ownerId],
  );

/** IANA name of the account's time zone. */
export const timeZoneOf = async (transaction: AccountTransaction): Promise<string> =>
  (
    await transaction.one<{ timeZone: string }>(
      `select time_zone as "timeZone" from accounts where id = $1`,
      [transaction.accountId],
    )
  )?.timeZone ?? 'UTC';

export const isMember = async (transaction: AccountTransaction, userId: UserId): Promise<boolean> =>
  (await transaction.one(`select 1 from memberships where tenant_id = $1 and user_id = $2`, [
    transaction.accountId,
    userId,
  ])) !== null;
