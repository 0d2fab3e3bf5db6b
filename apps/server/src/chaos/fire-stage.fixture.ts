import { type FakeLine, startFakeLine } from '@hanasu/channels/line/fake/fake-line';
import { createLineChannel } from '@hanasu/channels/line/line.channel';
import { type FakeZalo, startFakeZalo } from '@hanasu/channels/zalo/fake/fake-zalo';
import { createZaloChannel } from '@hanasu/channels/zalo/zalo.channel';
import { createBot } from '@hanasu/contract/bots';
import { type ChannelView, connectLine, connectZalo, finishConnecting } from '@hanasu/contract/channels';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import {
  type Credentials,
  freePort,
  MODEL,
  openAccount,
} from '../features/channels/testing/channel-stage.fixture.ts';
import {
  type Caller,
  eventually,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';

/** Both vendors as strict fakes, and one server; all in this process. */
export interface FireStage {
  readonly server: TestServer;
  readonly owner: SignedIn;
  readonly models: FakeProviders;
  readonly line: FakeLine;
  readonly zalo: FakeZalo;
  close(): Promise<void>;
}

/** So long does the server wait for a vendor here; half a minute of a stalled line is the same story, told longer. */
const TIMEOUT_MS = 2_000;
/** A vendor delivers again what was not taken, until it is. */
const AGAIN_MS = 200;
const AGAIN = 300;

export async function setFireStage(
  settings: Readonly<Record<string, string>> = {},
  changeDatabaseUrl?: (url: string) => string,
): Promise<FireStage> {
  const { line, zalo } = await startVendors();
  const models = await startFakeProviders();
  const port = await freePort();
  const server = await startTestServer(
    { ...addressesOf(port, line, zalo, models), STARTING_TOKENS: '50000000', ...settings },
    changeDatabaseUrl,
    {
      channels: [
        createLineChannel({ hosts: line.hosts, now: Date.now }, { timeoutMs: TIMEOUT_MS }),
        createZaloChannel(
          { hosts: { oauth: zalo.hosts.oauth, api: zalo.hosts.api }, now: Date.now },
          { timeoutMs: TIMEOUT_MS },
        ),
      ],
    },
  );
  return {
    server,
    owner: await server.register(),
    models,
    line,
    zalo,
    async close() {
      await server.stop();
      await Promise.all([models.close(), line.close(), zalo.close()]);
    },
  };
}

export async function startVendors(): Promise<{ line: FakeLine; zalo: FakeZalo }> {
  const line = await startFakeLine({ redelivery: { attempts: AGAIN, delayMs: AGAIN_MS } });
  const zalo = await startFakeZalo({ retries: { delaysMs: Array.from({ length: AGAIN }, () => AGAIN_MS) } });
  return { line, zalo };
}

export const addressesOf = (port: number, line: FakeLine, zalo: FakeZalo, models: FakeProviders) => ({
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  LINE_API_BASE_URL: line.hosts.api,
  LINE_DATA_API_BASE_URL: line.hosts.data,
  ZALO_OAUTH_BASE_URL: zalo.hosts.oauth,
  ZALO_API_BASE_URL: zalo.hosts.api,
  OPENAI_API_KEY: 'key',
  OPENAI_BASE_URL: models.baseUrls.openai,
});

/** One connected account, whatever its vendor. */
export interface FireShop {
  readonly channel: ChannelView;
  addFriend(name: string): string;
  /** Resolves with the status the webhook was answered with; `timestamp` is when the vendor says it was written. */
  says(friend: string, text: string, options?: { readonly timestamp?: number }): Promise<number | null>;
  /** What the friend can read of the account, oldest first. */
  reads(friend: string): string[];
}

const makeBot = (owner: Caller) =>
  owner.call(createBot, { body: { name: 'Clerk', serviceUuid: MODEL, answerOnlyFromKnowledge: false } });

export interface LineShop extends FireShop {
  readonly credentials: Credentials;
}

/** `withToken: false`: tokens are asked for with id and secret. */
export async function openLineShop(
  owner: Caller,
  fake: FakeLine,
  { withToken = true } = {},
): Promise<LineShop> {
  const credentials = openAccount(fake);
  const { channelId } = credentials;
  const bot = await makeBot(owner);
  const { channelAccessToken, ...pair } = credentials;
  const given = withToken ? { ...pair, channelAccessToken } : pair;
  const body = { name: `Shop ${channelId}`, botUuid: bot.uuid, ...given };
  const channel = await owner.call(connectLine, { body });
  return {
    channel,
    credentials,
    addFriend: (displayName) => fake.addFriend(channelId, { displayName }),
    says: async (friend, text, options) =>
      (await fake.friendSays(channelId, friend, { type: 'text', text }, options)).status,
    reads: (friend) => readBy(fake.chat(channelId, friend)),
  };
}

export interface ZaloShop extends FireShop {
  readonly oaId: string;
}

let accounts = 0;

export async function openZaloShop(owner: Caller, fake: FakeZalo, publicUrl: string): Promise<ZaloShop> {
  accounts += 1;
  const app = {
    appId: String(1_234_567_890_123_456_000n + BigInt(accounts)),
    appSecret: 'secretOfTheApp1234',
  };
  const oaId = String(2_388_613_280_878_808_000n + BigInt(accounts));
  fake.addApp({ ...app, redirectUri: `${publicUrl}/Channel/connected` });
  fake.addAccount({ oaId, name: `Cửa hàng ${accounts}`, paidLeft: 500, paidTotal: 500 });
  const bot = await makeBot(owner);
  const { url } = await owner.call(connectZalo, { body: { name: 'Hoa', ...app, botUuid: bot.uuid } });
  const query = { ...fake.grant(app.appId, { url, oaId }) };
  const channel = await owner.call(finishConnecting, { body: { query } });
  fake.setWebhook(app.appId, channel.webhookUrl);
  return {
    channel,
    oaId,
    addFriend: (displayName) => fake.addFriend(oaId, { displayName }),
    says: async (friend, text, options) =>
      (await fake.friendSays(oaId, friend, { type: 'text', text }, options)).status,
    reads: (friend) => readBy(fake.chat(oaId, friend)),
  };
}

const readBy = (chat: readonly { readonly from: string; readonly text: string | null }[]): string[] =>
  chat.filter(({ from }) => from === 'account').map(({ text }) => text ?? '');

export interface StoredMessage {
  readonly id: MessageId;
  readonly conversation: ConversationId;
  readonly friend: string;
  readonly sender: string;
  readonly text: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
}

type Ask = <Row extends object>(text: string) => Promise<Row[]>;

/** All messages of all conversations of a channel, in the order in which they are shown. */
export const storedMessages = (sql: Ask, channelId: string): Promise<StoredMessage[]> =>
  sql<StoredMessage>(
    `select m.id, c.id as conversation, c.thread_external_id as friend, m.sender, m.text, m.delivery_state as state,
       m.delivery_reason as reason,
       coalesce((select max(o.attempts) from outbox o where o.account_id = m.account_id and o.message_id = m.id), 0)
         as attempts
     from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where c.channel_id = '${channelId}' order by m.id`,
  );

const OPEN = `select (select count(*) from inbound_events where done_at is null)::int
  + (select count(*) from conversations where turn_due_at is not null or lease_until is not null)::int
  + (select count(*) from outbox where state in ('pending', 'sending') or lease_until is not null)::int as left`;

/** Resolves when the vendors deliver nothing again and no event, turn or delivery is left. */
export async function settled(sql: Ask, ...vendors: readonly { idle(): Promise<void> }[]): Promise<void> {
  for (const vendor of vendors) await vendor.idle();
  await eventually('nothing is left to do', async () => {
    const [open] = await sql<{ left: number }>(OPEN);
    return open?.left === 0;
  });
}

/** How many of the texts quote a question, which is a word of its own. */
export const quoting = (texts: readonly string[], question: string): number =>
  texts.filter((text) => new RegExp(`(^|[^\\w-])${question.replaceAll(/[?.]/g, '\\$&')}`).test(text)).length;

/** What became of what was asked; empty lists are what a shop wants to see. */
export interface Totals {
  events: number;
  readonly lost: string[];
  readonly doubled: string[];
  readonly neverAnswered: string[];
  readonly outOfOrder: string[];
}

/** Every question stored once, read once in an answer, and the answers in the order of the questions. */
export async function totalsOf(
  sql: Ask,
  shop: FireShop,
  asked: ReadonlyMap<string, readonly string[]>,
): Promise<Totals> {
  const totals: Totals = { events: 0, lost: [], doubled: [], neverAnswered: [], outOfOrder: [] };
  const stored = await storedMessages(sql, shop.channel.uuid);
  for (const [friend, questions] of asked) {
    const own = stored.filter((message) => message.friend === friend);
    const heard = own.filter(({ sender }) => sender === 'customer').map(({ text }) => text);
    const read = shop.reads(friend);
    totals.events += questions.length;
    for (const question of questions) {
      const times = heard.filter((text) => text === question).length;
      if (times === 0) totals.lost.push(question);
      if (times > 1 || quoting(read, question) > 1) totals.doubled.push(question);
      if (quoting(read, question) === 0) totals.neverAnswered.push(question);
    }
    const places = questions.map((question) => read.findIndex((text) => quoting([text], question) > 0));
    if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))) {
      totals.outOfOrder.push(friend);
    }
    // Nothing is read that nobody asked for.
    if (read.length > questions.length) totals.doubled.push(`${friend} reads ${read.length}`);
  }
  return totals;
}

export const nothingWrong = (events: number): Totals => ({
  events,
  lost: [],
  doubled: [],
  neverAnswered: [],
  outOfOrder: [],
});
