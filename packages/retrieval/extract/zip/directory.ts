import { ReadFault } from '../read-fault.ts';

/** One line of a ZIP file's central directory. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly compressedSize: number;
  /** What the directory says; checked while unpacking. */
  readonly size: number;
  readonly crc: number;
  readonly headerOffset: number;
  readonly encrypted: boolean;
}

const END = 0x06054b50;
const END_LENGTH = 22;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LONGEST_COMMENT = 0xffff;
const FULL_32 = 0xffffffff;
const ENTRIES_MAX = 20_000;

interface DirectoryPlace {
  readonly offset: number;
  readonly count: number;
  /** Bytes before the archive itself, as in self-extracting files. */
  readonly shift: number;
}

/** The central directory (APPNOTE 6.3.10, 4.3.12). Throws `ReadFault` when it is damaged or too long. */
export function readDirectory(file: Uint8Array): ZipEntry[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const place = findDirectory(bytes);
  if (!place) throw new ReadFault('broken');
  if (place.count > ENTRIES_MAX) throw new ReadFault('too_large_inside');
  const entries: ZipEntry[] = [];
  for (let at = place.offset + place.shift; entries.length < place.count; ) {
    if (at < 0 || at + ENTRY_LENGTH > bytes.length || bytes.readUInt32LE(at) !== ENTRY)
      throw new ReadFault('broken');
    entries.push(readEntry(bytes, at, place.shift));
    at +=
      ENTRY_LENGTH + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function findDirectory(bytes: Buffer): DirectoryPlace | null {
  const lowest = Math.max(0, bytes.length - END_LENGTH - LONGEST_COMMENT);
  for (let at = bytes.length - END_LENGTH; at >= lowest; at--) {
    if (bytes.readUInt32LE(at) !== END) continue;
    if (at + END_LENGTH + bytes.readUInt16LE(at + 20) > bytes.length) continue;
    return readEnd(bytes, at);
  }
  return null;
}

function readEnd(bytes: Buffer, at: number): DirectoryPlace {
  const count = bytes.readUInt16LE(at + 10);
  const size = bytes.readUInt32LE(at + 12);
  const offset = bytes.readUInt32LE(at + 16);
  if (count === 0xffff || size === FULL_32 || offset === FULL_32) {
    const large = readEnd64(bytes, at);
    if (large) return large;
  }
  return { offset, count, shift: Math.max(0, at - size - offset) };
}

function readEnd64(bytes: Buffer, end: number): DirectoryPlace | null {
  const locator = end - 20;
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR_64) return null;
  const at = Number(bytes.readBigUInt64LE(locator + 8));
  if (at + 56 > bytes.length || bytes.readUInt32LE(at) !== END_64) throw new ReadFault('broken');
  return {
    count: Number(bytes.readBigUInt64LE(at + 32)),
    offset: Number(bytes.readBigUInt64LE(at + 48)),
    shift: 0,
  };
}

function readEntry(bytes: Buffer, at: number, shift: number): ZipEntry {
  const flags = bytes.readUInt16LE(at + 8);
  const nameEnd = at + ENTRY_LENGTH + bytes.readUInt16LE(at + 28);
  const extra = bytes.subarray(nameEnd, nameEnd + bytes.readUInt16LE(at + 30));
  const sizes = {
    size: bytes.readUInt32LE(at + 24),
    compressedSize: bytes.readUInt32LE(at + 20),
    headerOffset: bytes.readUInt32LE(at + 42),
  };
  const wide = readExtra64(extra, sizes);
  return {
    // Names are only compared with the few that the formats prescribe, which are ASCII.
    name: bytes
      .toString('utf8', at + ENTRY_LENGTH, nameEnd)
      .replaceAll('\\', '/')
      .replace(/^\//, ''),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    encrypted: (flags & 1) === 1,
    ...wide,
    headerOffset: wide.headerOffset + shift,
  };
}

interface Sizes {
  readonly size: number;
  readonly compressedSize: number;
  readonly headerOffset: number;
}

/** ZIP64 puts what does not fit 32 bits into extra field 1, in this order and only what is missing. */
function readExtra64(extra: Buffer, sizes: Sizes): Sizes {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    const next = (value: number): number => {
      if (value !== FULL_32 || from + 8 > extra.length) return value;
      from += 8;
      return Number(extra.readBigUInt64LE(from - 8));
    };
    const size = next(sizes.size);
    const compressedSize = next(sizes.compressedSize);
    return { size, compressedSize, headerOffset: next(sizes.headerOffset) };
  }
  return sizes;
}
