import type { AccountId, CustomerTaskId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import type { ConditionKind } from '../../../platform/feature.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { HOURLY, type JobDefinition, scheduledJob } from '../../../platform/workers/jobs.ts';
import { writeExport } from '../exports/write-export.ts';
import { checkImportFile, readImportFile, runImportFile } from '../imports/run-import.ts';
import { undoRows } from '../imports/undo-rows.ts';
import { createSegmentLanguage, type SegmentLanguage } from '../segments/segment-language.ts';
import { advance, type TaskRun } from './advance.ts';
import { addCounts } from './count-outcomes.ts';
import { runBulk } from './run-bulk.ts';
import { taskFolder } from './task-files.ts';
import {
  type CustomerTask,
  findDue,
  findTask,
  forgetTask,
  keepRows,
  rowsBefore,
  updateTask,
} from './tasks.store.ts';

export const CUSTOMER_TASK = 'customer-task';

export interface TaskKey {
  readonly accountId: AccountId;
  readonly taskId: CustomerTaskId;
}

export interface TaskDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly conditions: readonly ConditionKind[];
  readonly onError: (error: unknown) => void;
}

/** Harmless to run twice: how far a task is stands with what it has done. */
export const customerTaskJobs = (dependencies: TaskDependencies): JobDefinition<never>[] => {
  const language = createSegmentLanguage(dependencies.conditions);
  const work: JobDefinition<TaskKey> = {
    name: CUSTOMER_TASK,
    concurrency: 2,
    retryLimit: 4,
    heartbeatSeconds: 30,
    handle: (key, signal) => runTask(dependencies, language, { key, signal }),
  };
  return [work, scheduledJob('forget-customer-tasks', HOURLY, () => forgetDueTasks(dependencies))];
};

async function runTask(
  { database, files, onError }: TaskDependencies,
  language: SegmentLanguage,
  { key, signal }: Pick<TaskRun, 'key' | 'signal'>,
): Promise<void> {
  const run: TaskRun = { database, files, key, signal };
  const task = await database.account(key.accountId, (transaction) => findTask(transaction, key.taskId));
  if (!task) return;
  try {
    await workOn(run, task, language);
  } catch (error) {
    if (signal.aborted || isDatabaseUnavailable(error)) throw error;
    onError(error);
    await advance(run, task.state, (transaction) =>
      updateTask(transaction, task.id, { state: 'failed', failure: 'internal', hasEnded: true }),
    );
  }
}

async function workOn(run: TaskRun, task: CustomerTask, language: SegmentLanguage): Promise<void> {
  switch (task.state) {
    case 'reading':
      return readImportFile(run, task);
    case 'checking':
      return checkImportFile(run, task);
    case 'undoing':
      return undo(run);
    case 'running':
      if (task.kind === 'import') return runImportFile(run, task);
      return task.kind === 'export' ? writeExport(run, task, language) : runBulk(run, task, language);
    default:
      // It was stopped before anybody came to it.
      return undefined;
  }
}

const UNDONE_AT_ONCE = 200;
const LAST_ROW = 2_147_483_647;

/** From the last row backwards. */
async function undo(run: TaskRun): Promise<void> {
  for (let isOver = false; !isOver; ) {
    const isWanted = await advance(run, 'undoing', async (transaction, task) => {
      const before = task.undoneTo ?? LAST_ROW;
      const rows = await rowsBefore(transaction, task.id, { before, limit: UNDONE_AT_ONCE });
      const { undone, kept } = await undoRows(transaction, task, rows);
      if (kept.length > 0) await keepRows(transaction, task.id, kept);
      isOver = rows.length < UNDONE_AT_ONCE;
      await updateTask(transaction, task.id, {
        undoneTo: rows.at(-1)?.row ?? before,
        counts: addCounts(task.counts, { undone, kept: kept.length }),
        ...(isOver ? { state: 'undone', hasEnded: true } : {}),
      });
    });
    if (!isWanted) return;
  }
}

const AT_ONCE = 100;

/** Files and undo records whose time is over go; files first: a row without its file is found again. */
async function forgetDueTasks({
  database,
  files,
}: Pick<TaskDependencies, 'database' | 'files'>): Promise<void> {
  for (const { accountId, id } of await database.system((transaction) => findDue(transaction, AT_ONCE))) {
    await files.removeFolder(taskFolder({ accountId, taskId: id }));
    await database.account(accountId, (transaction) => forgetTask(transaction, id));
  }
}
