import { listTaskRows } from '@hanasu/contract/customer-imports';
import type { CustomerTaskState, CustomerTaskView } from '@hanasu/contract/customer-tasks';
import * as contract from '@hanasu/contract/customer-tasks';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { requireMember } from '../customers/change-customer.ts';
import { countCustomers } from '../customers/customer-list.store.ts';
import { type AskedCustomers, filterOf } from '../customers/filter-customers.ts';
import { textOfReason } from '../imports/row-reason.ts';
import type { SegmentLanguage } from '../segments/segment-language.ts';
import { findTag } from '../tags/tags.store.ts';
import { linkFile, sendTaskFile } from './download-file.ts';
import {
  audit,
  isAdmin,
  openTask,
  requireRoom,
  shownTask,
  type TaskRouteDependencies,
  wrongState,
} from './open-task.ts';
import { CUSTOMER_TASK } from './run-tasks.ts';
import * as store from './tasks.store.ts';

/** What is asked of every kind of task, and what exports and bulk changes begin with. */
export function addTaskRoutes(implement: Implement, dependencies: TaskRouteDependencies): void {
  const { database } = dependencies;
  for (const endpoint of [contract.exportCustomers, contract.checkExport] as const)
    implement(endpoint, ({ body }, { session }) =>
      database.account(session.accountId, async (transaction) => {
        const { role } = session;
        await requireMeaning(transaction, dependencies.language, { role, query: body.query });
        const isCheck = endpoint === contract.checkExport;
        const id = await startTask(transaction, dependencies, {
          session,
          kind: 'export',
          params: { ...body, role },
          state: isCheck ? 'checking' : 'running',
        });
        if (!isCheck) await audit(transaction, session, { action: 'customers.exported', target: id });
        return shownTask(transaction, id);
      }),
    );
  implement(contract.bulkAllCustomers, ({ body: { query, action, atMost } }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { role } = session;
      const filter = await requireMeaning(transaction, dependencies.language, { role, query });
      if ((await countCustomers(transaction, filter)) > atMost) throw moreCustomers();
      if (action.kind === 'assign' && action.ownerUuid) await requireMember(transaction, action.ownerUuid);
      if (action.kind !== 'assign') orNotFound(await findTag(transaction, action.tagUuid), 'tag');
      const params = { query, action, role };
      const id = await startTask(transaction, dependencies, { session, kind: 'bulk', params, total: atMost });
      await audit(transaction, session, { action: 'customers.changed', target: id });
      return shownTask(transaction, id);
    }),
  );
  implement(contract.eraseAllCustomers, ({ body: { query, atMost } }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { role, address } = session;
      const filter = await requireMeaning(transaction, dependencies.language, { role, query });
      if ((await countCustomers(transaction, filter)) > atMost) throw moreCustomers();
      const params = { query, role, address };
      const id = await startTask(transaction, dependencies, {
        session,
        kind: 'erase',
        params,
        total: atMost,
      });
      await audit(transaction, session, { action: 'customers.erased', target: id });
      return shownTask(transaction, id);
    }),
  );
  implement(contract.listCustomerTasks, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const kind = isAdmin(session) ? (query.kind ?? null) : 'bulk';
      if (query.kind && query.kind !== kind && kind !== null) return { items: [] };
      const tasks = await store.listTasks(transaction, {
        kind,
        limit: Math.min(query.pageSize, PAGE_SIZE_MAX),
      });
      return { items: tasks.map(store.taskView) };
    }),
  );
  addOneTaskRoutes(implement, dependencies);
}

function addOneTaskRoutes(implement: Implement, dependencies: TaskRouteDependencies): void {
  const { database } = dependencies;
  implement(contract.getCustomerTask, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) =>
      store.taskView(await openTask(transaction, session, params.uuid)),
    ),
  );
  implement(contract.stopCustomerTask, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => stopTask(transaction, session, params.uuid)),
  );
  implement(contract.undoCustomerTask, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) =>
      undoTask(transaction, dependencies, { session, id: params.uuid }),
    ),
  );
  implement(listTaskRows, ({ params, query: { outcome, locale } }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const task = await openTask(transaction, session, params.uuid);
      const rows = await store.listRows(transaction, task.id, { outcome, limit: ROWS_SHOWN });
      return {
        items: rows.map(({ row, name, customerId, data }) => ({
          row,
          name: data.name ?? name ?? '',
          customerUuid: customerId,
          facts: [...(data.facts ?? [])],
          reasons: (data.reasons ?? []).map((reason) => ({
            code: reason.code,
            text: textOfReason(reason, locale),
            column: reason.column,
            customers: [...reason.customers],
          })),
        })),
      };
    }),
  );
  implement(contract.linkTaskFile, ({ params, body }, { session }) =>
    linkFile(dependencies, session, { id: params.uuid, locale: body.locale }),
  );
  implement(contract.downloadTaskFile, ({ params }, { request, reply }) =>
    sendTaskFile(dependencies, { code: params.code, request, reply }),
  );
}

const moreCustomers = () =>
  new AppError('more_customers', 'There are more customers in the list than you were shown');

const ROWS_SHOWN = 100;
/** A segment with a broken row has nobody, which nobody means. */
async function requireMeaning(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  asked: { readonly role: Actor['role']; readonly query: AskedCustomers },
) {
  const filter = await filterOf(transaction, language, asked);
  if (filter.segment && filter.segment.problems.length > 0)
    throw new AppError('segment_broken', 'The segment has a condition that can’t be used');
  return filter;
}

async function startTask(
  transaction: AccountTransaction,
  { jobs }: Pick<TaskRouteDependencies, 'jobs'>,
  {
    session,
    kind,
    params,
    total,
    state = 'running',
  }: {
    readonly session: Actor;
    readonly kind: 'export' | 'bulk' | 'erase';
    readonly params: store.NewTask['params'];
    readonly total?: number;
    readonly state?: 'running' | 'checking';
  },
): Promise<CustomerTaskId> {
  await requireRoom(transaction);
  const id = newId<CustomerTaskId>();
  await store.insertTask(transaction, { id, kind, state, startedBy: session.userId, params });
  if (total !== undefined) await store.updateTask(transaction, id, { total });
  await jobs.send(transaction, CUSTOMER_TASK, { accountId: session.accountId, taskId: id });
  return id;
}

/** What a task that is stopped is afterwards. */
const STOPPED: Partial<Record<CustomerTaskState, CustomerTaskState>> = {
  reading: 'failed',
  checking: 'ready',
  running: 'stopped',
  undoing: 'stopped',
};

async function stopTask(
  transaction: AccountTransaction,
  session: Actor,
  id: CustomerTaskId,
): Promise<CustomerTaskView> {
  const task = await openTask(transaction, session, id, { isLocked: true });
  const state = STOPPED[task.state];
  const canUndo = state === 'stopped' && (task.kind === 'import' || task.kind === 'bulk');
  if (state)
    await store.updateTask(transaction, id, {
      state,
      hasEnded: state === 'stopped' || state === 'failed',
      params: task.kind === 'erase' ? store.withoutQuery(task.params) : undefined,
      undoDays: canUndo ? contract.UNDO_DAYS : undefined,
      fileHours: canUndo && task.kind === 'import' ? contract.UNDO_DAYS * contract.FILE_HOURS : undefined,
    });
  return shownTask(transaction, id);
}

async function undoTask(
  transaction: AccountTransaction,
  { jobs }: Pick<TaskRouteDependencies, 'jobs'>,
  { session, id }: { readonly session: Actor; readonly id: CustomerTaskId },
): Promise<CustomerTaskView> {
  const task = await openTask(transaction, session, id, { isLocked: true });
  const isLate = task.undoUntil === null || task.undoUntil.getTime() < transaction.now();
  if (isLate || (task.state !== 'done' && task.state !== 'stopped')) throw wrongState();
  await store.updateTask(transaction, id, { state: 'undoing', hasEnded: false });
  await jobs.send(transaction, CUSTOMER_TASK, { accountId: session.accountId, taskId: id });
  await audit(transaction, session, { action: 'customers.undone', target: id });
  return shownTask(transaction, id);
}
