import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { createPagePictures } from './page-pictures.ts';

/** Files in memory, which count how often each is read whole. */
function createFiles() {
  const kept = new Map<string, Buffer>();
  const read: string[] = [];
  const files: Pick<FileStore, 'get' | 'getStream' | 'putDurably' | 'size'> = {
    async get(key) {
      read.push(key);
      return kept.get(key) ?? Buffer.alloc(0);
    },
    async getStream(key) {
      const found = kept.get(key);
      return found ? Readable.from([found]) : null;
    },
    async putDurably(key, content) {
      kept.set(key, Buffer.from(content));
    },
    size: async (key) => kept.get(key)?.length ?? null,
  };
  return { kept, read, open: createPagePictures(files as FileStore) };
}

const red = (width: number) => sharp({ create: { width, height: 10, channels: 3, background: 'red' } });

test('makes a picture once for all who ask at the same time', async () => {
  const { kept, read, open } = createFiles();
  kept.set('a/original', await red(3_200).jpeg().toBuffer());
  const row = { fileKey: 'a/original', contentType: 'image/jpeg', bytes: 1 };
  const opened = await Promise.all([open(row), open(row), open(row)]);
  expect(opened.map((one) => one?.contentType)).toEqual(['image/jpeg', 'image/jpeg', 'image/jpeg']);
  expect(read).toEqual(['a/original']);
  const again = await open(row);
  expect(read).toHaveLength(1);
  const bytes = await buffer(again?.content ?? Readable.from([]));
  expect(bytes.length).toBe(again?.bytes);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1_600 });
});

test('makes a narrower picture for narrow screens, once for each width', async () => {
  const { kept, read, open } = createFiles();
  kept.set('a/original', await red(3_200).png().toBuffer());
  kept.set('b/original', await red(300).png().toBuffer());
  const row = { fileKey: 'a/original', contentType: 'image/png', bytes: 1 };
  const widthOf = async (opened: Awaited<ReturnType<typeof open>>) =>
    (await sharp(await buffer(opened?.content ?? Readable.from([]))).metadata()).width;
  expect([await widthOf(await open(row, 800)), await widthOf(await open(row, 1_200))]).toEqual([800, 1_200]);
  expect([await widthOf(await open(row, 800)), await widthOf(await open(row))]).toEqual([800, 1_600]);
  expect(read).toHaveLength(3);
  expect(await widthOf(await open({ ...row, fileKey: 'b/original' }, 800))).toBe(300);
});

test('reads a broken picture once', async () => {
  const { kept, read, open } = createFiles();
  kept.set('a/original', Buffer.from('no picture'));
  const row = { fileKey: 'a/original', contentType: 'image/png', bytes: 1 };
  expect([await open(row), await open(row)]).toEqual([null, null]);
  expect(read).toHaveLength(1);
});

test('a width that cannot be made leaves the others', async () => {
  const { kept, open } = createFiles();
  kept.set('a/original', Buffer.from('no picture'));
  kept.set('a/page', await red(300).png().toBuffer());
  const row = { fileKey: 'a/original', contentType: 'image/png', bytes: 1 };
  expect(await open(row, 800)).toBeNull();
  expect(await open(row)).not.toBeNull();
});

test('a GIF goes as it is, unless it is too large', async () => {
  const { kept, read, open } = createFiles();
  const gif = await red(20).gif().toBuffer();
  kept.set('a/original', gif);
  const row = { fileKey: 'a/original', contentType: 'image/gif', bytes: gif.length };
  const small = await open(row);
  expect(small).toMatchObject({ contentType: 'image/gif', bytes: gif.length });
  expect([read, [...kept.keys()]]).toEqual([[], ['a/original']]);
  expect(await open({ ...row, bytes: 11 * 1024 * 1024 })).toMatchObject({ contentType: 'image/webp' });
  expect([...kept.keys()]).toContain('a/page');
});
