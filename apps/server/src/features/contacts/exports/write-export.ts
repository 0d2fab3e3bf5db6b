import type { Locale, Role } from '@hanasu/contract/accounts';
import type { CustomerFieldValue, CustomerFieldView } from '@hanasu/contract/customer-fields';
import { EXPORT_COLUMNS, FILE_HOURS } from '@hanasu/contract/customer-tasks';
import type { CUSTOMER_SORTS, CustomerView } from '@hanasu/contract/customers';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { writeCsv, writeShiftJis, writeXlsx } from '../../../platform/files/table-writers.ts';
import * as store from '../customers/customer-list.store.ts';
import { type AskedCustomers, filterOf } from '../customers/filter-customers.ts';
import { hiddenFields, listFields } from '../fields/fields.store.ts';
import { COLUMN_NAMES } from '../imports/column-names.ts';
import type { SegmentLanguage } from '../segments/segment-language.ts';
import { advance, type TaskRun } from '../tasks/advance.ts';
import { exportKey } from '../tasks/task-files.ts';
import { type CustomerTask, updateTask } from '../tasks/tasks.store.ts';

const PAGE = 500;

interface ExportParams {
  readonly role: Role;
  readonly query: AskedCustomers & { readonly sort?: Sort | undefined };
  readonly format: 'csv' | 'xlsx';
  readonly encoding: 'utf-8' | 'shift_jis';
  readonly columns?: readonly string[] | undefined;
  readonly locale: Locale;
}
type Sort = (typeof CUSTOMER_SORTS)[number] | `-${(typeof CUSTOMER_SORTS)[number]}`;

/** Somebody stopped the export while it was being written. */
class Unwanted extends Error {}

/** Writes the file, a page of customers at a time. A second run begins anew. */
export async function writeExport(
  run: TaskRun,
  task: CustomerTask,
  language: SegmentLanguage,
): Promise<void> {
  const { database, files, key, signal } = run;
  const params = task.params as unknown as ExportParams;
  const total = await database.account(key.accountId, async (transaction) =>
    store.countCustomers(transaction, await filterOf(transaction, language, params)),
  );
  const isWanted = await advance(run, 'running', (transaction) =>
    updateTask(transaction, task.id, { total, done: 0 }),
  );
  if (!isWanted) return;
  const write =
    params.format === 'xlsx' ? writeXlsx : params.encoding === 'shift_jis' ? writeShiftJis : writeCsv;
  try {
    await files.putStream(exportKey(key), write(rowsOf(run, params, language)), signal);
  } catch (error) {
    if (error instanceof Unwanted) return;
    throw error;
  }
  const isKept = await advance(run, 'running', (transaction) =>
    updateTask(transaction, task.id, { state: 'done', hasEnded: true, fileHours: FILE_HOURS }),
  );
  if (!isKept) await files.remove(exportKey(key));
}

async function* rowsOf(
  run: TaskRun,
  params: ExportParams,
  language: SegmentLanguage,
): AsyncGenerator<readonly string[]> {
  const { database, key } = run;
  const columns = await database.account(key.accountId, (transaction) => columnsOf(transaction, params));
  yield columns.map(({ head }) => head);
  let after: store.CustomerPlace | null = null;
  let done = 0;
  do {
    const page = await readPage(run, params, { language, after });
    for (const customer of page.items) yield columns.map(({ cell }) => cell(customer));
    after = page.next;
    done += page.items.length;
    const isWanted = await advance(run, 'running', (transaction) =>
      updateTask(transaction, key.taskId, { done }),
    );
    if (!isWanted) throw new Unwanted('the export was stopped');
  } while (after !== null);
}

const readPage = (
  { database, key }: TaskRun,
  params: ExportParams,
  { language, after }: { readonly language: SegmentLanguage; readonly after: store.CustomerPlace | null },
) =>
  database.account(key.accountId, async (transaction) =>
    store.listCustomers(transaction, await filterOf(transaction, language, params), {
      sort: params.query.sort ?? '-lastWroteAt',
      limit: PAGE,
      after,
      offset: 0,
      hidden: await hiddenFields(transaction, params.role),
    }),
  );

interface ExportColumn {
  readonly head: string;
  readonly cell: (customer: CustomerView) => string;
}

/** The id stands first, so that the file can be imported again. Fields that are hidden from who asked are left out. */
async function columnsOf(
  transaction: AccountTransaction,
  { role, columns, locale }: ExportParams,
): Promise<ExportColumn[]> {
  const hidden = await hiddenFields(transaction, role);
  const fields = (await listFields(transaction)).filter(({ uuid }) => !hidden.includes(uuid));
  const all = [
    ...EXPORT_COLUMNS,
    ...fields.filter(({ archivedAt }) => archivedAt === null).map(({ uuid }) => `field:${uuid}`),
  ];
  const made = (columns ?? all).flatMap((id) => {
    const field = fields.find(({ uuid }) => id === `field:${uuid}`);
    if (field) return { head: field.label, cell: fieldCell(field, locale) };
    const usual = EXPORT_COLUMNS.find((column) => column === id);
    return usual ? { head: headOf(usual, locale), cell: cellOf(usual, locale) } : [];
  });
  return [{ head: COLUMN_NAMES.id[locale][0], cell: ({ uuid }) => uuid }, ...made];
}

const EXPORT_NAMES = {
  channels: { en: 'Channels', ja: 'チャネル', vi: 'Kênh' },
  source: { en: 'Source', ja: '登録元', vi: 'Nguồn' },
  lastWroteAt: { en: 'Last wrote', ja: '最終受信', vi: 'Nhắn lần cuối' },
  createdAt: { en: 'Added', ja: '登録日時', vi: 'Ngày thêm' },
  updatedAt: { en: 'Changed', ja: '更新日時', vi: 'Ngày sửa' },
} as const;
const SOURCES = {
  channel: { en: 'Wrote on a channel', ja: 'チャネルで受信', vi: 'Nhắn qua kênh' },
  staff: { en: 'Added by hand', ja: '手動で追加', vi: 'Thêm thủ công' },
  import: { en: 'Imported', ja: 'インポート', vi: 'Nhập từ tệp' },
  api: { en: 'API', ja: 'API', vi: 'API' },
  form: { en: 'Filled in a form', ja: 'フォームの回答', vi: 'Điền biểu mẫu' },
} as const;
const YES_NO = { en: ['Yes', 'No'], ja: ['はい', 'いいえ'], vi: ['Có', 'Không'] } as const;

type ExportColumnId = (typeof EXPORT_COLUMNS)[number];

function headOf(id: ExportColumnId, locale: Locale): string {
  if (id in EXPORT_NAMES) return EXPORT_NAMES[id as keyof typeof EXPORT_NAMES][locale];
  const target = id === 'name' ? 'displayName' : id;
  return COLUMN_NAMES[target as keyof typeof COLUMN_NAMES][locale][0] ?? id;
}

function cellOf(id: ExportColumnId, locale: Locale): ExportColumn['cell'] {
  switch (id) {
    case 'tags':
      return ({ tags }) => tags.map(({ name }) => name).join(';');
    case 'channels':
      return ({ friends }) => [...new Set(friends.map(({ channel }) => channel.name))].join(';');
    case 'owner':
      return ({ owner }) => owner?.name ?? '';
    case 'phones':
    case 'emails':
      return (customer) => customer[id].map(({ value }) => value).join(';');
    case 'source':
      return ({ source }) => SOURCES[source][locale];
    case 'postalCode':
    case 'region':
    case 'city':
    case 'line1':
    case 'line2':
    case 'country':
      return ({ address }) => address?.[id] ?? '';
    default:
      return (customer) => customer[id] ?? '';
  }
}

const fieldCell =
  (field: CustomerFieldView, locale: Locale): ExportColumn['cell'] =>
  ({ fields }) => {
    const value = fields[field.uuid];
    return value === undefined ? '' : textOf(field, value, locale);
  };

function textOf(field: CustomerFieldView, value: CustomerFieldValue, locale: Locale): string {
  const labelOf = (id: string) => field.options.find((option) => option.id === id)?.label ?? '';
  if (typeof value === 'boolean') return YES_NO[locale][value ? 0 : 1];
  if (Array.isArray(value)) return value.map(labelOf).join(';');
  return field.kind === 'choice' ? labelOf(String(value)) : String(value);
}
