import type { AccountId, UploadId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { uploadFolder } from '../domain/upload-files.ts';
import { deleteUploadRow } from '../uploads.store.ts';

/** Forgets a file that is being sent, with what has arrived of it; a document it has become stays. */
export async function giveUpUpload(
  { database, files }: Pick<KnowledgeDependencies, 'database' | 'files'>,
  accountId: AccountId,
  id: UploadId,
): Promise<void> {
  const isGone = await database.account(accountId, (transaction) => deleteUploadRow(transaction, id));
  if (!isGone) throw new AppError('not_found', 'There is no such upload');
  await files.removeFolder(uploadFolder(accountId, id));
}
