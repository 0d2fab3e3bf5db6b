import type { createUpload, UploadView } from '@hanasu/contract/documents';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, KnowledgeId, UploadId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectForVersion, writeUnchanged } from '../documents.store.ts';
import { cleanFileName, cleanFolder } from '../domain/upload.ts';
import { partKey, uploadFolder } from '../domain/upload-files.ts';
import { refuseUnreadableName } from '../media-type.ts';
import {
  deleteUploadRow,
  insertUpload,
  selectBegun,
  selectUpload,
  takeAbandoned,
  type UploadRow,
  writeReceived,
} from '../uploads.store.ts';
import { finishUpload } from './finish-upload.ts';
import { found } from './found.ts';
import { uploadView } from './upload-view.ts';

type Body = EndpointRequest<typeof createUpload>['body'];
type NewFile = Omit<Body, 'tags'> & { readonly knowledgeId: KnowledgeId };

/**
 * Starts to receive a file in parts. One that was begun before is gone on with; bytes that the base has under this
 * name already need not be sent.
 */
export async function beginUpload(
  {
    database,
    maxUploadBytes,
    requireQuota,
  }: Pick<KnowledgeDependencies, 'database' | 'maxUploadBytes' | 'requireQuota'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  { tags, ...body }: Body,
): Promise<UploadView> {
  if (body.bytes > maxUploadBytes) {
    throw AppError.field('file_too_large', 'body.bytes', `The file is larger than ${maxUploadBytes} bytes`);
  }
  const fileName = cleanFileName(body.fileName);
  refuseUnreadableName(fileName);
  const file = { ...body, fileName, folder: cleanFolder(body.folder), knowledgeId };
  const begun = await database.account(accountId, (transaction) => selectBegun(transaction, file));
  if (begun) return uploadView(begun);
  return database.account(accountId, async (transaction) => {
    await requireQuota(transaction, body.bytes);
    const result = await sameDocument(transaction, file, tags);
    const upload = { ...file, tags: tags ?? [], id: newId<UploadId>(), result };
    return uploadView(found(await insertUpload(transaction, upload), 'knowledge base'));
  });
}

/** The document that was made from exactly this file. */
async function sameDocument(
  transaction: AccountTransaction,
  file: NewFile,
  tags: Body['tags'],
): Promise<UploadView['result']> {
  const before = await selectForVersion(transaction, { ...file, kind: 'file', replaces: null });
  const isRead = before && before.status !== 'failed' && before.status !== 'stopped';
  if (!isRead || before.contentHash !== file.sha256) return null;
  await writeUnchanged(transaction, before.id, tags ? { tags } : {});
  return { kind: 'unchanged', documentUuid: before.id };
}

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

const HOURS = 24;
const BATCH = 200;

/** Files that nobody has gone on sending for a day go, with what had arrived of them. */
export async function removeAbandonedUploads({
  database,
  files,
}: Pick<KnowledgeDependencies, 'database' | 'files'>): Promise<null> {
  for (;;) {
    const gone = await database.system((transaction) => takeAbandoned(transaction, HOURS, BATCH));
    for (const { accountId, id } of gone) await files.removeFolder(uploadFolder(accountId, id));
    if (gone.length < BATCH) return null;
  }
}
