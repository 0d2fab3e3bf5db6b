import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import { type CustomerLanguage, customerLanguage } from '@hanasu/contract/customer-words/customer-words';
import type { CustomerView } from '@hanasu/contract/customers';
import type {
  ChannelId,
  ConversationId,
  CustomerFieldId,
  CustomerId,
  FriendId,
  UserId,
} from '@hanasu/contract/ids';
import { MESSAGE_VARIABLES, variableName } from '@hanasu/contract/message-variables';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { formContacts } from '../../contacts/public.ts';

/** The reader of a message, and the values that are filled in for them. */
export interface MessageReader {
  /** Empty: on no channel in particular. */
  readonly channelKind: string;
  readonly channelId: ChannelId | null;
  readonly isSandbox: boolean;
  /** Null: a group, or no particular reader. */
  readonly friendId: FriendId | null;
  readonly language: CustomerLanguage;
  /** By `variableName`. */
  readonly values: ReadonlyMap<string, string>;
  /** Every name that messages of the account may hold, whether this reader has a value or not. */
  readonly known: ReadonlySet<string>;
}

interface ReaderRow {
  readonly customerId: CustomerId | null;
  readonly friendId: FriendId | null;
  readonly language: string | null;
  readonly channelId: ChannelId | null;
  readonly channelKind: string | null;
  readonly isSandbox: boolean | null;
  readonly channelName: string | null;
  readonly accountName: string;
  readonly operatorName: string | null;
  readonly variables: readonly { readonly name: string; readonly value: string }[] | null;
}

/** Finds the reader of a conversation; `operatorId`: who writes. Null: there is no such conversation. */
export async function readerOf(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  operatorId: UserId | null = null,
): Promise<MessageReader | null> {
  const row = await transaction.one<ReaderRow>(
    `select f.customer_id as "customerId", case when c.is_group then null else f.id end as "friendId", f.language,
       ch.id as "channelId", ch.kind as "channelKind", ch.sandbox as "isSandbox", ch.name as "channelName",
       a.name as "accountName", (select u.display_name from users u where u.id = $3) as "operatorName",
       b.settings -> 'variables' as variables
     from conversations c join accounts a on a.id = c.account_id
       left join friends f on f.account_id = c.account_id and f.id = c.friend_id
       left join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
       left join bots b on b.account_id = c.account_id and b.id = coalesce(c.bot_id, ch.bot_id)
     where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, conversationId, operatorId],
  );
  return row && readerFrom(transaction, row);
}

/** Finds friends, who may not have a conversation; `operatorId`: who writes. Those who don't exist are absent. */
export async function readersOfFriends(
  transaction: AccountTransaction,
  ids: readonly FriendId[],
  operatorId: UserId | null,
): Promise<ReadonlyMap<FriendId, MessageReader>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction.rows<ReaderRow & { readonly friendId: FriendId }>(
    `select f.customer_id as "customerId", f.id as "friendId", f.language, ch.id as "channelId",
       ch.kind as "channelKind", ch.sandbox as "isSandbox", ch.name as "channelName", a.name as "accountName",
       (select u.display_name from users u where u.id = $3) as "operatorName", b.settings -> 'variables' as variables
     from friends f join accounts a on a.id = f.account_id
       join channels ch on ch.account_id = f.account_id and ch.id = f.channel_id
       left join bots b on b.account_id = f.account_id and b.id = ch.bot_id
     where f.account_id = $1 and f.id = any($2::uuid[])`,
    [transaction.accountId, ids, operatorId],
  );
  const names = await messageNames(transaction);
  const customers = await formContacts.findCustomers(
    transaction,
    rows.flatMap(({ customerId }) => customerId ?? []),
    names.hidden,
  );
  const byId = new Map(customers.map((customer) => [customer.uuid, customer]));
  return new Map(
    rows.map((row) => [
      row.friendId,
      readerWith(row, names, (row.customerId && byId.get(row.customerId)) ?? null),
    ]),
  );
}

/** Finds a customer whichever channel they are on; null: there is no such customer. */
export async function readerOfCustomer(
  transaction: AccountTransaction,
  customerId: CustomerId,
  operatorId: UserId | null,
): Promise<MessageReader | null> {
  const row = await transaction.one<ReaderRow>(
    `select c.id as "customerId", null::uuid as "friendId", c.language, null::uuid as "channelId",
       null as "channelKind", null::boolean as "isSandbox", null as "channelName", a.name as "accountName",
       (select u.display_name from users u where u.id = $3) as "operatorName", null::jsonb as variables
     from customers c join accounts a on a.id = c.account_id where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, customerId, operatorId],
  );
  return row && readerFrom(transaction, row);
}

/** The reader for a new visitor of a channel, who is not known yet; null: there is no such channel. */
export async function readerOfChannel(
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<MessageReader | null> {
  const row = await transaction.one<ReaderRow>(
    `select null::uuid as "customerId", null::uuid as "friendId", null as language, ch.id as "channelId",
       ch.kind as "channelKind", ch.sandbox as "isSandbox", ch.name as "channelName", a.name as "accountName",
       null as "operatorName", b.settings -> 'variables' as variables
     from channels ch join accounts a on a.id = ch.account_id
       left join bots b on b.account_id = ch.account_id and b.id = ch.bot_id
     where ch.account_id = $1 and ch.id = $2`,
    [transaction.accountId, channelId],
  );
  return row && readerFrom(transaction, row);
}

async function readerFrom(transaction: AccountTransaction, row: ReaderRow): Promise<MessageReader> {
  const names = await messageNames(transaction);
  const customer =
    row.customerId && (await formContacts.findCustomer(transaction, row.customerId, names.hidden));
  return readerWith(row, names, customer);
}

function readerWith(
  row: ReaderRow,
  { fields, known }: MessageNames,
  customer: CustomerView | null,
): MessageReader {
  return {
    channelKind: row.channelKind ?? '',
    channelId: row.channelId,
    isSandbox: row.isSandbox ?? false,
    friendId: row.friendId,
    language: customerLanguage(customer ? customer.language : row.language) ?? 'ja',
    values: new Map([
      ...(row.variables ?? []).map(({ name, value }): [string, string] => [variableName(name), value]),
      ...(customer ? customerValues(customer, fields) : []),
      ['staff.name', row.operatorName ?? ''],
      ['account.name', row.accountName],
      ['channel.name', row.channelName ?? ''],
    ]),
    known,
  };
}

interface MessageNames {
  readonly fields: readonly CustomerFieldView[];
  /** Fields that don't stand in messages. */
  readonly hidden: readonly CustomerFieldId[];
  readonly known: ReadonlySet<string>;
}

/**
 * Names that may stand in messages of the account: fields that all of the staff may read, because messages stand in the
 * inbox, and the variables of its bots.
 */
export async function messageNames(transaction: AccountTransaction): Promise<MessageNames> {
  const [all, variables] = await Promise.all([
    formContacts.listFields(transaction),
    transaction.rows<{ name: string }>(
      `select distinct v ->> 'name' as name from bots b
         cross join jsonb_array_elements(coalesce(b.settings -> 'variables', '[]')) as v
       where b.account_id = $1`,
      [transaction.accountId],
    ),
  ]);
  const fields = all.filter(({ archivedAt, hiddenFrom }) => archivedAt === null && hiddenFrom.length === 0);
  return {
    fields,
    hidden: all.filter((field) => !fields.includes(field)).map(({ uuid }) => uuid),
    known: new Set([
      ...MESSAGE_VARIABLES,
      ...fields.map(fieldVariable),
      ...variables.map(({ name }) => variableName(name)),
    ]),
  };
}

const fieldVariable = ({ label }: Pick<CustomerFieldView, 'label'>): string =>
  `customer.${variableName(label)}`;

function customerValues(customer: CustomerView, fields: readonly CustomerFieldView[]): [string, string][] {
  return [
    ...fields.map((field): [string, string] => [fieldVariable(field), shownValue(customer, field)]),
    ['customer.name', customer.name],
    ['customer.phone', customer.phones[0]?.value ?? ''],
    ['customer.email', customer.emails[0]?.value ?? ''],
  ];
}

/** Shows a value as it is read: choices by their labels. */
function shownValue({ fields }: CustomerView, { uuid, kind, options }: CustomerFieldView): string {
  const value = fields[uuid];
  const labelOf = (id: unknown): string => options.find((option) => option.id === id)?.label ?? '';
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(labelOf).filter(Boolean).join(', ');
  if (kind === 'choice') return labelOf(value);
  if (typeof value === 'boolean') return value ? '✓' : '';
  return String(value);
}

/** Values in previews where no reader was chosen. */
const EXAMPLES: Readonly<Record<CustomerLanguage, Readonly<Record<string, string>>>> = {
  en: {
    'customer.name': 'Alex Smith',
    'customer.phone': '+44 20 7946 0000',
    'customer.email': 'alex@example.com',
  },
  ja: {
    'customer.name': '山田 花子',
    'customer.phone': '090-0000-0000',
    'customer.email': 'hanako@example.com',
  },
  vi: {
    'customer.name': 'Nguyễn Minh Anh',
    'customer.phone': '090 000 0000',
    'customer.email': 'minhanh@example.com',
  },
};

const HOMES: Readonly<Record<string, CustomerLanguage>> = {
  'Asia/Tokyo': 'ja',
  'Asia/Ho_Chi_Minh': 'vi',
  'Asia/Saigon': 'vi',
  'Asia/Bangkok': 'vi',
};

/** Makes a value for each name, as customers of the account might have it. */
async function examplesOf(
  transaction: AccountTransaction,
  operatorId: UserId,
): Promise<{ readonly language: CustomerLanguage; readonly examples: ReadonlyMap<string, string> }> {
  const { fields, known } = await messageNames(transaction);
  const labels = new Map(fields.map((field) => [fieldVariable(field), field.label]));
  const row = await transaction.one<{
    accountName: string;
    timeZone: string;
    operatorName: string | null;
    locale: string | null;
  }>(
    `select a.name as "accountName", a.time_zone as "timeZone", u.display_name as "operatorName", u.locale
     from accounts a left join users u on u.id = $2 where a.id = $1`,
    [transaction.accountId, operatorId],
  );
  const language = HOMES[row?.timeZone ?? ''] ?? customerLanguage(row?.locale) ?? 'en';
  const examples = new Map([
    ...[...known].map((name): [string, string] => [
      name,
      EXAMPLES[language][name] ?? labels.get(name) ?? name,
    ]),
    ['staff.name', row?.operatorName ?? ''],
    ['account.name', row?.accountName ?? ''],
    ['channel.name', row?.accountName ?? ''],
  ]);
  return { language, examples };
}

/** Every name with its label and an example, for staff who compose. */
export async function listVariables(transaction: AccountTransaction, operatorId: UserId) {
  const { fields } = await messageNames(transaction);
  const labels = new Map(fields.map((field) => [fieldVariable(field), field.label]));
  const { examples } = await examplesOf(transaction, operatorId);
  return [...examples].map(([name, example]) => ({ name, label: labels.get(name) ?? null, example }));
}

/** The reader of a preview without a customer: every name has an example. */
export async function exampleReader(
  transaction: AccountTransaction,
  operatorId: UserId,
): Promise<MessageReader> {
  const { language, examples } = await examplesOf(transaction, operatorId);
  return {
    channelKind: '',
    channelId: null,
    isSandbox: true,
    friendId: null,
    language,
    values: examples,
    known: new Set(examples.keys()),
  };
}
