import { getResolvedPDFJS } from 'unpdf';
import { type OpenPage, openPdf } from './open-pdf.ts';
import { encodePng } from './png.ts';
import { type DecodedPicture, shrinkPicture } from './shrink-picture.ts';

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
  const pdf = await openPdf(bytes);
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
