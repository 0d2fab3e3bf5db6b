import { Transform } from 'node:stream';
import type { DiskSpace } from './disk-space.ts';
import type { FileStore } from './file-store.ts';

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
