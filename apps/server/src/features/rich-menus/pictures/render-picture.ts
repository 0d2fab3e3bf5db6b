import { createHash } from 'node:crypto';
import type { AccountId } from '@hanasu/contract/ids';
import { LINE_PICTURE_PIXELS, MENU_PICTURE_BYTES, type PictureSource } from '@hanasu/contract/menu-pictures';
import { LRUCache } from 'lru-cache';
import type { Sharp } from 'sharp';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { sharp } from '../../../platform/files/lazy-sharp.ts';
import { createAccountQueue } from '../../../platform/workers/account-queue.ts';
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

/** Pictures that are drawn at the same time for pages: each takes up to 100 MB while it is. */
const MAX_FOR_PAGES = 2;
const pages = createDoor(MAX_FOR_PAGES);
/** What is published does not wait for pages. */
const publishing = createDoor(1);
const REFUSAL = 'Other pictures of this account are still being drawn; try again in a moment';
const previews = createAccountQueue({ running: 1, waiting: 2, refusal: REFUSAL });
const saves = createAccountQueue({ running: 1, waiting: 2, refusal: REFUSAL });

/** Pictures are drawn one after the other in a lane. The signal ends when the caller has gone. */
type DrawingLane = <T>(draw: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** For previews: one of an account is drawn and two wait. */
export const previewLane =
  (accountId: AccountId, signal: AbortSignal): DrawingLane =>
  (draw) =>
    previews({ accountId, signal }, () => pages(() => draw(signal), signal));

const NEVER = new AbortController().signal;
/** For pictures that are stored as they are sent: also when the page that saves them is closed. */
export const savingLane =
  (accountId: AccountId): DrawingLane =>
  (draw) =>
    saves({ accountId }, () => publishing(() => draw(NEVER)));

/** For the worker that publishes. */
export const publishingLane: DrawingLane = (draw) => publishing(() => draw(NEVER));

/** Draws one picture in several sizes, each upload decoded once; the same input gives the same bytes. */
export const createDraw =
  (files: FileStore, uploads: Uploads) =>
  async (
    source: PictureSource,
    sizes: readonly PictureSize[],
    signal: AbortSignal = NEVER,
  ): Promise<RenderedPicture[]> => {
    const openUpload = async (id: string) => {
      const row = uploads.get(id);
      if (!row) throw new Error('an upload of the picture was not read');
      signal.throwIfAborted();
      return { row, bytes: await files.get(row.storageKey) };
    };
    return source.kind === 'upload'
      ? renderUpload(await openUpload(source.fileUuid), source.crop, { sizes, signal })
      : renderComposition(source, { uploads, open: openUpload, sizes, signal });
  };

/** For the worker that publishes; drawn with no transaction open. Null: an upload that it is made of is gone. */
export const createRenderPicture =
  ({ database, files }: { readonly database: Database; readonly files: FileStore }) =>
  async (accountId: AccountId, source: PictureSource, size: PictureSize): Promise<RenderedPicture | null> => {
    const uploads = await database.account(accountId, (transaction) => uploadsOf(transaction, source));
    if (!uploads) return null;
    const [drawn] = await publishingLane(() => createDraw(files, uploads)(source, [size]));
    return drawn ?? null;
  };

interface Wanted {
  readonly sizes: readonly PictureSize[];
  readonly signal: AbortSignal;
}

interface Opened {
  readonly uploads: Uploads;
  readonly open: (id: string) => Promise<{ readonly row: UploadRow; readonly bytes: Buffer }>;
}

interface Pixels {
  readonly data: Buffer;
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}
const openPixels = ({ data, raw }: Pixels): Sharp => sharp(data, { raw });

/** Decodes as much of a part of a picture as any of these sizes shows of its middle, no larger than they need it. */
async function decode(bytes: Buffer, part: PictureBox, sizes: readonly PictureSize[]): Promise<Pixels> {
  const uses = sizes.map(({ width, height }) => {
    const scale = Math.max(width / part.width, height / part.height);
    return { scale, width: width / scale, height: height / scale };
  });
  const width = Math.min(part.width, Math.ceil(Math.max(...uses.map((use) => use.width))));
  const height = Math.min(part.height, Math.ceil(Math.max(...uses.map((use) => use.height))));
  const left = part.x + Math.floor((part.width - width) / 2);
  const top = part.y + Math.floor((part.height - height) / 2);
  const scale = Math.min(1, Math.max(...uses.map((use) => use.scale)));
  const scaled = (length: number): number => Math.max(1, Math.round(length * scale));
  const { data, info } = await openPicture(bytes)
    .extract({ left, top, width, height })
    .resize(scaled(width), scaled(height), { fit: 'fill' })
    .flatten(WHITE)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

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
  { sizes, signal }: Wanted,
): Promise<RenderedPicture[]> {
  const part = crop ? insideOf(crop, row) : wholeOf(row);
  const isWhole = part.width === row.width && part.height === row.height;
  const mayStay = row.contentType === 'image/png' && isWhole && row.bytes <= MENU_PICTURE_BYTES;
  let pixels: Pixels | null = null;
  const drawn: RenderedPicture[] = [];
  for (const size of sizes) {
    signal.throwIfAborted();
    const isAsItWas = mayStay && row.width === size.width && row.height === size.height;
    const png = isAsItWas ? await openPicture(bytes).flatten(WHITE).png().toBuffer() : null;
    if (png && png.length <= MENU_PICTURE_BYTES) {
      drawn.push(rendered(png, { ...size, contentType: 'image/png' }));
      continue;
    }
    pixels ??= await decode(bytes, part, sizes);
    drawn.push(await encode(coverOf(pixels, size), size, signal));
  }
  return drawn;
}

const coverOf = (pixels: Pixels, { width, height }: PictureSize): Sharp =>
  openPixels(pixels).resize(width, height, { fit: 'cover' });

export type PictureBox = NonNullable<Crop>;
/** As much of the crop as there is of the picture. */
function insideOf(crop: PictureBox, { width, height }: PictureSize): PictureBox {
  const x = Math.min(crop.x, width - 1);
  const y = Math.min(crop.y, height - 1);
  return { x, y, width: Math.min(crop.width, width - x), height: Math.min(crop.height, height - y) };
}
const wholeOf = ({ width, height }: PictureSize): PictureBox => ({ x: 0, y: 0, width, height });

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
  const { x: left, y: top, ...part } = insideOf(scaled, size);
  return encode(sharp(bytes).extract({ left, top, ...part }), part, NEVER);
}

/** Photos as compositions show them, by `photoKey`: while words are typed over one it is decoded once. */
const shownPhotos = new LRUCache<string, string>({
  maxSize: 48 * 1_048_576,
  sizeCalculation: (address) => address.length,
});

async function renderComposition(
  composition: Composition,
  { uploads, open, sizes, signal }: Wanted & Opened,
): Promise<RenderedPicture[]> {
  const photos = await loadPhotos(composition, { uploads, open, sizes, signal });
  const [font, icon] = await Promise.all([loadFont(composition.font), loadIcons()]);
  const drawn: RenderedPicture[] = [];
  for (const size of sizes) {
    const photo = (fileUuid: string, part: PictureSize) => photos.get(photoKey(fileUuid, part)) ?? '';
    const { svg, missing } = drawPicture(composition, size, { font, icon, photo });
    // Our own SVG, with pictures in it that are larger than what is taken from strangers.
    const whole = sharp(Buffer.from(svg), { unlimited: true }).timeout({ seconds: SECONDS }).flatten(WHITE);
    drawn.push({ ...(await encode(whole, size, signal)), missing });
  }
  return drawn;
}

/** `data:` addresses of the photos, in each size that they are shown in, by `photoKey`. */
async function loadPhotos(
  composition: Composition,
  { uploads, open, sizes, signal }: Wanted & Opened,
): Promise<ReadonlyMap<string, string>> {
  const shown = Map.groupBy(
    sizes.flatMap((size) => photosOf(composition, size)),
    ({ fileUuid }) => fileUuid,
  );
  const photos = new Map<string, string>();
  for (const [id, uses] of shown) {
    // Every size, so that what is decoded does not depend on what is known already.
    const shownSizes = uses.map(({ size }) => size);
    let pixels: Pixels | null = null;
    for (const size of shownSizes) {
      signal.throwIfAborted();
      const key = photoKey(id, size);
      if (photos.has(key)) continue;
      const name = `${uploads.get(id)?.storageKey} ${JSON.stringify(shownSizes)} ${key}`;
      let address = shownPhotos.get(name);
      if (address === undefined) {
        pixels ??= await openAndDecode(id, shownSizes);
        address = await dataOf(pixels, size);
        shownPhotos.set(name, address);
      }
      photos.set(key, address);
    }
  }
  return photos;

  async function openAndDecode(id: string, all: readonly PictureSize[]): Promise<Pixels> {
    const { row, bytes } = await open(id);
    return decode(bytes, wholeOf(row), all);
  }
}

const photoKey = (fileUuid: string, { width, height }: PictureSize): string =>
  `${fileUuid} ${width} ${height}`;

async function dataOf(pixels: Pixels, size: PictureSize): Promise<string> {
  const cut = await coverOf(pixels, size).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  return `data:image/jpeg;base64,${cut.toString('base64')}`;
}

/** Qualities of JPEG, until the vendor takes it. mozjpeg and PNG with a palette would need many seconds for a photo. */
const LADDER = [90, 85, 78, 70, 60, 50, 40] as const;

async function encode(picture: Sharp, size: PictureSize, signal: AbortSignal): Promise<RenderedPicture> {
  const { data, info } = await picture
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } };
  signal.throwIfAborted();
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
