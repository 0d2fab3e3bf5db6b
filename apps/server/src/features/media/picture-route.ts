import { AccountId } from '@hanasu/contract/ids';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { PICTURE_HASH_LETTERS, PICTURE_KINDS } from '../../platform/database/picture-path.ts';
import { FetchFailure, type GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { findPicture, type PictureKey, storePicture } from './pictures.store.ts';

/** Of the largest face that is shown, for dense screens. */
const PIXELS = 192;
const MAX_PIXELS = 40_000_000;
const SECONDS = 10;
/** Of a picture that could not be had, until the vendor is asked again. */
const AGAIN_MS = 60 * 60 * 1000;

/** Fetches each picture once, by whoever sees it first, and keeps a small copy of its pixels; null: there is none. */
function createReadPicture({ database, askForPicture }: PictureDependencies) {
  const fetching = new Map<string, Promise<Buffer | null>>();

  async function fetchAndStore(accountId: AccountId, key: PictureKey, url: string): Promise<Buffer | null> {
    const webp = await fetchPicture(askForPicture, url);
    await database.account(accountId, (transaction) => storePicture(transaction, key, webp));
    return webp;
  }

  return async (accountId: AccountId, key: PictureKey): Promise<Buffer | null> => {
    const found = await database.account(accountId, (transaction) => findPicture(transaction, key));
    if (!found) return null;
    if (found.webp || (found.fetchedAt && database.now() - found.fetchedAt.getTime() < AGAIN_MS))
      return found.webp;
    const name = `${accountId}/${key.id}/${key.hash}`;
    const running = fetching.get(name);
    if (running) return running;
    const started = fetchAndStore(accountId, key, found.url).finally(() => fetching.delete(name));
    fetching.set(name, started);
    return started;
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
const DAY_SECONDS = 24 * 60 * 60;

export interface PictureDependencies {
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
    if (!webp) throw new AppError('not_found', 'There is no such picture');
    return reply
      .type('image/webp')
      .headers({
        'cache-control': `private, max-age=${DAY_SECONDS}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(webp);
  });
}
