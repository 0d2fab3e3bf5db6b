import type { CustomerTaskState } from '@hanasu/contract/customer-tasks';
import type { AccountId, CustomerTaskId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import { publishCustomers } from '../customers/publish-customers.ts';
import { type CustomerTask, findTask } from './tasks.store.ts';

/** One task as whoever works on it has it. */
export interface TaskRun {
  readonly database: Database;
  readonly files: FileStore;
  readonly realtime: Pick<Realtime, 'emit'>;
  readonly key: { readonly accountId: AccountId; readonly taskId: CustomerTaskId };
  /** The server stops; the task goes on with the next one. */
  readonly signal: AbortSignal;
}

/** One step, while nobody has stopped the task, in one transaction with how far it is. False: it is wanted no more. */
export async function advance(
  { database, key, realtime, signal }: TaskRun,
  state: CustomerTaskState,
  step: (transaction: AccountTransaction, task: CustomerTask) => Promise<unknown>,
): Promise<boolean> {
  signal.throwIfAborted();
  let changesCustomers = state === 'undoing';
  const isWanted = await database.account(key.accountId, async (transaction) => {
    const task = await findTask(transaction, key.taskId, { isLocked: true });
    if (task?.state !== state) return false;
    changesCustomers ||= state === 'running' && task.kind !== 'export';
    return (await step(transaction, task)) !== false;
  });
  if (isWanted && changesCustomers) publishCustomers({ realtime }, key.accountId, null);
  return isWanted;
}
