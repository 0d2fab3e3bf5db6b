import { Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { ReadFault } from '../read-fault.ts';

interface ZipLimits {
  /** Unpacked bytes of everything that is read. */
  readonly totalBytes: number;
  /** Unpacked by packed bytes of one entry that is larger than `ratioFrom`. Real sheets stay below 60. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

const MEGABYTE = 1024 * 1024;
const LIMITS: ZipLimits = { totalBytes: 768 * MEGABYTE, ratio: 300, ratioFrom: 16 * MEGABYTE };
/** Entries up to this size are unpacked in one go. */
const AT_ONCE = 2 * MEGABYTE;
const SLICE = 64 * 1024;
const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER = 0x04034b50;
/** What readers of documents unpack; pictures and videos may be as large as they like. */
const READABLE = /\.(?:xml|rels|x?html?|opf|ncx|txt)$/i;

/** A ZIP file in memory. Entries are unpacked one by one, in pieces, never more than the limits. */
export class ZipArchive {
  private readonly bytes: Buffer;
  private readonly entries = new Map<string, ZipEntry>();
  private readonly limits: ZipLimits;
  private unpacked = 0;

  /** Throws `ReadFault` when the directory is damaged or promises more than the limits. */
  constructor(file: Uint8Array, limits: Partial<ZipLimits> = {}) {
    this.bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    this.limits = { ...LIMITS, ...limits };
    let total = 0;
    for (const entry of readDirectory(file)) {
      if (READABLE.test(entry.name)) total += entry.size;
      if (this.isBomb(entry) || total > this.limits.totalBytes) throw new ReadFault('too_large_inside');
      this.entries.set(entry.name.toLowerCase(), entry);
    }
  }

  private isBomb(entry: ZipEntry): boolean {
    return entry.size > this.limits.ratioFrom && entry.size > entry.compressedSize * this.limits.ratio;
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  names(): string[] {
    return [...this.entries.values()].map((entry) => entry.name);
  }

  /** The unpacked bytes of an entry in pieces; nothing when there is none. `onProgress` gets 0..1 of this entry. */
  async *read(name: string, onProgress: (fraction: number) => void = () => {}): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) return;
    if (entry.encrypted)
      throw new ReadFault(
        'encrypted',
        'This file is protected by a password; save a copy without the password and upload that.',
      );
    const packed = this.packedBytes(entry);
    let length = 0;
    let sum = 0;
    for await (const piece of unpack(entry, packed)) {
      length += piece.length;
      this.unpacked += piece.length;
      // The directory may lie about the size.
      if (length > entry.size) throw new ReadFault('broken');
      if (this.unpacked > this.limits.totalBytes) throw new ReadFault('too_large_inside');
      sum = crc32(piece, sum);
      onProgress(entry.size === 0 ? 1 : length / entry.size);
      yield piece;
    }
    if (length !== entry.size || sum !== entry.crc) throw new ReadFault('broken');
  }

  /** A whole entry as UTF-8 text, or null when there is none. For small entries. */
  async text(name: string): Promise<string | null> {
    if (!this.has(name)) return null;
    const pieces: Buffer[] = [];
    for await (const piece of this.read(name)) pieces.push(piece);
    return Buffer.concat(pieces)
      .toString('utf8')
      .replace(/^\ufeff/, '');
  }

  private packedBytes(entry: ZipEntry): Buffer {
    const at = entry.headerOffset;
    if (at + 30 > this.bytes.length || this.bytes.readUInt32LE(at) !== LOCAL_HEADER)
      throw new ReadFault('broken');
    const start = at + 30 + this.bytes.readUInt16LE(at + 26) + this.bytes.readUInt16LE(at + 28);
    const end = start + entry.compressedSize;
    if (end > this.bytes.length) throw new ReadFault('broken');
    return this.bytes.subarray(start, end);
  }
}

async function* unpack(entry: ZipEntry, packed: Buffer): AsyncGenerator<Buffer> {
  if (entry.method === STORED) yield* slices(packed);
  else if (entry.method !== DEFLATED) throw new ReadFault('broken');
  else if (entry.size <= AT_ONCE) yield inflateRawSync(packed, { maxOutputLength: entry.size + 1 });
  else yield* Readable.from(slices(packed)).pipe(createInflateRaw({ chunkSize: SLICE }));
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

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
