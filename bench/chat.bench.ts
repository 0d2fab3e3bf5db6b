import { availableParallelism } from 'node:os';
import { type BenchBots, makeBots } from './lib/chat-bots.ts';
import { type Asked, agent, direct, throughServer, type Way } from './lib/chat-ways.ts';
import { drive } from './lib/drive.ts';
import { type FirstWords, openOnSites, seeFirstWords } from './lib/first-words.ts';
import { type BenchHanasu, startHanasu } from './lib/hanasu.ts';
import { checkBounds, median, percentile, printTable, report } from './lib/print-table.ts';
import { startProgram } from './lib/start-program.ts';
import { watchProcess } from './lib/watch-process.ts';

/**
 * What Hanasu adds to a model's answer. One fake model server; called directly, through the floor (Fastify and the
 * AI SDK, no database) and through Hanasu, which checks the session, stores both messages, reserves and settles.
 * Asker, fake, floor, Hanasu and PostgreSQL are processes of their own and share the processors; read the ratios
 * of one run, not the numbers. `npm run bench -- chat first` runs one of: latency, saturation, first, person,
 * streams.
 */
const FAKE_PORT = 4710;
const FLOOR_PORT = 4711;
const HANASU_PORT = 4712;
const MODEL = 'gpt-4o-mini';
const PACED = { tokens: 100, tokenMs: 20 };
const ROUNDS = { 1: 7, 10: 3, 50: 3 } as const;
const INSTANT = { tokens: 200, milliseconds: 10_000, warmUp: 4_000, rounds: 3, lanes: 50 };
/** Requests/s at saturation, as a share of the floor's. */
const BOUNDS: readonly number[] = [0, 0, 0.8, 0.7];
const OPEN_STREAMS = (process.argv[3] ?? '50,200,500').split(',').map(Number);
/** Long enough that all are open before the first ends. */
const OPEN = { tokens: 300, tokenMs: 20, startMs: 8 };
const FIRST_ANSWERS = 60;
const FIRST_BOUND_MS = 150;
/** Visitors at once, and how often; a person writes at another moment of each answer. */
const PERSON = { visitors: 8, rounds: 5, tokens: 200, tokenMs: 20, spreadMs: 300, boundMs: 2_000 };

async function behave(fakeUrl: string, behaviour: string): Promise<void> {
  const response = await fetch(new URL('/behave', fakeUrl), {
    method: 'POST',
    body: JSON.stringify({ model: '*', behaviour }),
  });
  if (!response.ok) throw new Error(`behave: ${response.status} ${await response.text()}`);
}

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

async function latency(ways: readonly Way[]): Promise<void> {
  await behave(baseUrl, `bench-${PACED.tokens}-${PACED.tokenMs}`);
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

async function saturation(ways: readonly Way[], pids: readonly number[]): Promise<void> {
  await behave(baseUrl, `bench-${INSTANT.tokens}-0`);
  const { lanes } = INSTANT;
  const once = (way: Way) => () => way.ask().then(() => undefined);
  for (const way of ways) await drive(once(way), { lanes, milliseconds: INSTANT.warmUp });
  const runs = ways.map(() => ({
    perSecond: [] as number[],
    durations: [] as number[],
    ratios: [] as number[],
    processorMs: 0,
  }));
  for (let round = 0; round < INSTANT.rounds; round += 1) {
    let floorPerSecond = Number.NaN;
    for (const [index, way] of ways.entries()) {
      const watch = watchProcess(pids[index] ?? 0);
      const { perSecond, durations } = await drive(once(way), { lanes, milliseconds: INSTANT.milliseconds });
      if (index === 1) floorPerSecond = perSecond;
      const run = runs[index];
      if (!run) continue;
      run.perSecond.push(perSecond);
      run.durations.push(...durations);
      run.ratios.push(perSecond / floorPerSecond);
      run.processorMs += watch.stop().processorMs;
    }
  }
  printTable(
    `Saturation: instant replies of ${INSTANT.tokens} tokens, ${lanes} at once; medians of ${INSTANT.rounds} rounds`,
    runs.map(({ perSecond, durations, ratios, processorMs }, index) => ({
      way: ways[index]?.name ?? '',
      'requests/s': median(perSecond),
      '÷ floor': index > 1 ? median(ratios).toFixed(2) : '',
      'CPU ms a request': processorMs / durations.length,
      'p50 ms': median(durations),
      'p99 ms': percentile(durations, 0.99),
    })),
  );
  checkBounds(
    runs.flatMap(({ ratios }, index) => {
      const what = `${ways[index]?.name}: requests/s ÷ floor`;
      return BOUNDS[index] ? [{ what, measured: median(ratios), atLeast: BOUNDS[index] }] : [];
    }),
  );
  report(
    'Measured the same way on another day, with knowledge: AnythingLLM 25/s, Flowise 23/s, n8n 7/s (first token 1.9 s, 1.6 s, 4.1 s).',
  );
}

async function openStreams(way: Way, count: number): Promise<Asked[]> {
  const asked: Promise<Asked | null>[] = [];
  for (let index = 0; index < count; index += 1) {
    asked.push(
      way.ask(`token${OPEN.tokens - 1} `).catch((error: unknown) => {
        console.error(`${way.name}: ${String(error)}`);
        return null;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, OPEN.startMs));
  }
  return (await Promise.all(asked)).filter((each) => each !== null);
}

/** `pids` are the processes of the ways; the first way, the fake itself, is the measure for the rest. */
async function streams(ways: readonly Way[], pids: readonly number[]): Promise<void> {
  await behave(baseUrl, `bench-${INSTANT.tokens}-0`);
  // Loaded and compiled before memory and first tokens are looked at.
  for (const way of ways)
    await drive(() => way.ask().then(() => undefined), { lanes: 50, milliseconds: INSTANT.warmUp });
  await behave(baseUrl, `bench-${OPEN.tokens}-${OPEN.tokenMs}`);
  const rows: Record<string, string | number>[] = [];
  for (const count of OPEN_STREAMS) {
    let base = Number.NaN;
    for (const [index, way] of ways.entries()) {
      const watch = watchProcess(pids[index] ?? 0);
      const asked = await openStreams(way, count);
      const { before, most, processorMs } = watch.stop();
      const first = median(asked.map(({ firstMs }) => firstMs));
      if (index === 0) base = first;
      rows.push({
        open: count,
        way: way.name,
        'first token ms': first,
        added: index > 0 ? first - base : '',
        'p99 ms': percentile(
          asked.map(({ firstMs }) => firstMs),
          0.99,
        ),
        'whole answer s': median(asked.map(({ totalMs }) => totalMs)) / 1000,
        'CPU µs a token': (processorMs * 1000) / (count * OPEN.tokens),
        'KB a stream': index > 0 ? (most - before) / count : '',
        'MB held': most / 1024,
        whole: `${asked.filter(({ isWhole }) => isWhole).length}/${count}`,
      });
    }
  }
  printTable(
    `Open streams: ${OPEN.tokens} tokens, one every ${OPEN.tokenMs} ms, one more stream every ${OPEN.startMs} ms`,
    rows,
  );
}

/** The default without a key: the built-in model over the whole base. */
async function first(hanasu: BenchHanasu, bots: BenchBots): Promise<void> {
  const body = { message: 'When does shop 421 open?', botUuid: bots.builtin };
  const { authorization } = hanasu;
  const ways = [
    throughServer('JSON', HANASU_PORT, body, { authorization, accept: 'application/json' }),
    throughServer('stream', HANASU_PORT, body, { authorization }),
  ];
  const rows = [];
  for (const way of ways) {
    const cold = await way.ask();
    const asked: Asked[] = [];
    for (let index = 0; index < FIRST_ANSWERS; index += 1) asked.push(await way.ask());
    const totals = asked.map(({ totalMs }) => totalMs);
    rows.push({
      way: way.name,
      'very first ms': cold.totalMs,
      'first text ms': median(asked.map(({ firstMs }) => firstMs)),
      'median ms': median(totals),
      'p99 ms': percentile(totals, 0.99),
    });
  }
  printTable(
    `First answer without a key: built-in model, ${bots.chunks} passages, one after the other`,
    rows,
  );
  checkBounds(
    rows.map((row) => ({
      what: `first answer (${row.way}), median ms`,
      measured: row['median ms'],
      atMost: FIRST_BOUND_MS,
    })),
  );
}

/** A person steps in while the bot writes: the visitor's own chat has to show it at once. */
async function person(hanasu: BenchHanasu, bots: BenchBots): Promise<void> {
  await behave(baseUrl, `bench-${PERSON.tokens}-${PERSON.tokenMs}`);
  await openOnSites(hanasu, bots.plain);
  const seen: FirstWords[] = [];
  for (let round = 0; round < PERSON.rounds; round += 1) {
    const visitors = Array.from({ length: PERSON.visitors }, (_, index) =>
      seeFirstWords(hanasu, bots.plain, index * PERSON.spreadMs),
    );
    seen.push(...(await Promise.all(visitors)));
  }
  const times = seen.map(({ milliseconds }) => milliseconds);
  const meanwhile = seen.filter(({ isMeanwhile }) => isMeanwhile).length;
  const p95 = percentile(times, 0.95);
  printTable(
    `A person's first words on the web chat, while the bot was answering (${PERSON.visitors} visitors at once)`,
    [
      {
        visitors: seen.length,
        'bot still writing': meanwhile,
        'median ms': median(times),
        'p95 ms': p95,
        'most ms': Math.max(...times),
      },
    ],
  );
  checkBounds([
    { what: 'a person’s first words, p95 ms', measured: p95, atMost: PERSON.boundMs },
    { what: 'seen while the bot was still writing', measured: meanwhile, atLeast: seen.length },
  ]);
}

const fakeUrl = `http://127.0.0.1:${FAKE_PORT}`;
const fake = await startProgram({
  file: 'packages/models/fake/main.ts',
  arguments: ['--port', String(FAKE_PORT)],
  readyWhen: /OPENAI_BASE_URL=\S+\n/,
});
const baseUrl = /OPENAI_BASE_URL=(\S+)/.exec(fake.output)?.[1] ?? `${fakeUrl}/openai/v1`;
const environment = { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: baseUrl };
const floor = await startProgram({
  file: 'bench/lib/chat-floor.ts',
  arguments: ['--port', String(FLOOR_PORT), '--model', MODEL],
  environment,
  readyWhen: /floor is ready/,
});
const hanasu = await startHanasu(HANASU_PORT, environment);
const only = process.argv[2];
const wanted = (name: string): boolean => only === undefined || only === name;
try {
  const bots = await makeBots(hanasu);
  const question = { message: 'What are your opening hours?' };
  const headers = { authorization: hanasu.authorization };
  const base = direct(baseUrl, MODEL);
  const plain = throughServer('Hanasu', HANASU_PORT, { ...question, botUuid: bots.plain }, headers);
  const knowing = throughServer(
    `Hanasu, ${bots.chunks} passages`,
    HANASU_PORT,
    { ...question, botUuid: bots.knowing },
    headers,
  );
  const ways = [base, throughServer('floor: Fastify + AI SDK', FLOOR_PORT, question), plain, knowing];
  console.log(
    `${availableParallelism()} processors, shared by asker, fake model, floor, Hanasu and its PostgreSQL.`,
  );
  if (wanted('first')) await first(hanasu, bots);
  if (wanted('person')) await person(hanasu, bots);
  const pids = [fake.pid, floor.pid, hanasu.program.pid, hanasu.program.pid];
  if (wanted('saturation')) await saturation(ways, pids);
  if (wanted('latency')) await latency(ways);
  const [, floorWay] = ways;
  if (wanted('streams') && floorWay) await streams([base, floorWay, plain], pids);
} finally {
  await hanasu.stop();
  await floor.stop();
  await fake.stop();
  await agent.close();
}
