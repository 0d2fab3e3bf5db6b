import type { Role } from '@hanasu/contract/accounts';
import {
  type CustomerTaskCounts,
  type CustomerTaskState,
  type CustomerTaskView,
  SHARED_CONTACTS,
  type SharedContacts,
  UNDO_DAYS,
  type UnheldValues,
} from '@hanasu/contract/customer-tasks';
import type { AccountId, CustomerId, CustomerTaskId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { isQueued } from '../../../platform/workers/jobs.ts';
import type { RowReason } from '../imports/row-reason.ts';

export interface CustomerTask {
  readonly id: CustomerTaskId;
  readonly kind: CustomerTaskView['kind'];
  readonly state: CustomerTaskState;
  readonly failure: CustomerTaskView['failure'];
  readonly startedBy: UserId | null;
  readonly startedByName: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly found: Readonly<Record<string, unknown>>;
  readonly total: number | null;
  readonly done: number;
  readonly counts: Partial<CustomerTaskCounts>;
  readonly undoneTo: number | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly fileUntil: Date | null;
  readonly undoUntil: Date | null;
}

const COLUMNS = `t.id, t.kind, t.state, t.failure, t.started_by as "startedBy", u.display_name as "startedByName", t.params,
  t.found, t.total, t.done, t.counts, t.undone_to as "undoneTo", t.created_at as "createdAt", t.ended_at as "endedAt",
  t.file_until as "fileUntil", t.undo_until as "undoUntil"`;
const TABLES = 'customer_tasks t left join users u on u.id = t.started_by';

const NO_COUNTS: CustomerTaskCounts = {
  created: 0,
  changed: 0,
  same: 0,
  refused: 0,
  undone: 0,
  kept: 0,
  incomplete: 0,
};
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const taskView = (task: CustomerTask): CustomerTaskView => ({
  uuid: task.id,
  kind: task.kind,
  state: task.state,
  failure: task.failure,
  fileName: textOf(task.params.fileName),
  action: (textOf((task.params.action as { kind?: string } | undefined)?.kind) ??
    null) as CustomerTaskView['action'],
  total: task.total,
  done: task.done,
  counts: { ...NO_COUNTS, ...task.counts },
  sharedContacts:
    typeof task.found.shared === 'number'
      ? { rows: task.found.shared, choice: sharedContactsOf(task) }
      : null,
  startedBy: task.startedByName,
  createdAt: task.createdAt.toISOString(),
  endedAt: task.endedAt?.toISOString() ?? null,
  undoUntil: task.undoUntil?.toISOString() ?? null,
  fileUntil: task.fileUntil?.toISOString() ?? null,
  unheld: (task.found.unheld ?? null) as UnheldValues | null,
});

/** What was chosen for rows of an import that share a phone or e-mail address under another name. */
export const sharedContactsOf = ({ params }: Pick<CustomerTask, 'params'>): SharedContacts =>
  SHARED_CONTACTS.find((choice) => choice === params.sharedContacts) ?? 'change';

/** What was searched for may be somebody's name: of an erasing it is kept as long as that goes on. */
export const withoutQuery = ({ query: _query, ...params }: CustomerTask['params']): CustomerTask['params'] =>
  params;

export interface NewTask {
  readonly id: CustomerTaskId;
  readonly kind: CustomerTask['kind'];
  readonly state: CustomerTaskState;
  readonly startedBy: UserId;
  readonly params: { readonly role: Role } & Readonly<Record<string, unknown>>;
}

export const insertTask = (
  transaction: AccountTransaction,
  { id, kind, state, startedBy, params }: NewTask,
): Promise<number> =>
  transaction.run(
    `insert into customer_tasks (account_id, id, kind, state, started_by, params) values ($1, $2, $3, $4, $5, $6)`,
    [transaction.accountId, id, kind, state, startedBy, JSON.stringify(params)],
  );

export const findTask = (
  transaction: AccountTransaction,
  id: CustomerTaskId,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<CustomerTask | null> =>
  transaction.one<CustomerTask>(
    `select ${COLUMNS} from ${TABLES} where t.account_id = $1 and t.id = $2 ${isLocked ? 'for update of t' : ''}`,
    [transaction.accountId, id],
  );

export const listTasks = (
  transaction: AccountTransaction,
  { kind, limit }: { readonly kind: CustomerTask['kind'] | null; readonly limit: number },
): Promise<CustomerTask[]> =>
  transaction.rows<CustomerTask>(
    `select ${COLUMNS} from ${TABLES} where t.account_id = $1 and ($2::text is null or t.kind = $2)
     order by t.created_at desc, t.id desc limit $3`,
    [transaction.accountId, kind, limit],
  );

/** Tasks that are being worked on now. */
export const countRunning = async (transaction: AccountTransaction): Promise<number> =>
  (
    await transaction.one<{ count: number }>(
      `select count(*)::int as count from customer_tasks
       where account_id = $1 and state in ('reading', 'checking', 'running', 'undoing')`,
      [transaction.accountId],
    )
  )?.count ?? 0;

/** What was asked for when a file with this head was imported last. */
export const findRemembered = (
  transaction: AccountTransaction,
  head: readonly string[],
): Promise<{ columns: unknown; createTags: unknown } | null> =>
  transaction.one<{ columns: unknown; createTags: unknown }>(
    `select params->'columns' as columns, params->'createTags' as "createTags" from customer_tasks
     where account_id = $1 and kind = 'import' and found->'head' = $2::jsonb and params ? 'columns'
     order by created_at desc limit 1`,
    [transaction.accountId, JSON.stringify(head)],
  );

export interface TaskChange {
  readonly state?: CustomerTaskState | undefined;
  readonly failure?: CustomerTask['failure'] | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly found?: Readonly<Record<string, unknown>> | undefined;
  readonly total?: number | undefined;
  readonly done?: number | undefined;
  readonly counts?: Partial<CustomerTaskCounts> | undefined;
  readonly undoneTo?: number | undefined;
  readonly hasEnded?: boolean | undefined;
  readonly fileHours?: number | undefined;
  readonly undoDays?: number | undefined;
}

/** `params` and `found` take the place of what was there; what is undefined stays. */
export const updateTask = (
  transaction: AccountTransaction,
  id: CustomerTaskId,
  change: TaskChange,
): Promise<number> =>
  transaction.run(
    `update customer_tasks set state = coalesce($3, state), failure = coalesce($4, failure),
       params = coalesce($5::jsonb, params), found = coalesce($6::jsonb, found), total = coalesce($7, total),
       done = coalesce($8, done), counts = coalesce($9::jsonb, counts), undone_to = coalesce($10, undone_to),
       ended_at = case when $11::boolean then now() when $11 = false then null else ended_at end,
       file_until = coalesce(now() + make_interval(hours => $12), file_until),
       undo_until = coalesce(now() + make_interval(days => $13), undo_until)
     where account_id = $1 and id = $2`,
    [
      transaction.accountId,
      id,
      change.state ?? null,
      change.failure ?? null,
      change.params ? JSON.stringify(change.params) : null,
      change.found ? JSON.stringify(change.found) : null,
      change.total ?? null,
      change.done ?? null,
      change.counts ? JSON.stringify(change.counts) : null,
      change.undoneTo ?? null,
      change.hasEnded ?? null,
      change.fileHours ?? null,
      change.undoDays ?? null,
    ],
  );

export interface TaskRow {
  readonly row: number;
  readonly outcome: string;
  readonly customerId: CustomerId | null;
  readonly data: TaskRowData;
}

/** What is kept of a row. Values are there as long as it can be undone. */
interface TaskRowData {
  readonly name?: string;
  readonly facts?: readonly string[];
  readonly reasons?: readonly RowReason[];
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly contacts?: readonly { readonly kind: 'phone' | 'email'; readonly value: string }[];
  /** Tags that were given, and which one each took the place of. */
  readonly tags?: readonly { readonly tagId: string; readonly replacedTagId: string | null }[];
  /** The tag that was taken. */
  readonly untagged?: string;
}

export const insertRows = (
  transaction: AccountTransaction,
  taskId: CustomerTaskId,
  rows: readonly TaskRow[],
): Promise<number> =>
  transaction.run(
    `insert into customer_task_rows (account_id, task_id, row, outcome, customer_id, data)
     select $1, $2, n.row, n.outcome, n."customerId", n.data
     from jsonb_to_recordset($3::jsonb) as n(row int, outcome text, "customerId" uuid, data jsonb)`,
    [transaction.accountId, taskId, JSON.stringify(rows)],
  );

export const deleteRows = (transaction: AccountTransaction, taskId: CustomerTaskId): Promise<number> =>
  transaction.run(`delete from customer_task_rows where account_id = $1 and task_id = $2`, [
    transaction.accountId,
    taskId,
  ]);

/** Imported without some of its values. */
const IS_INCOMPLETE = `r.outcome in ('created', 'changed', 'same') and jsonb_array_length(r.data->'reasons') > 0`;

export const listRows = (
  transaction: AccountTransaction,
  taskId: CustomerTaskId,
  { outcome, limit }: { readonly outcome: string; readonly limit: number },
): Promise<(TaskRow & { name: string | null })[]> =>
  transaction.rows<TaskRow & { name: string | null }>(
    `select r.row, r.outcome, r.customer_id as "customerId", r.data, c.shown_name as name from customer_task_rows r
       left join customers c on c.account_id = r.account_id and c.id = r.customer_id
     where r.account_id = $1 and r.task_id = $2
       and (r.outcome = $3 or $3 = 'incomplete' and ${IS_INCOMPLETE})
     order by r.row limit $4`,
    [transaction.accountId, taskId, outcome, limit],
  );

/** Rows that did something, from the last one backwards. */
export const rowsBefore = (
  transaction: AccountTransaction,
  taskId: CustomerTaskId,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<TaskRow[]> =>
  transaction.rows<TaskRow>(
    `select row, outcome, customer_id as "customerId", data from customer_task_rows
     where account_id = $1 and task_id = $2 and outcome in ('created', 'changed') and row < $3
     order by row desc limit $4`,
    [transaction.accountId, taskId, before, limit],
  );

/** Reasons of the rows that were refused or imported without some of their values, in the order of the file. */
export const refusalsAfter = (
  transaction: AccountTransaction,
  taskId: CustomerTaskId,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<TaskRow[]> =>
  transaction.rows<TaskRow>(
    `select r.row, r.outcome, r.customer_id as "customerId", r.data from customer_task_rows r
     where r.account_id = $1 and r.task_id = $2 and (r.outcome = 'refused' or ${IS_INCOMPLETE}) and r.row > $3
     order by r.row limit $4`,
    [transaction.accountId, taskId, after, limit],
  );

export const keepRows = (
  transaction: AccountTransaction,
  taskId: CustomerTaskId,
  rows: readonly Pick<TaskRow, 'row' | 'data'>[],
): Promise<number> =>
  transaction.run(
    `update customer_task_rows r set outcome = 'kept', data = n.data
     from jsonb_to_recordset($3::jsonb) as n(row int, data jsonb)
     where r.account_id = $1 and r.task_id = $2 and r.row = n.row`,
    [transaction.accountId, taskId, JSON.stringify(rows)],
  );

/** Tasks that are to be worked on, and that no job has. */
export const findForsaken = (transaction: SystemTransaction, job: string): Promise<DueTask[]> =>
  transaction.rows<DueTask>(
    `select t.account_id as "accountId", t.id from customer_tasks t
     where t.state in ('reading', 'checking', 'running', 'undoing')
       and not ${isQueued(job, { key: 'taskId', value: 't.id' })}
     order by t.created_at, t.id`,
  );

export interface DueTask {
  readonly accountId: AccountId;
  readonly id: CustomerTaskId;
}

/** Files and undo records whose time is over, and imports that nobody has gone on with for a week. */
export const findDue = (transaction: SystemTransaction, limit: number): Promise<DueTask[]> =>
  transaction.rows<DueTask>(
    `select account_id as "accountId", id from customer_tasks
     where file_until < now() or undo_until < now()
       or (created_at < now() - interval '7 days' and file_until is null and undo_until is null
         and state in ('ready', 'checked', 'failed'))
     limit $1`,
    [limit],
  );

/** Its rows go, and what was typed to find its customers; that it was done stays. */
export async function forgetTask(transaction: AccountTransaction, id: CustomerTaskId): Promise<void> {
  const undo = await transaction.run(
    `update customer_tasks set undo_until = null, state = case when state = 'undoing' then 'done' else state end
     where account_id = $1 and id = $2 and (undo_until is null or undo_until < now())`,
    [transaction.accountId, id],
  );
  if (undo > 0) await deleteRows(transaction, id);
  await transaction.run(
    `update customer_tasks set file_until = null where account_id = $1 and id = $2 and file_until < now()`,
    [transaction.accountId, id],
  );
  await transaction.run(
    `delete from customer_tasks where account_id = $1 and id = $2 and undo_until is null and file_until is null
       and state in ('reading', 'ready', 'checking', 'checked', 'failed')`,
    [transaction.accountId, id],
  );
}

/** What imports, exports and bulk changes hold of anybody by name goes; those that run stop. Answers whose files go. */
export async function forgetPeople(transaction: AccountTransaction): Promise<CustomerTaskId[]> {
  const rows = await transaction.rows<{ id: CustomerTaskId }>(
    `update customer_tasks set params = params - 'query' - 'fileName', file_until = null,
       found = found - 'after',
       state = case when state in ('reading', 'ready', 'checking', 'checked') or (state = 'running' and kind = 'export')
         then 'failed' when state = 'running' then 'stopped' else state end,
       failure = case when state in ('reading', 'ready', 'checking', 'checked') or (state = 'running' and kind = 'export')
         then 'erased' else failure end,
       undo_until = case when state = 'running' and kind <> 'export' then now() + make_interval(days => $2)
         else undo_until end,
       ended_at = coalesce(ended_at, now())
     where account_id = $1 and not (kind = 'erase' and state = 'running') returning id`,
    [transaction.accountId, UNDO_DAYS],
  );
  await transaction.run(
    `delete from customer_task_rows where account_id = $1 and outcome in ('refused', 'kept')
       or account_id = $1 and data ? 'name'`,
    [transaction.accountId],
  );
  await transaction.run(
    `update customer_task_rows set data = data - 'reasons' where account_id = $1 and data ? 'reasons'`,
    [transaction.accountId],
  );
  return rows.map(({ id }) => id);
}
