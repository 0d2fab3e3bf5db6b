import path from 'node:path';
import { makeBots } from '../lib/chat-bots.ts';
import { agent, direct, throughServer, type Way } from '../lib/chat-ways.ts';
import { drive } from '../lib/drive.ts';
import { type BenchHanasu, startHanasu } from '../lib/hanasu.ts';
import { median, printTable } from '../lib/print-table.ts';
import { type RunningProgram, startProgram } from '../lib/start-program.ts';
import { watchTree } from '../lib/watch-process.ts';
import type { SpeedRow } from './speed-row.ts';

const PORTS = { fake: 4780, floor: 4781, hanasu: 4782, beside: 4783 } as const;
const MODEL = 'gpt-4o-mini';
const ANSWER = 'bench-200-0';
const AT_ONCE = 50;
const ROUNDS = 3;
const MILLISECONDS = 8_000;
const WARM_UP_MS = 5_000;
/** Each asks in words of its own, so that nothing is remembered of the question before. */
const questionOf = (index: number): string => `What are the opening hours of shop ${index % 1000}?`;

interface Measured {
  readonly perSecond: number[];
  readonly firstMs: number[];
  readonly processorMs: number[];
}
type Results = ReadonlyMap<string, Measured>;

/**
 * Answers of 200 tokens that a fake model gives at once, 50 at once and one at once: the model itself, the floor (Fastify
 * and the AI SDK, no database) and Hanasu without knowledge, with words and with vectors. All share the processors.
 */
export async function measureChat({ beside }: { readonly beside?: string }): Promise<readonly SpeedRow[]> {
  const fake = await startProgram({
    file: 'packages/models/fake/main.ts',
    arguments: ['--port', String(PORTS.fake)],
    readyWhen: /OPENAI_BASE_URL=\S+\n/,
  });
  const baseUrl = /OPENAI_BASE_URL=(\S+)/.exec(fake.output)?.[1] ?? '';
  await behave(baseUrl);
  const environment = { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: baseUrl };
  const floor = await startProgram({
    file: 'bench/lib/chat-floor.ts',
    arguments: ['--port', String(PORTS.floor), '--model', MODEL],
    environment,
    readyWhen: /floor is ready/,
  });
  const hanasu = await startHanasu(PORTS.hanasu, environment);
  const other = beside
    ? await startHanasu(PORTS.beside, environment, path.resolve(beside, 'apps/server/src/main.ts'))
    : null;
  try {
    const ways = new Map<string, [Way, RunningProgram]>([
      ['direct', [direct(baseUrl, MODEL), fake]],
      ['floor', [throughServer('floor', PORTS.floor, { message: questionOf(0) }), floor]],
      ...(await waysThrough(hanasu, PORTS.hanasu, '')),
      ...(other ? await waysThrough(other, PORTS.beside, 'beside ') : []),
    ]);
    const many = await measureWays(ways, AT_ONCE);
    const few = new Map([...ways].filter(([name]) => ['direct', 'floor', 'plain'].includes(name)));
    return rowsOf(many, await measureWays(few, 1));
  } finally {
    for (const program of [other, hanasu, floor, fake]) await program?.stop();
    await agent.close();
  }
}

async function behave(baseUrl: string): Promise<void> {
  const response = await fetch(new URL('/behave', baseUrl), {
    method: 'POST',
    body: JSON.stringify({ model: '*', behaviour: ANSWER }),
  });
  if (!response.ok) throw new Error(`behave: ${response.status} ${await response.text()}`);
}

async function waysThrough(
  hanasu: BenchHanasu,
  port: number,
  prefix: string,
): Promise<[string, [Way, RunningProgram]][]> {
  const bots = await makeBots(hanasu);
  const headers = { authorization: hanasu.authorization };
  return (['plain', 'knowing', 'vectors'] as const).map((kind) => {
    let asked = 0;
    const name = `${prefix}${kind}`;
    const way: Way = {
      name,
      ask: (last) => {
        asked += 1;
        const body = { message: questionOf(asked), botUuid: bots[kind] };
        return throughServer(name, port, body, headers).ask(last);
      },
    };
    return [name, [way, hanasu.program]];
  });
}

async function measureWays(
  ways: ReadonlyMap<string, readonly [Way, RunningProgram]>,
  lanes: number,
): Promise<Results> {
  const results = new Map<string, Measured>();
  for (const [name, [way]] of ways) {
    results.set(name, { perSecond: [], firstMs: [], processorMs: [] });
    await drive(() => way.ask().then(() => undefined), { lanes, milliseconds: WARM_UP_MS });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, [way, { pid }]] of ways) {
      const result = results.get(name);
      const watch = watchTree(pid);
      const { perSecond, durations } = await drive(
        async () => {
          result?.firstMs.push((await way.ask()).firstMs);
        },
        { lanes, milliseconds: MILLISECONDS },
      );
      result?.perSecond.push(perSecond);
      result?.processorMs.push(watch.stop() / durations.length);
    }
  }
  printTable(
    `Instant answers of 200 tokens, ${lanes} at once; medians of ${ROUNDS} rounds`,
    [...results].map(([way, { perSecond, firstMs, processorMs }]) => ({
      way,
      'answers/s': median(perSecond),
      'first token ms': median(firstMs),
      'CPU ms an answer': median(processorMs),
    })),
  );
  return results;
}

/** The median of the rounds' ratios: what changes on the machine between rounds changes both. */
function ratioOf(results: Results, one: string, other: string): number {
  const [ours, theirs] = [results.get(one)?.perSecond ?? [], results.get(other)?.perSecond ?? []];
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

function rowsOf(many: Results, few: Results): SpeedRow[] {
  const firstMs = (name: string) => median(many.get(name)?.firstMs ?? []);
  const row = (what: string, one: string, other: string, atLeast: number): SpeedRow[] =>
    many.has(one) && many.has(other) ? [{ what, measured: ratioOf(many, one, other), atLeast }] : [];
  return [
    ...row('chat, 50 at once ÷ floor', 'plain', 'floor', 3),
    ...row('chat, 50 at once ÷ beside', 'plain', 'beside plain', 1.5),
    ...row('chat, 50 at once ÷ a direct call of the model', 'plain', 'direct', 0.3),
    { what: 'chat, 1 at once ÷ floor', measured: ratioOf(few, 'plain', 'floor'), atLeast: 1 },
    {
      what: 'first token at 50 ÷ direct',
      measured: firstMs('plain') / firstMs('direct'),
      atMost: 4,
      from: `${firstMs('plain').toFixed(1)} ms ÷ ${firstMs('direct').toFixed(1)} ms`,
    },
    ...row('with knowledge by words ÷ plain chat, at 50', 'knowing', 'plain', 0.9),
    ...row('with knowledge by vectors ÷ plain chat, at 50', 'vectors', 'plain', 0.6),
  ];
}
