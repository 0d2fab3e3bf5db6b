import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { createDoor } from '../../../platform/workers/door.ts';
import { type NarrowWidth, pagePicture, pagePictureType } from './inspect-media.ts';
import { pageKeyOf } from './media-files.ts';

interface StoredPicture {
  readonly fileKey: string;
  readonly contentType: string;
  readonly bytes: number;
}

interface OpenedPicture {
  readonly content: Readable;
  readonly bytes: number;
  readonly contentType: string;
}

/** Pictures made side by side; each takes a core and some hundred megabytes. */
const AT_ONCE = 2;
const UNREADABLE_MS = 10 * 60_000;
const MOST_UNREADABLE = 1_000;

type OpenPicture = (row: StoredPicture, width?: NarrowWidth | null) => Promise<OpenedPicture | null>;

/** Pictures for public pages, each made once for each width; null: it can't be read, or is not there. */
export function createPagePictures(files: FileStore): OpenPicture {
  const enter = createDoor(AT_ONCE);
  const making = new Map<string, Promise<boolean>>();
  const unreadable = new LRUCache<string, true>({ max: MOST_UNREADABLE, ttl: UNREADABLE_MS });

  async function make({ fileKey, contentType }: StoredPicture, wanted: WantedPicture): Promise<boolean> {
    const key = pageKeyOf(fileKey, wanted.width);
    const made = await enter(async () => pagePicture(await files.get(fileKey), contentType, wanted));
    if (made) await files.putDurably(key, made);
    else unreadable.set(key, true);
    return made !== null;
  }

  function makeOnce(row: StoredPicture, wanted: WantedPicture): Promise<boolean> {
    const key = pageKeyOf(row.fileKey, wanted.width);
    const running = making.get(key) ?? make(row, wanted).finally(() => making.delete(key));
    making.set(key, running);
    return running;
  }

  return async (row, width = null) => {
    const type = pagePictureType(row);
    // One that moves goes as it is.
    if (type === 'image/gif') return open(files, row.fileKey, type);
    const key = pageKeyOf(row.fileKey, width);
    const known = await open(files, key, type);
    if (known || unreadable.has(key)) return known;
    return (await makeOnce(row, { type, width })) ? open(files, key, type) : null;
  };
}

type WantedPicture = Parameters<typeof pagePicture>[2];

async function open(files: FileStore, key: string, contentType: string): Promise<OpenedPicture | null> {
  const bytes = await files.size(key);
  const content = bytes === null ? null : await files.getStream(key);
  return content && bytes !== null ? { content, bytes, contentType } : null;
}
