declare module 'yauzl' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  export interface Entry {
    readonly fileName: string;
    readonly uncompressedSize: number;
  }
  type Done<T> = (error: Error | null, result: T) => void;
  export interface ZipFile extends EventEmitter {
    readonly entryCount: number;
    readEntry(): void;
    openReadStream(entry: Entry, done: Done<Readable>): void;
  }
  export function fromBuffer(
    buffer: Buffer,
    options: { readonly lazyEntries: boolean },
    done: Done<ZipFile>,
  ): void;
}
