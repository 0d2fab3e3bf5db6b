import { sharp } from '../../../platform/files/lazy-sharp.ts';

/** Pixels of the longer side. */
const SIZE = 480;
/** Larger pictures are refused before they are unpacked: a few kilobytes can hold gigabytes of one colour. */
const MAX_PIXELS = 50_000_000;
const SECONDS = 15;

const open = (input: Uint8Array | string) =>
  sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: SECONDS });

interface Thumbnail {
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

/** Longer side of a card's picture that every vendor takes, in pixels. */
const CARD_SIDE = 1_024;

/** A picture for a card: a JPEG of at most 1,024 pixels a side and `mostBytes`; null: it can't be made. */
export async function cardPicture(picture: Uint8Array, mostBytes: number): Promise<Buffer | null> {
  for (const quality of [85, 75, 60, 45]) {
    const made = await open(picture)
      .autoOrient()
      .resize(CARD_SIDE, CARD_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality })
      .toBuffer()
      .catch(() => null);
    if (!made) return null;
    if (made.length <= mostBytes) return made;
  }
  return null;
}

/** Longer side of a picture on a public page. */
const PAGE_SIDE = 1_600;

/** Widths that a picture has on public pages besides, for narrow screens, in pixels. */
const NARROW_WIDTHS = [800, 1_200] as const;
export type NarrowWidth = (typeof NARROW_WIDTHS)[number];

/** A GIF up to this size goes as it is; of a larger one the first picture is shown. */
const PAGE_GIF_BYTES = 10 * 1024 * 1024;

/** What a picture is on a public page, without what is hidden in the file. `image/gif`: the file as it is. */
export const pagePictureType = ({
  contentType,
  bytes,
}: {
  readonly contentType: string;
  readonly bytes: number;
}): 'image/jpeg' | 'image/gif' | 'image/webp' => {
  if (contentType === 'image/gif' && bytes <= PAGE_GIF_BYTES) return contentType;
  return contentType === 'image/jpeg' ? contentType : 'image/webp';
};

interface PageWidths {
  readonly narrow: readonly NarrowWidth[];
  readonly widest: number;
}

/** Widths that a public page offers for a picture, in pixels; null: there is one only. */
export function pageWidthsOf(picture: {
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
}): PageWidths | null {
  const { width, height } = picture;
  if (!width || !height || pagePictureType(picture) === 'image/gif') return null;
  const widest = Math.round(width * Math.min(1, PAGE_SIDE / Math.max(width, height)));
  const narrow = NARROW_WIDTHS.filter((one) => one < widest);
  return narrow.length === 0 ? null : { narrow, widest };
}

interface PagePicture {
  readonly type: 'image/jpeg' | 'image/webp';
  /** Null: the widest one. */
  readonly width: NarrowWidth | null;
}

/** A picture for a public page, as `pagePictureType` says; null: it can't be read. */
export async function pagePicture(
  picture: Uint8Array,
  contentType: string,
  { type, width }: PagePicture,
): Promise<Buffer | null> {
  const encode = (animated: boolean): Promise<Buffer | null> => {
    const made = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(width ?? PAGE_SIDE, PAGE_SIDE, { fit: 'inside', withoutEnlargement: true });
    const encoded = type === 'image/jpeg' ? made.jpeg({ quality: 84 }) : made.webp({ quality: 86 });
    return encoded.toBuffer().catch(() => null);
  };
  // One that moves may be too large with all of its frames.
  const mayMove = type === 'image/webp' && contentType !== 'image/gif';
  return (mayMove ? await encode(true) : null) ?? encode(false);
}

type ReadPart = (range: { readonly start: number; readonly end: number }) => Promise<Buffer>;

const HEADER = 16;
const MOVIE_HEADER_BYTES = 32;
/** A file has a handful of boxes at its top; one with thousands is not worth the reading. */
const MOST_BOXES = 200;
const MOST_MS = 24 * 60 * 60 * 1000;

interface Box {
  readonly type: string;
  /** Where its content begins. */
  readonly content: number;
  readonly end: number;
}

async function boxAt(read: ReadPart, start: number, end: number): Promise<Box | null> {
  const head = await read({ start, end: Math.min(start + HEADER, end) - 1 });
  if (head.length < 8) return null;
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && head.length < HEADER) return null;
  const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - start : short;
  const content = start + (isLong ? HEADER : 8);
  const boxEnd = start + size;
  if (boxEnd < content || boxEnd > end) return null;
  return { type: head.toString('latin1', 4, 8), content, end: boxEnd };
}

async function* boxesIn(read: ReadPart, start: number, end: number): AsyncGenerator<Box> {
  let at = start;
  for (let boxes = 0; boxes < MOST_BOXES && at < end; boxes += 1) {
    const box = await boxAt(read, at, end);
    if (!box) return;
    yield box;
    at = box.end;
  }
}

async function findBox(read: ReadPart, type: string, start: number, end: number): Promise<Box | null> {
  for await (const box of boxesIn(read, start, end)) if (box.type === type) return box;
  return null;
}

/** How long an MP4 or M4A lasts, from its movie header (ISO 14496-12 §8.2.2); null: it does not say. */
export async function readDuration(read: ReadPart, bytes: number): Promise<number | null> {
  const movie = await findBox(read, 'moov', 0, bytes);
  const header = movie && (await findBox(read, 'mvhd', movie.content, movie.end));
  if (!header) return null;
  const end = Math.min(header.content + MOVIE_HEADER_BYTES, header.end) - 1;
  const content = await read({ start: header.content, end });
  const isLong = content[0] === 1;
  if (content.length < (isLong ? 32 : 20)) return null;
  const scale = content.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(content.readBigUInt64BE(24)) : content.readUInt32BE(16);
  const milliseconds = scale === 0 ? 0 : Math.round((duration / scale) * 1000);
  return milliseconds > 0 && milliseconds <= MOST_MS ? milliseconds : null;
}

/** A track of an MP4: `vide` or `soun`, and the four letters of its form, as `avc1`. */
export interface Track {
  readonly handler: string;
  readonly codec: string;
}

async function trackIn(read: ReadPart, { content, end }: Box): Promise<Track | null> {
  const media = await findBox(read, 'mdia', content, end);
  const handler = media && (await findBox(read, 'hdlr', media.content, media.end));
  let inner = media;
  for (const type of ['minf', 'stbl', 'stsd'])
    inner = inner && (await findBox(read, type, inner.content, inner.end));
  if (!handler || !inner) return null;
  const letters = async (at: number): Promise<string> =>
    (await read({ start: at, end: at + 3 })).toString('latin1');
  return { handler: await letters(handler.content + 8), codec: await letters(inner.content + 12) };
}

/** What an MP4 consists of (ISO 14496-12 §8.4.3, §8.5.2); empty: it can't be read, or has nothing to play. */
export async function readTracks(read: ReadPart, bytes: number): Promise<Track[]> {
  const movie = await findBox(read, 'moov', 0, bytes);
  const tracks: Track[] = [];
  if (!movie) return tracks;
  for await (const box of boxesIn(read, movie.content, movie.end)) {
    const track = box.type === 'trak' ? await trackIn(read, box) : null;
    if (track) tracks.push(track);
  }
  return tracks;
}
