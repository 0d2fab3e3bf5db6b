import type { AccountId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { DiskSpace, DiskState } from '../../../platform/files/disk-space.ts';
import { lockStorage, sumStoredBytes } from './storage.store.ts';

export interface Storage {
  /**
   * Throws `storage_quota_reached` when the account may not keep so many bytes more. Called in the transaction that writes
   * the row which counts them, so that files which arrive at the same moment are counted one after the other.
   */
  requireQuota(transaction: AccountTransaction, bytes: number): Promise<void>;
  /** What the account uses and may use; a quota of 0 is none. */
  read(
    accountId: AccountId,
  ): Promise<{ readonly usedBytes: number; readonly quotaBytes: number; readonly disk: DiskState }>;
}

const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number): string =>
  `${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 1 : 0)} MB`;

export function createStorage({
  database,
  quotaBytes,
  disk,
}: {
  readonly database: Database;
  readonly quotaBytes: number;
  readonly disk: Pick<DiskSpace, 'state'>;
}): Storage {
  const sumOf = (accountId: AccountId): Promise<number> => database.account(accountId, sumStoredBytes);
  return {
    async requireQuota(transaction, bytes) {
      if (quotaBytes === 0) return;
      await lockStorage(transaction);
      const used = await sumStoredBytes(transaction);
      if (used + bytes <= quotaBytes) return;
      throw new AppError(
        'storage_quota_reached',
        `This account uses ${megabytes(used)} of ${megabytes(quotaBytes)} for files, and this one has ${megabytes(bytes)}. ` +
          'Delete documents that are no longer needed, or ask whoever runs this server for more room.',
      );
    },
    async read(accountId) {
      const [usedBytes, state] = await Promise.all([sumOf(accountId), disk.state()]);
      return { usedBytes, quotaBytes, disk: state };
    },
  };
}
