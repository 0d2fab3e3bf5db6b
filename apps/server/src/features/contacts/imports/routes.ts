import * as contract from '@hanasu/contract/customer-imports';
import { IMPORT_LIMITS, ImportTarget } from '@hanasu/contract/customer-imports';
import type { CustomerTaskState } from '@hanasu/contract/customer-tasks';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { receiveFile } from '../../../platform/http/receive-file.ts';
import { newId } from '../../../platform/ids.ts';
import { listFields } from '../fields/fields.store.ts';
import {
  audit,
  openTask,
  requireRoom,
  shownTask,
  type TaskRouteDependencies,
  wrongState,
} from '../tasks/open-task.ts';
import { CUSTOMER_TASK } from '../tasks/run-tasks.ts';
import { rowsKey, sourceKey, taskFolder } from '../tasks/task-files.ts';
import * as store from '../tasks/tasks.store.ts';
import { guessColumns, SEVERAL } from './column-names.ts';
import { numberColumnsOf } from './number-columns.ts';
import { readFileRows } from './rows-file.ts';

export interface ImportDependencies extends TaskRouteDependencies {
  readonly maxUploadBytes: number;
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
}

/** Room for the form around the file. */
const FORM_BYTES = 64 * 1024;

export function addImportRoutes(implement: Implement, dependencies: ImportDependencies): void {
  const { database } = dependencies;
  const maxBytes = Math.min(dependencies.maxUploadBytes, IMPORT_LIMITS.bytes);
  implement(
    contract.importCustomers,
    (_input, { session, request }) => receiveImport(dependencies, session, { request, maxBytes }),
    { bodyLimit: maxBytes + FORM_BYTES, parseBody: false },
  );
  implement(contract.getImportColumns, ({ params }, { session }) =>
    readColumns(dependencies, session, params.uuid),
  );
  implement(contract.readImport, ({ params, body }, { session }) =>
    database.account(session.accountId, (transaction) =>
      goOn(transaction, dependencies, {
        session,
        id: params.uuid,
        from: ['ready', 'checked', 'failed'],
        // What was chosen before is not meant any more.
        change: ({ params: { encoding: _e, delimiter: _d, ...rest } }) => ({
          state: 'reading',
          done: 0,
          params: { ...rest, ...body },
        }),
      }),
    ),
  );
  implement(contract.checkImport, ({ params, body }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      if (body.columns) await requireColumns(transaction, body.columns);
      return goOn(transaction, dependencies, {
        session,
        id: params.uuid,
        from: ['ready', 'checked'],
        change: ({ params: before }) => ({
          ...requireChosen({ ...before, ...body }),
          state: 'checking',
          done: 0,
          counts: {},
        }),
      });
    }),
  );
  implement(contract.runImport, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const task = await openTask(transaction, session, params.uuid, { isLocked: true });
      const isNew = task.state === 'checked';
      if (isNew) {
        await store.deleteRows(transaction, task.id);
        await audit(transaction, session, {
          action: 'customers.imported',
          target: task.id,
          data: { rows: task.total },
        });
      }
      return goOn(transaction, dependencies, {
        session,
        id: task.id,
        // One whose undo was begun does not go on, nor one whose file is gone.
        from: task.undoneTo === null && 'fileName' in task.params ? ['checked', 'stopped'] : [],
        change: () => ({ state: 'running', hasEnded: false, ...(isNew ? { done: 0, counts: {} } : {}) }),
      });
    }),
  );
}

interface Step {
  readonly session: Actor;
  readonly id: CustomerTaskId;
  readonly from: readonly CustomerTaskState[];
  readonly change: (task: store.CustomerTask) => store.TaskChange;
}

/** Moves an import to its next state and queues the work. */
async function goOn(
  transaction: AccountTransaction,
  { jobs }: Pick<TaskRouteDependencies, 'jobs'>,
  { session, id, from, change }: Step,
) {
  const task = await openTask(transaction, session, id, { isLocked: true });
  if (task.kind !== 'import' || !from.includes(task.state)) throw wrongState();
  await requireRoom(transaction);
  await store.updateTask(transaction, id, change(task));
  await jobs.send(transaction, CUSTOMER_TASK, { accountId: session.accountId, taskId: id });
  return shownTask(transaction, id);
}

/** Nothing is left of what is refused. */
async function receiveImport(
  { database, files, jobs, requireQuota }: ImportDependencies,
  session: Actor,
  { request, maxBytes }: { readonly request: FastifyRequest; readonly maxBytes: number },
) {
  const { accountId, userId, role } = session;
  await database.account(accountId, requireRoom);
  const taskId = newId<CustomerTaskId>();
  const key = { accountId, taskId };
  try {
    const { name } = await receiveFile(request, maxBytes, (part) =>
      files.putStream(sourceKey(key), part.file),
    );
    const bytes = (await files.size(sourceKey(key))) ?? 0;
    if (bytes === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
    return await database.account(accountId, async (transaction) => {
      await requireQuota(transaction, bytes);
      const params = { role, fileName: name };
      await store.insertTask(transaction, {
        id: taskId,
        kind: 'import',
        state: 'reading',
        startedBy: userId,
        params,
      });
      await jobs.send(transaction, CUSTOMER_TASK, key);
      return shownTask(transaction, taskId);
    });
  } catch (error) {
    await files.removeFolder(taskFolder(key));
    throw error;
  }
}

const SAMPLE_ROWS = 8;
const Found = z.object({
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  head: z.array(z.string()),
});
const Columns = z.array(ImportTarget.nullable());

async function readColumns({ database, files }: ImportDependencies, session: Actor, id: CustomerTaskId) {
  const { accountId } = session;
  const { task, guessed, remembered } = await database.account(accountId, async (transaction) => {
    const opened = await openTask(transaction, session, id);
    const found = Found.safeParse(opened.found);
    if (opened.kind !== 'import' || !found.success) throw wrongState();
    const fields = await listFields(transaction);
    const isKnown = (target: ImportTarget | null) =>
      target === null ||
      !target.startsWith('field:') ||
      fields.some(({ uuid }) => target === `field:${uuid}`);
    const before = await store.findRemembered(transaction, found.data.head);
    const columns = Columns.safeParse(before?.columns).data?.map((target) =>
      isKnown(target) ? target : null,
    );
    return {
      task: { ...opened, found: { ...opened.found, ...found.data } },
      guessed: guessColumns(found.data.head, fields),
      remembered: columns && { columns, createTags: before?.createTags !== false },
    };
  });
  const rows: string[][] = [];
  for await (const { cells } of readFileRows(files, rowsKey({ accountId, taskId: id }), { skip: 1 })) {
    rows.push(
      task.found.head.map((_, index) => cells[index]?.slice(0, SAMPLE_CHARACTERS).toWellFormed() ?? ''),
    );
    if (rows.length === SAMPLE_ROWS) break;
  }
  return {
    encoding: task.found.encoding,
    delimiter: task.found.delimiter,
    head: task.found.head,
    rows,
    columns: remembered?.columns ?? guessed,
    createTags: remembered?.createTags ?? true,
    isRemembered: remembered !== undefined,
    numbers: numberColumnsOf(task.found),
    skipInvalidValues: task.params.skipInvalidValues !== false,
  };
}

const SAMPLE_CHARACTERS = 200;

/** A check that names no columns takes those of the check before. */
function requireChosen(params: store.CustomerTask['params']): Pick<store.TaskChange, 'params'> {
  if (!params.columns)
    throw AppError.field('validation_failed', 'body.columns', 'Choose what at least one column is');
  return { params };
}

/** Each once but for those that can have several, and fields that there are. */
async function requireColumns(
  transaction: AccountTransaction,
  columns: readonly (ImportTarget | null)[],
): Promise<void> {
  const targets = columns.filter((target) => target !== null);
  const twice = targets.find((target, index) => !SEVERAL.has(target) && targets.indexOf(target) !== index);
  if (twice) throw AppError.field('validation_failed', 'body.columns', `Two columns are ${twice}`);
  if (targets.length === 0)
    throw AppError.field('validation_failed', 'body.columns', 'Choose what at least one column is');
  const fields = await listFields(transaction);
  const isField = (target: ImportTarget) =>
    fields.some(({ uuid, archivedAt }) => archivedAt === null && target === `field:${uuid}`);
  if (targets.some((target) => target.startsWith('field:') && !isField(target)))
    throw AppError.field('validation_failed', 'body.columns', 'No such field');
}
