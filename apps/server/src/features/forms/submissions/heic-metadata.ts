/** A box of ISO/IEC 14496-12: where its content begins and ends in the file. */
interface Box {
  readonly type: string;
  readonly from: number;
  readonly until: number;
}
interface Extent {
  readonly from: number;
  readonly length: number;
}

const EXIF = 'Exif';
/** Of XMP. */
const MIME = 'mime';

/**
 * A HEIC picture with zeros in place of its Exif and XMP items (ISO/IEC 23008-12, `iinf` and `iloc`): the camera, the time
 * and the place. Null: it is damaged, or keeps metadata in a way that is not known here.
 */
export function withoutMetadata(file: Buffer): Buffer | null {
  try {
    const meta = boxesIn(file, 0, file.length).find(({ type }) => type === 'meta');
    if (!meta) return null;
    // A full box: version and flags come first.
    const parts = boxesIn(file, meta.from + 4, meta.until);
    const [items, places] = ['iinf', 'iloc'].map((wanted) => parts.find(({ type }) => type === wanted));
    if (!items || !places) return null;
    const ids = metadataItems(file, items);
    const idat = parts.find(({ type }) => type === 'idat');
    const cleaned = Buffer.from(file);
    for (const { from, length } of extentsOf(file, places, { ids, idat: idat?.from ?? null })) {
      if (from + length > cleaned.length) return null;
      cleaned.fill(0, from, from + length);
    }
    return cleaned;
  } catch (error) {
    // Numbers of a damaged file point beyond its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function boxesIn(file: Buffer, from: number, until: number): Box[] {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= until) {
    const short = file.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? until - at : short;
    if (size < head || at + size > until) throw new RangeError('a box ends beyond what holds it');
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), from: at + head, until: at + size });
    at += size;
  }
  return boxes;
}

/** Ids of the items that are no pixels. */
function metadataItems(file: Buffer, { from, until }: Box): ReadonlySet<number> {
  const ids = new Set<number>();
  const entries = boxesIn(file, from + (file.readUInt8(from) === 0 ? 6 : 8), until);
  for (const entry of entries.filter(({ type }) => type === 'infe')) {
    const version = file.readUInt8(entry.from);
    if (version < 2) throw new RangeError('an item without a type');
    const id = entry.from + 4;
    const width = version === 2 ? 2 : 4;
    const type = file.toString('latin1', id + width + 2, id + width + 6);
    if (type === EXIF || type === MIME) ids.add(file.readUIntBE(id, width));
  }
  return ids;
}

/** Where the items lie in the file. `idat`: where the content of that box begins. */
function extentsOf(
  file: Buffer,
  { from }: Box,
  { ids, idat }: { readonly ids: ReadonlySet<number>; readonly idat: number | null },
): Extent[] {
  const version = file.readUInt8(from);
  const sizes = file.readUInt16BE(from + 4);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  let at = from + 6;
  const read = (width: number): number => {
    const value =
      width === 0 ? 0 : width === 8 ? Number(file.readBigUInt64BE(at)) : file.readUIntBE(at, width);
    at += width;
    return value;
  };
  const wide = version < 2 ? 2 : 4;
  const extents: Extent[] = [];
  for (let left = read(wide); left > 0; left--) {
    const isMetadata = ids.has(read(wide));
    const method = version === 0 ? 0 : read(2) & 15;
    read(2);
    const base = read(baseSize);
    for (let more = read(2); more > 0; more--) {
      read(indexSize);
      const start = base + read(offsetSize);
      const length = read(lengthSize);
      if (!isMetadata) continue;
      if (method > 1 || (method === 1 && idat === null)) throw new RangeError('an item of another file');
      // Without a length it is the whole file.
      if (length === 0) throw new RangeError('an item without a length');
      extents.push({ from: start + (method === 1 ? (idat ?? 0) : 0), length });
    }
  }
  return extents;
}
