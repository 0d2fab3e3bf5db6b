import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { newFolder } from './lib/hanasu.ts';
import { checkBounds, printTable } from './lib/print-table.ts';
import { type RunningProgram, startProgram } from './lib/start-program.ts';

/** First and later starts of the whole product (server and embedded PostgreSQL), and what they hold when idle. */
const PORT = 4731;
const LATER_STARTS = 3;
const IDLE_MS = 5_000;

/** MB of a process and of all its memory that is shared with others, fairly divided (PSS). */
function memory(pid: number): { rss: number; proportional: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024;
  return { rss: read('Rss'), proportional: read('Pss') };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === parent;
      } catch {
        // It ended between the listing and the look.
        return false;
      }
    });
}

function postgresOf(folder: string): number[] {
  const [first] = readFileSync(`${folder}/postgres/cluster/postmaster.pid`, 'utf8').split('\n');
  const postmaster = Number(first);
  return [postmaster, ...childrenOf(postmaster)];
}

const start = (folder: string): Promise<RunningProgram> =>
  startProgram({
    file: 'tools/bootstrap/start.mjs',
    environment: { PORT: String(PORT), DATA_DIR: folder, LOG_LEVEL: 'warn' },
    readyWhen: /Hanasu is ready/,
  });

const folder = newFolder();
try {
  const cold = await start(folder);
  await cold.stop();
  const later: number[] = [];
  for (let index = 0; index < LATER_STARTS; index += 1) {
    const again = await start(folder);
    later.push(again.readyAfter / 1000);
    await again.stop();
  }
  const running = await start(folder);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const server = memory(running.pid);
  const postgres = postgresOf(folder).map((pid) => memory(pid).proportional);
  printTable('Start and idle memory', [
    { what: 'first start, empty data folder (s)', value: cold.readyAfter / 1000 },
    { what: 'later start, slowest of 3 (s)', value: Math.max(...later) },
    { what: 'server, idle, resident (MB)', value: server.rss },
    {
      what: 'PostgreSQL, idle, all processes, proportional (MB)',
      value: postgres.reduce((a, b) => a + b, 0),
    },
  ]);
  checkBounds([
    { what: 'later start, slowest of 3 (s)', measured: Math.max(...later), atMost: 3 },
    { what: 'server, idle, resident (MB)', measured: server.rss, atMost: 250 },
  ]);
  await running.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
