import { createHmac, randomBytes } from 'node:crypto';
import { type FakeLine, startFakeLine } from '@hanasu/channels/line/fake/fake-line';
import type { BotInput, BotView } from '@hanasu/contract/bots';
import { createBot } from '@hanasu/contract/bots';
import { type ChannelView, connectLine, updateChannel } from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import {
  type ConversationView,
  listConversations,
  listMessages,
  type MessageView,
} from '@hanasu/contract/inbox';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';

export interface Stage {
  readonly server: TestServer;
  readonly owner: SignedIn;
  readonly fake: FakeLine;
  readonly models: FakeProviders;
  readonly publicUrl: string;
  close(): Promise<void>;
}

/** A vendor that waits for an answer of the webhook however busy the machine is; real ones give up after seconds. */
export const PATIENT_VENDOR = { webhookTimeoutMs: 600_000 };

/** Limits that a model of a test meets only when it is held for good, however busy the machine is. */
export const PATIENT_MODELS = {
  MODEL_FIRST_TOKEN_MS: '600000',
  MODEL_IDLE_MS: '600000',
  MODEL_TOTAL_MS: '600000',
};

/** The whole server with the strict fake vendors of channels and models over HTTP. */
export async function setStage(
  settings: Readonly<Record<string, string>> = {},
  changeDatabaseUrl?: (url: string) => string,
): Promise<Stage> {
  const fake = await startFakeLine({ ...PATIENT_VENDOR, menuJobMs: 200 });
  const models = await startFakeProviders();
  const given = {
    LINE_API_BASE_URL: fake.hosts.api,
    LINE_DATA_API_BASE_URL: fake.hosts.data,
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: models.baseUrls.openai,
    ...PATIENT_MODELS,
    ...settings,
  };
  const server = await startTestServer(given, changeDatabaseUrl, { isReachable: true });
  return {
    server,
    owner: await server.register(),
    fake,
    models,
    publicUrl: server.publicUrl,
    async close() {
      await server.stop();
      await models.close();
      await fake.close();
    },
  };
}

export interface Credentials {
  readonly channelId: string;
  readonly channelSecret: string;
  readonly channelAccessToken: string;
}

let accounts = 0;

/** A new official account at the fake vendor. */
export function openAccount(fake: FakeLine, monthlyQuota: number | null = null): Credentials {
  accounts += 1;
  const credentials = {
    channelId: String(1_000_000_000 + accounts),
    channelSecret: randomBytes(16).toString('hex'),
    channelAccessToken: randomBytes(32).toString('base64url'),
  };
  fake.addChannel({ ...credentials, displayName: `Shop ${accounts}`, monthlyQuota });
  return credentials;
}

export const MODEL = 'openai-gpt-4o-mini';

export const makeBot = (stage: Stage, input: Partial<BotInput> = {}): Promise<BotView> =>
  stage.owner.call(createBot, {
    body: { name: 'Clerk', serviceUuid: MODEL, answerOnlyFromKnowledge: false, ...input },
  });

export type Ask = <Row extends object>(text: string) => Promise<Row[]>;

/**
 * What is left to do for a channel, or for all of them: a row for each event, answer and delivery, with why it waits.
 * An event and the answer that it asks for, and an answer and its deliveries, change in one transaction: there is no
 * moment between them.
 */
export const findUnfinished = (sql: Ask, channelId: string | null = null) => {
  const isMeant = channelId === null ? 'true' : `channel_id = '${channelId}'`;
  return sql<{ readonly what: string; readonly why: object }>(
    `select 'event' as what, jsonb_build_object('thread', thread, 'received', received_at - now()) as why
     from inbound_events where done_at is null and ${isMeant}
     union all select 'turn', jsonb_build_object('handling', handling, 'due', turn_due_at - now(),
       'lease', lease_until - now())
     from conversations where (turn_due_at is not null or lease_until is not null) and ${isMeant}
     union all select 'send', jsonb_build_object('state', state, 'attempts', attempts, 'method', method,
       'detail', detail, 'kind', (select kind from channels c where c.account_id = o.account_id and c.id = o.channel_id),
       'next', next_attempt_at - now(), 'lease', lease_until - now())
     from outbox o where (state in ('pending', 'sending') or lease_until is not null) and ${isMeant}`,
  );
};

/** One connected official account with one friend, and what the tests look at. */
export interface Shop {
  readonly stage: Stage;
  readonly credentials: Credentials;
  readonly channel: ChannelView;
  readonly bot: BotView;
  readonly friend: string;
  /** Sent by the account to the friend, oldest first. */
  received(chatId?: string): string[];
  says(text: string, friend?: string): Promise<number | null>;
  /** The conversation of a friend, or of the only one there is. */
  conversation(name?: string): Promise<ConversationView>;
  /** Without the lines of `handovers`. */
  messages(name?: string): Promise<MessageView[]>;
  /** Why the thread says that the conversation passed to staff, oldest first. */
  handovers(name?: string): Promise<unknown[]>;
  /** The messages, once they are as wanted. */
  until(what: string, isThere: (messages: MessageView[]) => boolean, name?: string): Promise<MessageView[]>;
  /** Resolves when all that its vendor has delivered is applied, and no answer or delivery is left to be made. */
  untilIdle(): Promise<void>;
  change(change: { paused?: boolean; batchingDelay?: number }): Promise<void>;
  /** A webhook call with any body, signed with any secret. */
  post(body: string, options?: { secret?: string | null; path?: string }): Promise<number>;
}

export interface ShopOptions {
  readonly bot?: Partial<BotInput>;
  readonly monthlyQuota?: number | null;
}

export async function openShop(stage: Stage, options: ShopOptions = {}): Promise<Shop> {
  const { fake, owner, server } = stage;
  const credentials = openAccount(fake, options.monthlyQuota ?? null);
  const bot = await makeBot(stage, options.bot);
  const channel = await owner.call(connectLine, {
    body: { name: `Shop ${credentials.channelId}`, botUuid: bot.uuid, ...credentials },
  });
  const { channelId } = credentials;
  const id = `U${randomBytes(16).toString('hex')}`;
  const friend = fake.addFriend(channelId, { id, displayName: 'Hanako', language: 'ja' });

  async function find(name?: string): Promise<ConversationView | null> {
    const query = { channelUuid: channel.uuid, pageSize: 100 };
    const { items } = await owner.call(listConversations, { query: query as never });
    return (name ? items.find((item) => item.friend?.name === name) : items[0]) ?? null;
  }
  const conversation = (name?: string) => eventually('the conversation is there', () => find(name));
  async function thread(name?: string): Promise<MessageView[]> {
    const found = await find(name);
    if (!found) return [];
    const input = { params: { uuid: found.uuid }, query: { pageSize: 100 } as never };
    return (await owner.call(listMessages, input)).items;
  }
  const isHandover = ({ data }: MessageView) => data.event === 'handed_over';
  const messages = async (name?: string) => (await thread(name)).filter((message) => !isHandover(message));

  return {
    stage,
    credentials,
    channel,
    bot,
    friend,
    received: (chatId = friend) =>
      fake
        .chat(channelId, chatId)
        .filter((entry) => entry.from === 'account')
        .map((entry) => entry.text ?? ''),
    says: async (text, who = friend) =>
      (await fake.friendSays(channelId, who, { type: 'text', text })).status,
    conversation,
    messages,
    handovers: async (name) => (await thread(name)).filter(isHandover).map(({ data }) => data.reason),
    until: (what, isThere, name) =>
      eventually(what, async () => {
        const found = await messages(name);
        return isThere(found) ? found : null;
      }),
    async untilIdle() {
      await eventually('nothing of the channel is left to do', async () => {
        return (await findUnfinished(server.sql, channel.uuid)).length === 0;
      });
    },
    change: async (change) => {
      await owner.call(updateChannel, { params: { uuid: channel.uuid }, body: change });
    },
    async post(body, { secret = credentials.channelSecret, path = hookPath(channel.uuid, owner) } = {}) {
      const signature = secret === null ? null : createHmac('sha256', secret).update(body).digest('base64');
      const headers: Record<string, string> = signature === null ? {} : { 'x-line-signature': signature };
      return (await server.anonymous.raw('POST', path, { body, headers })).status;
    },
  };
}

export const hookPath = (channelId: ChannelId | string, { user }: SignedIn): string =>
  `/hooks/${user.account.uuid}/${channelId}`;

export const textsOf = (messages: readonly MessageView[], sender: MessageView['sender']): string[] =>
  messages.filter((message) => message.sender === sender).map((message) => message.text);

/** What the fake model answers. */
export const echo = (question: string): string => `You asked: "${question}"`;
