import type { AccountId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { DiskSpace, DiskState } from '../../../platform/files/disk-space.ts';

export interface Storage {
  /**
   * Throws `storage_quota_reached` when the account may not keep so many bytes more. Called in the transaction that writes
   * the row which counts them, so that files which arrive at the same moment are counted one after the other. `part`: what
   * files of one kind use already, and the share of the quota that is theirs.
   */
  requireQuota(transaction: AccountTransaction, bytes: number, part?: StoragePart): Promise<void>;
  /** What the account uses and may use; a quota of 0 is none. */
  read(
    accountId: AccountId,
  ): Promise<{ readonly usedBytes: number; readonly quotaBytes: number; readonly disk: DiskState }>;
}

interface StoragePart {
  readonly usedBytes: number;
  /** Between 0 and 1. */
  readonly share: number;
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
    async requireQuota(transaction, bytes, part) {
      if (quotaBytes === 0) return;
      if (part && part.usedBytes + bytes > part.share * quotaBytes)
        throw new AppError('storage_quota_reached', 'Too many files wait that belong to nothing yet');
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

/** Until the transaction ends: a statement after this one sees what others have stored before. */
const lockStorage = (transaction: AccountTransaction) =>
  transaction.run(`select pg_advisory_xact_lock(hashtextextended('storage ' || $1::text, 0))`, [
    transaction.accountId,
  ]);

/** Bytes of all files that the account keeps, and of its posts. A file that is being uploaded counts as a whole. */
async function sumStoredBytes(transaction: AccountTransaction): Promise<number> {
  const row = await transaction.one<{ bytes: number }>(
    `select (
       (select coalesce(sum(bytes), 0) from documents where account_id = $1)
       + (select coalesce(sum(bytes), 0) from uploads where account_id = $1 and result is null)
       + (select coalesce(sum(bytes), 0) from media where account_id = $1 and state = 'stored')
       + (select coalesce(sum(bytes), 0) from form_files where account_id = $1)
       + (select coalesce(sum(bytes), 0) from line_pictures where account_id = $1)
       + (select coalesce(sum(bytes), 0) from rich_message_pictures where account_id = $1)
       + (select coalesce(sum(size), 0) from attachments where account_id = $1)
       + (select coalesce(sum(bytes), 0) from posts where account_id = $1)
       + (select coalesce(sum(size), 0) from data_exports where account_id = $1 and status = 'ready'))::bigint as bytes`,
    [transaction.accountId],
  );
  return row?.bytes ?? 0;
}
