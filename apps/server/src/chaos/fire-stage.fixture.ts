import { type FakeLine, startFakeLine } from '@hanasu/channels/line/fake/fake-line';
import { createLineChannel } from '@hanasu/channels/line/line.channel';
import { type FakeTelegram, startFakeTelegram } from '@hanasu/channels/telegram/fake/fake-telegram';
import { createTelegramChannel } from '@hanasu/channels/telegram/telegram.channel';
import { type FakeZalo, startFakeZalo } from '@hanasu/channels/zalo/fake/fake-zalo';
import { createZaloChannel } from '@hanasu/channels/zalo/zalo.channel';
import { createBot } from '@hanasu/contract/bots';
import {
  type ChannelView,
  connectChannel,
  connectLine,
  connectZalo,
  finishConnecting,
} from '@hanasu/contract/channels';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { expect } from 'vitest';
import {
  type Ask,
  type Credentials,
  findUnfinished,
  MODEL,
  openAccount,
  PATIENT_VENDOR,
} from '../features/channels/testing/channel-stage.fixture.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import {
  type Caller,
  eventually,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';
import { type ChaosResult, reportResult } from './chaos-run.fixture.ts';

/** All vendors as strict fakes. */
export interface Vendors {
  readonly line: FakeLine;
  readonly zalo: FakeZalo;
  readonly telegram: FakeTelegram;
  /** Resolves when they deliver nothing again. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** The vendors, and one server; all in this process. */
export interface FireStage extends Vendors {
  readonly server: TestServer;
  readonly owner: SignedIn;
  readonly models: FakeProviders;
}

/** So long does the server wait for a vendor here; half a minute of a stalled line is the same story, told longer. */
const TIMEOUT_MS = 2_000;
/** A vendor delivers again what was not taken, until it is. */
const AGAIN_MS = 200;
const AGAIN = 300;

export async function setFireStage(
  settings: Readonly<Record<string, string>> = {},
  database: { readonly changeUrl?: (url: string) => string; readonly own?: TestDatabase } = {},
): Promise<FireStage> {
  const vendors = await startVendors();
  const { line, zalo, telegram } = vendors;
  const models = await startFakeProviders();
  const options = { timeoutMs: TIMEOUT_MS };
  const server = await startTestServer(
    { ...hostsOf(vendors, models), STARTING_TOKENS: '50000000', ...settings },
    database.changeUrl,
    {
      ...(database.own ? { database: database.own } : {}),
      isReachable: true,
      channels: [
        createLineChannel({ hosts: line.hosts, now: Date.now }, options),
        createZaloChannel({ hosts: zalo.hosts, now: Date.now }, options),
        createTelegramChannel({ hosts: telegram.hosts, now: Date.now }, options),
      ],
    },
  );
  return {
    ...vendors,
    server,
    owner: await server.register(),
    models,
    async close() {
      await server.stop();
      await Promise.all([models.close(), vendors.close()]);
    },
  };
}

export async function startVendors(): Promise<Vendors> {
  const line = await startFakeLine({ ...PATIENT_VENDOR, redelivery: { attempts: AGAIN, delayMs: AGAIN_MS } });
  const retries = { delaysMs: Array.from({ length: AGAIN }, () => AGAIN_MS) };
  const zalo = await startFakeZalo({ ...PATIENT_VENDOR, retries });
  const telegram = await startFakeTelegram({
    ...PATIENT_VENDOR,
    retries,
    isLocal: true,
    ratePerSecond: 1_000,
  });
  const all = [line, zalo, telegram];
  return {
    line,
    zalo,
    telegram,
    async idle() {
      for (const vendor of all) await vendor.idle();
    },
    async close() {
      await Promise.all(all.map((vendor) => vendor.close()));
    },
  };
}

export const addressesOf = (port: number, vendors: Vendors, models: FakeProviders) => ({
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  ...hostsOf(vendors, models),
});

const hostsOf = (vendors: Vendors, models: FakeProviders) => ({
  LINE_API_BASE_URL: vendors.line.hosts.api,
  LINE_DATA_API_BASE_URL: vendors.line.hosts.data,
  ZALO_OAUTH_BASE_URL: vendors.zalo.hosts.oauth,
  ZALO_API_BASE_URL: vendors.zalo.hosts.api,
  CHANNEL_HOSTS: JSON.stringify({ telegram: vendors.telegram.hosts }),
  OPENAI_API_KEY: 'key',
  OPENAI_BASE_URL: models.baseUrls.openai,
});

/** One connected account, whatever its vendor. */
export interface FireShop {
  readonly channel: ChannelView;
  /** The vendor can be asked what has arrived, or takes a key for repeating; else a call that broke off stays in doubt. */
  readonly canConfirm: boolean;
  addFriend(name: string): string;
  /** Resolves with the status the webhook was answered with; `timestamp` is when the vendor says it was written. */
  says(friend: string, text: string, options?: { readonly timestamp?: number }): Promise<number | null>;
  /** What the friend can read of the account, oldest first. */
  reads(friend: string): string[];
}

const makeBot = (owner: Caller, serviceUuid: string = MODEL) =>
  owner.call(createBot, { body: { name: 'Clerk', serviceUuid, answerOnlyFromKnowledge: false } });

export interface LineShop extends FireShop {
  readonly credentials: Credentials;
}

interface LineShopOptions {
  /** False: tokens are asked for with id and secret. */
  readonly withToken?: boolean;
  readonly model?: string;
}

export async function openLineShop(
  owner: Caller,
  fake: FakeLine,
  { withToken = true, model }: LineShopOptions = {},
): Promise<LineShop> {
  const credentials = openAccount(fake);
  const { channelId } = credentials;
  const bot = await makeBot(owner, model);
  const { channelAccessToken, ...pair } = credentials;
  const given = withToken ? { ...pair, channelAccessToken } : pair;
  const body = { name: `Shop ${channelId}`, botUuid: bot.uuid, ...given };
  const channel = await owner.call(connectLine, { body });
  return {
    channel,
    canConfirm: true,
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
    canConfirm: true,
    oaId,
    addFriend: (displayName) => fake.addFriend(oaId, { displayName }),
    says: async (friend, text, options) =>
      (await fake.friendSays(oaId, friend, { type: 'text', text }, options)).status,
    reads: (friend) => readBy(fake.chat(oaId, friend)),
  };
}

export interface TelegramShop extends FireShop {
  readonly botToken: string;
}

/** The vendor's people write with what is shown as their first name, so each name is used once. */
export async function openTelegramShop(owner: Caller, fake: FakeTelegram): Promise<TelegramShop> {
  accounts += 1;
  const botToken = `${7_012_345_678 + accounts}:AAH-secret_of_one_bot_01234567890123`;
  fake.addBot({ token: botToken, name: `Shop ${accounts}`, username: `shop_${accounts}_bot` });
  const bot = await makeBot(owner);
  const outcome = await owner.call(connectChannel, {
    body: { kind: 'telegram', name: `Shop ${accounts}`, input: { botToken }, botUuid: bot.uuid },
  });
  if (outcome.kind !== 'connected') throw new Error('a token is enough to connect');
  return {
    channel: outcome.channel,
    canConfirm: false,
    botToken,
    addFriend: (firstName) => fake.addFriend(botToken, { firstName }),
    says: async (friend, text) => (await fake.friendSays(botToken, friend, { type: 'text', text })).status,
    reads: (friend) => readBy(fake.chat(botToken, friend)),
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

/** All messages of all conversations of a channel, in the order in which they are shown; without lines for staff. */
export const storedMessages = (sql: Ask, channelId: string): Promise<StoredMessage[]> =>
  sql<StoredMessage>(
    `select m.id, c.id as conversation, c.thread_external_id as friend, m.sender, m.text, m.delivery_state as state,
       m.delivery_reason as reason,
       coalesce((select max(o.attempts) from outbox o where o.account_id = m.account_id and o.message_id = m.id), 0)
         as attempts
     from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where c.channel_id = '${channelId}' and m.sender <> 'system' order by m.id`,
  );

/** Resolves when nothing is left; patience begins anew whenever less is left than before, as on a busy machine. */
async function untilNone(what: string, countLeft: () => number | Promise<number>): Promise<void> {
  for (let left = await countLeft(); left > 0; ) {
    left = await eventually(`${what} (${left} left)`, async () => {
      const now = await countLeft();
      return now < left && { left: now };
    }).then((progress) => progress.left);
  }
}

/** Resolves when the vendors deliver nothing again and no event, turn or delivery is left. */
export async function settled(sql: Ask, vendors: Pick<Vendors, 'idle'>): Promise<void> {
  await vendors.idle();
  let left: object[] = [];
  await untilNone('nothing is left to do', async () => {
    left = await findUnfinished(sql);
    return left.length;
  }).catch((error: unknown) => {
    throw new Error(`still to be done: ${JSON.stringify(left.slice(0, 5))}`, { cause: error });
  });
}

/** Resolves when each of them can read something. */
export const everybodyReads = (shop: FireShop, friends: readonly string[]): Promise<void> =>
  untilNone('everybody is answered', () => unanswered(shop, friends));

export const unanswered = (shop: FireShop, friends: readonly string[]): number =>
  friends.filter((friend) => shop.reads(friend).length === 0).length;

/** How many of the texts quote a question, which is a word of its own. */
const quoting = (texts: readonly string[], question: string): number =>
  texts.filter((text) => new RegExp(`(^|[^\\w-])${question.replaceAll(/[?.]/g, '\\$&')}`).test(text)).length;

/** What became of what was asked; empty lists are what a shop wants to see. */
interface Totals {
  messages: number;
  readonly lost: string[];
  readonly doubled: string[];
  /** What the friend can't read; that an answer may have been sent does not count. */
  readonly unanswered: string[];
  /** Whose answer is in doubt at a vendor that can't be asked, so that a person was called. */
  toPerson: number;
  /** Answered before what was written and had arrived earlier. */
  readonly outOfOrder: string[];
}

/** Every question stored once, read once in an answer, and the answers in the order of the questions. */
async function totalsOf(
  sql: Ask,
  shop: FireShop,
  asked: ReadonlyMap<string, readonly string[]>,
): Promise<Totals> {
  const totals: Totals = { messages: 0, lost: [], doubled: [], unanswered: [], toPerson: 0, outOfOrder: [] };
  const stored = await storedMessages(sql, shop.channel.uuid);
  const arrivals = await arrivalsOf(sql, shop.channel.uuid);
  const waiting = shop.canConfirm ? new Set<string>() : await waitingFriends(sql, shop.channel.uuid);
  for (const [friend, questions] of asked) {
    const own = stored.filter((message) => message.friend === friend);
    const heard = own.filter(({ sender }) => sender === 'customer').map(({ text }) => text);
    const read = shop.reads(friend);
    totals.messages += questions.length;
    for (const question of questions) {
      const times = heard.filter((text) => text === question).length;
      if (times === 0) totals.lost.push(question);
      if (times > 1 || quoting(read, question) > 1) totals.doubled.push(question);
      if (quoting(read, question) > 0) continue;
      if (waiting.has(friend)) totals.toPerson += 1;
      else totals.unanswered.push(question);
    }
    const places = (arrivals.get(friend) ?? []).map((arrival) => ({
      ...arrival,
      place: read.findIndex((text) => quoting([text], arrival.text) > 0),
    }));
    totals.outOfOrder.push(...overtaken(places).map((text) => `${friend}: ${text}`));
    // Nothing is read that nobody asked for.
    if (read.length > questions.length) totals.doubled.push(`${friend} reads ${read.length}`);
  }
  return totals;
}

/** Friends with an answer in doubt whose conversation waits for a person. */
async function waitingFriends(sql: Ask, channelId: string): Promise<Set<string>> {
  const rows = await sql<{ friend: string }>(
    `select c.thread_external_id as friend from conversations c where c.channel_id = '${channelId}'
       and c.handling = 'waiting' and exists (select from messages m where m.account_id = c.account_id
         and m.conversation_id = c.id and m.sender = 'bot' and m.delivery_state = 'unconfirmed')`,
  );
  return new Set(rows.map(({ friend }) => friend));
}

interface Arrival {
  readonly friend: string;
  readonly text: string;
  /** By the vendor's clock. */
  readonly writtenAt: number;
  readonly receivedAt: Date;
}

/** When each message was written and when it was stored. What a vendor delivers again is stored late. */
async function arrivalsOf(sql: Ask, channelId: string): Promise<Map<string, Arrival[]>> {
  const rows = await sql<Arrival>(
    `select e.thread as friend, m.text, (e.event ->> 'occurredAt')::float8 as "writtenAt", e.received_at as "receivedAt"
     from inbound_events e join conversations c on c.channel_id = e.channel_id and c.thread_external_id = e.thread
     join messages m on m.conversation_id = c.id and m.vendor_message_id = e.vendor_message_id
       and m.sender = 'customer'
     where e.channel_id = '${channelId}'`,
  );
  return Map.groupBy(rows, ({ friend }) => friend);
}

/** Questions whose answer comes before that of one written earlier which was there by then. */
const overtaken = (arrivals: readonly (Arrival & { readonly place: number })[]): string[] =>
  arrivals
    .filter((later) =>
      arrivals.some(
        (earlier) =>
          earlier.writtenAt < later.writtenAt &&
          earlier.receivedAt <= later.receivedAt &&
          earlier.place > later.place &&
          later.place >= 0,
      ),
    )
    .map(({ text }) => text);

const nothingWrong = (messages: number): Totals => ({
  messages,
  lost: [],
  doubled: [],
  unanswered: [],
  toPerson: 0,
  outOfOrder: [],
});

/** Compares what became of the questions of each shop with nothing wrong, and reports it. */
export async function expectNothingWrong(
  sql: Ask,
  asked: ReadonlyMap<FireShop, ReadonlyMap<string, readonly string[]>>,
  done: Pick<ChaosResult, 'fault' | 'times'>,
): Promise<void> {
  const all: Totals[] = [];
  for (const [shop, questions] of asked) all.push(await totalsOf(sql, shop, questions));
  const sum = (count: (totals: Totals) => number) => all.reduce((total, each) => total + count(each), 0);
  reportResult({
    ...done,
    messages: sum(({ messages }) => messages),
    lost: sum(({ lost }) => lost.length),
    doubled: sum(({ doubled }) => doubled.length),
    unanswered: sum(({ unanswered }) => unanswered.length),
    toPerson: sum(({ toPerson }) => toPerson),
    outOfOrder: sum(({ outOfOrder }) => outOfOrder.length),
  });
  expect(all).toEqual(all.map(({ messages, toPerson }) => ({ ...nothingWrong(messages), toPerson })));
}
