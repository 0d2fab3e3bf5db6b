import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { type FireVendors, type SignedWebhook, startFireVendors } from './fire-vendors.ts';
import { type BenchHanasu, startHanasu } from './hanasu.ts';
import { hasNothingToDo, postWebhook } from './line-shop.ts';
import { type RunningProgram, startProgram } from './start-program.ts';

/** One official account at the strict fake vendor, with a bot on a paced fake model, and one or two servers. */
export interface FireShop extends Pick<FireVendors, 'addFriends' | 'webhooks' | 'answers' | 'account'> {
  readonly hanasu: BenchHanasu;
  /** The second server; null with one. */
  readonly otherUrl: string | null;
  readonly database: BenchDatabase;
  /** Delivers as the vendor does; resolves when it was acknowledged. */
  deliver(webhook: SignedWebhook): Promise<void>;
  /** The same for words that are made into a webhook first. */
  says(friend: string, text: string): Promise<void>;
  /** Sends one multicast to up to 500 people directly at the vendor, without our server. */
  multicast(to: readonly string[], text: string): Promise<void>;
  settled(): Promise<boolean>;
  close(): Promise<void>;
}

const PORT = 4731;
const CREDENTIALS = {
  channelId: '1234567890',
  channelSecret: '0123456789abcdef0123456789abcdef',
  channelAccessToken: 'bench-channel-access-token-0123456789',
};
/** How the fake model answers: so many pieces, so many milliseconds apart. */
export const MODEL_PACE = 'bench-40-20';

interface FireShopOptions {
  readonly redisUrl?: string;
  readonly modelPace?: string;
}

export async function openFireShop({ redisUrl, modelPace = MODEL_PACE }: FireShopOptions): Promise<FireShop> {
  const vendors = await startFireVendors(CREDENTIALS, modelPace);
  const database = await openBenchDatabase();
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret key of both benched servers',
    LINE_API_BASE_URL: vendors.hosts.api,
    LINE_DATA_API_BASE_URL: vendors.hosts.data,
    OPENAI_API_KEY: 'bench',
    OPENAI_BASE_URL: vendors.modelUrl,
    ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
  };
  const hanasu = await startHanasu(PORT, environment);
  const other = redisUrl ? await startOther(environment) : null;
  const agent = new Agent({ connections: 200, pipelining: 1 });
  const url = `${hanasu.url}${await connect(hanasu)}`;
  const deliver = async (webhook: SignedWebhook): Promise<void> => {
    const status = await postWebhook(agent, url, webhook);
    if (status !== 200) throw new Error(`the webhook answered ${status}`);
  };

  return {
    hanasu,
    otherUrl: other ? `http://127.0.0.1:${PORT + 1}` : null,
    database,
    addFriends: vendors.addFriends,
    webhooks: vendors.webhooks,
    answers: vendors.answers,
    account: vendors.account,
    deliver,
    async says(friend, text) {
      for (const webhook of await vendors.webhooks([{ friend, text }])) await deliver(webhook);
    },
    async multicast(to, text) {
      const response = await request(`${vendors.hosts.api}/v2/bot/message/multicast`, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${CREDENTIALS.channelAccessToken}`,
          'x-line-retry-key': randomUUID(),
        },
        body: JSON.stringify({ to, messages: [{ type: 'text', text }] }),
      });
      const answer = await response.body.text();
      if (response.statusCode !== 200)
        throw new Error(`the vendor answered ${response.statusCode}: ${answer}`);
    },
    settled: () => hasNothingToDo(database),
    async close() {
      await other?.stop();
      await hanasu.stop();
      await agent.close();
      await database.close();
      await vendors.close();
    },
  };
}

async function startOther(environment: Record<string, string>): Promise<RunningProgram> {
  return startProgram({
    file: 'apps/server/src/main.ts',
    environment: {
      ...environment,
      PORT: String(PORT + 1),
      DATA_DIR: `${process.cwd()}/node_modules/.cache/hanasu/bench-other`,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_API: '0',
    },
    readyWhen: /Hanasu is ready/,
  });
}

async function connect(hanasu: BenchHanasu): Promise<string> {
  const bot = await hanasu.post<{ uuid: string }>('/api/user/bot', {
    name: 'bench',
    serviceUuid: 'openai-gpt-4o-mini',
    answerOnlyFromKnowledge: false,
  });
  const channel = await hanasu.post<{ webhookUrl: string }>('/api/channel/line/connect', {
    ...CREDENTIALS,
    name: 'bench',
    botUuid: bot.uuid,
  });
  return new URL(channel.webhookUrl).pathname;
}
