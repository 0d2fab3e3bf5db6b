import type { AccountId, CustomerTaskId } from '@hanasu/contract/ids';

interface TaskKey {
  readonly accountId: AccountId;
  readonly taskId: CustomerTaskId;
}

/** What lies under an account's folder goes with the account. */
export const taskFolder = ({ accountId, taskId }: TaskKey): string => `${accountId}/customer-tasks/${taskId}`;
/** A file as it was uploaded. */
export const sourceKey = (key: TaskKey): string => `${taskFolder(key)}/source`;
/** Its rows, each a line of JSON: the number of the row and its cells. The first one is the head. */
export const rowsKey = (key: TaskKey): string => `${taskFolder(key)}/rows.ndjson`;
export const exportKey = (key: TaskKey): string => `${taskFolder(key)}/export`;
