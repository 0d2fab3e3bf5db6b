import type { MultipartFile } from '@fastify/multipart';
import { createDocument } from '@hanasu/contract/knowledge';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { cleanFileName, titleOf, type Upload } from './domain/upload.ts';

/** The document in a request: multipart field `file`, or JSON `{title, text}`. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  return request.isMultipart() ? readFileField(request, maxBytes) : readJson(request);
}

async function readFileField(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  let found: Upload | null = null;
  try {
    // To the last part: what is left unread would hold the connection.
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      if (part.fieldname === 'file') found = await toUpload(part);
      else part.file.resume();
    }
  } catch (error) {
    throw uploadFault(error, maxBytes);
  }
  if (!found) throw AppError.field('file_missing', 'body.file', 'Send the file as the form field `file`');
  return found;
}

async function toUpload(part: MultipartFile): Promise<Upload> {
  const bytes = await part.toBuffer();
  const fileName = cleanFileName(part.filename ?? '');
  return { title: titleOf(fileName), fileName, bytes };
}

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

function readJson(request: FastifyRequest): Upload {
  const isJson = /^application\/(\S+\+)?json\b/i.test(request.headers['content-type'] ?? '');
  if (!isJson) throw new AppError('unsupported_content_type', 'Send multipart/form-data or application/json');
  const parsed = createDocument.body.safeParse(request.body);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, code, message }) => ({
      path: ['body', ...path].join('.'),
      code,
      message,
    }));
    const detail = errors.map((one) => `${one.path}: ${one.message}`).join('; ');
    throw new AppError('validation_failed', detail, { errors });
  }
  const { title, text } = parsed.data;
  return { title, fileName: null, bytes: Buffer.from(text, 'utf8') };
}
