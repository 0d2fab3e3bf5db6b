import { createServer, type Server } from 'node:http';
import { listChannels } from '@hanasu/contract/channels';
import { listFriends } from '@hanasu/contract/friends';
import { listConversations } from '@hanasu/contract/inbox';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOOPBACK_HOSTS } from '../../../testing/private-hosts.ts';
import {
  eventually,
  type SignedIn,
  shareTestServer,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, say } from '../../../testing/test-shop.ts';

let server: TestServer;
let vendor: Server;
let asked: string[] = [];
let person: SignedIn;
let base: string;

beforeAll(async () => {
  const png = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  vendor = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('/face')) response.setHeader('content-type', 'image/png').end(png);
    else if (request.url === '/page')
      response.setHeader('content-type', 'text/html').end('<script>1</script>');
    else if (request.url === '/svg') response.setHeader('content-type', 'image/svg+xml').end('<svg/>');
    else if (request.url === '/broken') response.setHeader('content-type', 'image/png').end('no picture');
    else if (request.url === '/huge')
      response.setHeader('content-type', 'image/png').end(Buffer.alloc(3 * 1024 * 1024));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const address = vendor.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS });
  person = await server.register();
  const bot = await addBot(person);
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'hanako', 'Hello');
  await conversationOf(person, channel.uuid);
  // What the vendor says of the friend would take the place of what a test writes.
  await eventually('the profile is read', async () => {
    const [friend] = await server.sql<{ read: boolean }>(
      'select profile_at is not null as read from friends',
    );
    return friend?.read;
  });
});
afterAll(async () => {
  await server.stop();
  vendor.close();
});

async function friendWith(url: string): Promise<string> {
  await server.sql('update friends set picture_url = $1', [url]);
  return (await person.call(listFriends)).items[0]?.pictureUrl ?? '';
}
const look = (path: string) => fetch(new URL(path, server.address));

test('views give our own path, of friends, channels and conversations', async () => {
  const path = await friendWith(`${base}/face`);
  // The pictures of pretended accounts are not shown.
  await server.sql('update channels set sandbox = false, picture_url = $1', [`${base}/face-of-channel`]);
  expect(path).toMatch(/^\/api\/picture\/friend\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/[0-9a-f]{32}$/);
  const [channel] = (await person.call(listChannels)).items;
  expect(channel?.pictureUrl).toMatch(/^\/api\/picture\/channel\//);
  const [conversation] = (await person.call(listConversations)).items;
  expect(conversation?.friend?.pictureUrl).toBe(path);
  expect((await look(channel?.pictureUrl ?? '')).status).toBe(200);
});

test('a picture is fetched once, made small, and read from here afterwards', async () => {
  const path = await friendWith(`${base}/face?1`);
  asked = [];
  const answers = await Promise.all([look(path), look(path), look(path)]);
  answers.push(await look(path));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(asked).toEqual(['/face?1']);
  const bytes = Buffer.from((await answers[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 192, height: 192 });
  expect(answers[0]?.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
});

test.each(['/page', '/svg', '/broken', '/huge', '/nothing'])(
  'what is no picture is not shown, and not asked for again at once: %s',
  async (url) => {
    const path = await friendWith(base + url);
    asked = [];
    expect((await look(path)).status).toBe(404);
    expect((await look(path)).status).toBe(404);
    expect(asked).toEqual([url]);
  },
);

test('an address of the private network is not asked', async () => {
  const careful = await shareTestServer();
  const owner = await careful.register();
  const channel = await addSandbox(owner, (await addBot(owner)).uuid);
  await careful.sql('update channels set picture_url = $2 where id = $1', [
    channel.uuid,
    `${base}/face?private`,
  ]);
  asked = [];
  const { items } = await owner.call(listChannels);
  const path = items.find(({ uuid }) => uuid === channel.uuid)?.pictureUrl ?? '';
  expect((await fetch(new URL(path, careful.address))).status).toBe(404);
  expect(asked).toEqual([]);
  await careful.stop();
});

describe('a copy ends', () => {
  const stored = () => server.sql<{ hash: string }>('select hash from pictures');

  test('when the vendor has another picture, and its path with it', async () => {
    const before = await friendWith(`${base}/face?before`);
    expect((await look(before)).status).toBe(200);
    const after = await friendWith(`${base}/face?after`);
    expect(after).not.toBe(before);
    expect((await look(before)).status).toBe(404);
    expect((await stored()).some(({ hash }) => before.endsWith(hash))).toBe(false);
  });

  test('with its customer, and for whoever makes paths up', async () => {
    const path = await friendWith(`${base}/face?last`);
    expect((await look(path)).status).toBe(200);
    expect((await look(path.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(404);
    expect((await look(path.replace('/friend/', '/group/'))).status).toBe(404);
    await server.sql('delete from friends');
    expect((await look(path)).status).toBe(404);
    expect((await stored()).some(({ hash }) => path.endsWith(hash))).toBe(false);
  });
});
