import { createHmac, randomUUID } from 'node:crypto';
import { startFakeLine } from '@hanasu/channels/line/fake/fake-line';
import { fakeUserId } from '@hanasu/channels/line/fake/state';
import { Agent } from 'undici';
import { openBenchDatabase } from './lib/bench-database.ts';
import { drive } from './lib/drive.ts';
import { startHanasu } from './lib/hanasu.ts';
import { postWebhook } from './lib/line-shop.ts';
import { checkBounds, median, percentile, printTable } from './lib/print-table.ts';
import { startProgram } from './lib/start-program.ts';

/**
 * Signed webhooks of 1 to 5 events, stored and acknowledged, against the bound: plain Fastify with one insert a call
 * in the same PostgreSQL. Everything behind the webhook (reading events, answering) runs meanwhile and is counted.
 */
const FLOOR_PORT = 4721;
const HANASU_PORT = 4722;
const LANES = 50;
const MILLISECONDS = 8_000;
const ROUNDS = 2;
/** Requests/s as a share of the plain server's; it stores one row a call and does nothing behind it. */
const SHARE_OF_FLOOR = 0.3;
const FRIENDS = Array.from({ length: 100 }, (_, index) => fakeUserId(`friend ${index}`));
const CREDENTIALS = {
  channelId: '1234567890',
  channelSecret: '0123456789abcdef0123456789abcdef',
  channelAccessToken: 'bench-channel-access-token-0123456789',
};

const agent = new Agent({ connections: LANES, pipelining: 1 });

function event(index: number): object {
  return {
    type: 'message',
    mode: 'active',
    timestamp: Date.now(),
    source: { type: 'user', userId: FRIENDS[index % FRIENDS.length] },
    webhookEventId: randomUUID(),
    deliveryContext: { isRedelivery: false },
    replyToken: randomUUID().replaceAll('-', ''),
    message: { type: 'text', id: String(index), quoteToken: 'q', text: `何時に開きますか ${index}` },
  };
}

function signedBody(index: number): { body: string; signature: string } {
  const events = Array.from({ length: 1 + (index % 5) }, (_, at) => event(index * 5 + at));
  const body = JSON.stringify({ destination: fakeUserId('bench'), events });
  return { body, signature: createHmac('sha256', CREDENTIALS.channelSecret).update(body).digest('base64') };
}

const poster =
  (url: string) =>
  async (index: number): Promise<void> => {
    const status = await postWebhook(agent, url, signedBody(index));
    if (status !== 200) throw new Error(`${url}: ${status}`);
  };

const line = await startFakeLine();
line.addChannel({ ...CREDENTIALS, displayName: 'bench' });
const bench = await openBenchDatabase();
const floor = await startProgram({
  file: 'bench/lib/webhook-floor.ts',
  arguments: ['--port', String(FLOOR_PORT), '--database', bench.url],
  readyWhen: /floor is ready/,
});
const hanasu = await startHanasu(HANASU_PORT, {
  DATABASE_URL: bench.url,
  LINE_API_BASE_URL: line.hosts.api,
  LINE_DATA_API_BASE_URL: line.hosts.data,
});
try {
  const bot = await hanasu.post<{ uuid: string }>('/api/user/bot', {
    name: 'bench',
    serviceUuid: 'builtin-extractive',
  });
  const channel = await hanasu.post<{ webhookUrl: string }>('/api/channel/line/connect', {
    ...CREDENTIALS,
    name: 'bench',
    botUuid: bot.uuid,
  });
  const ways = [
    { name: 'bound: Fastify + one insert', post: poster(`http://127.0.0.1:${FLOOR_PORT}/hook`) },
    { name: 'Hanasu', post: poster(`${hanasu.url}${new URL(channel.webhookUrl).pathname}`) },
  ];
  const rows: Record<string, string | number>[] = [];
  const shares: number[] = [];
  for (const way of ways) await drive(way.post, { lanes: LANES, milliseconds: 2_000 });
  for (let round = 1; round <= ROUNDS; round += 1) {
    let bound = 0;
    for (const [index, way] of ways.entries()) {
      const { perSecond, durations } = await drive(way.post, { lanes: LANES, milliseconds: MILLISECONDS });
      if (index === 0) bound = perSecond;
      else shares.push(perSecond / bound);
      rows.push({
        round,
        way: way.name,
        'requests/s': Math.round(perSecond),
        '÷ bound': index === 0 ? '' : (perSecond / bound).toFixed(2),
        'p50 ms': median(durations),
        'p99 ms': percentile(durations, 0.99),
      });
    }
  }
  printTable(`Signed webhooks of 1 to 5 events (3 on average), ${LANES} connections`, rows);
  checkBounds([{ what: 'requests/s ÷ bound', measured: median(shares), atLeast: SHARE_OF_FLOOR }]);
} finally {
  await hanasu.stop();
  await floor.stop();
  await bench.close();
  await line.close();
  await agent.close();
}
