import { shownTypeOf } from '@hanasu/contract/file-signatures';
import { sharp } from './lazy-sharp.ts';

/** Pixels on each side of what is kept. */
export const PORTRAIT_SIZE = 256;
/** Larger pictures are refused before they are unpacked: a few kilobytes can hold gigabytes of one colour. */
const MAX_PIXELS = 4096 * 4096;
const SECONDS = 10;

const TAKEN = new Set<string | null>(['image/png', 'image/jpeg', 'image/webp']);

/**
 * A square WebP of a PNG, JPEG or WebP; null when it is anything else, broken or too large. Only pixels go through:
 * metadata, further frames and whatever is hidden before, between or after them stay behind. Runs beside the event loop.
 */
export const portraitOf = (bytes: Uint8Array): Promise<Buffer | null> =>
  pictureOf(bytes, { width: PORTRAIT_SIZE, height: PORTRAIT_SIZE });

/** The same in other measures, in pixels; what doesn't fit is cut off. */
export async function pictureOf(
  bytes: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer | null> {
  if (!TAKEN.has(shownTypeOf(bytes))) return null;
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(width, height, { fit: 'cover' })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => null);
}
