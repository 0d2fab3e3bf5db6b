import { type FakeLine, startFakeLine } from '@hanasu/channels/line/fake/fake-line';
import { login, register } from '@hanasu/contract/accounts';
import { connectLine } from '@hanasu/contract/channels';
import { chat } from '@hanasu/contract/chat';
import { createDocument, getDocument } from '@hanasu/contract/knowledge';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PATIENT_VENDOR } from '../features/channels/testing/channel-stage.fixture.ts';
import { type CutWire, layWire } from './cut-wire.ts';
import { eventually, type SignedIn, startTestServer, type TestServer } from './test-server.ts';
import { addBotWithKnowledge, conversationOf, messagesOf } from './test-shop.ts';

const AWAY_MS = 500;

let line: FakeLine;
let wire: CutWire;
let server: TestServer;
let person: SignedIn;
let shop: Awaited<ReturnType<typeof addBotWithKnowledge>>;
beforeAll(async () => {
  const real = new URL(inject('testOwnerUrl'));
  wire = await layWire({ host: real.hostname, port: Number(real.port) });
  line = await startFakeLine(PATIENT_VENDOR);
  const settings = { LINE_API_BASE_URL: line.hosts.api, LINE_DATA_API_BASE_URL: line.hosts.data };
  server = await startTestServer(
    settings,
    (url) => {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(wire.port);
      return through.href;
    },
    { databaseAwayMs: AWAY_MS },
  );
  person = await server.register();
  shop = await addBotWithKnowledge(person);
});
afterAll(async () => {
  wire.mend();
  await server.stop();
  await wire.close();
  await line.close();
});

const AWAY = { status: 503, body: { code: 'database_unavailable', status: 503 } };
const isReadyNow = async () => (await server.anonymous.raw('GET', '/readyz')).status === 200;

async function whileAway(work: () => Promise<void>): Promise<void> {
  wire.cut();
  try {
    await work();
  } finally {
    wire.mend();
  }
  await eventually('the server is ready again', isReadyNow);
}

test('requests say so, and the server is not ready', async () => {
  await whileAway(async () => {
    const ready = await server.anonymous.raw('GET', '/readyz');
    expect(ready).toMatchObject({ status: 503, body: { status: 'unavailable', database: false } });
    const credentials = { identifier: person.user.username, password: person.password };
    const requests = await Promise.all([
      person.raw('GET', '/api/users/me'),
      person.raw('GET', '/api/user/bots'),
      person.raw('GET', '/api/user/home'),
      person.raw('POST', '/api/user/knowledge', { body: { name: 'Menu' } }),
      person.raw('POST', chat.path, { body: { botUuid: shop.bot.uuid, message: 'Is parking free?' } }),
      server.anonymous.raw('POST', login.path, { body: credentials }),
      server.anonymous.raw('POST', register.path, {
        body: { username: 'too-early', email: 'early@example.com', password: person.password },
      }),
    ]);
    for (const answer of requests) expect(answer).toMatchObject(AWAY);
  });
  const answer = await person.call(chat, { body: { botUuid: shop.bot.uuid, message: 'Is parking free?' } });
  expect(answer.outcome).toBe('answered');
  expect(
    (
      await server.anonymous.call(login, {
        body: { identifier: person.user.username, password: person.password },
      })
    ).user.uuid,
  ).toBe(person.user.uuid);
});

test('the server is not healthy when the database has been away for long, and healthy again when it is back', async () => {
  const health = async () => (await server.anonymous.raw('GET', '/healthz')).status;
  await eventually('the database is noticed again', async () => (await health()) === 200);
  await whileAway(async () => {
    await eventually('it is not healthy', async () => (await health()) === 503);
  });
  await eventually('it is healthy', async () => (await health()) === 200);
});

test('a vendor is told to send its events again, and then they are answered once', async () => {
  const credentials = {
    channelId: '1234567890',
    channelSecret: '0123456789abcdef0123456789abcdef',
    channelAccessToken: 'x'.repeat(40),
  };
  line.addChannel({ ...credentials, displayName: 'Shop' });
  const body = { name: 'Shop', ...credentials, botUuid: shop.bot.uuid };
  const channel = await person.call(connectLine, { body });
  const friend = line.addFriend(credentials.channelId, { displayName: 'Alex', language: 'en' });
  line.setWebhook(credentials.channelId, new URL(new URL(channel.webhookUrl).pathname, server.address).href);
  const write = (text: string) => line.friendSays(credentials.channelId, friend, { type: 'text', text });
  await whileAway(async () => {
    expect(await write('Is parking free?')).toMatchObject({ status: 503 });
  });
  expect(await write('Is parking free?')).toMatchObject({ status: 200 });
  const { uuid } = await conversationOf(person, channel.uuid, (one) => one.lastMessage?.sender === 'bot');
  const said = (await messagesOf(person, uuid)).filter(({ kind }) => kind === 'text');
  expect(said.map(({ sender, outcome }) => outcome ?? sender)).toEqual(['customer', 'answered']);
});

test('documents that are added afterwards are read, without a restart', async () => {
  await whileAway(async () => {
    expect((await server.anonymous.raw('GET', '/readyz')).status).toBe(503);
  });
  const params = { uuid: shop.knowledge.uuid };
  const body = { title: 'After', text: 'The lift is out of order on Mondays.' };
  const { uuid: document } = await person.call(createDocument, { params, body });
  await eventually('the document is read', async () => {
    const view = await person.call(getDocument, { params: { ...params, document } });
    return view.status === 'ready';
  });
});

test('a connection lost in the middle of many requests spoils none that come after', async () => {
  const ask = () =>
    person.raw('POST', chat.path, { body: { botUuid: shop.bot.uuid, message: 'Is parking free?' } });
  const running = Array.from({ length: 12 }, ask);
  await new Promise((resolve) => setTimeout(resolve, 15));
  wire.cut();
  const statuses = new Set((await Promise.all(running)).map(({ status }) => status));
  wire.mend();
  for (const status of statuses) expect([200, 503]).toContain(status);
  await eventually('the server is ready again', isReadyNow);
  const after = await Promise.all(Array.from({ length: 12 }, ask));
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
  // One that was left open stays so; one of the workers is open for a moment.
  await eventually('no transaction is left open', async () => {
    const [left] = await server.sql<{ count: string }>(
      "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    return Number(left?.count) === 0;
  });
});
