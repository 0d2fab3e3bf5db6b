import { Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { ReadFault } from '../read-fault.ts';
import { readDirectory, type ZipEntry } from './directory.ts';

export interface ZipLimits {
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
