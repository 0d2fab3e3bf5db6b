import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chat } from '@hanasu/contract/chat';
import * as contract from '@hanasu/contract/chats';
import type { AttachmentId, BotId, ConversationId } from '@hanasu/contract/ids';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/database/database.ts';
import { createDiskFileStore } from '../../../platform/files/file-store.ts';
import { formOf, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot } from '../../../testing/test-shop.ts';
import { removeOrphans } from './attachments.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-attachments-'));
let providers: FakeProviders;
let server: TestServer;
let person: SignedIn;
let botUuid: BotId;
let url = '';
beforeAll(async () => {
  providers = await startFakeProviders();
  const settings = {
    DATA_DIR: dataDir,
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    STARTING_TOKENS: '100000000',
  };
  server = await startTestServer(settings, (given) => {
    url = given;
    return given;
  });
  person = await server.register();
  const bot = { serviceUuid: 'openai-gpt-4o-mini', answerOnlyFromKnowledge: false };
  botUuid = (await addBot(person, bot)).uuid;
});
afterAll(async () => {
  await server.stop();
  await providers.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => providers.reset());

const upload = (bytes: Uint8Array, name: string, by = person) =>
  by.raw('POST', contract.uploadAttachment.path, { body: formOf('file', bytes, name) });
const uploaded = async (bytes: Uint8Array, name: string, by = person) =>
  contract.uploadAttachment.output.parse((await upload(bytes, name, by)).body);
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f06' } }).withMetadata({
    exif: { IFD0: { Artist: 'Me' } },
  });
const fileOf = (uuid: AttachmentId, by = person) =>
  fetch(new URL(`/api/user/attachment/${uuid}`, server.address), {
    headers: { authorization: `Bearer ${by.jwt}` },
  });
const send = (attachmentUuids: AttachmentId[], more: { conversationUuid?: ConversationId } = {}) =>
  ({ body: { botUuid, message: 'What is this?', attachmentUuids, ...more } }) as const;
const filesOf = (by: SignedIn) => {
  try {
    return readdirSync(path.join(dataDir, 'files', by.user.account.uuid, 'attachments'));
  } catch {
    return [];
  }
};

test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
  'a %s becomes fresh pixels of a bearable size',
  async (format) => {
    const bytes = await picture(3000, 1000).toFormat(format).toBuffer();
    const view = await uploaded(bytes, `../../Holiday\u202e.${format}`);
    expect(view).toMatchObject({ kind: 'image', mediaType: 'image/webp', name: `Holiday.${format}` });
    const response = await fileOf(view.uuid);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const seen = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([seen.width, seen.height, seen.exif]).toEqual([2048, 683, undefined]);
  },
);

test('a document is read; it is sent with its question, and its text reaches the model', async () => {
  const note = await uploaded(Buffer.from('The code word is Kirschblüte.'), 'note.txt');
  const photo = await uploaded(await picture(20, 20).png().toBuffer(), 'photo.png');
  const answer = await person.call(chat, send([note.uuid, photo.uuid]));
  const sent = JSON.stringify(providers.requests.at(-1)?.body);
  expect(sent).toContain('Kirschblüte');
  expect(sent).toContain('image/webp');
  const { items } = await person.call(contract.listChatMessages, {
    params: { uuid: answer.conversationUuid },
  });
  expect(items[0]?.attachments).toEqual([note, photo]);
  expect((await fileOf(note.uuid)).headers.get('content-type')).toBe('application/octet-stream');

  await person.call(contract.deleteChat, { params: { uuid: answer.conversationUuid } });
  expect((await fileOf(photo.uuid)).status).toBe(404);
  expect(filesOf(person)).not.toContain(photo.uuid);
});

test('what is none, broken, empty or too large is refused and leaves nothing behind', async () => {
  const before = filesOf(person).length;
  const codeOf = async (bytes: Uint8Array, name: string) => (await upload(bytes, name)).body;
  const png = await picture(20, 20).png().toBuffer();
  expect(await codeOf(png.subarray(0, 40), 'half.png')).toMatchObject({ code: 'image_invalid' });
  expect(await codeOf(Buffer.from('MZ\x90\0\x03program'), 'tool.exe')).toMatchObject({
    code: 'file_type_unsupported',
  });
  expect(await codeOf(Buffer.from('<svg onload="alert(1)"/>'), 'drawing.svg')).toMatchObject({
    code: 'file_type_unsupported',
  });
  expect(await codeOf(Buffer.from('%PDF-1.7\n'), 'damaged.pdf')).toMatchObject({
    code: 'attachment_unreadable',
  });
  expect(await codeOf(new Uint8Array(), 'nothing.txt')).toMatchObject({ code: 'file_empty' });
  const large = Buffer.alloc(contract.ATTACHMENT_MAX_BYTES + 1, 'a');
  expect(await codeOf(large, 'large.txt')).toMatchObject({ code: 'file_too_large' });
  expect(filesOf(person)).toHaveLength(before);
});

test('nobody sends or sees what somebody else has chosen', async () => {
  const note = await uploaded(Buffer.from('Mine'), 'note.txt');
  const stranger = await server.register();
  expect((await fileOf(note.uuid, stranger)).status).toBe(404);
  const theirs = await addBot(stranger);
  const body = { botUuid: theirs.uuid, message: 'What is this?', attachmentUuids: [note.uuid] };
  expect((await stranger.refused(chat, { body })).code).toBe('attachment_not_found');
  const first = await person.call(chat, send([note.uuid]));
  expect((await person.refused(chat, send([note.uuid]))).code).toBe('attachment_not_found');
  await person.call(chat, send([note.uuid], { conversationUuid: first.conversationUuid }));
});

test('what was not sent within a day goes with its file; what was sent stays', async () => {
  const [left, sent] = [
    await uploaded(Buffer.from('One'), 'a.txt'),
    await uploaded(Buffer.from('Two'), 'b.txt'),
  ];
  await person.call(chat, send([sent.uuid]));
  await server.sql("update attachments set expires_at = now() - interval '1 minute' where id = any($1)", [
    [left.uuid],
  ]);
  const database = openDatabase({ url, poolSize: 1, onError: () => undefined });
  await removeOrphans({ database, files: createDiskFileStore(path.join(dataDir, 'files')) });
  await database.close();
  expect((await fileOf(left.uuid)).status).toBe(404);
  expect((await fileOf(sent.uuid)).status).toBe(200);
  expect(filesOf(person)).not.toContain(left.uuid);
});
