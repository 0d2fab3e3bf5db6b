import { crc32, deflateSync } from 'node:zlib';
import { getResolvedPDFJS } from 'unpdf';
import { type OpenPage, openPdf } from './open-pdf.ts';

/** The largest picture of a page, which on a scanned page is the page. */
export interface PagePicture {
  readonly page: number;
  readonly mediaType: 'image/png';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const LONGEST_SIDE = 2000;
/** Smaller ones are stamps and logos. */
const SMALLEST_SIDE = 100;
const WAIT_FOR_PICTURE = 5000;

/** Pictures of the given pages one by one; pages without one that can be decoded are left out. Throws what PDF.js throws. */
export async function* readPagePictures(
  bytes: Uint8Array,
  pages: readonly number[],
): AsyncGenerator<PagePicture | { readonly page: number; readonly bytes: null }> {
  const pdf = await openPdf(bytes, { pictures: true });
  for (const number of pages) {
    const isThere = Number.isInteger(number) && number >= 1 && number <= pdf.numPages;
    const picture = isThere ? await readLargest(await pdf.getPage(number)) : null;
    const pixels = picture && shrinkPicture(picture, LONGEST_SIDE);
    if (!pixels) {
      yield { page: number, bytes: null };
      continue;
    }
    const { width, height } = pixels;
    yield { page: number, mediaType: 'image/png', bytes: encodePng(pixels), width, height };
    await pdf.cleanup();
  }
}

async function readLargest(page: OpenPage): Promise<DecodedPicture | null> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const painting = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  let largest: DecodedPicture | null = null;
  for (const [index, operator] of fnArray.entries()) {
    if (!painting.has(operator)) continue;
    const picture = await resolvePicture(page, argsArray[index]?.[0]);
    if (!picture || Math.min(picture.width, picture.height) < SMALLEST_SIDE) continue;
    if (!largest || picture.width * picture.height > largest.width * largest.height) largest = picture;
  }
  page.cleanup();
  return largest;
}

/** What an operator paints: the picture itself, or the name of one that is kept with the page or the document. */
async function resolvePicture(page: OpenPage, painted: unknown): Promise<DecodedPicture | null> {
  const named = typeof painted === 'object' && painted !== null && 'data' in painted ? painted.data : painted;
  const found = typeof named === 'string' ? await waitForPicture(page, named) : painted;
  return isPicture(found) ? found : null;
}

function waitForPicture(page: OpenPage, name: string): Promise<unknown> {
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => {
    // One that could not be decoded may never come.
    const timer = setTimeout(() => resolve(null), WAIT_FOR_PICTURE);
    objects.get(name, (found: unknown) => {
      clearTimeout(timer);
      resolve(found);
    });
  });
}

function isPicture(value: unknown): value is DecodedPicture {
  return (
    typeof value === 'object' &&
    value !== null &&
    'width' in value &&
    typeof value.width === 'number' &&
    'height' in value &&
    typeof value.height === 'number' &&
    'data' in value &&
    (value.data instanceof Uint8Array || value.data instanceof Uint8ClampedArray)
  );
}

/** A picture as PDF.js decodes it; `kind`: 1 is one bit a pixel, 2 is RGB, 3 is RGBA. */
interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  readonly kind?: number | undefined;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** The picture with no side longer than `longest`; each new pixel is the mean of those it covers. Null: not as it says. */
export function shrinkPicture(picture: DecodedPicture, longest: number): Pixels | null {
  const { width, height } = picture;
  const read = readerOf(picture);
  if (!read || width < 1 || height < 1) return null;
  const scale = Math.max(1, Math.max(width, height) / longest);
  const size = {
    width: Math.max(1, Math.floor(width / scale)),
    height: Math.max(1, Math.floor(height / scale)),
  };
  const { channels } = read;
  const data = new Uint8Array(size.width * size.height * channels);
  for (let y = 0; y < size.height; y++) {
    const top = Math.floor(y * scale);
    const bottom = Math.max(top + 1, Math.min(height, Math.floor((y + 1) * scale)));
    for (let x = 0; x < size.width; x++) {
      const left = Math.floor(x * scale);
      const right = Math.max(left + 1, Math.min(width, Math.floor((x + 1) * scale)));
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let row = top; row < bottom; row++)
          for (let column = left; column < right; column++) sum += read.at(column, row, channel);
        data[(y * size.width + x) * channels + channel] = Math.round(sum / ((bottom - top) * (right - left)));
      }
    }
  }
  return { ...size, channels, data };
}

interface PixelReader {
  readonly channels: 1 | 3;
  /** 0 to 255. */
  at(x: number, y: number, channel: number): number;
}

function readerOf({ width, height, data, kind }: DecodedPicture): PixelReader | null {
  const perPixel = data.length / (width * height);
  const stride = (width + 7) >> 3;
  if (kind === 1 || (perPixel < 1 && data.length >= stride * height)) {
    if (data.length < stride * height) return null;
    return {
      channels: 1,
      at: (x, y) => {
        const bit = ((data[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
        return bit * 255;
      },
    };
  }
  if (perPixel === 1) return { channels: 1, at: (x, y) => data[y * width + x] ?? 0 };
  if (perPixel !== 3 && perPixel !== 4) return null;
  return { channels: 3, at: (x, y, channel) => data[(y * width + x) * perPixel + channel] ?? 0 };
}

/** Pixels row by row, one byte for each channel: grey, or red, green and blue. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly data: Uint8Array;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG file (ISO/IEC 15948) without filters: text on paper packs well enough as it is. */
export function encodePng({ width, height, channels, data }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(channels === 1 ? 0 : 2, 9);
  const stride = width * channels;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row++)
    rows.set(data.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
