import type { AccountId, DocumentId } from '@hanasu/contract/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askedRange } from '../../platform/http/byte-range.ts';
import type { KnowledgeDependencies } from './dependencies.ts';
import { type StoredFile, selectStoredFile } from './document-changes.store.ts';
import { found } from './use-cases/found.ts';

/** Types that a browser shows without running anything. */
const HARMLESS: ReadonlySet<string> = new Set([
  'text/plain',
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);
/** Typed text is shown as what it was typed as. */
const SHOWN_AS_TEXT: ReadonlySet<string> = new Set(['text/markdown', 'application/json', 'text/csv']);
const RANGE_NOT_SATISFIABLE = 416;
const PARTIAL_CONTENT = 206;

/** Answers with the source of a document: to save, or to show where nothing in it can run. */
export async function sendSource(
  { database, files }: Pick<KnowledgeDependencies, 'database' | 'files'>,
  accountId: AccountId,
  documentId: DocumentId,
  { request, reply, inline }: { request: FastifyRequest; reply: FastifyReply; inline: boolean },
): Promise<void> {
  const file = found(
    await database.account(accountId, (transaction) => selectStoredFile(transaction, documentId)),
    'document',
  );
  const size = found(await files.size(file.fileKey), 'source');
  const wanted = askedRange(request.headers.range, size);
  reply.headers({ ...headersOf(file, inline), 'accept-ranges': 'bytes' });
  if (wanted.kind === 'outside') {
    await reply.code(RANGE_NOT_SATISFIABLE).header('content-range', `bytes */${size}`).send();
    return;
  }
  const range = wanted.kind === 'part' ? { start: wanted.start, end: wanted.end } : undefined;
  const content = found(await files.getStream(file.fileKey, range), 'source');
  if (range) reply.code(PARTIAL_CONTENT).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  await reply.send(content);
}

function headersOf(file: StoredFile, inline: boolean): Record<string, string> {
  const isText = SHOWN_AS_TEXT.has(file.mediaType) || file.mediaType === 'text/plain';
  const isShown = inline && (isText || HARMLESS.has(file.mediaType));
  const type = isText ? 'text/plain; charset=utf-8' : file.mediaType;
  return {
    'content-type': isShown ? type : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(nameOf(file))}`,
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'text/markdown': '.md',
  'text/html': '.html',
  'application/json': '.json',
};
const nameOf = ({ fileName, title, mediaType }: StoredFile): string =>
  fileName ?? `${title}${ENDINGS[mediaType] ?? '.txt'}`;

/** RFC 8187: what encodeURIComponent leaves as it is but may not stand there. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
