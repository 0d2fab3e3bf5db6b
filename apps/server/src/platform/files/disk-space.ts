import { statfs } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { AppError } from '../app-error.ts';
import type { FileStore } from './file-store.ts';

/** `low`: space should be freed soon. `full`: uploads are refused, messages are still stored. */
export type DiskState = 'ok' | 'low' | 'full';

export interface DiskSpace {
  state(): Promise<DiskState>;
  /** Throws `disk_full` when so many bytes more would reach into the reserve. */
  requireRoom(bytes: number): Promise<void>;
}

interface DiskSpaceOptions {
  /** Folders whose file systems are watched: the one with the least room counts. */
  readonly folders: readonly string[];
  /** Below this the state is `low`. */
  readonly warnBytes: number;
  /** Kept for the database: uploads don't reach into it. */
  readonly reserveBytes: number;
}

/** Watches how much room the disk has. Asking the file system takes microseconds, so nothing is remembered. */
export function createDiskSpace({ folders, warnBytes, reserveBytes }: DiskSpaceOptions): DiskSpace {
  async function freeBytes(): Promise<number> {
    const free = await Promise.all(folders.map(freeIn));
    return Math.min(...free);
  }
  return {
    async state() {
      const free = await freeBytes();
      if (free < reserveBytes) return 'full';
      return free < warnBytes ? 'low' : 'ok';
    },
    async requireRoom(bytes) {
      if ((await freeBytes()) - bytes < reserveBytes)
        throw new AppError(
          'disk_full',
          "The server's disk is almost full, so files are not accepted now. Ask whoever runs this server to free space.",
        );
    },
  };
}

async function freeIn(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    // Made with the first file in it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Number.POSITIVE_INFINITY;
    throw error;
  }
}

const WATCH_EVERY_MS = 30_000;
/** For whoever runs the server, by state. */
const WARNINGS = {
  low: 'The disk of DATA_DIR is almost full: free some space, or files will be refused soon.',
  full: 'The disk of DATA_DIR is full up to the reserve: files are refused, messages are still stored. Free some space.',
} as const;

/** What there is to say of the state; null when all is well. */
export const diskWarning = (state: DiskState): string | null => (state === 'ok' ? null : WARNINGS[state]);

/** Looks at the disk now and then and says once when its state becomes worse. */
export function watchDisk(
  space: Pick<DiskSpace, 'state'>,
  { say, onError }: { readonly say: (line: string) => void; readonly onError: (error: unknown) => void },
): { stop(): void } {
  let before: DiskState = 'ok';
  const look = async (): Promise<void> => {
    const state = await space.state();
    const warning = state === before ? null : diskWarning(state);
    before = state;
    if (warning !== null) say(warning);
  };
  const timer = setInterval(() => void look().catch(onError), WATCH_EVERY_MS);
  timer.unref();
  void look().catch(onError);
  return { stop: () => clearInterval(timer) };
}

/** A stream of unknown length is checked again after so many bytes. */
const CHECK_EVERY_BYTES = 4 * 1024 * 1024;

/** Refuses files with `disk_full` before they reach into the reserve of the disk. */
export const createReservedFileStore = (store: FileStore, space: DiskSpace): FileStore => ({
  ...store,
  async put(key, content) {
    await space.requireRoom(content.byteLength);
    await store.put(key, content);
  },
  async putDurably(key, content) {
    await space.requireRoom(content.byteLength);
    await store.putDurably(key, content);
  },
  async putStream(key, content, signal) {
    await space.requireRoom(0);
    const checked = checking(space);
    content.on('error', (error) => checked.destroy(error));
    return store.putStream(key, content.pipe(checked), signal);
  },
});

function checking(space: DiskSpace): Transform {
  let unchecked = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      unchecked += chunk.byteLength;
      if (unchecked < CHECK_EVERY_BYTES) return next(null, chunk);
      space.requireRoom(unchecked).then(
        () => {
          unchecked = 0;
          next(null, chunk);
        },
        (error: Error) => next(error),
      );
    },
  });
}
