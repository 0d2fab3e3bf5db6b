import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { BenchDatabase } from './bench-database.ts';
import { type FireVendors, type SignedWebhook, startFireVendors } from './fire-vendors.ts';
import { type BenchHanasu, startHanasu } from './hanasu.ts';

/** A Hanasu with one official account at the strict fake LINE, which runs with a fake model in a process of its own. */
export interface LineShop {
  readonly hanasu: BenchHanasu;
  readonly vendors: FireVendors;
  /** Delivers a webhook as LINE does; resolves to the status of the answer. */
  deliver(webhook: SignedWebhook): Promise<number>;
  /** True when every event is processed, no answer is due and nothing waits to be sent. Asks the database directly. */
  isSettled(): Promise<boolean>;
  untilSettled(seconds: number): Promise<void>;
  close(): Promise<void>;
}

interface LineShopOptions {
  readonly port: number;
  /** The channel's bot, as the API takes it, without its name. */
  readonly bot: Readonly<Record<string, unknown>>;
  readonly database: BenchDatabase;
  /** The server's way to the database, when it leads through a proxy. */
  readonly databaseUrl?: string;
  /** Text of the bot's knowledge base; absent: it has none. */
  readonly knowledge?: string;
}

const CREDENTIALS = {
  channelId: '1234567890',
  channelSecret: '0123456789abcdef0123456789abcdef',
  channelAccessToken: 'bench-channel-access-token-0123456789',
};
/** The fake model writes 40 pieces at once. */
const MODEL_PACE = 'bench-40-0';
const CONNECTIONS = 200;
const POLL_MS = 20;

/** The database belongs to the caller, who closes it after the shop. */
export async function openLineShop(options: LineShopOptions): Promise<LineShop> {
  const { port, database, databaseUrl = database.url } = options;
  const vendors = await startFireVendors(CREDENTIALS, MODEL_PACE);
  const hanasu = await startHanasu(port, {
    DATABASE_URL: databaseUrl,
    LINE_API_BASE_URL: vendors.hosts.api,
    LINE_DATA_API_BASE_URL: vendors.hosts.data,
    OPENAI_API_KEY: 'bench',
    OPENAI_BASE_URL: vendors.modelUrl,
  });
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const url = hanasu.url + (await connectChannel(hanasu, options));
  const isSettled = () => hasNothingToDo(database);
  return {
    hanasu,
    vendors,
    deliver: (webhook) => postWebhook(agent, url, webhook),
    isSettled,
    async untilSettled(seconds) {
      for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
        if (await isSettled()) return;
        await sleep(POLL_MS);
      }
      throw new Error(`the server was not settled within ${seconds} s`);
    },
    async close() {
      await hanasu.stop();
      await agent.close();
      await vendors.close();
    },
  };
}

/** Returns the path of the channel's webhook. */
async function connectChannel(hanasu: BenchHanasu, { bot, knowledge }: LineShopOptions): Promise<string> {
  const knowledgeUuids = knowledge === undefined ? [] : [await addKnowledge(hanasu, knowledge)];
  const { uuid } = await hanasu.post<{ uuid: string }>('/api/user/bot', {
    ...bot,
    name: 'bench',
    knowledgeUuids,
  });
  const channel = await hanasu.post<{ webhookUrl: string }>('/api/channel/line/connect', {
    ...CREDENTIALS,
    name: 'bench',
    botUuid: uuid,
  });
  return new URL(channel.webhookUrl).pathname;
}

async function addKnowledge({ post, get }: BenchHanasu, text: string): Promise<string> {
  const { uuid } = await post<{ uuid: string }>('/api/user/knowledge', { name: 'bench' });
  await post(`/api/user/knowledge/${uuid}/document`, { title: 'bench', text });
  while ((await get<{ ready: number }>(`/api/user/knowledge/${uuid}`)).ready === 0) await sleep(POLL_MS);
  return uuid;
}

/** True when every event is processed, no answer is due and nothing waits to be sent. */
export async function hasNothingToDo({ database }: BenchDatabase): Promise<boolean> {
  const open = await database.system((transaction) =>
    transaction.one<{ open: boolean }>(
      `select exists (select from inbound_events where done_at is null)
         or exists (select from conversations where turn_due_at is not null)
         or exists (select from outbox where state in ('pending', 'sending')) as open`,
    ),
  );
  return open?.open === false;
}

/** Delivers a webhook as LINE does; resolves to the status of the answer. */
export async function postWebhook(
  agent: Agent,
  url: string,
  { body, signature }: SignedWebhook,
): Promise<number> {
  const response = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', 'x-line-signature': signature },
    body,
  });
  await response.body.dump();
  return response.statusCode;
}
