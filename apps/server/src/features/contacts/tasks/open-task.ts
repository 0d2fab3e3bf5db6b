import type { CustomerTaskView } from '@hanasu/contract/customer-tasks';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Jobs } from '../../../platform/workers/jobs.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { SegmentLanguage } from '../segments/segment-language.ts';
import * as store from './tasks.store.ts';

export interface TaskRouteDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly jobs: Jobs;
  readonly language: SegmentLanguage;
  readonly publicUrl: string;
}

/** Tasks of one account that are worked on at a time. */
const RUNNING_MAX = 5;

export const isAdmin = ({ role }: Pick<Actor, 'role'>): boolean => role === 'admin' || role === 'owner';

/** Operators have to do with bulk changes only; files of customers are for admins. Throws `not_found`. */
export async function openTask(
  transaction: AccountTransaction,
  session: Pick<Actor, 'role'>,
  id: CustomerTaskId,
  { isLocked = false } = {},
): Promise<store.CustomerTask> {
  const task = orNotFound(await store.findTask(transaction, id, { isLocked }), 'task');
  if (task.kind !== 'bulk' && !isAdmin(session)) throw new AppError('not_found', 'There is no such task');
  return task;
}

export const shownTask = async (
  transaction: AccountTransaction,
  id: CustomerTaskId,
): Promise<CustomerTaskView> => store.taskView(orNotFound(await store.findTask(transaction, id), 'task'));

export const wrongState = (): AppError =>
  new AppError('task_state', 'In this state of the task that can’t be done');

export const audit = (
  transaction: AccountTransaction,
  { userId, address }: Actor,
  entry: {
    readonly action: Parameters<typeof recordAudit>[1]['action'];
    readonly target: string;
    readonly data?: Record<string, unknown>;
  },
): Promise<void> => recordAudit(transaction, { userId, address, data: {}, ...entry });

export async function requireRoom(transaction: AccountTransaction): Promise<void> {
  if ((await store.countRunning(transaction)) >= RUNNING_MAX)
    throw new AppError('rate_limited', 'Wait until what is running now has ended');
}
