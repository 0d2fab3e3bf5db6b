import type { Locale, Role } from '@hanasu/contract/accounts';
import type { CustomerFieldValue, CustomerFieldView } from '@hanasu/contract/customer-fields';
import { EXPORT_COLUMNS, FILE_HOURS, type UnheldValues } from '@hanasu/contract/customer-tasks';
import type { CUSTOMER_SORTS, CustomerView } from '@hanasu/contract/customers';
import { numberText } from '@hanasu/contract/typed-numbers';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { charactersBeyondShiftJis } from '../../../platform/files/legacy-text.ts';
import {
  SHEET_CELL_CHARACTERS,
  writeCsv,
  writeShiftJis,
  writeXlsx,
} from '../../../platform/files/table-writers.ts';
import * as store from '../customers/customer-list.store.ts';
import { type AskedCustomers, filterOf } from '../customers/filter-customers.ts';
import { hiddenFields, listFields } from '../fields/fields.store.ts';
import { COLUMN_NAMES } from '../imports/column-names.ts';
import { quotedPart } from '../imports/read-values.ts';
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
  const unheld = noticeUnheld(params);
  try {
    const rows = rowsOf(run, params, { language, unheld, state: 'running' });
    await files.putStream(exportKey(key), write(rows), signal);
  } catch (error) {
    if (error instanceof Unwanted) return;
    throw error;
  }
  const isKept = await advance(run, 'running', (transaction) =>
    updateTask(transaction, task.id, {
      state: 'done',
      hasEnded: true,
      fileHours: FILE_HOURS,
      found: { unheld: unheld.result() },
    }),
  );
  if (!isKept) await files.remove(exportKey(key));
}

/** Goes through the customers as the export would, and keeps only what the file could not hold. */
export async function checkExport(
  run: TaskRun,
  task: CustomerTask,
  language: SegmentLanguage,
): Promise<void> {
  const params = task.params as unknown as ExportParams;
  const unheld = noticeUnheld(params);
  const rows = rowsOf(run, params, { language, unheld, state: 'checking' });
  try {
    while (!(await rows.next()).done);
  } catch (error) {
    if (error instanceof Unwanted) return;
    throw error;
  }
  await advance(run, 'checking', (transaction) =>
    updateTask(transaction, task.id, { state: 'checked', found: { unheld: unheld.result() } }),
  );
}

interface UnheldNotice {
  readonly note: (customer: CustomerView, cells: readonly string[]) => void;
  /** Null: everything fits. */
  readonly result: () => UnheldValues | null;
}
const CHARACTERS_SHOWN = 30;
const EXAMPLE_CHARACTERS = 100;

/** Gathers the values that a file of this kind cannot hold as they are. */
function noticeUnheld({ format, encoding }: ExportParams): UnheldNotice {
  const characters = new Set<string>();
  let customers = 0;
  let example: UnheldValues['example'] = null;
  const beyond = (cell: string): readonly string[] | null => {
    if (format === 'xlsx') return cell.length > SHEET_CELL_CHARACTERS ? [] : null;
    const lacking = encoding === 'shift_jis' ? charactersBeyondShiftJis(cell) : [];
    return lacking.length > 0 ? lacking : null;
  };
  return {
    note: ({ uuid, name }, cells) => {
      const found = cells.flatMap((text) => {
        const lacking = beyond(text);
        return lacking ? [{ text, lacking }] : [];
      });
      const [first] = found;
      if (!first) return;
      customers++;
      example ??= { uuid, name, text: shortened(first.text, EXAMPLE_CHARACTERS) };
      for (const character of found.flatMap(({ lacking }) => lacking))
        if (characters.size < CHARACTERS_SHOWN) characters.add(character);
    },
    result: () => (customers === 0 ? null : { customers, characters: [...characters], example }),
  };
}

const shortened = (text: string, longest: number): string => [...text].slice(0, longest).join('');

/** Whole parts of a list that is longer than a cell; an import takes no part away. */
const fitted = (cell: string): string =>
  cell.length > SHEET_CELL_CHARACTERS
    ? cell.slice(0, cell.lastIndexOf(';', SHEET_CELL_CHARACTERS)).slice(0, SHEET_CELL_CHARACTERS)
    : cell;

interface Writing {
  readonly language: SegmentLanguage;
  readonly unheld: UnheldNotice;
  readonly state: 'running' | 'checking';
}

async function* rowsOf(
  run: TaskRun,
  params: ExportParams,
  { language, unheld, state }: Writing,
): AsyncGenerator<readonly string[]> {
  const { database, key } = run;
  const columns = await database.account(key.accountId, (transaction) => columnsOf(transaction, params));
  yield columns.map(({ head }) => head);
  let after: store.CustomerPlace | null = null;
  let done = 0;
  do {
    const page = await readPage(run, params, { language, after });
    for (const customer of page.items) {
      const cells = columns.map(({ cell }) => cell(customer));
      unheld.note(customer, cells);
      yield params.format === 'xlsx' ? cells.map(fitted) : cells;
    }
    after = page.next;
    done += page.items.length;
    const isWanted = await advance(run, state, (transaction) =>
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
      return ({ tags }) => tags.map(({ name }) => quotedPart(name)).join(';');
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
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return value.map((id) => quotedPart(labelOf(id))).join(';');
  return field.kind === 'choice' ? labelOf(String(value)) : String(value);
}
