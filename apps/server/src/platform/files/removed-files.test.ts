import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AccountId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { newId } from '../ids.ts';
import { createDiskFileStore } from './file-store.ts';
import { deleteRemovedFiles, noteRemovedFiles } from './removed-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hanasu-removed-'));
const files = createDiskFileStore(folder);
let stored: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
beforeAll(async () => {
  stored = await createTestDatabase();
  database = openDatabase({ url: stored.url, poolSize: 2, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await stored.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function putAll(keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.put(key, Buffer.from('content'));
}
const left = async (keys: readonly string[]) => {
  const sizes = await Promise.all(keys.map((key) => files.size(key)));
  return keys.filter((_, index) => sizes[index] !== null);
};
const note = (accountId: AccountId, keys: readonly string[]) =>
  database.account(accountId, (transaction) => noteRemovedFiles(transaction, keys));

test('files of deleted rows go with the next run though the process ended before it deleted them', async () => {
  const account = newId<AccountId>();
  const keys = [`${account}/forms/1`, `${account}/uploads/a/1`, `${account}/uploads/a/2`, `${account}/kept`];
  await putAll(keys);
  // A missing file and the same one twice are no error.
  await note(account, [`${account}/forms/1`, `${account}/uploads/a/`, `${account}/missing`]);
  await note(account, [`${account}/forms/1`]);
  await deleteRemovedFiles({ database, files });
  expect(await left(keys)).toEqual([`${account}/kept`]);
});

test('what is rolled back keeps its files, and so does another account', async () => {
  const [account, other] = [newId<AccountId>(), newId<AccountId>()];
  const keys = [`${account}/1`, `${account}/2`, `${other}/1`];
  await putAll(keys);
  const refused = database.account(account, async (transaction) => {
    await noteRemovedFiles(transaction, [`${account}/1`]);
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  await note(account, [`${account}/2`]);
  await note(other, [`${other}/1`]);
  await deleteRemovedFiles({ database, files }, account);
  expect(await left(keys)).toEqual([`${account}/1`, `${other}/1`]);
});

test('a file that could not be deleted is tried again, and holds up neither the others nor who deleted its row', async () => {
  const account = newId<AccountId>();
  const [stuck, free] = [`${account}/1`, `${account}/2`];
  await putAll([stuck, free]);
  await note(account, [stuck, free]);
  const remove = (key: string) =>
    key === stuck ? Promise.reject(new Error('the disk is read-only')) : files.remove(key);
  const broken = { ...files, remove };
  await deleteRemovedFiles({ database, files: broken }, account);
  expect(await left([stuck, free])).toEqual([stuck]);
  await expect(deleteRemovedFiles({ database, files: broken })).rejects.toThrow('read-only');
  await deleteRemovedFiles({ database, files }, account);
  expect(await left([stuck])).toEqual([]);
});

test('more than one batch goes in one run', async () => {
  const account = newId<AccountId>();
  const keys = Array.from({ length: 450 }, (_, index) => `${account}/${index}`);
  await putAll(keys);
  await note(account, keys);
  await deleteRemovedFiles({ database, files }, account);
  expect(await left(keys)).toEqual([]);
});

test('more files that can’t be deleted than a batch holds keep no other file', async () => {
  const account = newId<AccountId>();
  const stuck = Array.from({ length: 250 }, (_, index) => `${account}/a-${index}`);
  const free = `${account}/z`;
  await putAll([...stuck, free]);
  await note(account, [...stuck, free]);
  const remove = (key: string) =>
    key === free ? files.remove(key) : Promise.reject(new Error('the disk is read-only'));
  await expect(deleteRemovedFiles({ database, files: { ...files, remove } })).rejects.toThrow('read-only');
  expect(await left([...stuck, free])).toEqual(stuck);
  await deleteRemovedFiles({ database, files }, account);
  expect(await left(stuck)).toEqual([]);
});
