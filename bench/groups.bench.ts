import { Agent, request } from 'undici';
import { type BenchHanasu, startHanasu } from './lib/hanasu.ts';
import { checkBounds, median, percentile, printTable } from './lib/print-table.ts';
import { startProgram } from './lib/start-program.ts';

/**
 * What a group adds to an answer when no model chooses: routing alone (as the server measures it and as a caller
 * waits for it), and answers of the same bots asked directly and through their group, in turns in one run.
 */
const FAKE_PORT = 4720;
const HANASU_PORT = 4721;
const MEMBERS = ['rooms', 'returns', 'parking', 'jobs', 'tours'] as const;
const CHUNKS = 1_000;
const ROUTED = 240;
const ANSWERED = 120;
const LANES = [1, 8] as const;
/** What routing without a model may add to an answer. */
const ADDED_P50_MS = 50;

const TOPICS: Record<(typeof MEMBERS)[number], string> = {
  rooms: 'a room, its bed, breakfast, the bath and the view, and what a night costs',
  returns: 'refunds, broken goods, the receipt, the warranty and how an item is sent back',
  parking: 'cars, spaces behind the house, the gate, bicycles and what an hour costs',
  jobs: 'open positions, the interview, working hours, wages and how to apply',
  tours: 'guided walks, the boat, tickets, the meeting point and what to wear',
};
const QUESTIONS = [
  'How do I send a broken cup back?',
  'What does a room with breakfast cost per night?',
  'Where can I leave two bicycles?',
  'Is there an open position in the kitchen?',
  'When does the boat leave?',
  'And on Sundays?',
  '朝食は何時からですか',
  'Tôi muốn đặt phòng hai người',
];

const agent = new Agent({ connections: 32, pipelining: 1, keepAliveTimeout: 30_000 });

async function ask<T>(hanasu: BenchHanasu, path: string, body: object): Promise<{ took: number; answer: T }> {
  const startedAt = performance.now();
  const response = await request(hanasu.url + path, {
    method: 'POST',
    dispatcher: agent,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: hanasu.authorization,
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.body.json()) as T;
  if (response.statusCode !== 200)
    throw new Error(`${path}: ${response.statusCode} ${JSON.stringify(answer)}`);
  return { took: performance.now() - startedAt, answer };
}

/** A base of `CHUNKS` passages: one for each heading. */
async function addBase(hanasu: BenchHanasu, name: (typeof MEMBERS)[number]): Promise<string> {
  const { uuid } = await hanasu.post<{ uuid: string }>('/api/user/knowledge', { name });
  const text = Array.from(
    { length: CHUNKS },
    (_, index) =>
      `## ${name} ${index}\n\nNumber ${index} tells about ${TOPICS[name]}. Ask for ${name}-${index % 97} on floor ${index % 13}. ${`It is written here in ${index % 7} words or more. `.repeat(6)}`,
  ).join('\n\n');
  const added = await hanasu.post<{ uuid: string }>(`/api/user/knowledge/${uuid}/document`, {
    title: name,
    text,
  });
  const path = `/api/user/knowledge/${uuid}/document/${added.uuid}`;
  for (let status = ''; status !== 'ready'; ) {
    status = (await hanasu.get<{ status: string }>(path)).status;
    if (status === 'failed') throw new Error('a bench document failed');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return uuid;
}

async function makeGroup(hanasu: BenchHanasu) {
  const members = [];
  for (const name of MEMBERS) {
    const knowledge = await addBase(hanasu, name);
    const bot = await hanasu.post<{ uuid: string }>('/api/user/bot', {
      name,
      serviceUuid: 'openai-gpt-4o-mini',
      knowledgeUuids: [knowledge],
    });
    members.push({ botUuid: bot.uuid, whenToUse: TOPICS[name], rules: [] });
  }
  const first = members[0]?.botUuid ?? '';
  const group = await hanasu.post<{ uuid: string }>('/api/user/botgroup', {
    name: 'bench',
    members,
    fallbackBotUuid: first,
  });
  return { bots: members.map(({ botUuid }) => botUuid), group: group.uuid };
}

/** Calls `count` times on some lanes; what each gave, in any order. */
async function repeat<T>(count: number, lanes: number, call: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) results.push(await call(next++));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

const question = (index: number): string => QUESTIONS[index % QUESTIONS.length] ?? '';
const spread = (times: readonly number[]) => ({ 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) });

async function routing(hanasu: BenchHanasu, group: string): Promise<void> {
  const path = `/api/user/botgroup/${group}/test`;
  const route = (index: number) => ask<{ milliseconds: number }>(hanasu, path, { message: question(index) });
  await repeat(80, 4, route);
  const rows = [];
  for (const lanes of LANES) {
    const routed = await repeat(ROUTED, lanes, route);
    rows.push(
      { 'at once': lanes, what: 'routing', ...spread(routed.map(({ answer }) => answer.milliseconds)) },
      { 'at once': lanes, what: 'routing, over HTTP', ...spread(routed.map(({ took }) => took)) },
    );
  }
  printTable(`Routing without a model: ${MEMBERS.length} members, ${CHUNKS} chunks each`, rows);
}

async function answering(
  hanasu: BenchHanasu,
  { bots, group }: { bots: string[]; group: string },
): Promise<void> {
  const chat = async (index: number, asked: object): Promise<number> =>
    (await ask(hanasu, '/api/chat', { message: question(index), ...asked })).took;
  const direct = (index: number) => chat(index, { botUuid: bots[index % bots.length] });
  const grouped = (index: number) => chat(index, { groupUuid: group });
  await repeat(40, 4, direct);
  await repeat(40, 4, grouped);
  const rows = [];
  const added: number[] = [];
  for (const lanes of LANES) {
    const without: number[] = [];
    const within: number[] = [];
    // In turns, so that what else the machine does meets both.
    for (let round = 0; round < 4; round += 1) {
      without.push(...(await repeat(ANSWERED / 4, lanes, direct)));
      within.push(...(await repeat(ANSWERED / 4, lanes, grouped)));
    }
    added.push(median(within) - median(without));
    rows.push(
      { 'at once': lanes, what: 'one bot', ...spread(without), 'added p50': '', 'added p95': '' },
      {
        'at once': lanes,
        what: 'through the group',
        ...spread(within),
        'added p50': (median(within) - median(without)).toFixed(1),
        'added p95': (percentile(within, 0.95) - percentile(without, 0.95)).toFixed(1),
      },
    );
  }
  printTable('Whole answers of 20 tokens at once, with knowledge', rows);
  checkBounds([{ what: 'added by the group, p50 ms', measured: Math.max(...added), atMost: ADDED_P50_MS }]);
}

const fake = await startProgram({
  file: 'packages/models/fake/main.ts',
  arguments: ['--port', String(FAKE_PORT)],
  readyWhen: /OPENAI_BASE_URL=/,
});
const baseUrl = /OPENAI_BASE_URL=(\S+)/.exec(fake.output)?.[1] ?? `http://127.0.0.1:${FAKE_PORT}/openai/v1`;
const hanasu = await startHanasu(HANASU_PORT, { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: baseUrl });
try {
  const made = await makeGroup(hanasu);
  await fetch(new URL('/behave', baseUrl), {
    method: 'POST',
    body: JSON.stringify({ model: '*', behaviour: 'bench-20-0' }),
  });
  await routing(hanasu, made.group);
  await answering(hanasu, made);
} finally {
  await hanasu.stop();
  await fake.stop();
  await agent.close();
}
