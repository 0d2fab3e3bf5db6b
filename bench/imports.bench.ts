import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { AccountId, CustomerTaskId, type UserId } from '@hanasu/contract/ids';
import { writeExport } from '../apps/server/src/features/contacts/exports/write-export.ts';
import {
  checkImportFile,
  readImportFile,
  runImportFile,
} from '../apps/server/src/features/contacts/imports/run-import.ts';
import { CONTACT_CONDITIONS } from '../apps/server/src/features/contacts/segments/conditions.ts';
import { createSegmentLanguage } from '../apps/server/src/features/contacts/segments/segment-language.ts';
import type { TaskRun } from '../apps/server/src/features/contacts/tasks/advance.ts';
import { sourceKey } from '../apps/server/src/features/contacts/tasks/task-files.ts';
import {
  type CustomerTask,
  findTask,
  insertTask,
  updateTask,
} from '../apps/server/src/features/contacts/tasks/tasks.store.ts';
import { createDiskFileStore } from '../apps/server/src/platform/files/file-store.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { checkBounds, printTable } from './lib/print-table.ts';

/**
 * A file of customers with names, phones, e-mail addresses, a birthday and two tags: read, checked, imported, imported
 * again as it is, and exported. Memory is that of this process above what it had before the step, while the file is
 * read in a process of its own.
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } });
const ROWS = Number(values.rows);
const MEGABYTE = 1024 * 1024;
/** Whatever the file is: nothing that grows with it is kept. */
const MEGABYTES_MAX = 250;
const COLUMNS = ['displayName', 'kana', 'phones', 'emails', 'birthday', 'tags', 'note'] as const;

const bench = await openBenchDatabase();
const files = createDiskFileStore(join(bench.folder, 'files'));
const { database } = bench;
const accountId = AccountId.parse(randomUUID());
const language = createSegmentLanguage(CONTACT_CONDITIONS);
try {
  const rows = [];
  const first = await newTask('import', 'reading', { fileName: 'customers.csv' });
  await files.putStream(sourceKey(first.key), Readable.from(lines()));
  rows.push(await measure('read the file', first, readImportFile));
  await move(first, { state: 'checking', params: { role: 'owner', columns: COLUMNS, createTags: true } });
  rows.push(await measure('check, all new', first, checkImportFile));
  await startRun(first);
  rows.push(await measure('import, all new', first, runImportFile));
  const again = await newTask('import', 'reading', { fileName: 'customers.csv' });
  await files.putStream(sourceKey(again.key), Readable.from(lines()));
  await readImportFile(again, await taskOf(again));
  await move(again, { state: 'running', params: { role: 'owner', columns: COLUMNS, createTags: true } });
  rows.push(await measure('import, all known', again, runImportFile));
  for (const format of ['csv', 'xlsx'] as const) {
    const params = { role: 'owner', query: {}, format, encoding: 'utf-8', locale: 'en' };
    const run = await newTask('export', 'running', params);
    rows.push(await measure(`export, ${format}`, run, (each, task) => writeExport(each, task, language)));
  }
  printTable(`A file of ${ROWS} customers`, rows);
  checkBounds(
    rows.map(({ step, 'peak MB': measured }) => ({
      what: `${step}, MB above the start`,
      measured,
      atMost: MEGABYTES_MAX,
    })),
  );
} finally {
  await bench.close();
}

async function* lines(): AsyncGenerator<string> {
  yield 'Name,Furigana,Phone,Email,Birthday,Tags,Note\n';
  for (let index = 0; index < ROWS; index++) {
    const phone = `+8190${String(10_000_000 + index)}`;
    yield `山田 ${index},ヤマダ ${index},${phone},person${index}@example.jp,1985-04-01,常連;VIP,窓側の席が好き\n`;
  }
}

async function newTask(
  kind: CustomerTask['kind'],
  state: CustomerTask['state'],
  params: Readonly<Record<string, unknown>>,
): Promise<TaskRun> {
  const taskId = CustomerTaskId.parse(randomUUID());
  await database.account(accountId, (transaction) =>
    insertTask(transaction, {
      id: taskId,
      kind,
      state,
      startedBy: null as unknown as UserId,
      params: { role: 'owner', ...params },
    }),
  );
  return {
    database,
    files,
    realtime: { emit: () => undefined },
    key: { accountId, taskId },
    signal: new AbortController().signal,
  };
}

function move({ key }: TaskRun, change: Parameters<typeof updateTask>[2]): Promise<number> {
  return database.account(accountId, (transaction) => updateTask(transaction, key.taskId, change));
}

/** As the route does: what the check has shown goes first. */
function startRun({ key }: TaskRun): Promise<void> {
  return database.account(accountId, async (transaction) => {
    await transaction.run('delete from customer_task_rows where account_id = $1', [accountId]);
    await updateTask(transaction, key.taskId, { state: 'running', done: 0, counts: {} });
  });
}

async function taskOf({ key }: TaskRun): Promise<CustomerTask> {
  const task = await database.account(accountId, (transaction) => findTask(transaction, key.taskId));
  if (!task) throw new Error('the task is gone');
  return task;
}

async function measure(
  step: string,
  run: TaskRun,
  work: (run: TaskRun, task: CustomerTask) => Promise<void>,
) {
  const task = await taskOf(run);
  globalThis.gc?.();
  const start = process.memoryUsage().rss;
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const startedAt = performance.now();
  await work(run, task);
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(timer);
  const { state, counts } = await taskOf(run);
  return {
    step,
    'rows/s': Math.round(ROWS / seconds),
    seconds: Number(seconds.toFixed(1)),
    'peak MB': Math.round((peak - start) / MEGABYTE),
    state,
    created: counts.created ?? 0,
    same: counts.same ?? 0,
  };
}
