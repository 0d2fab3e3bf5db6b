import type { AccountId } from '@hanasu/contract/ids';
import sharp from 'sharp';
import { FetchFailure } from '../../../platform/net/guarded-fetch.ts';
import type { PictureDependencies } from '../picture-route.ts';
import { findPicture, type PictureKey, storePicture } from '../pictures.store.ts';

/** Of the largest face that is shown, for dense screens. */
const PIXELS = 192;
const MAX_PIXELS = 40_000_000;
const SECONDS = 10;
/** Of a picture that could not be had, until the vendor is asked again. */
const AGAIN_MS = 60 * 60 * 1000;

/** Fetches each picture once, by whoever sees it first, and keeps a small copy of its pixels; null: there is none. */
export function createReadPicture({ database, askForPicture }: PictureDependencies) {
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
