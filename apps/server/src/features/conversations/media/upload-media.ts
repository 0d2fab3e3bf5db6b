import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { MultipartFile } from '@fastify/multipart';
import { HEAD_BYTES, shownTypeOf } from '@hanasu/contract/file-signatures';
import type { MediaId } from '@hanasu/contract/ids';
import { MediaFields, type MediaView } from '@hanasu/contract/media';
import { detectType } from '@hanasu/retrieval/extract/detect';
import { DOCUMENT_TYPES } from '@hanasu/retrieval/extract/document-types';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Session } from '../../../platform/http/context.ts';
import { receiveFile } from '../../../platform/http/receive-file.ts';
import { newId } from '../../../platform/ids.ts';
import type { MediaDependencies } from './dependencies.ts';
import { readDuration, thumbnailOf, videoPreview } from './inspect-media.ts';
import { countUnsent, deleteUnsent, findUnsent, insertUpload } from './media.store.ts';
import {
  folderOf,
  isShown,
  mediaKindOf,
  mediaView,
  newFileKey,
  type StoredFacts,
  thumbnailKeyOf,
  UNKNOWN_TYPE,
} from './media-files.ts';

/** Files that one person has uploaded and not sent yet. */
const UNSENT_MAX = 60;
const DOCUMENTS: ReadonlySet<string> = new Set(
  [
    DOCUMENT_TYPES.docx,
    DOCUMENT_TYPES.xlsx,
    DOCUMENT_TYPES.pptx,
    DOCUMENT_TYPES.csv,
    DOCUMENT_TYPES.text,
  ].map(({ mediaType }) => mediaType),
);

export async function refuseIfTooManyUnsent(
  database: MediaDependencies['database'],
  { accountId, userId }: Pick<Session, 'accountId' | 'userId'>,
): Promise<void> {
  const unsent = await database.account(accountId, (transaction) => countUnsent(transaction, userId));
  if (unsent >= UNSENT_MAX)
    throw new AppError(
      'rate_limited',
      'Too many uploaded files are waiting to be sent; send or remove some first',
    );
}

/** Stores an upload that is about to be sent. Nothing is left of what is refused. */
export async function uploadMedia(
  { database, files, maxUploadBytes, requireQuota }: MediaDependencies,
  { accountId, userId }: Session,
  request: FastifyRequest,
): Promise<MediaView> {
  await refuseIfTooManyUnsent(database, { accountId, userId });
  const id = newId<MediaId>();
  const fileKey = newFileKey(accountId, id);
  try {
    const keep = (part: MultipartFile) => files.putStream(fileKey, part.file);
    const { name, fields } = await receiveFile(request, maxUploadBytes, keep);
    const given = MediaFields.safeParse(fields);
    if (!given.success)
      throw AppError.field('validation_failed', 'body.durationMs', 'Give the length in milliseconds');
    const facts = await settleBytes(files, fileKey, name);
    refuseOthers(facts);
    const durationMs = given.data.durationMs ?? facts.durationMs;
    const row = await database.account(accountId, async (transaction) => {
      await requireQuota(transaction, facts.bytes);
      return insertUpload(transaction, { ...facts, durationMs, id, name, fileKey, createdBy: userId });
    });
    if (!row) throw new Error('the upload just stored is not there');
    return mediaView(row, database.now());
  } catch (error) {
    await files.removeFolder(folderOf(fileKey));
    throw error;
  }
}

function refuseOthers({ contentType, bytes, thumbnailKey }: StoredFacts): void {
  if (bytes === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  const isBroken = contentType.startsWith('image/') && thumbnailKey === null;
  if (isBroken || !(isShown(contentType) || DOCUMENTS.has(contentType)))
    throw AppError.field('media_type_unsupported', 'body.file', 'Files of this kind cannot be sent');
}

/** Documents are looked into as a whole; larger files are what they are. */
const LOOK_BYTES = 50 * 1024 * 1024;

/** What a file in the store is, by its bytes, with a small picture of it beside it. Doing it twice is harmless. */
export async function settleBytes(files: FileStore, fileKey: string, fileName: string): Promise<StoredFacts> {
  const bytes = (await files.size(fileKey)) ?? 0;
  const head = await partOf(files, fileKey, { start: 0, end: Math.max(0, Math.min(bytes, HEAD_BYTES) - 1) });
  const shown = shownTypeOf(head);
  const contentType = shown ?? (await documentType(files, fileKey, { fileName, bytes })) ?? UNKNOWN_TYPE;
  const kind = mediaKindOf(contentType);
  const picture = kind === 'image' ? await thumbnailOf(await files.get(fileKey)) : null;
  const preview = picture?.bytes ?? (kind === 'video' ? await videoPreview() : null);
  const thumbnailKey = preview && thumbnailKeyOf(fileKey);
  if (preview && thumbnailKey) await files.putDurably(thumbnailKey, preview);
  const isTimed = contentType === 'video/mp4' || contentType === 'audio/mp4';
  return {
    contentType,
    bytes,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    durationMs: isTimed ? await readDuration((range) => partOf(files, fileKey, range), bytes) : null,
    thumbnailKey,
  };
}

export async function partOf(
  files: FileStore,
  key: string,
  range: { readonly start: number; readonly end: number },
): Promise<Buffer> {
  const part: Readable | null = await files.getStream(key, range);
  return part ? buffer(part) : Buffer.alloc(0);
}

async function documentType(
  files: FileStore,
  fileKey: string,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: number },
): Promise<string | null> {
  if (bytes === 0 || bytes > LOOK_BYTES) return null;
  const detected = detectType({ fileName, bytes: await files.get(fileKey) });
  return detected.kind === 'ok' ? DOCUMENT_TYPES[detected.type].mediaType : null;
}

const BATCH = 100;

/** Uploads of yesterday that nobody sent go, and what deleted conversations have left: first the files, then the rows. */
export async function removeUnsent({
  database,
  files,
}: Pick<MediaDependencies, 'database' | 'files'>): Promise<null> {
  for (;;) {
    const found = await database.system((transaction) => findUnsent(transaction, BATCH));
    for (const { accountId, id, fileKey } of found) {
      if (fileKey) await files.removeFolder(folderOf(fileKey));
      await database.account(accountId, (transaction) => deleteUnsent(transaction, [id]));
    }
    if (found.length < BATCH) return null;
  }
}
