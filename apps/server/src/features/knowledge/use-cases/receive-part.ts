import type { UploadView } from '@hanasu/contract/documents';
import type { AccountId, UploadId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { partKey } from '../domain/upload-files.ts';
import { selectUpload, type UploadRow, writeReceived } from '../uploads.store.ts';
import { finishUpload } from './finish-upload.ts';
import { found } from './found.ts';
import { uploadView } from './upload-view.ts';

interface Part {
  readonly id: UploadId;
  readonly offset: number;
  readonly content: Buffer;
}

/**
 * Keeps a part of a file. What has arrived already is passed over, so that any part may be sent again; the last one
 * makes the document. Throws `upload_gap` when something before it is missing.
 */
export async function receivePart(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  { id, offset, content }: Part,
): Promise<UploadView> {
  const upload = await readUploadRow(dependencies, accountId, id);
  if (upload.result) return uploadView(upload);
  if (offset > upload.received) throw gap(upload);
  if (offset + content.byteLength > upload.bytes) {
    throw AppError.field(
      'upload_corrupt',
      'body',
      `The file has ${upload.bytes} bytes; this part ends after them`,
    );
  }
  const fresh = content.subarray(upload.received - offset);
  const after = fresh.byteLength === 0 ? upload : await keepPart(dependencies, accountId, upload, fresh);
  return uploadView(
    after.received < after.bytes ? after : await finishUpload(dependencies, accountId, after),
  );
}

async function keepPart(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  { uuid, received }: UploadRow,
  content: Buffer,
): Promise<UploadRow> {
  await dependencies.files.putDurably(partKey(accountId, uuid, received), content);
  const counted = await dependencies.database.account(accountId, (transaction) =>
    writeReceived(transaction, uuid, { from: received, to: received + content.byteLength }),
  );
  // Null: the same part came twice at once.
  return counted ?? readUploadRow(dependencies, accountId, uuid);
}

const readUploadRow = (
  { database }: Pick<KnowledgeDependencies, 'database'>,
  accountId: AccountId,
  id: UploadId,
): Promise<UploadRow> =>
  database.account(accountId, async (transaction) => found(await selectUpload(transaction, id), 'upload'));

const gap = ({ received }: UploadRow): AppError =>
  AppError.field('upload_gap', 'params.offset', `The next part begins at ${received}`);
