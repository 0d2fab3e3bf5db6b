import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { newFolder } from './lib/hanasu.ts';
import { type Bound, checkBounds, printTable } from './lib/print-table.ts';
import { proportionalMemory, readProcessTree } from './lib/program-tree.ts';
import { type RunningProgram, startProgram } from './lib/start-program.ts';

/**
 * The whole product (server and embedded PostgreSQL) left alone: first and later starts, memory of all its processes a minute
 * after the first start, processor time and transactions of the minute after that. `--beside FOLDER` measures another checkout,
 * with its packages installed and its web app built, in the same run.
 */
const PORT = 4731;
const LATER_STARTS = 3;
const MINUTE_MS = 60_000;

const { values } = parseArgs({ options: { beside: { type: 'string' } } });

interface Measured {
  readonly firstStart: number;
  readonly laterStart: number;
  readonly node: number;
  readonly postgres: number;
  readonly processorPercent: number;
  readonly transactionsPerSecond: number;
}

const start = (root: string, folder: string): Promise<RunningProgram> =>
  startProgram({
    file: path.resolve(root, 'tools/bootstrap/start.mjs'),
    environment: { PORT: String(PORT), DATA_DIR: folder, LOG_LEVEL: 'warn' },
    readyWhen: /Hanasu is ready/,
  });

async function countTransactions(folder: string): Promise<number> {
  const { administratorPassword } = JSON.parse(readFileSync(`${folder}/postgres/launcher.json`, 'utf8'));
  const port = Number(readFileSync(`${folder}/postgres/cluster/postmaster.pid`, 'utf8').split('\n')[3]);
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: administratorPassword,
    database: 'postgres',
  });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "select sum(xact_commit + xact_rollback)::float as count from pg_stat_database where datname <> 'postgres'",
  );
  await client.end();
  return rows[0]?.count ?? Number.NaN;
}

/** Processor time of all processes; those that ended count through their parents. */
const processorMs = (pid: number): number =>
  readProcessTree(pid).reduce((sum, each) => sum + each.processorMs + each.childrenMs, 0);

async function measure(root: string): Promise<Measured> {
  const folder = newFolder();
  try {
    const running = await start(root, folder);
    await sleep(MINUTE_MS);
    const memory = { node: 0, postgres: 0 };
    for (const { pid, name } of readProcessTree(running.pid))
      memory[name === 'postgres' ? 'postgres' : 'node'] += proportionalMemory(pid);
    const before = {
      processor: processorMs(running.pid),
      transactions: await countTransactions(folder),
    };
    await sleep(MINUTE_MS);
    const processor = processorMs(running.pid) - before.processor;
    const transactions = (await countTransactions(folder)) - before.transactions;
    await running.stop();
    let laterStart = 0;
    for (let index = 0; index < LATER_STARTS; index += 1) {
      const again = await start(root, folder);
      laterStart = Math.max(laterStart, again.readyAfter / 1000);
      await again.stop();
    }
    return {
      firstStart: running.readyAfter / 1000,
      laterStart,
      ...memory,
      processorPercent: (processor / MINUTE_MS) * 100,
      transactionsPerSecond: (transactions / MINUTE_MS) * 1000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const WORDS: Readonly<Record<keyof Measured, string>> = {
  firstStart: 'first start, empty data folder (s)',
  laterStart: `later start, slowest of ${LATER_STARTS} (s)`,
  node: 'memory of Node a minute after the start (MiB)',
  postgres: 'memory of PostgreSQL, all processes (MiB)',
  processorPercent: 'processor time of all processes (% of a core)',
  transactionsPerSecond: 'transactions a second',
};

const here = await measure('.');
const beside = values.beside === undefined ? null : await measure(values.beside);
printTable(
  'A server left alone',
  Object.entries(WORDS).map(([key, what]) => ({
    what,
    value: here[key as keyof Measured],
    ...(beside && { beside: beside[key as keyof Measured] }),
  })),
);
const totalMemory = ({ node, postgres }: Measured) => node + postgres;
const bounds: Bound[] = [
  { what: 'memory of all processes (MiB)', measured: totalMemory(here), atMost: 250 },
  { what: 'processor time (% of a core)', measured: here.processorPercent, atMost: 0.5 },
  { what: 'transactions a second', measured: here.transactionsPerSecond, atMost: 5 },
];
if (beside)
  bounds.push(
    { what: 'memory ÷ beside', measured: totalMemory(here) / totalMemory(beside), atMost: 0.43 },
    { what: 'later start ÷ beside', measured: here.laterStart / beside.laterStart, atMost: 0.45 },
  );
else bounds.push({ what: WORDS.laterStart, measured: here.laterStart, atMost: 3 });
checkBounds(bounds);
