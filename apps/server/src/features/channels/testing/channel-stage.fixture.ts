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
import { freePort } from '../../../testing/free-port.ts';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';

export interface Stage {
  readonly server: TestServer;
  readonly owner: SignedIn;
  readonly fake: FakeLine;
  readonly models: FakeProviders;
  readonly publicUrl: string;
  close(): Promise<void>;
}

/** The whole server with the strict fake vendors of channels and models over HTTP. */
export async function setStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const fake = await startFakeLine();
  const models = await startFakeProviders();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const server = await startTestServer({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    LINE_API_BASE_URL: fake.hosts.api,
    LINE_DATA_API_BASE_URL: fake.hosts.data,
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: models.baseUrls.openai,
    ...settings,
  });
  return {
    server,
    owner: await server.register(),
    fake,
    models,
    publicUrl,
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
  messages(name?: string): Promise<MessageView[]>;
  /** The messages, once they are as wanted. */
  until(what: string, isThere: (messages: MessageView[]) => boolean, name?: string): Promise<MessageView[]>;
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
  async function messages(name?: string): Promise<MessageView[]> {
    const found = await find(name);
    if (!found) return [];
    const input = { params: { uuid: found.uuid }, query: { pageSize: 100 } as never };
    return (await owner.call(listMessages, input)).items;
  }

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
    until: (what, isThere, name) =>
      eventually(what, async () => {
        const found = await messages(name);
        return isThere(found) ? found : null;
      }),
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
