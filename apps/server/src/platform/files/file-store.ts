import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

/** Keeps uploaded files. Keys look like `account/kind/id`. */
export interface FileStore {
  put(key: string, content: Uint8Array): Promise<void>;
  get(key: string): Promise<Buffer>;
  /** A missing file is not an error. */
  remove(key: string): Promise<void>;
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
    get: (key) => readFile(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
