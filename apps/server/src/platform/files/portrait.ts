import sharp from 'sharp';

/** Pixels on each side of what is kept. */
export const PORTRAIT_SIZE = 256;
/** Larger pictures are refused before they are unpacked: a few kilobytes can hold gigabytes of one colour. */
const MAX_PIXELS = 4096 * 4096;
const SECONDS = 10;

/** What a file is, by its first bytes; its name and declared type count for nothing. */
const SIGNATURES: readonly ((bytes: Uint8Array) => boolean)[] = [
  (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  (bytes) => startsWith(bytes, ascii('RIFF')) && startsWith(bytes.subarray(8), ascii('WEBP')),
];
const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

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
  if (!SIGNATURES.some((matches) => matches(bytes))) return null;
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(width, height, { fit: 'cover' })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => null);
}
