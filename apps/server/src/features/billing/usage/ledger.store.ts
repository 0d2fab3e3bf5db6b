import type { LedgerKind, UsageGroup } from '@hanasu/contract/billing';
import type {
  ApiKeyId,
  BotId,
  ChannelId,
  ConversationId,
  DocumentId,
  KnowledgeId,
  PaymentId,
  UserId,
} from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { IS_NO_TEST } from '../billing.store.ts';

/** `none`: entries without one. */
type OrNone<Id extends string> = Id | 'none' | undefined;

export interface LedgerFilter {
  readonly kind?: LedgerKind | undefined;
  readonly botUuid?: OrNone<BotId>;
  readonly serviceUuid?: OrNone<string>;
  readonly channelUuid?: OrNone<ChannelId>;
  readonly keyUuid?: OrNone<ApiKeyId>;
  readonly personUuid?: OrNone<UserId>;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** False: model calls that are no tests. */
  readonly tests?: boolean | undefined;
}

const COLUMNS = {
  botUuid: { column: 'e.bot_id', type: 'uuid' },
  serviceUuid: { column: 'e.service_uuid', type: 'text' },
  channelUuid: { column: 'e.channel_id', type: 'uuid' },
  keyUuid: { column: 'e.api_key_id', type: 'uuid' },
  personUuid: { column: 'e.user_id', type: 'uuid' },
} as const satisfies Partial<Record<keyof LedgerFilter, { column: string; type: string }>>;
const NARROWED = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

interface Conditions {
  readonly sql: string;
  readonly values: unknown[];
}

/** Conditions of the entries `e`, without those that are not asked for: the planner then finds the index of the others. */
function conditionsOf(transaction: AccountTransaction, filter: LedgerFilter): Conditions {
  const values: unknown[] = [transaction.accountId];
  const bound = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const conditions = ['e.account_id = $1'];
  if (filter.kind) conditions.push(`e.kind = ${bound(filter.kind, 'text')}`);
  for (const name of NARROWED) {
    const { column, type } = COLUMNS[name];
    const value = filter[name];
    if (value === 'none') conditions.push(`${column} is null`);
    else if (value !== undefined) conditions.push(`${column} = ${bound(value, type)}`);
  }
  if (filter.from) conditions.push(`e.created_at >= ${bound(filter.from, 'timestamptz')}`);
  if (filter.to) conditions.push(`e.created_at < ${bound(filter.to, 'timestamptz')}`);
  if (filter.tests === false) conditions.push(IS_NO_TEST);
  return { sql: conditions.join(' and '), values };
}

export interface EntryRow {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly tokens: number;
  readonly balance: number;
  readonly botId: BotId | null;
  readonly botName: string | null;
  readonly serviceUuid: string | null;
  readonly channelName: string | null;
  readonly keyId: ApiKeyId | null;
  readonly keyName: string | null;
  readonly personId: UserId | null;
  readonly personName: string | null;
  /** Of the conversation, where it still exists. */
  readonly origin: string | null;
  readonly ownerId: UserId | null;
  readonly conversationId: ConversationId | null;
  readonly documentId: DocumentId | null;
  readonly documentTitle: string | null;
  readonly knowledgeId: KnowledgeId | null;
  readonly knowledgeName: string | null;
  readonly paymentId: PaymentId | null;
  readonly input: number;
  readonly output: number;
  readonly isOwnKey: boolean;
  readonly micros: number | null;
  /** Why an administrator of the installation added tokens: in the audit entry of the same credit. */
  readonly reason: string | null;
  readonly createdAt: Date;
  /** With all its digits, for what comes after it. */
  readonly createdAtText: string;
}

/** Names of what entries were paid for; null where it is gone. */
const ENTRIES = `select e.id, e.kind, e.tokens, e.balance, e.bot_id as "botId", b.name as "botName",
    e.service_uuid as "serviceUuid", c.name as "channelName", e.api_key_id as "keyId", k.name as "keyName",
    e.user_id as "personId", u.display_name as "personName", t.origin, t.user_id as "ownerId",
    e.conversation_id as "conversationId", d.id as "documentId", d.title as "documentTitle", w.id as "knowledgeId",
    w.name as "knowledgeName", p.id as "paymentId", e.input, e.output, e.key_id is not null as "isOwnKey", e.micros,
    case when e.kind = 'grant' then (select a.data->>'reason' from audit_events a
      where a.account_id = e.account_id and a.action = 'tokens.added'
        and a.data->'credit'->>'entry' = e.id::text limit 1) end as reason,
    e.created_at as "createdAt", e.created_at::text as "createdAtText"`;
const NAMES = `left join bots b on b.account_id = e.account_id and b.id = e.bot_id
  left join channels c on c.account_id = e.account_id and c.id = e.channel_id
  left join api_keys k on k.account_id = e.account_id and k.id = e.api_key_id
  left join users u on u.id = e.user_id
  left join conversations t on t.account_id = e.account_id and t.id = e.conversation_id
  left join documents d on d.account_id = e.account_id and d.id = e.document_id
  left join knowledges w on w.account_id = e.account_id and w.id = coalesce(d.knowledge_id, e.knowledge_id)
  left join payments p on p.account_id = e.account_id
    and p.id = coalesce(e.payment_id, case when e.kind = 'purchase' then e.id end)`;
const ORDER = 'order by e.created_at desc, e.id desc';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Only the entries of the page are joined with their names. */
export const listEntries = (transaction: AccountTransaction, filter: LedgerFilter, page: Page) => {
  const { sql, values } = conditionsOf(transaction, filter);
  return transaction.rows<EntryRow>(
    `${ENTRIES} from (select * from ledger_entries e where ${sql} ${ORDER}
       limit $${values.length + 1} offset $${values.length + 2}) e ${NAMES} ${ORDER}`,
    [...values, page.limit, page.offset],
  );
};

export type EntryCursor = Pick<EntryRow, 'id' | 'createdAtText'>;

/** The next entries behind one, for a file that is written as it is read. */
export const entriesAfter = (
  transaction: AccountTransaction,
  filter: LedgerFilter,
  { after, limit }: { readonly after: EntryCursor | null; readonly limit: number },
) => {
  const { sql, values } = conditionsOf(transaction, filter);
  const [limited, at, id] = [1, 2, 3].map((index) => `$${values.length + index}`);
  return transaction.rows<EntryRow>(
    `${ENTRIES} from (select * from ledger_entries e where ${sql}
         and (${at}::timestamptz is null or (e.created_at, e.id) < (${at}::timestamptz, ${id}::uuid)) ${ORDER}
       limit ${limited}) e ${NAMES} ${ORDER}`,
    [...values, limit, after?.createdAtText ?? null, after?.id ?? null],
  );
};

interface EntrySums {
  readonly total: number;
  readonly spent: number;
}

/** Counts entries, and sums up what the calls among them cost. */
export async function countEntries(
  transaction: AccountTransaction,
  filter: LedgerFilter,
): Promise<EntrySums> {
  const { sql, values } = conditionsOf(transaction, filter);
  const row = await transaction.one<EntrySums>(
    `select count(*)::int as total, coalesce(-sum(e.tokens) filter (where e.kind = 'call'), 0)::bigint as spent
     from ledger_entries e where ${sql}`,
    values,
  );
  return row ?? { total: 0, spent: 0 };
}

export interface DaySum {
  /** Counted from 1: the place of the day among those that were asked for. */
  readonly day: number;
  readonly tokens: number;
  readonly calls: number;
}

/** Sums up calls by day: each day is a range of the index. Days without calls are left out. */
export const sumByDay = (
  transaction: AccountTransaction,
  filter: LedgerFilter,
  days: readonly { readonly from: Date; readonly to: Date }[],
): Promise<DaySum[]> => {
  const { sql, values } = conditionsOf(transaction, { ...filter, kind: 'call' });
  const [starts, ends] = [1, 2].map((index) => `$${values.length + index}::timestamptz[]`);
  return transaction.rows<DaySum>(
    `select d.day::int as day, s.tokens, s.calls
     from unnest(${starts}, ${ends}) with ordinality as d(starts, ends, day), lateral (
       select (-sum(e.tokens))::bigint as tokens, count(*)::int as calls
       from ledger_entries e where ${sql} and e.created_at >= d.starts and e.created_at < d.ends) s
     where s.calls > 0`,
    [...values, days.map(({ from }) => from), days.map(({ to }) => to)],
  );
};

type NamedGroup = Exclude<UsageGroup, 'day'>;

const GROUPS: Readonly<Record<NamedGroup, { readonly column: string; readonly names: string | null }>> = {
  bot: { column: 'bot_id', names: 'select id, name from bots where account_id = $1' },
  model: { column: 'service_uuid', names: null },
  channel: { column: 'channel_id', names: 'select id, name from channels where account_id = $1' },
  key: { column: 'api_key_id', names: 'select id, name from api_keys where account_id = $1' },
  person: { column: 'user_id', names: 'select id, display_name as name from users' },
};

export interface GroupSum {
  /** Null: calls without one. */
  readonly id: string | null;
  readonly name: string | null;
  readonly tokens: number;
  readonly calls: number;
}

/** Sums up calls by what they were made for, the most expensive first. */
export const sumByGroup = (
  transaction: AccountTransaction,
  filter: LedgerFilter,
  by: NamedGroup,
): Promise<GroupSum[]> => {
  const { sql, values } = conditionsOf(transaction, { ...filter, kind: 'call' });
  const { column, names } = GROUPS[by];
  return transaction.rows<GroupSum>(
    `select s.id::text as id, ${names ? 'n.name' : 'null::text'} as name, s.tokens, s.calls
     from (select e.${column} as id, (-sum(e.tokens))::bigint as tokens, count(*)::int as calls
       from ledger_entries e where ${sql} group by 1) s
     ${names ? `left join (${names}) n on n.id = s.id` : ''}
     order by s.tokens desc, s.calls desc, s.id`,
    values,
  );
};

/** The account's time zone, and when its first call was paid for. */
export async function readStart(
  transaction: AccountTransaction,
): Promise<{ readonly timeZone: string; readonly firstCallAt: Date | null }> {
  const row = await transaction.one<{ timeZone: string; firstCallAt: Date | null }>(
    `select time_zone as "timeZone", (select e.created_at from ledger_entries e
       where e.account_id = $1 and e.kind = 'call' order by e.created_at limit 1) as "firstCallAt"
     from accounts where id = $1`,
    [transaction.accountId],
  );
  return row ?? { timeZone: 'UTC', firstCallAt: null };
}

export interface LeftLot {
  readonly kind: 'granted' | 'paid';
  readonly tokens: number;
  readonly expiresAt: Date | null;
}

/** Lots with what is left of them now, in the order in which they are spent (`takeSpent`, without storing it). */
export const readLeftLots = (transaction: AccountTransaction): Promise<LeftLot[]> =>
  transaction.rows<LeftLot>(
    `with l as (select kind, expires_at, left_tokens, sum(left_tokens) over (
           order by kind = 'paid', expires_at nulls last, created_at, id) as up_to
         from token_lots where account_id = $1 and left_tokens > 0),
       s as (select greatest(0, (select coalesce(max(up_to), 0) from l)
         - greatest(0, coalesce((select balance from token_balances where account_id = $1), 0))) as spent)
     select l.kind, (l.left_tokens - least(l.left_tokens, greatest(0, s.spent - (l.up_to - l.left_tokens))))::bigint as tokens,
       l.expires_at as "expiresAt"
     from l, s where l.up_to > s.spent order by l.up_to`,
    [transaction.accountId],
  );
