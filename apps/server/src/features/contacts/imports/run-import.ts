import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import { IMPORT_LIMITS, type ImportTarget } from '@hanasu/contract/customer-imports';
import { type CustomerTaskCounts, FILE_HOURS, UNDO_DAYS } from '@hanasu/contract/customer-tasks';
import type { TagId, UserId } from '@hanasu/contract/ids';
import { type DecimalMark, numberStyleOf } from '@hanasu/contract/typed-numbers';
import { tableRows } from '@hanasu/retrieval/extract/extract-in-child';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { readReferences } from '../../../platform/files/legacy-text.ts';
import { timeZoneOf } from '../customers/customers.store.ts';
import { phoneCountry } from '../customers/normalise-contacts.ts';
import { listFields } from '../fields/fields.store.ts';
import { advance, type TaskRun } from '../tasks/advance.ts';
import { addCounts } from '../tasks/count-outcomes.ts';
import { rowsKey, sourceKey } from '../tasks/task-files.ts';
import {
  type CustomerTask,
  deleteRows,
  insertRows,
  sharedContactsOf,
  updateTask,
} from '../tasks/tasks.store.ts';
import { guessColumns } from './column-names.ts';
import { readReadingFacts } from './import-rows.store.ts';
import { countRows, writeRows } from './import-rows.ts';
import { numberColumnsOf, readNumberColumns } from './number-columns.ts';
import { emptySeenRows, lowerCase, type PlannedRow, planRows } from './plan-rows.ts';
import { type RowReading, readRow } from './read-row.ts';
import { type FileRow, inBatches, readFileRows } from './rows-file.ts';

const BATCH = 500;
/** Rows of each outcome that a check shows. */
const SHOWN = 100;
const READING = { milliseconds: 180_000, memoryMb: 1_024 };

interface FileReading {
  readonly outcome: Exclude<Awaited<ReturnType<typeof tableRows>>, { kind: 'stopped' }>;
  readonly head: readonly string[];
}

/** Turns the file into rows, in a process of its own. `encoding`: absent, it is found out. */
async function readTable(
  run: TaskRun,
  task: CustomerTask,
  encoding: string | undefined,
): Promise<FileReading> {
  const { files, key, signal } = run;
  const path = files.pathOf(sourceKey(key));
  const source = path === null ? { bytes: await files.get(sourceKey(key)) } : { filePath: path };
  const lines = new PassThrough();
  let first = '';
  const kept = files.putStream(rowsKey(key), lines, signal);
  const { delimiter, fileName } = task.params as { delimiter?: string; fileName: string };
  const outcome = await tableRows({
    ...source,
    fileName,
    encoding,
    delimiter,
    limits: { ...IMPORT_LIMITS, ...READING },
    signal,
    onLines: (text) => {
      first ||= text.slice(0, text.indexOf('\n'));
      lines.write(text);
    },
  });
  lines.end();
  await Promise.all([kept, finished(lines)]);
  signal.throwIfAborted();
  if (outcome.kind === 'stopped') throw new Error('the reading was stopped');
  const [, ...cells] = first ? (JSON.parse(first) as [number, ...string[]]) : [0];
  return { outcome, head: cells.map(readReferences) };
}

/** A file that an export wrote in Shift_JIS is known by its first head, however little Japanese there is in it. */
async function readAnyTable(run: TaskRun, task: CustomerTask): Promise<FileReading> {
  const { encoding } = task.params as { encoding?: string };
  const read = await readTable(run, task, encoding);
  if (encoding || read.outcome.kind !== 'failed' || read.outcome.failure !== 'wrong_type') return read;
  const again = await readTable(run, task, 'shift_jis');
  return guessColumns(again.head, [])[0] === 'id' ? again : read;
}

export async function readImportFile(run: TaskRun, task: CustomerTask): Promise<void> {
  const { outcome, head } = await readAnyTable(run, task);
  const isWanted = await advance(run, 'reading', async (transaction) => {
    if (outcome.kind === 'failed' || outcome.rows < 2) {
      const failure = outcome.kind === 'failed' ? outcome.failure : 'empty';
      await updateTask(transaction, task.id, {
        state: 'failed',
        failure: failureOf(failure),
        hasEnded: true,
      });
      return;
    }
    const { encoding, delimiter, oldFont } = outcome;
    const found = { encoding, delimiter, oldFont, head };
    await updateTask(transaction, task.id, {
      state: 'ready',
      found,
      total: outcome.rows - 1,
      hasEnded: false,
    });
  });
  if (!isWanted) await run.files.remove(rowsKey(run.key));
}

const FAILURES = [
  'wrong_type',
  'too_large_inside',
  'broken',
  'encrypted',
  'timed_out',
  'out_of_memory',
  'empty',
] as const;
const failureOf = (failure: string) => FAILURES.find((known) => known === failure) ?? 'internal';

interface Reading extends RowReading {
  readonly tags: Map<string, TagId>;
}

/** What the rows of this file are compared with; as of now. */
async function openReading(transaction: AccountTransaction, task: CustomerTask): Promise<Reading> {
  const { members, tags } = await readReadingFacts(transaction);
  const fields: CustomerFieldView[] = await listFields(transaction);
  const head = task.found.head as string[];
  const timeZone = await timeZoneOf(transaction);
  const country = phoneCountry(undefined, timeZone) ?? countryOf(head);
  return {
    head,
    columns: task.params.columns as (ImportTarget | null)[],
    oldFont: (task.found.oldFont ?? null) as RowReading['oldFont'],
    fields: fields.filter(({ archivedAt }) => archivedAt === null),
    country,
    encoding: (task.found.encoding ?? null) as string | null,
    numbers: numberStyleOf({ timeZone, language: country && LANGUAGE_OF[country] }),
    numbersOf: new Map(numberColumnsOf(task.found).map(({ target, style }) => [target, style])),
    tags: new Map(tags.map(({ id, name }) => [lowerCase(name), id])),
    members: new Map<string, UserId>(
      members.flatMap(({ id, username, displayName }) => [
        [lowerCase(displayName), id] as const,
        [lowerCase(username), id] as const,
      ]),
    ),
  };
}

const LANGUAGE_OF: Readonly<Record<string, string>> = { JP: 'ja', VN: 'vi' };

/** Where the account's time zone says nothing, the language of the head does. */
function countryOf(head: readonly string[]): 'JP' | 'VN' | undefined {
  const text = head.join(' ');
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'JP';
  return /[ăđơưạảấầẩậắằẵặẹẻẽếềểệỉịọỏốồổộớờởợụủứừửựỳỵỷỹ]/iu.test(text) ? 'VN' : undefined;
}

const planningOf = (task: CustomerTask, { tags, encoding }: Reading) => ({
  taskId: task.id,
  tags,
  createTags: task.params.createTags !== false,
  sharedContacts: sharedContactsOf(task),
  skipInvalidValues: task.params.skipInvalidValues !== false,
  encoding,
});

const readBatch = (reading: RowReading, batch: readonly FileRow[]) =>
  batch.map(({ row, cells }) => readRow(reading, row, cells));

/** Says what an import would do. A second run begins anew. */
export async function checkImportFile(run: TaskRun, task: CustomerTask): Promise<void> {
  const { database, files, key } = run;
  const { accountId } = key;
  const opened = await database.account(accountId, async (transaction) => {
    await deleteRows(transaction, task.id);
    return openReading(transaction, task);
  });
  const rows = () => readFileRows(files, rowsKey(key), { skip: 1 });
  const reading = await withNumberColumns(opened, task, rows());
  const seen = emptySeenRows();
  let counts: Partial<CustomerTaskCounts> = {};
  let done = 0;
  let shared = 0;
  for await (const batch of inBatches(rows(), BATCH)) {
    const planned = await database.snapshot(accountId, (transaction) =>
      planRows(transaction, readBatch(reading, batch), {
        ...planningOf(task, reading),
        seen,
        isLocked: false,
      }),
    );
    const shown = firstOfEach(planned, counts);
    counts = addCounts(counts, countRows(planned));
    shared += planned.filter(({ isShared }) => isShared).length;
    done += planned.length;
    const isWanted = await advance(run, 'checking', async (transaction) => {
      await insertRows(transaction, task.id, shown.map(shownRow));
      await updateTask(transaction, task.id, { done, counts });
    });
    if (!isWanted) return;
  }
  const found = { ...task.found, numbers: reading.numberColumns, shared };
  await advance(run, 'checking', (transaction) =>
    updateTask(transaction, task.id, { state: 'checked', done, counts, found }),
  );
}

/** With how the numbers of each column are read; what a check finds out holds for the import after it. */
async function withNumberColumns(reading: Reading, { params }: CustomerTask, rows: AsyncIterable<FileRow>) {
  const { columns, fields, numbers } = reading;
  const numberColumns = await readNumberColumns(rows, {
    columns,
    targets: new Set(fields.flatMap(({ kind, uuid }) => (kind === 'number' ? [`field:${uuid}`] : []))),
    usual: numbers,
    chosen: (params.decimalMarks ?? {}) as Readonly<Record<string, DecimalMark>>,
  });
  const numbersOf: RowReading['numbersOf'] = new Map(
    numberColumns.map(({ target, style }) => [target, style]),
  );
  return { ...reading, numberColumns, numbersOf };
}

/** Rows that are still to be shown, after so many of each outcome. */
function firstOfEach(rows: readonly PlannedRow[], before: Partial<CustomerTaskCounts>): PlannedRow[] {
  const counts: Record<string, number> = { ...before };
  const isAmongFirst = (name: string): boolean => {
    counts[name] = (counts[name] ?? 0) + 1;
    return counts[name] <= SHOWN;
  };
  return rows.filter((row) => {
    const isFirst = row.outcome !== 'same' && isAmongFirst(row.outcome);
    return (row.outcome !== 'refused' && row.reasons.length > 0 && isAmongFirst('incomplete')) || isFirst;
  });
}

const shownRow = (row: PlannedRow) => ({
  row: row.row,
  outcome: row.outcome,
  // Who is new is not there yet.
  customerId: row.outcome === 'changed' || row.outcome === 'same' ? row.customerId : null,
  data: {
    name: row.name,
    facts: 'facts' in row ? row.facts : [],
    reasons: row.reasons,
  },
});

/** Imports row by row from where it is: what is stored and how far that is are written together. */
export async function runImportFile(run: TaskRun, task: CustomerTask): Promise<void> {
  const { database, files, key } = run;
  const reading = await database.account(key.accountId, (transaction) => openReading(transaction, task));
  let { done } = task;
  let counts: Partial<CustomerTaskCounts> = task.counts;
  const rows = readFileRows(files, rowsKey(key), { skip: 1 + done });
  for await (const batch of inBatches(rows, BATCH)) {
    const isWanted = await advance(run, 'running', async (transaction, now) => {
      if (now.done !== done) return false;
      const planning = { ...planningOf(task, reading), seen: emptySeenRows(), isLocked: true };
      const planned = await planRows(transaction, readBatch(reading, batch), planning);
      await writeRows(transaction, task.id, { rows: planned, tags: reading.tags });
      counts = addCounts(counts, countRows(planned));
      done += batch.length;
      await updateTask(transaction, task.id, { done, counts });
      return true;
    });
    if (!isWanted) return;
  }
  const isOver = await advance(run, 'running', (transaction) =>
    updateTask(transaction, task.id, {
      state: 'done',
      hasEnded: true,
      undoDays: UNDO_DAYS,
      fileHours: UNDO_DAYS * FILE_HOURS,
    }),
  );
  if (isOver) await files.remove(sourceKey(key));
}
