import type { MultipartFile } from '@fastify/multipart';
import type { MediaId } from '@hanasu/contract/ids';
import { MediaFields, type MediaView } from '@hanasu/contract/media';
import { DOCUMENT_TYPES } from '@hanasu/retrieval/extract/document-types';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { MediaDependencies } from '../dependencies.ts';
import { folderOf, newFileKey } from '../domain/file-keys.ts';
import { mediaView, type StoredFacts } from '../domain/media-row.ts';
import { isShown } from '../domain/media-type.ts';
import { countUnsent, insertUpload } from '../media.store.ts';
import { readUpload } from '../read-upload.ts';
import { settleBytes } from './settle-bytes.ts';

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

/** Keeps what somebody is about to send. Nothing is left of what is refused. */
export async function uploadMedia(
  { database, files, maxUploadBytes, requireQuota }: MediaDependencies,
  { accountId, userId }: Session,
  request: FastifyRequest,
): Promise<MediaView> {
  const unsent = await database.account(accountId, (transaction) => countUnsent(transaction, userId));
  if (unsent >= UNSENT_MAX) throw new AppError('rate_limited', 'Too many files wait to be sent');
  const id = newId<MediaId>();
  const fileKey = newFileKey(accountId, id);
  try {
    const keep = (part: MultipartFile) => files.putStream(fileKey, part.file);
    const { name, fields } = await readUpload(request, maxUploadBytes, keep);
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
