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
import { settleBytes } from './settle-bytes.ts';

interface ReadUpload {
  /** Without folders, control characters and marks that turn its reading around. */
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
}

const NAME_LENGTH = 200;

/** The name without folders, control characters and marks that turn its reading around. */
function cleanName(name: string): string {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = base.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return clean.slice(0, NAME_LENGTH).toWellFormed() || 'file';
}

/** The one file of a form, in the field `file`, handed to `keep` as it arrives: it is never in memory as a whole. */
async function readUpload(
  request: FastifyRequest,
  maxBytes: number,
  keep: (part: MultipartFile) => Promise<number>,
): Promise<ReadUpload> {
  if (!request.isMultipart()) throw new AppError('unsupported_content_type', 'Send multipart/form-data');
  const fields: Record<string, string> = {};
  let name: string | null = null;
  try {
    // To the last part: what is left unread would hold the connection.
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (part.fieldname !== 'file' || name !== null) part.file.resume();
      else {
        name = cleanName(part.filename ?? '');
        await keep(part);
        if (part.file.truncated) throw tooLarge(maxBytes);
      }
    }
  } catch (error) {
    throw faultOf(error, maxBytes);
  }
  if (name === null)
    throw AppError.field('file_missing', 'body.file', 'Send the file as the form field `file`');
  return { name, fields };
}

const tooLarge = (maxBytes: number): AppError =>
  AppError.field('file_too_large', 'body.file', `The file is larger than ${maxBytes} bytes`);

function faultOf(error: unknown, maxBytes: number): unknown {
  if (AppError.is(error)) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  if (/^FST_(?:FILES|FIELDS|PARTS)_LIMIT$/.test(code))
    return AppError.field('validation_failed', 'body.file', 'Send one file at a time');
  const isBroken = error instanceof Error && /multipart|boundary|part header|premature/i.test(error.message);
  return isBroken ? new AppError('malformed_body', 'The form ended too early', { cause: error }) : error;
}

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
