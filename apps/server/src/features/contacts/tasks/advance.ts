import type { CustomerTaskState } from '@hanasu/contract/customer-tasks';
import type { AccountId, CustomerTaskId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { type CustomerTask, findTask } from './tasks.store.ts';

/** One task as whoever works on it has it. */
export interface TaskRun {
  readonly database: Database;
  readonly files: FileStore;
  readonly key: { readonly accountId: AccountId; readonly taskId: CustomerTaskId };
  /** The server stops; the task goes on with the next one. */
  readonly signal: AbortSignal;
}

/** One step, while nobody has stopped the task, in one transaction with how far it is. False: it is wanted no more. */
export async function advance(
  { database, key, signal }: TaskRun,
  state: CustomerTaskState,
  step: (transaction: AccountTransaction, task: CustomerTask) => Promise<unknown>,
): Promise<boolean> {
  signal.throwIfAborted();
  return database.account(key.accountId, async (transaction) => {
    const task = await findTask(transaction, key.taskId, { isLocked: true });
    if (task?.state !== state) return false;
    return (await step(transaction, task)) !== false;
  });
}
