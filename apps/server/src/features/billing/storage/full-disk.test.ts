import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chat } from '@hanasu/contract/chat';
import { createUpload } from '@hanasu/contract/documents';
import { home } from '@hanasu/contract/insights';
import { createDocument, listDocuments } from '@hanasu/contract/knowledge';
import { createExport, deleteExport, listExports } from '@hanasu/contract/privacy';
import { readyz } from '@hanasu/contract/system';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBotWithKnowledge, addKnowledge } from '../../../testing/test-shop.ts';

const PROGRAM = fileURLToPath(new URL('../../../main.ts', import.meta.url));
const MEGABYTE = 1024 * 1024;

/** A file system of its own, so small that a test can fill it; null where this process may not mount one. */
function mountSmall(megabytes: number): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'hanasu-small-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder]);
  if (mounted.status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

let folder: string | null;
let server: TestServer | null;
beforeEach((context) => {
  server = null;
  folder = mountSmall(16);
  if (folder === null) context.skip('mounting a small file system needs root with the right to mount');
});
afterEach(async () => {
  await server?.stop();
  if (folder === null) return;
  spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
});

const fill = (name: string, megabytes: number): void =>
  writeFileSync(path.join(folder ?? '', name), Buffer.alloc(megabytes * MEGABYTE, 'x'));

describe('a disk that is running full', () => {
  let person: SignedIn;
  let shop: Awaited<ReturnType<typeof addBotWithKnowledge>>;
  beforeEach(async () => {
    server = await startTestServer({
      DATA_DIR: folder ?? '',
      DISK_WARN_BYTES: String(10 * MEGABYTE),
      DISK_RESERVE_BYTES: String(5 * MEGABYTE),
    });
    person = await server.register();
    shop = await addBotWithKnowledge(person);
  });

  const stateOf = async () => ({
    ready: (await server?.anonymous.call(readyz))?.disk,
    home: (await person.call(home)).attention.disk,
  });
  const addText = (title: string) =>
    person.raw('POST', createDocument.path.replace('{uuid}', shop.knowledge.uuid), {
      body: { title, text: 'The lift is out of order on Mondays.' },
    });

  test('is said before it happens; then files are refused and messages still stored', async () => {
    expect(await stateOf()).toEqual({ ready: 'ok', home: 'ok' });
    fill('first', 7);
    expect(await stateOf()).toEqual({ ready: 'low', home: 'low' });
    expect(await addText('Lift')).toMatchObject({ status: 202 });
    fill('second', 5);
    expect(await stateOf()).toEqual({ ready: 'full', home: 'full' });
    const refused = await addText('Later');
    expect(refused).toMatchObject({ status: 507, body: { code: 'disk_full' } });
    const answer = await person.call(chat, {
      body: { botUuid: shop.bot.uuid, message: 'Is parking free?' },
    });
    expect(answer.outcome).toBe('answered');
    rmSync(path.join(folder ?? '', 'second'));
    expect(await addText('Later')).toMatchObject({ status: 202 });
  });
});

test('a start on a full disk ends with one plain line', () => {
  mkdirSync(path.join(folder ?? '', 'data'), { mode: 0o711 });
  fill('everything', 15);
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: path.join(folder ?? '', 'data') },
    encoding: 'utf8',
  });
  expect(status, stdout).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('The disk is full')]);
});

test('files that arrive at the same moment do not exceed the quota together', async () => {
  server = await startTestServer({ ACCOUNT_STORAGE_BYTES: '3000' });
  const person = await server.register();
  const { knowledge } = await addKnowledge(person, 'x'.repeat(500));
  const at = { params: { uuid: knowledge.uuid } };
  const path = createDocument.path.replace('{uuid}', knowledge.uuid);
  const texts = Array.from({ length: 8 }, (_, index) =>
    person.raw('POST', path, { body: { title: `Text ${index}`, text: String(index).repeat(800) } }),
  );
  const uploads = Array.from({ length: 8 }, (_, index) =>
    person.raw('POST', createUpload.path.replace('{uuid}', knowledge.uuid), {
      body: { fileName: `menu-${index}.md`, folder: '', bytes: 800, sha256: String(index).repeat(64) },
    }),
  );
  const statuses = (await Promise.all([...texts, ...uploads])).map(({ status }) => status);
  expect(statuses.filter((status) => status < 300)).toHaveLength(3);
  expect(statuses.filter((status) => status === 409)).toHaveLength(13);
  expect((await person.call(home)).storage.usedBytes).toBe(2_900);
  // The files of those that were refused are gone.
  expect((await person.call(listDocuments, at)).total).toBeLessThanOrEqual(4);
});

test('a second export is refused while one is kept and the quota is used up', async () => {
  server = await startTestServer({ ACCOUNT_STORAGE_BYTES: '3000' });
  const person = await server.register();
  await addKnowledge(person, 'x'.repeat(2_990));
  const { uuid } = await person.call(createExport);
  const ready = () =>
    person.call(listExports).then(({ items }) => items.find((one) => one.status === 'ready'));
  const { size } = await eventually('the export is ready', async () => (await ready()) ?? false);
  expect((await person.call(home)).storage.usedBytes).toBe(2_990 + (size ?? 0));
  expect((await person.refused(createExport)).code).toBe('storage_quota_reached');
  await person.call(deleteExport, { params: { uuid } });
  await person.call(createExport);
});

test('an account keeps no more than its quota, counted over all its files', async () => {
  server = await startTestServer({ ACCOUNT_STORAGE_BYTES: '3000' });
  const person = await server.register();
  const other = await server.register();
  const { knowledge } = await addKnowledge(person, 'x'.repeat(1_000));
  const { uuid } = knowledge;
  const file = { fileName: 'menu.md', folder: '', bytes: 1_500, sha256: '0'.repeat(64) };
  await person.call(createUpload, { params: { uuid }, body: file });
  const used = (await person.call(home)).storage;
  expect(used).toEqual({ usedBytes: 2_500, quotaBytes: 3_000 });
  const body = { title: 'More', text: 'y'.repeat(600) };
  expect(await person.refused(createDocument, { params: { uuid }, body })).toMatchObject({
    code: 'storage_quota_reached',
  });
  const larger = { ...file, fileName: 'larger.md', sha256: '1'.repeat(64) };
  expect((await person.refused(createUpload, { params: { uuid }, body: larger })).code).toBe(
    'storage_quota_reached',
  );
  expect((await person.call(home)).attention.lowStorage).toBe(false);
  await person.call(createDocument, { params: { uuid }, body: { title: 'Fits', text: 'z'.repeat(400) } });
  expect((await person.call(home)).attention.lowStorage).toBe(true);
  // Another account has a room of its own.
  await addKnowledge(other, 'x'.repeat(2_900));
});
