import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskFileStore, type FileStore } from './file-store.ts';

let folder: string;
let files: FileStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hanasu-files-'));
  files = createDiskFileStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const readAll = async (key: string, range?: { start: number; end: number }) => {
  const stream = await files.getStream(key, range);
  return stream && text(stream);
};

test('a stream is kept whole and read whole or in part', async () => {
  expect(await files.putStream('a/exports/1', Readable.from(['0123', '456789']))).toBe(10);
  expect(await files.size('a/exports/1')).toBe(10);
  expect(await readAll('a/exports/1')).toBe('0123456789');
  expect(await readAll('a/exports/1', { start: 2, end: 4 })).toBe('234');
});

test('a stream larger than any buffer arrives as it was sent', async () => {
  const piece = Buffer.alloc(64 * 1024, 7);
  await files.putStream('a/large', Readable.from(Array.from({ length: 40 }, () => piece)));
  const stream = await files.getStream('a/large');
  expect(stream && (await buffer(stream)).equals(Buffer.alloc(40 * 64 * 1024, 7))).toBe(true);
});

test('a stream that breaks leaves nothing, not even a part', async () => {
  async function* broken() {
    yield 'half';
    throw new Error('broken');
  }
  await expect(files.putStream('a/half', Readable.from(broken()))).rejects.toThrow('broken');
  expect(readdirSync(path.join(folder, 'a'))).toEqual([]);
});

test('what is not there is null', async () => {
  expect(await files.getStream('a/none')).toBeNull();
  expect(await files.size('a/none')).toBeNull();
});

test('parts are kept for good and joined in the given order', async () => {
  await files.putDurably('a/parts/0', Buffer.from('one '));
  await files.putDurably('a/parts/4', Buffer.from('two'));
  await files.putDurably('a/parts/4', Buffer.from('two'));
  expect(await files.keysUnder('a/parts')).toEqual(['a/parts/0', 'a/parts/4']);
  expect(await files.keysUnder('a/none')).toEqual([]);
  expect(await text(files.joined(['a/parts/0', 'a/parts/4']))).toBe('one two');
  await expect(text(files.joined(['a/parts/0', 'a/parts/9']))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a file of this machine has a path', () => {
  expect(files.pathOf('a/parts/0')).toBe(path.join(folder, 'a/parts/0'));
});

test('a folder goes with everything in it, its neighbour stays', async () => {
  await files.put('one/documents/1', Buffer.from('1'));
  await files.put('one/exports/2', Buffer.from('2'));
  await files.put('one-more/documents/1', Buffer.from('3'));
  expect(await files.removeFolder('one')).toBe(2);
  expect(await files.removeFolder('one')).toBe(0);
  expect(await readAll('one-more/documents/1')).toBe('3');
});

test.each(['..', '../x', '', '.', 'a/../..'])('no key leaves the store: %s', async (key) => {
  await expect(files.removeFolder(key)).rejects.toThrow('leaves the store');
});
