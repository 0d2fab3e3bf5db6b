import { createDocument } from '@hanasu/contract/knowledge';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { readFileField } from '../../platform/http/read-file-field.ts';
import { cleanFileName, SINGLE_UPLOAD_BYTES, titleOf, type Upload } from './domain/upload.ts';

/** The document in a request: multipart field `file`, or JSON `{title, text}`. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) return readJson(request);
  const { name, bytes } = await readFileField(request, Math.min(maxBytes, SINGLE_UPLOAD_BYTES));
  const fileName = cleanFileName(name);
  return { title: titleOf(fileName), fileName, bytes };
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
  const { title, text, tags, metadata } = parsed.data;
  return { title, fileName: null, bytes: Buffer.from(text, 'utf8'), tags, metadata };
}
