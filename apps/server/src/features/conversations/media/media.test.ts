import { actAsSimulatorFriend } from '@hanasu/contract/channels';
import type { ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { listConversations, listMessages } from '@hanasu/contract/inbox';
import type { MediaView } from '@hanasu/contract/media';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  eventually,
  formOf,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, say } from '../../../testing/test-shop.ts';
import { readMediaToken, signMediaToken } from './media-files.ts';

const MOST_BYTES = 200_000;
let server: TestServer;
let person: SignedIn;
let channel: ChannelId;
let conversation: ConversationId;
beforeAll(async () => {
  server = await startTestServer({ MAX_UPLOAD_BYTES: String(MOST_BYTES) });
  person = await server.register();
  const bot = await addBot(person);
  channel = (await addSandbox(person, bot.uuid)).uuid;
  await say(person, channel, 'alex', 'Look at this');
  conversation = (await conversationOf(person, channel)).uuid;
});
afterAll(() => server.stop());

const jpeg = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

const send = (
  bytes: Uint8Array,
  name: string,
  who: SignedIn = person,
  fields: Record<string, string> = {},
) => {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('file', new File([new Uint8Array(bytes)], name));
  return who.raw('POST', '/api/user/media', { body });
};
async function upload(bytes: Uint8Array, name: string, fields?: Record<string, string>): Promise<MediaView> {
  const answer = await send(bytes, name, person, fields);
  expect(answer.status).toBe(200);
  return answer.body as MediaView;
}
const read = (url: string | null, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL(url ?? 'missing', server.address), { headers, method });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('uploading', () => {
  test('a picture, with its measures and a small one that knows nothing of where it was taken', async () => {
    const view = await upload(jpeg, '../../shop‮gpj.jpg');
    expect(view).toMatchObject({
      state: 'stored',
      contentType: 'image/jpeg',
      name: 'shopgpj.jpg',
      bytes: jpeg.length,
      width: 900,
      height: 300,
    });
    expect(await bytesOf(await read(view.url))).toEqual(jpeg);
    const small = await read(view.thumbnailUrl);
    expect(small.headers.get('content-type')).toBe('image/jpeg');
    expect(await sharp(await bytesOf(small)).metadata()).toMatchObject({ width: 480, height: 160 });
  });

  test('a video gets a neutral picture, a recording its length', async () => {
    const iso = (brand: string) => Buffer.from(`\0\0\0\x10ftyp${brand}\0\0\0\0`, 'latin1');
    expect((await upload(iso('mp42'), 'a.mp4')).thumbnailUrl).not.toBeNull();
    const sound = await upload(iso('M4A '), 'a.m4a', { durationMs: '2500' });
    expect(sound).toMatchObject({ contentType: 'audio/mp4', durationMs: 2500, thumbnailUrl: null });
  });

  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'a.pdf', 'media_type_unsupported'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.png', 'media_type_unsupported'],
    [
      'a page that is called text',
      Buffer.from('<html><script>1</script></html>'),
      'a.txt',
      'media_type_unsupported',
    ],
    ['half a picture', jpeg.subarray(0, 300), 'a.jpg', 'media_type_unsupported'],
    ['nothing', Buffer.alloc(0), 'a.txt', 'file_empty'],
    ['too much', Buffer.alloc(MOST_BYTES + 1, 65), 'a.txt', 'file_too_large'],
  ])('%s is refused', async (_what, bytes, name, code) => {
    expect((await send(bytes, name)).body).toMatchObject({ code });
    expect(await server.sql("select 1 from media where name = $1 and state <> 'stored'", [name])).toEqual([]);
  });

  test('a form without a file, and a length that is none, are refused', async () => {
    const empty = await person.raw('POST', '/api/user/media', { body: formOf('picture', jpeg) });
    expect(empty.body).toMatchObject({ code: 'file_missing' });
    const wrong = await send(jpeg, 'a.jpg', person, { durationMs: 'long' });
    expect(wrong.body).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.durationMs' }] });
  });
});

describe('reading at an address', () => {
  test('whole, in part, not at all when it is known, and HEAD without bytes', async () => {
    const { url } = await upload(PDF, 'offer (1).pdf');
    const whole = await read(url);
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "inline; filename*=UTF-8''offer%20%281%29.pdf",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=86400, immutable',
    });
    const part = await read(url, { range: 'bytes=1-3' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 1-3/${PDF.length}`,
      'PDF',
    ]);
    expect((await read(url, { range: 'bytes=99-' })).status).toBe(416);
    expect((await read(url, { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304);
    const head = await read(url, {}, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(PDF.length), '']);
  });

  test('what a browser might run is saved, never shown', async () => {
    const { url } = await upload(Buffer.from('a,b\n1,2\n'), 'prices.csv');
    const csv = await read(url);
    expect(csv.headers.get('content-type')).toBe('application/octet-stream');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(csv.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('made up, changed or ended addresses lead nowhere', async () => {
    const { url, uuid } = await upload(PDF, 'secret.pdf');
    const token = (url ?? '').replace('/media/', '');
    /** With one byte of the token changed. */
    const changed = (at: number): string => {
      const bytes = Buffer.from(token, 'base64url');
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return `/media/${bytes.toString('base64url')}`;
    };
    const [media] = await server.sql<{ key: string }>('select file_key as key from media where id = $1', [
      uuid,
    ]);
    const claim = readMediaToken(token)?.claim;
    if (!claim || !media) throw new Error('the address has not the form');
    const ended = `/media/${signMediaToken({ ...claim, expiresAt: Date.now() - 1_000 }, media.key)}`;
    const other = await server.register();
    const theirs = `/media/${signMediaToken({ ...claim, accountId: other.user.account.uuid }, media.key)}`;
    const all = Array.from({ length: 57 }, (_, at) => changed(at));
    for (const wrong of ['/media/nothing', ended, theirs, `${url}x`, `/media/${uuid}`, ...all]) {
      expect((await read(wrong)).status).toBe(404);
    }
  });
});

/** As if a message had come with it. */
async function stored(view: MediaView): Promise<MessageId> {
  const [message] = await server.sql<{ id: MessageId }>(
    `insert into messages (account_id, id, conversation_id, sender, kind, text, data, citations, delivery_state)
     select $1, $2, $3, 'customer', 'image', '', '{}', '[]', 'none' returning id`,
    [person.user.account.uuid, crypto.randomUUID(), conversation],
  );
  await server.sql('update media set conversation_id = $2, message_id = $3 where id = $1', [
    view.uuid,
    conversation,
    message?.id,
  ]);
  if (!message) throw new Error('no message');
  return message.id;
}

test('a message shows its media, and none of them once it was taken back', async () => {
  const view = await upload(jpeg, 'photo.jpg');
  const id = await stored(view);
  const { items } = await person.call(listMessages, { params: { uuid: conversation } });
  const media = items.find(({ uuid }) => uuid === id)?.media;
  expect(media).toEqual(view);
  expect((await read(media?.url ?? null)).status).toBe(200);
  await server.sql("update media set state = 'gone', next_attempt_at = now() where id = $1", [view.uuid]);
  expect((await read(view.url)).status).toBe(410);
  expect((await read(view.thumbnailUrl)).status).toBe(410);
});

test('a picture that a customer sends is fetched and shown with its message', async () => {
  await person.call(actAsSimulatorFriend, {
    params: { uuid: channel, friend: 'hanako' },
    body: { action: 'image' },
  });
  const media = await eventually('the picture is stored', async () => {
    const all = await person.call(listConversations, { query: { channelUuid: channel } });
    for (const { uuid } of all.items) {
      if (uuid === conversation) continue;
      const { items } = await person.call(listMessages, { params: { uuid } });
      const found = items.find(
        ({ kind, sender, media: one }) => kind === 'image' && sender === 'customer' && one,
      );
      if (found?.media?.state === 'stored') return found.media;
    }
    return null;
  });
  expect(media.contentType).toMatch(/^image\//);
  const answer = await read(media.url);
  expect(answer.status).toBe(200);
  expect((await bytesOf(answer)).length).toBe(media.bytes);
  expect((await read(media.thumbnailUrl)).headers.get('content-type')).toBe('image/jpeg');
});
