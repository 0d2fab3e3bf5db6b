import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { AccountId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { titleOf } from '../domain/upload.ts';
import { uploadFolder } from '../domain/upload-files.ts';
import { mediaTypeOfStored } from '../media-type.ts';
import { deleteUploadRow, selectUpload, type UploadRow, writeResult } from '../uploads.store.ts';
import { found } from './found.ts';
import { keepSource, type StoredSource } from './keep-source.ts';

/**
 * Joins the parts of a file, all of which have arrived, and makes a document of them. Running twice gives one
 * document. What can't be used (`upload_corrupt`, `file_type_unsupported`) is given up: choosing it again begins anew.
 */
export async function finishUpload(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  upload: UploadRow,
): Promise<UploadRow> {
  const { database, files } = dependencies;
  const folder = uploadFolder(accountId, upload.uuid);
  const fileKey = `${accountId}/documents/${newId<string>()}`;
  const isWhole = (await join(dependencies, folder, fileKey, upload)) === upload.sha256;
  if (!isWhole) {
    await files.remove(fileKey);
    return finishedMeanwhile(dependencies, accountId, upload);
  }
  const { kind, document } = await makeDocument(dependencies, accountId, upload, fileKey).catch(
    async (error: unknown) => {
      if (AppError.is(error)) await giveUp(dependencies, accountId, upload);
      throw error;
    },
  );
  const done = await database.account(accountId, async (transaction) =>
    found(await writeResult(transaction, upload.uuid, { kind, documentUuid: document.uuid }), 'upload'),
  );
  await files.removeFolder(folder);
  return done;
}

async function makeDocument(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  { knowledgeId, fileName, folder, bytes, sha256, tags }: UploadRow,
  fileKey: string,
): Promise<StoredSource> {
  const { files } = dependencies;
  const mediaType = await mediaTypeOfStored(files, { key: fileKey, bytes, fileName }).catch(
    async (error: unknown) => {
      await files.remove(fileKey);
      throw error;
    },
  );
  const row = {
    knowledgeId,
    kind: 'file',
    title: titleOf(fileName),
    fileName,
    folder,
    url: null,
    websiteId: null,
    mediaType,
    bytes,
    fileKey,
    contentHash: sha256,
    ...(tags.length > 0 ? { tags } : {}),
  } as const;
  return keepSource(dependencies, accountId, row, { replaces: null, isCounted: true });
}

/** Writes the file and says its SHA-256 in hexadecimal; empty when it is not complete. */
async function join(
  { files }: Pick<KnowledgeDependencies, 'files'>,
  folder: string,
  fileKey: string,
  { bytes }: UploadRow,
): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      next(null, chunk);
    },
  });
  const source = files.joined(await files.keysUnder(folder));
  source.on('error', (error) => hashing.destroy(error));
  try {
    const written = await files.putStream(fileKey, source.pipe(hashing));
    return written === bytes ? hash.digest('hex') : '';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Not the file that was announced, unless another request has just made a document of it and cleared the parts. */
async function finishedMeanwhile(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  upload: UploadRow,
): Promise<UploadRow> {
  const now = await dependencies.database.account(accountId, (transaction) =>
    selectUpload(transaction, upload.uuid),
  );
  if (now?.result) return now;
  await giveUp(dependencies, accountId, upload);
  throw new AppError('upload_corrupt', 'The file that arrived is not the one that was announced');
}

async function giveUp(
  { database, files }: KnowledgeDependencies,
  accountId: AccountId,
  { uuid }: UploadRow,
): Promise<void> {
  await database.account(accountId, (transaction) => deleteUploadRow(transaction, uuid));
  await files.removeFolder(uploadFolder(accountId, uuid));
}
