import { createHash } from 'node:crypto';
import { LINE_PICTURE_PIXELS, MENU_PICTURE_BYTES, type PictureSource } from '@hanasu/contract/menu-pictures';
import sharp, { type Sharp } from 'sharp';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { createDoor } from '../../../platform/workers/door.ts';
import {
  type Composition,
  drawPicture,
  loadFont,
  loadIcons,
  type PictureSize,
  photosOf,
} from './draw-picture.ts';
import { findUploads, type UploadRow } from './pictures.store.ts';

export interface RenderedPicture extends PictureSize {
  readonly bytes: Buffer;
  readonly contentType: 'image/jpeg' | 'image/png';
  /** Characters that the font lacks, each once. */
  readonly missing: readonly string[];
  /** It can't be made light enough in the size that was asked for: this one has half of it. */
  readonly isTooHeavy: boolean;
  /** SHA-256 of the bytes. */
  readonly hash: string;
}

/** Uploads by their id. */
export type Uploads = ReadonlyMap<string, UploadRow>;

/** The uploads that a picture is made of. */
export const uploadsIn = (source: PictureSource): string[] => [
  ...new Set(
    source.kind === 'upload'
      ? [source.fileUuid]
      : [source.fileUuid, ...source.cells.map(({ fileUuid }) => fileUuid)].filter((id) => id !== null),
  ),
];

/** What it is made of; null: some of it is gone. */
export async function uploadsOf(
  transaction: AccountTransaction,
  source: PictureSource,
): Promise<Uploads | null> {
  const wanted = uploadsIn(source);
  const found = wanted.length === 0 ? [] : await findUploads(transaction, wanted);
  return found.length < wanted.length ? null : new Map(found.map((row) => [row.id, row]));
}

/**
 * For callers that have a transaction open anyway; drawing takes up to half a second. Null: an upload that it is made of
 * is gone.
 */
export const createRenderPicture =
  (files: FileStore) =>
  async (
    transaction: AccountTransaction,
    source: PictureSource,
    size: PictureSize,
  ): Promise<RenderedPicture | null> => {
    const uploads = await uploadsOf(transaction, source);
    return uploads && createDraw(files, uploads)(source, size);
  };

/** Pictures that are drawn at once: each takes up to 100 MB while it is. */
const AT_ONCE = 2;
const door = createDoor(AT_ONCE);

/** Draws in any size; the same input gives the same bytes. */
export const createDraw =
  (files: FileStore, uploads: Uploads) =>
  (source: PictureSource, size: PictureSize): Promise<RenderedPicture> =>
    door(async () => {
      const openUpload = async (id: string) => {
        const row = uploads.get(id);
        if (!row) throw new Error('an upload of the picture was not read');
        return { row, bytes: await files.get(row.storageKey) };
      };
      if (source.kind === 'upload') return renderUpload(await openUpload(source.fileUuid), source.crop, size);
      return renderComposition(source, size, async (id) => (await openUpload(id)).bytes);
    });

const SECONDS = 20;
/** Animations give their first frame. */
export const openPicture = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: LINE_PICTURE_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    .autoOrient();

type Crop = Extract<PictureSource, { kind: 'upload' }>['crop'];
const WHITE = { background: '#ffffff' };

async function renderUpload(
  { row, bytes }: { readonly row: UploadRow; readonly bytes: Buffer },
  crop: Crop,
  size: PictureSize,
): Promise<RenderedPicture> {
  const part = crop && insideOf(crop, row);
  const isWhole = !part || (part.width === row.width && part.height === row.height);
  const shown = part && !isWhole ? openPicture(bytes).extract(part) : openPicture(bytes);
  const isAsItWas = isWhole && row.width === size.width && row.height === size.height;
  if (row.contentType === 'image/png' && isAsItWas && row.bytes <= MENU_PICTURE_BYTES) {
    const png = await shown.clone().flatten(WHITE).png().toBuffer();
    if (png.length <= MENU_PICTURE_BYTES) return rendered(png, { ...size, contentType: 'image/png' });
  }
  return encode(shown.resize(size.width, size.height, { fit: 'cover' }).flatten(WHITE), size);
}

export type PictureBox = NonNullable<Crop>;
/** As much of the crop as there is of the picture. */
function insideOf(crop: PictureBox, { width, height }: PictureSize) {
  const left = Math.min(crop.x, width - 1);
  const top = Math.min(crop.y, height - 1);
  return {
    left,
    top,
    width: Math.min(crop.width, width - left),
    height: Math.min(crop.height, height - top),
  };
}

/** A part of a picture that was drawn; `box` in pixels of one that is `whole` wide. */
export function cutOut(
  { bytes, ...size }: Pick<RenderedPicture, 'bytes' | 'width' | 'height'>,
  box: PictureBox,
  whole: number,
): Promise<RenderedPicture> {
  const scale = (length: number): number => Math.round((length * size.width) / whole);
  const scaled = {
    x: scale(box.x),
    y: scale(box.y),
    width: Math.max(1, scale(box.width)),
    height: Math.max(1, scale(box.height)),
  };
  const part = insideOf(scaled, size);
  return door(() => encode(sharp(bytes).extract(part), part));
}

async function renderComposition(
  composition: Composition,
  size: PictureSize,
  read: (id: string) => Promise<Buffer>,
): Promise<RenderedPicture> {
  const photos = new Map<string, string>();
  for (const { fileUuid, size: shown } of photosOf(composition, size)) {
    const key = photoKey(fileUuid, shown);
    if (!photos.has(key)) photos.set(key, await dataOf(await read(fileUuid), shown));
  }
  const [font, icon] = await Promise.all([loadFont(composition.font), loadIcons()]);
  const photo = (fileUuid: string, shown: PictureSize) => photos.get(photoKey(fileUuid, shown)) ?? '';
  const { svg, missing } = drawPicture(composition, size, { font, icon, photo });
  // Our own SVG, with pictures in it that are larger than what is taken from strangers.
  const drawn = sharp(Buffer.from(svg), { unlimited: true }).timeout({ seconds: SECONDS }).flatten(WHITE);
  return { ...(await encode(drawn, size)), missing };
}

const photoKey = (fileUuid: string, { width, height }: PictureSize): string =>
  `${fileUuid} ${width} ${height}`;

async function dataOf(bytes: Buffer, { width, height }: PictureSize): Promise<string> {
  const cut = await openPicture(bytes)
    .resize(width, height, { fit: 'cover' })
    .flatten(WHITE)
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return `data:image/jpeg;base64,${cut.toString('base64')}`;
}

/** Qualities of JPEG, until the vendor takes it. mozjpeg and PNG with a palette would need many seconds for a photo. */
const LADDER = [90, 85, 78, 70, 60, 50, 40] as const;

async function encode(picture: Sharp, size: PictureSize): Promise<RenderedPicture> {
  const { data, info } = await picture
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } };
  const whole = await lightest(() => sharp(data, pixels));
  if (whole) return rendered(whole, { ...size, contentType: 'image/jpeg' });
  const half = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) };
  const smaller = await lightest(() => sharp(data, pixels).resize(half.width, half.height, { fit: 'fill' }));
  if (!smaller) throw new Error('a picture of half the size is too heavy still');
  return { ...rendered(smaller, { ...half, contentType: 'image/jpeg' }), isTooHeavy: true };
}

async function lightest(open: () => Sharp): Promise<Buffer | null> {
  for (const quality of LADDER) {
    // Words on colours fray where colours are halved.
    const chromaSubsampling = quality >= 85 ? '4:4:4' : '4:2:0';
    const bytes = await open().jpeg({ quality, chromaSubsampling }).toBuffer();
    if (bytes.length <= MENU_PICTURE_BYTES) return bytes;
  }
  return null;
}

const rendered = (
  bytes: Buffer,
  shown: PictureSize & Pick<RenderedPicture, 'contentType'>,
): RenderedPicture => ({
  ...shown,
  bytes,
  missing: [],
  isTooHeavy: false,
  hash: createHash('sha256').update(bytes).digest('hex'),
});
