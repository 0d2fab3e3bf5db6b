import sharp from 'sharp';

/** Pixels of the longer side. */
const SIZE = 480;
/** Larger pictures are refused before they are unpacked: a few kilobytes can hold gigabytes of one colour. */
const MAX_PIXELS = 50_000_000;
const SECONDS = 15;

const open = (input: Uint8Array | string) =>
  sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: SECONDS });

export interface Thumbnail {
  readonly bytes: Buffer;
  /** Of the whole picture, as it is seen. */
  readonly width: number;
  readonly height: number;
}

/**
 * A small JPEG of a picture as it is seen, which every vendor takes as a preview; null when it is broken or too large.
 * Only pixels go through: where it was taken and whatever else is hidden in it stay behind.
 */
export async function thumbnailOf(picture: Uint8Array | string): Promise<Thumbnail | null> {
  try {
    const { autoOrient } = await open(picture).metadata();
    const bytes = await open(picture)
      .autoOrient()
      .resize(SIZE, SIZE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 80 })
      .toBuffer();
    return { bytes, width: autoOrient.width, height: autoOrient.height };
  } catch {
    return null;
  }
}

const PLAY = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="270">
  <rect width="100%" height="100%" fill="#3b3f46"/>
  <circle cx="240" cy="135" r="48" fill="#ffffff" fill-opacity="0.9"/>
  <path d="M225 109 L267 135 L225 161 Z" fill="#3b3f46"/></svg>`;
let play: Promise<Buffer> | null = null;

/** What stands for a video: no frame of it can be read here. */
export const videoPreview = (): Promise<Buffer> => {
  play ??= sharp(Buffer.from(PLAY)).jpeg({ quality: 85 }).toBuffer();
  return play;
};

/** Longer side and quality, tried one after the other until the bytes are few enough. */
const STEPS = [
  [4_096, 88],
  [3_072, 82],
  [2_048, 78],
  [1_280, 72],
  [800, 65],
  [480, 55],
] as const;

/** The same picture as a JPEG of at most `mostBytes`; null: it can't be read, or made that small. */
export async function smallerPicture(picture: Uint8Array, mostBytes: number): Promise<Buffer | null> {
  for (const [size, quality] of STEPS) {
    const made = await open(picture)
      .autoOrient()
      .resize(size, size, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality })
      .toBuffer()
      .catch(() => null);
    if (!made) return null;
    if (made.length <= mostBytes) return made;
  }
  return null;
}
