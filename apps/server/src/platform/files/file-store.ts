import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes of a file from `start` to `end`, both included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Keeps uploaded files. Keys look like `account/kind/id`. */
export interface FileStore {
  put(key: string, content: Uint8Array): Promise<void>;
  /** Like `put`, and on the disk when it returns; two who write the same key don't mix. */
  putDurably(key: string, content: Uint8Array): Promise<void>;
  /** The files one after the other, as they are read. Ends with an error when one of them is not there. */
  joined(keys: readonly string[]): Readable;
  /** Keys of the files right under `folder/`, in the order of their names. */
  keysUnder(folder: string): Promise<string[]>;
  /** Where the file is on this machine, for readers that would copy it otherwise; null when it is elsewhere. */
  pathOf(key: string): string | null;
  /** Keeps what the stream gives without holding it in memory; nothing is there until all of it is. Returns its size. */
  putStream(key: string, content: Readable, signal?: AbortSignal): Promise<number>;
  get(key: string): Promise<Buffer>;
  /** Null when there is no such file. */
  getStream(key: string, range?: ByteRange): Promise<Readable | null>;
  /** In bytes; null when there is no such file. */
  size(key: string): Promise<number | null>;
  /** A missing file is not an error. */
  remove(key: string): Promise<void>;
  /** Everything whose key begins with `folder/`. Returns how many files there were. */
  removeFolder(folder: string): Promise<number>;
}

/** Files under one folder of this machine. */
export function createDiskFileStore(folder: string): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string): string => {
    const path = resolve(join(root, key));
    if (!path.startsWith(root + sep)) throw new Error(`file key leaves the store: ${key}`);
    return path;
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    },
    async putDurably(key, content) {
      await writeWhole(pathOf(key), Readable.from([content]), undefined, { flush: true });
    },
    joined: (keys) => Readable.from(chunksOf(keys.map(pathOf)), { objectMode: false }),
    async keysUnder(key) {
      const entries = await readdir(pathOf(key), { withFileTypes: true }).catch(noneWhenMissing);
      const names = (entries ?? []).filter((entry) => entry.isFile() && !entry.name.endsWith(DRAFT));
      return names.map(({ name }) => `${key}/${name}`).sort();
    },
    pathOf,
    putStream: (key, content, signal) => writeWhole(pathOf(key), content, signal),
    get: (key) => readFile(pathOf(key)),
    async getStream(key, range) {
      // Opened before it is handed out: a file that is not there is an answer, not an error halfway.
      const file = await open(pathOf(key)).catch(noneWhenMissing);
      return file && createReadStream('', { fd: file, ...range });
    },
    async size(key) {
      return (await stat(pathOf(key)).catch(noneWhenMissing))?.size ?? null;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async removeFolder(key) {
      const path = pathOf(key);
      const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(noneWhenMissing);
      await rm(path, { recursive: true, force: true });
      return entries?.filter((entry) => entry.isFile()).length ?? 0;
    },
  };
}

/** Ending of a file that is not complete. */
const DRAFT = '.part';

/** Under another name until it is complete: half a file is never read, and two writers don't mix. */
async function writeWhole(
  path: string,
  content: Readable,
  signal?: AbortSignal,
  { flush = false } = {},
): Promise<number> {
  const draft = `${path}.${randomUUID()}${DRAFT}`;
  await mkdir(dirname(path), { recursive: true });
  const target = createWriteStream(draft, { flush });
  try {
    await pipeline(content, target, signal ? { signal } : {});
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return target.bytesWritten;
}

async function* chunksOf(paths: readonly string[]): AsyncGenerator<Buffer> {
  for (const path of paths) yield* createReadStream(path);
}

function noneWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
