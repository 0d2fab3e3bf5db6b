import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import { IMPORT_LIMITS, type ImportTarget } from '@hanasu/contract/customer-imports';
import { type CustomerTaskCounts, FILE_HOURS, UNDO_DAYS } from '@hanasu/contract/customer-tasks';
import type { TagId, UserId } from '@hanasu/contract/ids';
import { tableRows } from '@hanasu/retrieval/extract/extract-in-child';
import type { AccountTransaction } from '../../../platform/database/database.ts';
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
import { readReadingFacts } from './import-rows.store.ts';
import { countRows, writeRows } from './import-rows.ts';
import { lowerCase, nobodySeen, type PlannedRow, planRows } from './plan-rows.ts';
import { type RowReading, readRow } from './read-row.ts';
import { type FileRow, inBatches, readFileRows } from './rows-file.ts';

const BATCH = 500;
/** Rows of each outcome that a check shows. */
const SHOWN = 100;
const READING = { milliseconds: 180_000, memoryMb: 1_024 };

/** Turns the file into rows, in a process of its own. */
export async function readImportFile(run: TaskRun, task: CustomerTask): Promise<void> {
  const { files, key, signal } = run;
  const path = files.pathOf(sourceKey(key));
  const source = path === null ? { bytes: await files.get(sourceKey(key)) } : { filePath: path };
  const lines = new PassThrough();
  let first = '';
  const kept = files.putStream(rowsKey(key), lines, signal);
  const { encoding, delimiter, fileName } = task.params as {
    encoding?: string;
    delimiter?: string;
    fileName: string;
  };
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
  const [, ...head] = first ? (JSON.parse(first) as [number, ...string[]]) : [0];
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
  if (!isWanted) await files.remove(rowsKey(key));
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
  return {
    head,
    columns: task.params.columns as (ImportTarget | null)[],
    oldFont: (task.found.oldFont ?? null) as RowReading['oldFont'],
    fields: fields.filter(({ archivedAt }) => archivedAt === null),
    country: phoneCountry(undefined, await timeZoneOf(transaction)) ?? countryOf(head),
    tags: new Map(tags.map(({ id, name }) => [lowerCase(name), id])),
    members: new Map<string, UserId>(
      members.flatMap(({ id, username, displayName }) => [
        [lowerCase(displayName), id] as const,
        [lowerCase(username), id] as const,
      ]),
    ),
  };
}

/** Where the account's time zone says nothing, the language of the head does. */
function countryOf(head: readonly string[]): 'JP' | 'VN' | undefined {
  const text = head.join(' ');
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'JP';
  return /[ăđơưạảấầẩậắằẵặẹẻẽếềểệỉịọỏốồổộớờởợụủứừửựỳỵỷỹ]/iu.test(text) ? 'VN' : undefined;
}

const planningOf = (task: CustomerTask, { tags }: Reading) => ({
  taskId: task.id,
  tags,
  createTags: task.params.createTags !== false,
  sharedContacts: sharedContactsOf(task),
});

const readBatch = (reading: RowReading, batch: readonly FileRow[]) =>
  batch.map(({ row, cells }) => readRow(reading, row, cells));

/** Says what an import would do. A second run begins anew. */
export async function checkImportFile(run: TaskRun, task: CustomerTask): Promise<void> {
  const { database, files, key } = run;
  const { accountId } = key;
  const reading = await database.account(accountId, async (transaction) => {
    await deleteRows(transaction, task.id);
    return openReading(transaction, task);
  });
  const seen = nobodySeen();
  const counts = { created: 0, changed: 0, same: 0, refused: 0 };
  let done = 0;
  let shared = 0;
  for await (const batch of inBatches(readFileRows(files, rowsKey(key), { skip: 1 }), BATCH)) {
    const rows = await database.snapshot(accountId, (transaction) =>
      planRows(transaction, readBatch(reading, batch), {
        ...planningOf(task, reading),
        seen,
        isLocked: false,
      }),
    );
    const shown = rows.filter((row) => row.outcome !== 'same' && counts[row.outcome]++ < SHOWN);
    counts.same += rows.length - rows.filter(({ outcome }) => outcome !== 'same').length;
    shared += rows.filter(({ isShared }) => isShared).length;
    done += rows.length;
    const isWanted = await advance(run, 'checking', async (transaction) => {
      await insertRows(transaction, task.id, shown.map(shownRow));
      await updateTask(transaction, task.id, { done, counts });
    });
    if (!isWanted) return;
  }
  await advance(run, 'checking', (transaction) =>
    updateTask(transaction, task.id, { state: 'checked', done, counts, found: { ...task.found, shared } }),
  );
}

const shownRow = (row: PlannedRow) => ({
  row: row.row,
  outcome: row.outcome,
  // Who is new is not there yet.
  customerId: row.outcome === 'changed' ? row.customerId : null,
  data: {
    name: row.name,
    facts: 'facts' in row ? row.facts : [],
    reasons: 'reasons' in row ? row.reasons : [],
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
      const planning = { ...planningOf(task, reading), seen: nobodySeen(), isLocked: true };
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
