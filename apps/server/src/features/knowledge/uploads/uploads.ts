import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { createUpload, UploadView } from '@hanasu/contract/documents';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, KnowledgeId, UploadId } from '@hanasu/contract/ids';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectForVersion, writeUnchanged } from '../documents/documents.store.ts';
import {
  mediaTypeOfStored,
  refuseUnreadableName,
  type StoredSource,
  storeDocumentSource,
} from '../documents/store-source.ts';
import type { KnowledgeKey } from '../keys.ts';
import { cleanFileName, cleanFolder, titleOf } from './upload.ts';
import {
  deleteUploadRow,
  insertUpload,
  selectBegun,
  selectUpload,
  takeAbandoned,
  type UploadRow,
  writeReceived,
  writeResult,
} from './uploads.store.ts';

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
  { accountId, knowledgeId }: KnowledgeKey,
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
    return uploadView(orNotFound(await insertUpload(transaction, upload), 'knowledge base'));
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
  const after =
    fresh.byteLength === 0 ? upload : await keepPart(dependencies, { accountId, upload, content: fresh });
  return uploadView(
    after.received < after.bytes ? after : await finishUpload(dependencies, accountId, after),
  );
}

async function keepPart(
  dependencies: KnowledgeDependencies,
  {
    accountId,
    upload: { uuid, received },
    content,
  }: { readonly accountId: AccountId; readonly upload: UploadRow; readonly content: Buffer },
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
  database.account(accountId, async (transaction) =>
    orNotFound(await selectUpload(transaction, id), 'upload'),
  );

const gap = ({ received }: UploadRow): AppError =>
  AppError.field('upload_gap', 'params.offset', `The next part begins at ${received}`);

/** Forgets a file that is being sent, with what has arrived of it; a document it has become stays. */
export async function giveUpUpload(
  { database, files }: Pick<KnowledgeDependencies, 'database' | 'files'>,
  accountId: AccountId,
  id: UploadId,
): Promise<void> {
  const isGone = await database.account(accountId, (transaction) => deleteUploadRow(transaction, id));
  if (!isGone) throw new AppError('not_found', 'Upload not found');
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

/**
 * Joins the parts of a file, all of which have arrived, and makes a document of them. Running twice gives one
 * document. What can't be used (`upload_corrupt`, `file_type_unsupported`) is given up: choosing it again begins anew.
 */
async function finishUpload(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  upload: UploadRow,
): Promise<UploadRow> {
  const { database, files } = dependencies;
  const folder = uploadFolder(accountId, upload.uuid);
  const fileKey = `${accountId}/documents/${newId<string>()}`;
  const isWhole = (await join(dependencies, { folder, fileKey, upload })) === upload.sha256;
  if (!isWhole) {
    await files.remove(fileKey);
    return finishedMeanwhile(dependencies, accountId, upload);
  }
  const { kind, document } = await makeDocument(dependencies, { accountId, upload, fileKey }).catch(
    async (error: unknown) => {
      if (AppError.is(error)) await giveUp(dependencies, accountId, upload);
      throw error;
    },
  );
  const done = await database.account(accountId, async (transaction) =>
    orNotFound(await writeResult(transaction, upload.uuid, { kind, documentUuid: document.uuid }), 'upload'),
  );
  await files.removeFolder(folder);
  return done;
}

async function makeDocument(
  dependencies: KnowledgeDependencies,
  {
    accountId,
    upload: { knowledgeId, fileName, folder, bytes, sha256, tags },
    fileKey,
  }: { readonly accountId: AccountId; readonly upload: UploadRow; readonly fileKey: string },
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
  return storeDocumentSource(dependencies, accountId, { row, options: { replaces: null, isCounted: true } });
}

/** Writes the file and says its SHA-256 in hexadecimal; empty when it is not complete. */
async function join(
  { files }: Pick<KnowledgeDependencies, 'files'>,
  {
    folder,
    fileKey,
    upload: { bytes },
  }: { readonly folder: string; readonly fileKey: string; readonly upload: UploadRow },
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
  throw new AppError('upload_corrupt', 'The uploaded file differs from the announced one');
}

async function giveUp(
  { database, files }: KnowledgeDependencies,
  accountId: AccountId,
  { uuid }: UploadRow,
): Promise<void> {
  await database.account(accountId, (transaction) => deleteUploadRow(transaction, uuid));
  await files.removeFolder(uploadFolder(accountId, uuid));
}

export const uploadView = ({
  uuid,
  fileName,
  folder,
  bytes,
  received,
  result,
  createdAt,
}: UploadRow): UploadView => ({
  uuid,
  fileName,
  folder,
  bytes,
  received,
  result,
  createdAt: createdAt.toISOString(),
});

/** Folder of the parts of an upload in the file store. */
export const uploadFolder = (accountId: AccountId, id: UploadId): string => `${accountId}/uploads/${id}`;

const DIGITS = 12;
/** Key of the part that begins at an offset; in the order of their names, parts are in order. */
const partKey = (accountId: AccountId, id: UploadId, offset: number): string =>
  `${uploadFolder(accountId, id)}/${String(offset).padStart(DIGITS, '0')}`;
