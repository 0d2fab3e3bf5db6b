import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { askedRange } from '../../platform/http/byte-range.ts';
import type { MediaDependencies } from './dependencies.ts';
import { sendableKeyOf } from './domain/file-keys.ts';
import { readMediaToken } from './domain/media-address.ts';
import { isShown, UNKNOWN_TYPE } from './domain/media-type.ts';
import { findMedia } from './media.store.ts';

interface MediaFile {
  readonly kind: 'file';
  readonly id: string;
  readonly fileKey: string;
  readonly size: number;
  readonly contentType: string;
  readonly name: string;
  /** May be shown where it is read. */
  readonly isShown: boolean;
  /** Milliseconds until the address ends. */
  readonly lastsMs: number;
}

type OpenedMedia =
  | MediaFile
  /** Taken back by who sent it, or expired at the vendor. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown' };

const UNKNOWN = { kind: 'unknown' } as const;

/** What lies at an address. Made up, expired and unknown ones are told apart for nobody. */
export async function openMediaFile(
  { database, files }: Pick<MediaDependencies, 'database' | 'files'>,
  token: string,
  isPreview: boolean,
  now: number,
): Promise<OpenedMedia> {
  const read = readMediaToken(token);
  if (!read || read.claim.expiresAt <= now) return UNKNOWN;
  const { accountId, mediaId, expiresAt, mostBytes } = read.claim;
  const row = await database.account(accountId, (transaction) => findMedia(transaction, mediaId));
  if (!row) return UNKNOWN;
  // Its key may be forgotten already, so whether the address was ever right can't be asked any more.
  if (row.state === 'gone') return { kind: 'gone' };
  if (row.state !== 'stored' || !row.fileKey || !read.isSignedWith(row.fileKey)) return UNKNOWN;
  const isJpeg = isPreview || mostBytes > 0;
  const original = mostBytes > 0 ? sendableKeyOf(row.fileKey, mostBytes) : row.fileKey;
  const fileKey = isPreview ? row.thumbnailKey : original;
  const size = fileKey && (await files.size(fileKey));
  if (!fileKey || size === null) return UNKNOWN;
  const contentType = isJpeg ? 'image/jpeg' : (row.contentType ?? '');
  return {
    kind: 'file',
    id: `${mediaId}-${isPreview ? 'small' : mostBytes}`,
    fileKey,
    size: Number(size),
    contentType,
    name: row.name,
    isShown: isShown(contentType),
    lastsMs: expiresAt - now,
  };
}

type Dependencies = Pick<MediaDependencies, 'database' | 'files'>;

/** Files of messages, for whoever has the address: it carries its own permission, and ends. */
export function addMediaFileRoute(app: FastifyInstance, dependencies: Dependencies): void {
  const serve =
    (isPreview: boolean) =>
    async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      const opened = await openMediaFile(
        dependencies,
        request.params.token,
        isPreview,
        dependencies.database.now(),
      );
      if (opened.kind === 'gone') return reply.code(410).headers(NOTHING).send('Gone');
      if (opened.kind === 'unknown') throw new AppError('not_found', 'There is no such file');
      return sendFile(dependencies.files, opened, request, reply);
    };
  app.get('/media/:token', { schema: { hide: true } }, serve(false));
  app.get('/media/:token/preview', { schema: { hide: true } }, serve(true));
}

const NOTHING = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
const DAY_SECONDS = 24 * 60 * 60;

async function sendFile(files: FileStore, file: MediaFile, request: FastifyRequest, reply: FastifyReply) {
  const { range, 'if-range': condition } = request.headers;
  const tag = `"${file.id}"`;
  reply.headers({ ...headersOf(file), etag: tag });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  const asked = askedRange(condition === undefined || condition === tag ? range : undefined, file.size);
  if (asked.kind === 'outside')
    return reply.code(416).header('content-range', `bytes */${file.size}`).send(Readable.from([]));
  if (asked.kind === 'part')
    reply.code(206).header('content-range', `bytes ${asked.start}-${asked.end}/${file.size}`);
  const part = asked.kind === 'part' ? { start: asked.start, end: asked.end } : undefined;
  reply.header('content-length', part ? part.end - part.start + 1 : file.size);
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const content = await files.getStream(file.fileKey, part);
  if (!content) throw new AppError('not_found', 'There is no such file');
  return reply.send(content);
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; sandbox";
/** Browsers open no PDF in a sandbox; their readers run nothing of it. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";

/** Whatever a file might hold: only what can do nothing is shown, nothing of it runs, and its type is never guessed. */
const headersOf = ({ contentType, name, isShown, lastsMs }: MediaFile) => ({
  'content-type': isShown ? contentType : UNKNOWN_TYPE,
  'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(name)}`,
  'cache-control': `private, max-age=${Math.min(DAY_SECONDS, Math.floor(lastsMs / 1000))}, immutable`,
  'content-security-policy': contentType === 'application/pdf' ? PDF_POLICY : POLICY,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'accept-ranges': 'bytes',
});

/** RFC 5987 leaves fewer letters bare than addresses do. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
