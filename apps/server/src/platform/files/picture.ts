import sharp from 'sharp';

/** Pixels of the longer side of what is kept. */
export const PICTURE_SIZE = 2_048;
/** Larger pictures are refused before they are unpacked: a few kilobytes can hold gigabytes of one colour. */
const MAX_PIXELS = 50_000_000;
const SECONDS = 15;

/**
 * A WebP of a picture as it is seen, scaled down to `PICTURE_SIZE`; null when it is broken, too large or no picture.
 * Only pixels go through: metadata, further frames and whatever is hidden in the file stay behind.
 */
export const pictureOf = (bytes: Uint8Array): Promise<Buffer | null> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(PICTURE_SIZE, PICTURE_SIZE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => null);
