import { getSimulator } from '@hanasu/contract/channels';
import { listFriends } from '@hanasu/contract/friends';
import { createRichMessage, testRichMessage } from '@hanasu/contract/rich-messages';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGuardedFetch, FetchFailure, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, messagesOf, say } from '../../../testing/test-shop.ts';
import { askForVideo } from './check-video.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const area = { id: 'a1', x: 0, y: 0, width: 520, height: 520, label: 'Book' };
const definition = {
  height: 520,
  picture: {
    kind: 'composed' as const,
    background: '#0f6636',
    fileUuid: null,
    line: null,
    font: 'sans' as const,
    cells: [],
  },
  altText: '秋のセール',
  areas: [{ ...area, action: { kind: 'message' as const, text: '予約したい' } }],
  video: null,
};
const add = (body = definition) =>
  person.call(createRichMessage, { body: { name: crypto.randomUUID(), definition: body } });

/** Opens a conversation: a friend has written on a channel. */
async function openTalk() {
  const channel = await addSandbox(person, (await addBot(person)).uuid);
  await say(person, channel.uuid, 'hanako', 'こんにちは');
  return { channel, conversation: await conversationOf(person, channel.uuid) };
}

test('a friend in the sandbox gets the picture, and the thread keeps what it was', async () => {
  const { uuid } = await add();
  const { channel, conversation } = await openTalk();
  const { items } = await person.call(listFriends, { query: { channelUuid: channel.uuid } });
  const friendUuid = items[0]?.uuid;
  const sent = await person.call(testRichMessage, { params: { uuid }, body: { friendUuid } });
  expect(sent.conversationUuid).toBe(conversation.uuid);
  const shown = await eventually('it is delivered', async () => {
    const params = { uuid: channel.uuid, friend: 'hanako' as const };
    const { messages } = await person.call(getSimulator, { params });
    return messages.find(({ kind }) => kind === 'imagemap');
  });
  expect(shown.payload).toMatchObject({
    altText: '秋のセール',
    actions: [{ type: 'message', text: '予約したい', label: 'Book' }],
  });
  const message = (await messagesOf(person, conversation.uuid)).find((one) => one.uuid === sent.messageUuid);
  expect(message).toMatchObject({ sender: 'operator', operator: { uuid: person.user.uuid } });
  expect(message?.text).toBe('秋のセール\nBook: 予約したい');
  const [bubble] = message?.bubbles ?? [];
  if (bubble?.kind !== 'rich-message') throw new Error('the thread shows no rich message');
  expect(bubble).toMatchObject({ altText: '秋のセール', areas: [{ label: 'Book', text: '予約したい' }] });
  expect((await fetch(new URL(bubble.imagePath, server.address))).status).toBe(200);
});

test('sends nothing while something is missing, or without a recipient', async () => {
  const { conversation } = await openTalk();
  const { uuid } = await add({ ...definition, altText: '' });
  const order = { params: { uuid }, body: { conversationUuid: conversation.uuid } };
  expect(await person.refused(testRichMessage, order)).toMatchObject({ code: 'rich_message_incomplete' });
  const unaddressed = await person.raw('POST', `/api/user/line/rich-message/${uuid}/test`, { body: {} });
  expect(unaddressed).toMatchObject({ body: { code: 'validation_failed' } });
});

const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(100)]);
const answering =
  (body: Uint8Array | string, init: ResponseInit = {}): GuardedFetch =>
  async () =>
    new Response(body, init);
test.each<[string, GuardedFetch, string]>([
  ['an MP4 is fine', answering(MP4, { headers: { 'content-length': '112' } }), 'fine'],
  ['a page is none', answering('<html>nothing to play here</html>'), 'not_mp4'],
  ['what is gone is not found', answering('', { status: 404 }), 'not_found'],
  ['a wrong answer is no answer', answering('', { status: 500 }), 'unreachable'],
  [
    'more than 200 MB are too many',
    answering(MP4, { status: 206, headers: { 'content-range': 'bytes 0-63/200000001' } }),
    'too_heavy',
  ],
  [
    'an unreachable server is no answer',
    async () => {
      throw new FetchFailure('unreachable');
    },
    'unreachable',
  ],
  ['the network of the server is not asked', createGuardedFetch({ privateHosts: new Set() }), 'unreachable'],
])('of the address of a video: %s', async (_what, ask, state) => {
  expect((await askForVideo(ask, 'https://127.0.0.1/a.mp4')).state).toBe(state);
});

test('a video without encryption is not asked for', async () => {
  expect(await askForVideo(answering(MP4), 'http://a.jp/a.mp4')).toEqual({
    state: 'not_secure',
    bytes: null,
  });
});
