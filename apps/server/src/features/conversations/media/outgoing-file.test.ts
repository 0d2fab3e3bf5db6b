import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AccountId, ConversationId, MediaId, MessageId, UserId } from '@hanasu/contract/ids';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { createDiskFileStore, type FileStore } from '../../../platform/files/file-store.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { attachMedia, insertUpload } from './media.store.ts';
import { newFileKey } from './media-files.ts';
import { outgoingFile } from './read-media.ts';
import { openMediaFile } from './routes.ts';
import { removeUnsent, settleBytes } from './upload-media.ts';

const accountId = newId<AccountId>();
const publicUrl = 'https://shop.example.com';
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
let testDatabase: TestDatabase;
let database: Database;
let folder: string;
let files: FileStore;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
  folder = mkdtempSync(path.join(tmpdir(), 'hanasu-outgoing-'));
  files = createDiskFileStore(folder);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function store(bytes: Buffer, name: string): Promise<MediaId> {
  const id = newId<MediaId>();
  const fileKey = newFileKey(accountId, id);
  await files.put(fileKey, bytes);
  const facts = await settleBytes(files, fileKey, name);
  await database.account(accountId, (transaction) =>
    insertUpload(transaction, { ...facts, id, name, fileKey, createdBy: newId<UserId>() }),
  );
  return id;
}
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const outgoing = (id: MediaId, limits: Parameters<typeof outgoingFile>[3] = {}) =>
  outgoingFile({ database, files, publicUrl }, accountId, id, limits);
/** What a vendor gets at an address. */
async function at(url: string, isPreview = false) {
  const token = url.slice(`${publicUrl}/media/`.length).replace(/\/preview$/, '');
  const opened = await openMediaFile(
    { database, files },
    token,
    isPreview,
    Date.now() + 9 * 365 * 86_400_000,
  );
  if (opened.kind !== 'file') throw new Error(opened.kind);
  return { ...opened, content: await files.get(opened.fileKey) };
}

test('a picture that a vendor takes goes as it is, at an address that lasts for years', async () => {
  const bytes = await noise(200).jpeg().toBuffer();
  const found = await outgoing(await store(bytes, 'photo.jpg'), { image: 10_000_000 });
  if (found.kind !== 'ok' || found.part.kind !== 'image') throw new Error(found.kind);
  expect(found.part).toMatchObject({ contentType: 'image/jpeg', bytes: bytes.length, name: 'photo.jpg' });
  expect((await at(found.part.url)).content).toEqual(bytes);
  expect((await at(found.part.previewUrl, true)).contentType).toBe('image/jpeg');
});

test.each([
  ['too large', noise(900).png().toBuffer(), 'photo.png', 200_000],
  ['of a kind not every vendor takes', noise(60).webp().toBuffer(), 'photo.webp', 10_000_000],
  ['that moves', noise(60).gif().toBuffer(), 'photo.gif', 10_000_000],
])('a picture %s becomes a JPEG that fits', async (_what, bytes, name, limit) => {
  const id = await store(await bytes, name);
  const found = await outgoing(id, { image: limit });
  if (found.kind !== 'ok') throw new Error(found.kind);
  expect(found.part).toMatchObject({ kind: 'image', name: 'photo.jpg', contentType: 'image/jpeg' });
  expect(found.part.bytes).toBeLessThanOrEqual(limit);
  const sent = await at(found.part.url);
  expect(sent).toMatchObject({ contentType: 'image/jpeg', size: found.part.bytes });
  expect((await sharp(sent.content).metadata()).format).toBe('jpeg');
  // Asked again, it is the same file at the same address.
  expect(await outgoing(id, { image: limit })).toEqual(found);
});

test('a file keeps its form, and is refused where it is too large', async () => {
  const id = await store(PDF, 'offer.pdf');
  expect(await outgoing(id, { file: 1_000 })).toMatchObject({
    kind: 'ok',
    part: { kind: 'file', contentType: 'application/pdf', name: 'offer.pdf', bytes: PDF.length },
  });
  expect(await outgoing(id, { file: 5 })).toEqual({ kind: 'too-large', limit: 5 });
});

test('nothing of another account', async () => {
  const id = await store(PDF, 'offer.pdf');
  const other = await outgoingFile({ database, files, publicUrl }, newId<AccountId>(), id, {});
  expect(other).toEqual({ kind: 'gone' });
});

test('an upload is sent once; what nobody sends for a day goes with its files', async () => {
  const conversationId = newId<ConversationId>();
  const [sent, unsent] = [await store(PDF, 'sent.pdf'), await store(PDF, 'unsent.pdf')];
  const to = { conversationId, messageId: newId<MessageId>() };
  await database.account(accountId, async (transaction) => {
    await transaction.run(
      `insert into conversations (account_id, id, origin, title, handling, last_message_at)
       values ($1, $2, 'channel', '', 'bot', now())`,
      [accountId, conversationId],
    );
    expect(await attachMedia(transaction, sent, to)).toBe(true);
    expect(await attachMedia(transaction, sent, to)).toBe(true);
    expect(await attachMedia(transaction, sent, { ...to, messageId: newId<MessageId>() })).toBe(false);
    await transaction.run("update media set created_at = now() - interval '25 hours'");
  });
  const young = await store(PDF, 'young.pdf');
  await removeUnsent({ database, files });
  const kinds = await Promise.all([sent, unsent, young].map(async (id) => (await outgoing(id)).kind));
  expect(kinds).toEqual(['ok', 'gone', 'ok']);
});
