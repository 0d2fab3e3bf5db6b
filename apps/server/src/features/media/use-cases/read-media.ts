import type { AccountId, MediaId } from '@hanasu/contract/ids';
import type { MediaDependencies } from '../dependencies.ts';
import { findMedia } from '../media.store.ts';

/** Bytes of a stored file, for vendors that want them uploaded; null: there is no such file, or not any more. */
export async function readMedia(
  { database, files }: Pick<MediaDependencies, 'database' | 'files'>,
  accountId: AccountId,
  mediaId: MediaId,
): Promise<Buffer | null> {
  const row = await database.account(accountId, (transaction) => findMedia(transaction, mediaId));
  if (row?.state !== 'stored' || !row.fileKey) return null;
  return (await files.size(row.fileKey)) === null ? null : files.get(row.fileKey);
}
