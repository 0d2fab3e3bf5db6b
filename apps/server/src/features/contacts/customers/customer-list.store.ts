import type { CustomerView } from '@hanasu/contract/customers';
import type {
  ChannelId,
  CustomerFieldId,
  CustomerId,
  CustomerTaskId,
  TagId,
  UserId,
} from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { CompiledSegment } from '../segments/segment-language.ts';
import { countPeople } from '../segments/segments.store.ts';
import { COLUMNS, type CustomerRow, TABLES, view } from './customers.store.ts';

/** Times as whole microseconds since 1970: a text that a caller changed is a number still. */
const time = (column: string) =>
  ({
    key: column,
    text: `(extract(epoch from ${column}) * 1000000)::bigint::text`,
    value: `'epoch'::timestamptz + $12::bigint * interval '1 microsecond'`,
  }) as const;
/** What a list is sorted by, how that is written as the place where the next page begins, and read again. */
const KEYS = {
  name: { key: 'lower(c.shown_name)', text: 'lower(c.shown_name)', value: '$12::text' },
  createdAt: time('c.created_at'),
  lastWroteAt: time(`coalesce(c.last_wrote_at, 'epoch'::timestamptz)`),
  updatedAt: time('c.updated_at'),
} as const;
type CustomerSort = keyof typeof KEYS | `-${keyof typeof KEYS}`;

export interface CustomerFilter {
  /** Folded as `foldForSearch` does. */
  readonly q: string | null;
  /** The same, folded as `foldName` does. */
  readonly name: string | null;
  /** A phone number as it is stored, when `q` reads as one. */
  readonly phone: string | null;
  /** Fields of the account in whose values `q` is looked for. */
  readonly fields: readonly CustomerFieldId[];
  /** Values of choices that `q` names, each as an object of one field. */
  readonly choices: readonly Readonly<Record<string, unknown>>[];
  readonly tagId: TagId | undefined;
  readonly ownerId: UserId | 'none' | undefined;
  readonly channelId: ChannelId | undefined;
  /** An import that has added or changed them. */
  readonly importId: CustomerTaskId | undefined;
  readonly segment: CompiledSegment | null;
}

/** `$1` is the account, `$3` to `$11` a `CustomerFilter`. Every part that is not asked for is null. */
const WHERE = `c.account_id = $1
  and ($3::text is null or position($10 in c.searched_names) > 0 or c.id::text = $3
    or c.id in (select x.customer_id from customer_contacts x where x.account_id = $1
      and (position($3 in lower(x.value)) > 0 or position($3 in x.normal) > 0
        or x.normal = $4::text or starts_with(x.normal, $4::text || ';ext=')))
    or c.id in (select f.customer_id from friends f where f.account_id = $1
      and (lower(f.external_id) = $3 or position($10 in f.searched_names) > 0))
    or position($3 in c.searched_fields) > 0 and exists (select from jsonb_each_text(c.fields) e
      where e.key = any($8::text[]) and position($3 in fold_name(e.value)) > 0)
    or c.fields @> any($9::jsonb[]))
  and ($5::uuid is null or exists (select 1 from customer_tags x
    where x.account_id = $1 and x.customer_id = c.id and x.tag_id = $5))
  and ($6::text is null or coalesce(c.owner_id::text, 'none') = $6)
  and ($7::uuid is null or exists (select 1 from friends f
    where f.account_id = $1 and f.customer_id = c.id and f.channel_id = $7))
  and ($11::uuid is null or c.id in (select x.customer_id from customer_task_rows x where x.account_id = $1
    and x.task_id = $11 and x.outcome in ('created', 'changed', 'kept')))`;

const valuesOf = ({
  q,
  name,
  phone,
  tagId,
  ownerId,
  channelId,
  importId,
  fields,
  choices,
}: CustomerFilter) => [
  q,
  phone,
  tagId ?? null,
  ownerId ?? null,
  channelId ?? null,
  fields,
  choices.map((one) => JSON.stringify(one)),
  name,
  importId ?? null,
];

const EVERYBODY = { sql: 'true', values: [] };

export interface CustomerPlace {
  readonly key: string;
  readonly id: CustomerId;
}
interface CustomerPage {
  readonly sort: CustomerSort;
  readonly limit: number;
  /** Where the page begins: after this place, or else after so many customers. */
  readonly after: CustomerPlace | null;
  readonly offset: number;
  readonly hidden: readonly CustomerFieldId[];
}

/** Of whom a page is looked for first, in its order: most lists fill it from them, without reading everybody. */
const FIRST_LOOKED_AT = 4_000;

/** One page and the place where the next one begins; null: it is the last. */
export async function listCustomers(
  transaction: AccountTransaction,
  filter: CustomerFilter,
  page: CustomerPage,
): Promise<{ items: CustomerView[]; next: CustomerPlace | null }> {
  const { limit } = page;
  const isNarrow = filter.segment !== null || filter.q !== null || filter.importId !== undefined;
  const first = isNarrow ? await readPage(transaction, { filter, page, among: 'first' }) : [];
  // Who is rare is found among all at once: the planner would go through them one by one, in the order of the page.
  const rows =
    first.length > limit
      ? first
      : await readPage(transaction, { filter, page, among: isNarrow ? 'all' : 'ordered' });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(view),
    next: last ? { key: last.sortKey, id: last.id } : null,
  };
}

/** One row more than the page has, when there are more. */
function readPage(
  transaction: AccountTransaction,
  {
    filter,
    page: { sort, limit, after, offset, hidden },
    among,
  }: {
    readonly filter: CustomerFilter;
    readonly page: CustomerPage;
    readonly among: 'first' | 'all' | 'ordered';
  },
): Promise<(CustomerRow & { sortKey: string })[]> {
  const within = filter.segment?.where(16) ?? EVERYBODY;
  const isDown = sort.startsWith('-');
  const { key, text, value } = KEYS[sort.replace('-', '') as keyof typeof KEYS];
  const order = isDown ? 'desc' : 'asc';
  const isAfter = `($12::text is null or (${key}, c.id) ${isDown ? '<' : '>'} (${value}, $13::uuid))`;
  const inOrder = `order by ${key} ${order}, c.id ${order}`;
  const looked =
    among === 'first'
      ? `(select * from customers c where c.account_id = $1 and ${isAfter} ${inOrder} limit ${FIRST_LOOKED_AT}) c`
      : 'customers c';
  const found = `select c.account_id, c.id, ${key} as key, ${text} as sort_key from ${looked}
    where ${WHERE} and ${within.sql} and ${isAfter}`;
  const chosen =
    among === 'all'
      ? `people as materialized (${found}),
         page as (select * from people c order by key ${order}, c.id ${order} limit $14 offset $15)`
      : `page as materialized (${found} ${inOrder} limit $14 offset $15)`;
  return transaction.rows<CustomerRow & { sortKey: string }>(
    `with ${chosen}
     select ${COLUMNS}, page.sort_key as "sortKey"
     from page join ${TABLES} on c.account_id = page.account_id and c.id = page.id
     ${inOrder}`,
    [
      transaction.accountId,
      hidden,
      ...valuesOf(filter),
      after?.key ?? null,
      after?.id ?? null,
      limit + 1,
      after ? 0 : offset,
      ...within.values,
    ],
  );
}

/** Everybody of a list, as a part of a `WHERE` for `countPeople` and `estimatePeople`. */
export function peopleOf(filter: CustomerFilter) {
  const within = filter.segment?.where(12) ?? EVERYBODY;
  return {
    sql: `$2::text[] is not null and ${WHERE} and ${within.sql}`,
    values: [[], ...valuesOf(filter), ...within.values],
  };
}

export const countCustomers = (transaction: AccountTransaction, filter: CustomerFilter): Promise<number> =>
  countPeople(transaction, peopleOf(filter));
