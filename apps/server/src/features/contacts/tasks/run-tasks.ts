import type { Role } from '@hanasu/contract/accounts';
import { type bulkAllCustomers, UNDO_DAYS } from '@hanasu/contract/customer-tasks';
import type { BulkCustomers } from '@hanasu/contract/customers';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, CustomerId, CustomerTaskId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import type { ConditionKind, EraseOneCustomer } from '../../../platform/feature.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { deleteRemovedFiles } from '../../../platform/files/removed-files.ts';
import { HOURLY, type JobDefinition, type Jobs, scheduledJob } from '../../../platform/workers/jobs.ts';
import { changeMany } from '../customers/change-many.ts';
import { type CustomerPlace, listCustomers } from '../customers/customer-list.store.ts';
import { filterOf } from '../customers/filter-customers.ts';
import { checkExport, writeExport } from '../exports/write-export.ts';
import { checkImportFile, readImportFile, runImportFile } from '../imports/run-import.ts';
import { undoRows } from '../imports/undo-rows.ts';
import { createSegmentLanguage, type SegmentLanguage } from '../segments/segment-language.ts';
import { advance, type TaskRun } from './advance.ts';
import { addCounts } from './count-outcomes.ts';
import { taskFolder } from './task-files.ts';
import {
  type CustomerTask,
  findDue,
  findForsaken,
  findTask,
  forgetTask,
  insertRows,
  keepRows,
  rowsBefore,
  type TaskRow,
  updateTask,
  withoutQuery,
} from './tasks.store.ts';

export const CUSTOMER_TASK = 'customer-task';

export interface TaskKey {
  readonly accountId: AccountId;
  readonly taskId: CustomerTaskId;
}

export interface TaskDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly realtime: TaskRun['realtime'];
  readonly conditions: readonly ConditionKind[];
  readonly eraseOne: EraseOneCustomer;
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

/** For the start of a server: what its process died of too often to be tried again goes on with the next start. */
export const recoverTasks = ({
  database,
  jobs,
}: Pick<TaskDependencies, 'database'> & { readonly jobs: Jobs }) =>
  database.system(async (transaction) => {
    for (const { accountId, id: taskId } of await findForsaken(transaction, CUSTOMER_TASK))
      await jobs.send<TaskKey>(transaction, CUSTOMER_TASK, { accountId, taskId });
  });

async function runTask(
  { database, files, realtime, eraseOne, onError }: TaskDependencies,
  language: SegmentLanguage,
  { key, signal }: Pick<TaskRun, 'key' | 'signal'>,
): Promise<void> {
  const run: TaskRun = { database, files, realtime, key, signal };
  const task = await database.account(key.accountId, (transaction) => findTask(transaction, key.taskId));
  if (!task) return;
  try {
    if (task.kind === 'erase' && task.state === 'running') await eraseThem(run, language, eraseOne);
    else await workOn(run, task, language);
  } catch (error) {
    if (signal.aborted || isDatabaseUnavailable(error)) throw error;
    onError(error);
    await advance(run, task.state, (transaction) =>
      updateTask(transaction, task.id, {
        state: 'failed',
        failure: 'internal',
        hasEnded: true,
        params: task.kind === 'erase' ? withoutQuery(task.params) : undefined,
      }),
    );
  }
}

async function workOn(run: TaskRun, task: CustomerTask, language: SegmentLanguage): Promise<void> {
  switch (task.state) {
    case 'reading':
      return readImportFile(run, task);
    case 'checking':
      return task.kind === 'export' ? checkExport(run, task, language) : checkImportFile(run, task);
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

const BATCH = 500;

type BulkParams = Pick<EndpointRequest<typeof bulkAllCustomers>['body'], 'query' | 'action'> & {
  readonly role: Role;
};

/** Changes everybody whom a list shows, some at a time; goes on where it was. */
async function runBulk(run: TaskRun, task: CustomerTask, language: SegmentLanguage): Promise<void> {
  let isOver = false;
  while (!isOver) {
    const isWanted = await advance(run, 'running', async (transaction, now) => {
      isOver = await changeSome(transaction, now, language);
    });
    if (!isWanted) return;
  }
  await advance(run, 'running', (transaction) =>
    updateTask(transaction, task.id, { state: 'done', hasEnded: true, undoDays: UNDO_DAYS }),
  );
}

type EraseParams = Pick<BulkParams, 'query' | 'role'> & { readonly address: string };

/** Looked up together; a change of the list is seen with the next ones. */
const ERASED_AT_ONCE = 50;

/** Erases everybody whom a list shows, each in a transaction of their own; goes on where it was. */
async function eraseThem(run: TaskRun, language: SegmentLanguage, eraseOne: EraseOneCustomer): Promise<void> {
  for (;;) {
    const uuids: CustomerId[] = [];
    const isWanted = await advance(run, 'running', async (transaction, task) => {
      const { query, role } = task.params as unknown as EraseParams;
      const filter = await filterOf(transaction, language, { query, role });
      uuids.push(...(await listBefore(transaction, task, { filter, limit: ERASED_AT_ONCE })).uuids);
    });
    if (!isWanted) return;
    if (uuids.length === 0) break;
    for (const id of uuids) if (!(await eraseNext(run, id, eraseOne))) return;
  }
  await advance(run, 'running', (transaction, task) =>
    updateTask(transaction, task.id, { state: 'done', hasEnded: true, params: withoutQuery(task.params) }),
  );
}

async function eraseNext(run: TaskRun, id: CustomerId, eraseOne: EraseOneCustomer): Promise<boolean> {
  const isWanted = await advance(run, 'running', async (transaction, task) => {
    if (task.startedBy === null) throw new Error('whoever asked for it is gone');
    const { address } = task.params as unknown as EraseParams;
    const isErased = await eraseOne(transaction, { id, userId: task.startedBy, address });
    await updateTask(transaction, task.id, {
      done: task.done + 1,
      counts: addCounts(task.counts, isErased ? { changed: 1 } : { same: 1 }),
    });
  });
  await deleteRemovedFiles(run, run.key.accountId);
  return isWanted;
}

interface ListedBefore {
  readonly filter: Awaited<ReturnType<typeof filterOf>>;
  readonly limit: number;
}

/** Who is in the list since before the task was asked for, after its place. */
async function listBefore(
  transaction: AccountTransaction,
  { found, createdAt }: CustomerTask,
  { filter, limit }: ListedBefore,
): Promise<{ readonly uuids: CustomerId[]; readonly next: CustomerPlace | null; readonly isLast: boolean }> {
  const { items, next } = await listCustomers(transaction, filter, {
    sort: 'createdAt',
    limit,
    after: (found.after as CustomerPlace | undefined) ?? null,
    offset: 0,
    hidden: [],
  });
  const meant = items.filter((one) => new Date(one.createdAt) <= createdAt);
  return {
    uuids: meant.map(({ uuid }) => uuid),
    next,
    isLast: next === null || meant.length < items.length,
  };
}

/** True: those were the last. Who has come since it was asked for is left alone. */
async function changeSome(
  transaction: AccountTransaction,
  task: CustomerTask,
  language: SegmentLanguage,
): Promise<boolean> {
  const { query, action, role } = task.params as unknown as BulkParams;
  if (task.startedBy === null) throw new Error('whoever asked for it is gone');
  const filter = await filterOf(transaction, language, { query, role });
  const { uuids, next, isLast } = await listBefore(transaction, task, { filter, limit: BATCH });
  const changed = await changeMany(transaction, { userId: task.startedBy }, { uuids, action });
  const rows = changed.map(
    (one, index): TaskRow => ({
      row: task.done + index + 1,
      outcome: 'changed',
      customerId: one.uuid,
      data: recordOf(action, one),
    }),
  );
  await insertRows(transaction, task.id, rows);
  await updateTask(transaction, task.id, {
    done: task.done + uuids.length,
    counts: addCounts(task.counts, { changed: changed.length, same: uuids.length - changed.length }),
    found: { after: next },
  });
  return isLast;
}

type Changed = Awaited<ReturnType<typeof changeMany>>[number];

function recordOf(
  action: ReturnType<typeof BulkCustomers.parse>,
  { ownerUuid, replacedTagUuid }: Changed,
): TaskRow['data'] {
  switch (action.kind) {
    case 'tag':
      return { facts: ['tags'], tags: [{ tagId: action.tagUuid, replacedTagId: replacedTagUuid }] };
    case 'untag':
      return { facts: ['tags'], untagged: action.tagUuid };
    case 'assign':
      return { facts: ['ownerId'], before: { ownerId: ownerUuid }, after: { ownerId: action.ownerUuid } };
    default:
      return action satisfies never;
  }
}
