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

async function findBox(read: ReadPart, type: string, start: number, end: number): Promise<Box | null> {
  let at = start;
  for (let boxes = 0; boxes < MOST_BOXES && at < end; boxes += 1) {
    const box = await boxAt(read, at, end);
    if (!box || box.type === type) return box;
    at = box.end;
  }
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
