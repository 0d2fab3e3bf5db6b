import { Readable } from 'node:stream';
import { AccountId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/media';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { rangeOf } from '../../../platform/database/page-range.ts';
import { PICTURE_HASH_LETTERS, PICTURE_KINDS } from '../../../platform/database/picture-path.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { sharp } from '../../../platform/files/lazy-sharp.ts';
import { askedRange } from '../../../platform/http/byte-range.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { FetchFailure, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { MediaDependencies } from './dependencies.ts';
import { findMedia, findPicture, listKept, type PictureKey, storePicture } from './media.store.ts';
import { isShown, mediaView, readMediaToken, sendableKeyOf, UNKNOWN_TYPE } from './media-files.ts';
import { uploadMedia } from './upload-media.ts';

/** Room for the form around the file. */
const FORM_BYTES = 64 * 1024;

export function addMediaRoutes(implement: Implement, dependencies: MediaDependencies): void {
  const { database } = dependencies;
  implement(contract.listKeptMedia, ({ query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const { rows, total } = await listKept(transaction, { ...rangeOf(query), kind: query.kind });
      const items = rows.map((row) => mediaView(row, transaction.now()));
      return { items, total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(
    contract.uploadMedia,
    (_input, { session, request }) => uploadMedia(dependencies, session, request),
    {
      bodyLimit: dependencies.maxUploadBytes + FORM_BYTES,
      parseBody: false,
    },
  );
}

/** Of the largest face that is shown, for dense screens. */
const PIXELS = 192;
const MAX_PIXELS = 40_000_000;
const SECONDS = 10;
/** Of a picture that could not be had, until the vendor is asked again. */
const AGAIN_MS = 60 * 60 * 1000;

/** Fetches each picture once, by whoever sees it first, and keeps a small copy of its pixels; null: there is none. */
function createReadPicture({ database, askForPicture }: PictureDependencies) {
  const reading = new Map<string, Promise<Buffer | null>>();

  async function readOrFetch(accountId: AccountId, key: PictureKey): Promise<Buffer | null> {
    const found = await database.account(accountId, (transaction) => findPicture(transaction, key));
    if (!found) return null;
    if (found.webp || (found.fetchedAt && database.now() - found.fetchedAt.getTime() < AGAIN_MS))
      return found.webp;
    const webp = await fetchPicture(askForPicture, found.url);
    await database.account(accountId, (transaction) => storePicture(transaction, key, webp));
    return webp;
  }

  return (accountId: AccountId, key: PictureKey): Promise<Buffer | null> => {
    const name = `${accountId}/${key.id}/${key.hash}`;
    // Shares the lookup too: one that began before the copy was stored would fetch it again.
    const running = reading.get(name) ?? readOrFetch(accountId, key).finally(() => reading.delete(name));
    reading.set(name, running);
    return running;
  };
}

async function fetchPicture(ask: PictureDependencies['askForPicture'], url: string): Promise<Buffer | null> {
  try {
    const answer = await ask(url, { headers: { accept: 'image/*' } });
    const type = answer.headers.get('content-type') ?? '';
    if (answer.ok && /^image\/(?!svg)/i.test(type)) return await smallCopy(await answer.arrayBuffer());
    await answer.body?.cancel();
    return null;
  } catch (error) {
    if (error instanceof FetchFailure) return null;
    throw error;
  }
}

/** Only pixels go through: whatever else is in the file stays behind. Null: it is no picture, or too large a one. */
const smallCopy = (bytes: ArrayBuffer): Promise<Buffer | null> =>
  sharp(Buffer.from(bytes), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(PIXELS, PIXELS, { fit: 'cover', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
    .catch(() => null);

const Params = z.object({
  kind: z.enum(PICTURE_KINDS),
  account: AccountId,
  id: z.uuid(),
  hash: z.string().regex(new RegExp(`^[0-9a-f]{${PICTURE_HASH_LETTERS}}$`)),
});
const PICTURE_ROUTE_DAY_SECONDS = 24 * 60 * 60;

interface PictureDependencies {
  readonly database: Database;
  /** Refuses private addresses, and more bytes than a face needs. */
  readonly askForPicture: GuardedFetch;
}

/**
 * Pictures of friends, groups and official accounts, for everybody who knows the address, because `<img>` sends no token:
 * its end is made of the vendor's own address, which cannot be guessed.
 */
export function addPictureRoute(app: FastifyInstance, dependencies: PictureDependencies): void {
  const readPicture = createReadPicture(dependencies);
  app.get('/api/picture/:kind/:account/:id/:hash', { schema: { hide: true } }, async (request, reply) => {
    const { data } = Params.safeParse(request.params);
    const webp = data && (await readPicture(data.account, data));
    if (!webp) throw new AppError('not_found', 'Picture not found');
    return reply
      .type('image/webp')
      .headers({
        'cache-control': `private, max-age=${PICTURE_ROUTE_DAY_SECONDS}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(webp);
  });
}

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
      if (opened.kind === 'unknown') throw new AppError('not_found', 'File not found');
      return sendFile(dependencies.files, opened, request, reply);
    };
  app.get('/media/:token', { schema: { hide: true } }, serve(false));
  app.get('/media/:token/preview', { schema: { hide: true } }, serve(true));
}

const NOTHING = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
const MEDIA_FILE_ROUTE_DAY_SECONDS = 24 * 60 * 60;

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
  if (!content) throw new AppError('not_found', 'File not found');
  return reply.send(content);
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; sandbox";
/** Browsers open no PDF in a sandbox; their readers run nothing of it. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";

/** Whatever a file might hold: only what can do nothing is shown, nothing of it runs, and its type is never guessed. */
const headersOf = ({ contentType, name, isShown, lastsMs }: MediaFile) => ({
  'content-type': isShown ? contentType : UNKNOWN_TYPE,
  'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(name)}`,
  'cache-control': `private, max-age=${Math.min(MEDIA_FILE_ROUTE_DAY_SECONDS, Math.floor(lastsMs / 1000))}, immutable`,
  'content-security-policy': contentType === 'application/pdf' ? PDF_POLICY : POLICY,
  // The chat on other people's sites shows them; who has the address may see what is there.
  'cross-origin-resource-policy': 'cross-origin',
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
