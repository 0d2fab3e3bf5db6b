import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

export interface ReceivedFile {
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
export async function receiveFile(
  request: FastifyRequest,
  maxBytes: number,
  keep: (part: MultipartFile) => Promise<number>,
): Promise<ReceivedFile> {
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
  return isBroken ? new AppError('malformed_body', 'The form data is incomplete', { cause: error }) : error;
}
