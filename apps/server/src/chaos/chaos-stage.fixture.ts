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
import { openAccount } from '../features/channels/testing/channel-stage.fixture.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createCaller, eventually } from '../testing/test-server.ts';

/** Milliseconds between two messages of one friend, at most. */
const PAUSE = 900;
/** So many messages does a friend write without any answer; the fake model quotes no more. */
const PATIENCE = 10;

/** Everything that was asked, by friend; each question is a word that stands nowhere else. */
export type Asked = Map<string, string[]>;

export interface SaidMessage {
  readonly friend: string;
  readonly sender: string;
  readonly text: string;
  readonly state: string;
  readonly outcome: string | null;
}

export interface ChaosStage {
  readonly fake: FakeLine;
  readonly models: FakeProviders;
  /** What a server needs to work on this stage; its port comes on top. */
  readonly settings: Readonly<Record<string, string>>;
  sql<Row extends object>(text: string): Promise<Row[]>;
  /** Registers, makes a bot and connects an official account; returns the vendor's id of its channel. */
  openShop(address: string): Promise<string>;
  /** A friend who writes again and again; webhooks that fail are delivered again by the vendor. */
  chatter(channelId: string, name: string, asked: Asked, signal: AbortSignal): Promise<void>;
  /** Resolves when no event, turn or delivery is left. */
  settle(): Promise<void>;
  /** All messages of all conversations. */
  said(): Promise<SaidMessage[]>;
  close(): Promise<void>;
}

/** Vendors and database, which outlive the servers that are killed. */
export async function setChaosStage(): Promise<ChaosStage> {
  const database = await createTestDatabase();
  const administrator = new pg.Pool({ connectionString: database.url, max: 2 });
  const fake = await startFakeLine({ redelivery: { attempts: 400, delayMs: 250 } });
  const models = await startFakeProviders();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-chaos-'));

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

  return {
    fake,
    models,
    settings: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret that is only used in tests',
      LOG_LEVEL: 'error',
      RATE_LIMIT_AUTH: '0',
      BATCHING_DELAY_MS: '100',
      // Enough for what is said, but not if the tokens that dead processes held stayed held.
      STARTING_TOKENS: '500000',
      LINE_API_BASE_URL: fake.hosts.api,
      LINE_DATA_API_BASE_URL: fake.hosts.data,
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: models.baseUrls.openai,
    },
    sql,
    openShop: (address) => openShop(fake, address),
    chatter: (channelId, name, asked, signal) => chatter(fake, channelId, name, asked, signal),
    async settle() {
      await fake.idle();
      await eventually('nothing is left to do', async () => {
        const [open] = await sql<{ left: number }>(OPEN);
        return open?.left === 0;
      });
    },
    said: () =>
      sql<SaidMessage>(
        `select c.thread_external_id as friend, m.sender, m.text, m.delivery_state as state, m.outcome
         from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
         order by m.id`,
      ),
    async close() {
      await fake.close();
      await models.close();
      await administrator.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const OPEN = `select (select count(*) from inbound_events where done_at is null)::int
  + (select count(*) from conversations where turn_due_at is not null or lease_until is not null)::int
  + (select count(*) from outbox where state in ('pending', 'sending') or lease_until is not null)::int as left`;

async function openShop(fake: FakeLine, address: string): Promise<string> {
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

async function chatter(
  fake: FakeLine,
  channelId: string,
  name: string,
  asked: Asked,
  signal: AbortSignal,
): Promise<void> {
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

/** How many of the texts quote a question. */
const quoting = (texts: readonly string[], question: string): number =>
  texts.filter((text) => new RegExp(`(^|[^a-z])${question.replace('?', '\\?')}`).test(text)).length;

export interface Fate {
  readonly friend: string;
  /** Questions that are not stored exactly once. */
  readonly notStoredOnce: readonly string[];
  /** Questions that are not in exactly one stored answer, and in exactly one that the friend can read. */
  readonly notAnsweredOnce: readonly string[];
  /** Stored answers that the friend can't read, or reads more often. */
  readonly notReadOnce: readonly string[];
}

/** What became of everything that was asked. */
export function fatesOf(
  fake: FakeLine,
  channelId: string,
  asked: Asked,
  said: readonly SaidMessage[],
): Fate[] {
  return [...asked].map(([friend, questions]) => {
    const own = said.filter((message) => message.friend === friend);
    const textsOf = (sender: string) => own.filter((each) => each.sender === sender).map(({ text }) => text);
    const answered = textsOf('bot');
    const read = fake
      .chat(channelId, friend)
      .filter((entry) => entry.from === 'account')
      .map((entry) => entry.text ?? '');
    const times = (texts: readonly string[], wanted: string) =>
      texts.filter((text) => text === wanted).length;
    // What a dying process may or may not have sent, and can't be asked about any more, is shown as such.
    const doubtful = own.filter(({ state }) => state === 'unconfirmed').map(({ text }) => text);
    const mayBeUnread = (wanted: string) => quoting(doubtful, wanted) === 1 && quoting(read, wanted) === 0;
    return {
      friend,
      notStoredOnce: questions.filter((question) => times(textsOf('customer'), question) !== 1),
      notAnsweredOnce: questions.filter(
        (question) =>
          quoting(answered, question) !== 1 || (quoting(read, question) !== 1 && !mayBeUnread(question)),
      ),
      notReadOnce: [...new Set([...answered, ...read])].filter(
        (text) =>
          times(answered, text) !== times(read, text) &&
          !(times(doubtful, text) === 1 && times(read, text) === 0),
      ),
    };
  });
}
