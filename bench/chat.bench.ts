import { Agent, request } from 'undici';
import { drive } from './lib/drive.ts';
import { type BenchHanasu, startHanasu } from './lib/hanasu.ts';
import { median, percentile } from './lib/percentile.ts';
import { printTable } from './lib/print-table.ts';
import { startProgram } from './lib/start-program.ts';

/**
 * What Hanasu adds to a model's answer. One fake model server; called directly, through the floor (Fastify and the
 * AI SDK, no database) and through Hanasu, which checks the session, stores both messages, reserves and settles.
 */
const FAKE_PORT = 4710;
const FLOOR_PORT = 4711;
const HANASU_PORT = 4712;
const MODEL = 'gpt-4o-mini';
const PACED = { tokens: 100, tokenMs: 20 };
const ROUNDS = { 1: 7, 10: 3, 50: 3 } as const;
const INSTANT_MS = 10_000;

interface Way {
  readonly name: string;
  ask(): Promise<{ readonly firstMs: number; readonly totalMs: number }>;
}

const agent = new Agent({ connections: 100, pipelining: 1, keepAliveTimeout: 30_000 });

async function timed(url: string, body: unknown, headers: Record<string, string>, first: string) {
  const startedAt = performance.now();
  const response = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (response.statusCode !== 200)
    throw new Error(`${url}: ${response.statusCode} ${await response.body.text()}`);
  let firstMs = Number.NaN;
  let tail = '';
  for await (const piece of response.body) {
    if (!Number.isNaN(firstMs)) continue;
    tail += String(piece);
    if (tail.includes(first)) firstMs = performance.now() - startedAt;
  }
  return { firstMs, totalMs: performance.now() - startedAt };
}

const direct = (url: string): Way => ({
  name: 'fake model, directly',
  ask: () =>
    timed(
      `${url}/chat/completions`,
      {
        model: MODEL,
        messages: [{ role: 'user', content: 'What are your opening hours?' }],
        stream: true,
        stream_options: { include_usage: true },
      },
      { authorization: 'Bearer bench' },
      '"content":"',
    ),
});

const throughServer = (
  name: string,
  port: number,
  body: object,
  headers: Record<string, string> = {},
): Way => ({
  name,
  ask: () => timed(`http://127.0.0.1:${port}/api/chat`, body, headers, '"text-delta"'),
});

async function measurePaced(way: Way, atOnce: number, rounds: number) {
  const asked = [];
  for (let round = 0; round < rounds; round += 1) {
    asked.push(...(await Promise.all(Array.from({ length: atOnce }, () => way.ask()))));
  }
  return {
    first: median(asked.map((each) => each.firstMs)),
    total: median(asked.map((each) => each.totalMs)),
  };
}

async function behave(fakeUrl: string, behaviour: string): Promise<void> {
  const response = await fetch(new URL('/behave', fakeUrl), {
    method: 'POST',
    body: JSON.stringify({ model: '*', behaviour }),
  });
  if (!response.ok) throw new Error(`behave: ${response.status} ${await response.text()}`);
}

async function makeBots(hanasu: BenchHanasu) {
  const bot = { serviceUuid: 'openai-gpt-4o-mini', instructions: 'You answer customers.' };
  const plain = await hanasu.post<{ uuid: string }>('/api/user/bot', { ...bot, name: 'plain' });
  const knowledge = await hanasu.post<{ uuid: string }>('/api/user/knowledge', { name: 'bench' });
  const text = Array.from(
    { length: 200 },
    (_, index) =>
      `## Question ${index}\n\nOur shop ${index} opens at ${index % 12} o'clock and closes late. ${'Words about it. '.repeat(20)}`,
  ).join('\n\n');
  const added = await hanasu.post<{ uuid: string }>(`/api/user/knowledge/${knowledge.uuid}/document`, {
    title: 'FAQ',
    text,
  });
  const path = `/api/user/knowledge/${knowledge.uuid}/document/${added.uuid}`;
  for (let status = ''; status !== 'ready'; ) {
    status = (await hanasu.get<{ status: string }>(path)).status;
    if (status === 'failed') throw new Error('the bench document failed');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const knowing = await hanasu.post<{ uuid: string }>('/api/user/bot', {
    ...bot,
    name: 'knowing',
    knowledgeUuids: [knowledge.uuid],
  });
  return { plain: plain.uuid, knowing: knowing.uuid };
}

async function paced(ways: readonly Way[]): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const [atOnce, rounds] of Object.entries(ROUNDS)) {
    const results = [];
    for (const way of ways) results.push(await measurePaced(way, Number(atOnce), rounds));
    const [base, floor] = results;
    results.forEach((result, index) => {
      const addedFirst = result.first - (base?.first ?? 0);
      const addedTotal = result.total - (base?.total ?? 0);
      const ratio = (mine: number, theirs: number | undefined) =>
        index > 1 && theirs ? (mine / theirs).toFixed(2) : '';
      rows.push({
        'at once': atOnce,
        way: ways[index]?.name ?? '',
        'first token': result.first,
        added: addedFirst,
        '÷ floor': ratio(addedFirst, floor && base ? floor.first - base.first : undefined),
        total: result.total,
        'total added': addedTotal,
        '÷ floor ': ratio(addedTotal, floor && base ? floor.total - base.total : undefined),
      });
    });
  }
  printTable(
    `Paced: ${PACED.tokens} tokens, ${PACED.tokenMs} ms each; medians in ms, added to the direct call`,
    rows,
  );
}

async function instant(ways: readonly Way[]): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  const floors: number[] = [];
  for (const way of ways) {
    await drive(() => way.ask().then(() => undefined), { lanes: 50, milliseconds: 3_000 });
  }
  for (let round = 0; round < 2; round += 1) {
    for (const [index, way] of ways.entries()) {
      const { perSecond, durations } = await drive(() => way.ask().then(() => undefined), {
        lanes: 50,
        milliseconds: INSTANT_MS,
      });
      if (index === 1) floors[round] = perSecond;
      rows.push({
        round: round + 1,
        way: way.name,
        'requests/s': Math.round(perSecond),
        '÷ floor': index > 1 ? (perSecond / (floors[round] ?? 1)).toFixed(2) : '',
        'p50 ms': median(durations),
        'p99 ms': percentile(durations, 0.99),
      });
    }
  }
  printTable('Instant replies of 20 tokens, 50 at once', rows);
}

const fakeUrl = `http://127.0.0.1:${FAKE_PORT}`;
const openaiUrl = `${fakeUrl}/openai/v1`;
const fake = await startProgram({
  file: 'packages/models/fake/main.ts',
  arguments: ['--port', String(FAKE_PORT)],
  readyWhen: /OPENAI_BASE_URL=/,
});
const baseUrl = /OPENAI_BASE_URL=(\S+)/.exec(fake.output)?.[1] ?? openaiUrl;
const environment = { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: baseUrl };
const floor = await startProgram({
  file: 'bench/lib/chat-floor.ts',
  arguments: ['--port', String(FLOOR_PORT), '--model', MODEL],
  environment,
  readyWhen: /floor is ready/,
});
const hanasu = await startHanasu(HANASU_PORT, environment);
try {
  const bots = await makeBots(hanasu);
  const question = { message: 'What are your opening hours?' };
  const headers = { authorization: hanasu.authorization };
  const ways = [
    direct(baseUrl),
    throughServer('floor: Fastify + AI SDK', FLOOR_PORT, question),
    throughServer('Hanasu', HANASU_PORT, { ...question, botUuid: bots.plain }, headers),
    throughServer('Hanasu with knowledge', HANASU_PORT, { ...question, botUuid: bots.knowing }, headers),
  ];
  await behave(baseUrl, 'bench-20-0');
  await instant(ways);
  await behave(baseUrl, `bench-${PACED.tokens}-${PACED.tokenMs}`);
  await paced(ways);
} finally {
  await hanasu.stop();
  await floor.stop();
  await fake.stop();
  await agent.close();
}
