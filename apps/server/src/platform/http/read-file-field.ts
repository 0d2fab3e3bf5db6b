import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

export interface SentFile {
  /** As the sender calls it; not to be trusted. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** The one file of a form, in the field `file`. Throws `file_missing`, `file_too_large`, `malformed_body`. */
export async function readFileField(request: FastifyRequest, maxBytes: number): Promise<SentFile> {
  if (!request.isMultipart()) throw new AppError('unsupported_content_type', 'Send multipart/form-data');
  let found: SentFile | null = null;
  try {
    // To the last part: what is left unread would hold the connection.
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type !== 'file') continue;
      if (part.fieldname === 'file') found = await toFile(part);
      else part.file.resume();
    }
  } catch (error) {
    throw uploadFault(error, maxBytes);
  }
  if (!found) throw AppError.field('file_missing', 'body.file', 'Send the file as the form field `file`');
  return found;
}

const toFile = async (part: MultipartFile): Promise<SentFile> => ({
  name: part.filename ?? '',
  bytes: await part.toBuffer(),
});

const LIMIT_CODES: ReadonlySet<unknown> = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);

function uploadFault(error: unknown, maxBytes: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return AppError.field('file_too_large', 'body.file', `The file is larger than ${maxBytes} bytes`);
  }
  if (LIMIT_CODES.has(code))
    return AppError.field('validation_failed', 'body.file', 'Send one file at a time');
  if (AppError.is(error)) return error;
  const isBroken = error instanceof Error && /multipart|boundary|part header|premature/i.test(error.message);
  return isBroken ? new AppError('malformed_body', error.message, { cause: error }) : error;
}
