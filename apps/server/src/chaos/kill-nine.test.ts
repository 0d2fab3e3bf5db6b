import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeLine, startFakeLine } from '@hanasu/channels/line/fake/fake-line';
import { register } from '@hanasu/contract/accounts';
import { createBot } from '@hanasu/contract/bots';
import { connectLine } from '@hanasu/contract/channels';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, openAccount } from '../features/channels/testing/channel-stage.fixture.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createCaller, eventually } from '../testing/test-server.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

const KILLS = 22;
const FRIENDS = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'];
/** Milliseconds between two messages of one friend, at most. */
const PAUSE = 900;
/** So many messages does a friend write without any answer; the fake model quotes no more. */
const PATIENCE = 10;
const REPLY = '/v2/bot/message/reply';
const SEND = '/v2/bot/message/*';

let database: TestDatabase;
let administrator: pg.Pool;
let fake: FakeLine;
let models: FakeProviders;
let server: KillableServer;
let address: string;
const dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-chaos-'));

beforeAll(async () => {
  database = await createTestDatabase();
  administrator = new pg.Pool({ connectionString: database.url, max: 2 });
  fake = await startFakeLine({ redelivery: { attempts: 400, delayMs: 250 } });
  models = await startFakeProviders();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = createKillableServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: address,
    SECRET_KEY: 'a secret that is only used in tests',
    LOG_LEVEL: 'error',
    RATE_LIMIT_AUTH: '0',
    BATCHING_DELAY_MS: '100',
    LINE_API_BASE_URL: fake.hosts.api,
    LINE_DATA_API_BASE_URL: fake.hosts.data,
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: models.baseUrls.openai,
  });
  await server.start();
});

afterAll(async () => {
  await server.kill();
  await fake.close();
  await models.close();
  await administrator.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function sql<Row extends object>(text: string): Promise<Row[]> {
  const client = await administrator.connect();
  try {
    await client.query("begin; set local app.scope = 'system'");
    const { rows } = await client.query<Row>(text);
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

async function openShop(): Promise<string> {
  const body = { username: 'chaos', email: 'chaos@example.com', password: 'correct horse' };
  const session = await createCaller(address, null).call(register, { body });
  const owner = createCaller(address, session.jwt);
  const bot = await owner.call(createBot, {
    body: { name: 'Clerk', serviceUuid: 'openai-gpt-4o-mini', answerOnlyFromKnowledge: false },
  });
  const credentials = openAccount(fake);
  await owner.call(connectLine, { body: { name: 'Shop', botUuid: bot.uuid, ...credentials } });
  return credentials.channelId;
}

/** Everything that was asked, by friend; each question is a word that stands nowhere else. */
type Asked = Map<string, string[]>;

/** A friend who writes again and again; webhooks that fail are delivered again by the vendor. */
async function chatter(channelId: string, name: string, asked: Asked, signal: AbortSignal): Promise<void> {
  const friend = fake.addFriend(channelId, { displayName: name });
  const questions: string[] = [];
  asked.set(friend, questions);
  const countAnswers = () => fake.chat(channelId, friend).filter((entry) => entry.from === 'account').length;
  let answers = 0;
  let patience = PATIENCE;
  while (!signal.aborted) {
    if (countAnswers() !== answers) patience = PATIENCE;
    answers = countAnswers();
    patience -= 1;
    await sleep(Math.random() * PAUSE);
    if (patience < 0) continue;
    const question = `${name}${questions.length}?`;
    questions.push(question);
    await fake.friendSays(channelId, friend, { type: 'text', text: question });
  }
}

/** Waits, within reason, for the moment to kill. */
async function when(happens: () => boolean): Promise<void> {
  const end = Date.now() + 1_500;
  while (!happens() && Date.now() < end) await sleep(2);
}

const sends = (): number => fake.calls.filter((call) => call.path.startsWith('/v2/bot/message/')).length;

/** Moments of the path at which the process is killed; each waits for its own. */
const MOMENTS: Readonly<Record<string, () => Promise<void>>> = {
  'at any time': () => sleep(Math.random() * 1_500),
  'right after a webhook was acknowledged': async () => {
    const latest = fake.webhooks.at(-1);
    await when(() => fake.webhooks.at(-1) !== latest && fake.webhooks.at(-1)?.status === 200);
  },
  'while the model writes': async () => {
    const before = models.requests.length;
    await when(() => models.requests.length > before);
    await sleep(Math.random() * 150);
  },
  'when the vendor took a reply and its answer hangs': async () => {
    fake.fault({ path: REPLY, status: 'hang-after-accept' });
    await when(() => fake.calls.some((call) => call.result === 'hang-after-accept'));
    fake.clearFaults();
  },
  'when the vendor took a message and the connection broke': async () => {
    fake.fault({ path: SEND, status: 'reset-after-accept', times: 2 });
    const before = sends();
    await when(() => sends() > before);
    fake.clearFaults();
  },
  'when the vendor answers with an error': async () => {
    fake.fault({ path: SEND, status: 500, times: 2 });
    await sleep(Math.random() * 500);
    fake.clearFaults();
  },
  'between the vendor’s answer and saving it': async () => {
    const before = sends();
    await when(() => sends() > before);
  },
};

async function killAgainAndAgain(): Promise<Map<string, number>> {
  const kills = new Map<string, number>();
  const names = Object.keys(MOMENTS);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const name = names[kill % names.length] ?? '';
    await MOMENTS[name]?.();
    await server.kill();
    kills.set(name, (kills.get(name) ?? 0) + 1);
    if (kill % 7 === 6) {
      // Once in a while it doesn't even come up.
      server.launch();
      await sleep(Math.random() * 1_500);
      await server.kill();
      kills.set('while it starts', (kills.get('while it starts') ?? 0) + 1);
    }
    await server.start();
  }
  return kills;
}

const OPEN = `select
  (select count(*)::int from inbound_events where done_at is null) as events,
  (select count(*)::int from conversations where turn_due_at is not null or lease_until is not null) as turns,
  (select count(*)::int from outbox where state in ('pending', 'sending') or lease_until is not null) as outbox`;

interface Open {
  readonly events: number;
  readonly turns: number;
  readonly outbox: number;
}

async function settle(): Promise<void> {
  await fake.idle();
  await eventually('nothing is left to do', async () => {
    const [open] = await sql<Open>(OPEN);
    return open && open.events + open.turns + open.outbox === 0;
  });
}

const holding = (texts: readonly string[], question: string): number =>
  texts.filter((text) => new RegExp(`(^|[^a-z])${question.replace('?', '\\?')}`).test(text)).length;

test('killed at any moment, it loses no message and answers none twice', { timeout: 150_000 }, async () => {
  const channelId = await openShop();
  models.behave('*', 'slow-15');
  const asked: Asked = new Map();
  const stop = new AbortController();
  const friends = Promise.all(FRIENDS.map((name) => chatter(channelId, name, asked, stop.signal)));
  const startedAt = Date.now();
  const kills = await killAgainAndAgain();
  stop.abort();
  await friends;
  await settle();

  const said = await sql<{ friend: string; sender: string; text: string; state: string }>(
    `select c.thread_external_id as friend, m.sender, m.text, m.delivery_state as state
     from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id`,
  );
  const all = [...asked.values()].flat();
  const answers = said.filter(({ sender }) => sender === 'bot');
  const report = [...kills].map(([name, times]) => `${times} × ${name}`).join(', ');
  process.stdout.write(
    `kill -9: ${report}; ${all.length} messages, ${answers.length} answers, ` +
      `${models.requests.length} model calls, ${sends()} sending calls in ${Math.round((Date.now() - startedAt) / 1000)} s\n`,
  );

  for (const [friend, questions] of asked) {
    const own = said.filter((message) => message.friend === friend);
    const stored = own.filter(({ sender }) => sender === 'customer').map(({ text }) => text);
    const answered = own.filter(({ sender }) => sender === 'bot').map(({ text }) => text);
    const seen = fake.chat(channelId, friend).filter((entry) => entry.from === 'account');
    const read = seen.map((entry) => entry.text ?? '');
    expect(stored.toSorted()).toEqual(questions.toSorted());
    const miscounted = questions.filter(
      (question) => holding(answered, question) !== 1 || holding(read, question) !== 1,
    );
    expect(miscounted).toEqual([]);
    expect(read.toSorted()).toEqual(answered.toSorted());
  }
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['sent']));
  expect(await sql('select 1 from messages where text !~ $$^(You asked|[a-z]+[0-9]+\\?$)$$')).toEqual([]);
  const [ledger] = await sql<{ balance: string; sum: string }>(
    `select (select sum(balance) from token_balances)::text as balance,
       (select sum(tokens) from ledger_entries)::text as sum`,
  );
  expect(ledger?.sum).toBe(ledger?.balance);
  const calls = await sql<{ n: number }>(`select count(*)::int as n from ledger_entries where kind = 'call'`);
  expect(calls[0]?.n).toBe(answers.length);
});
