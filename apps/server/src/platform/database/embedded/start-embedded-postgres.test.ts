import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from './process-identity.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';

const FIXTURE = fileURLToPath(new URL('./start-in-own-process.fixture.ts', import.meta.url));

/** The pauses of the product, a hundred times shorter. */
const PAUSES = { firstMs: 10, longestMs: 600, settledMs: 60_000 };

let dataDir: string;
let running: EmbeddedPostgres[];
let parents: ChildProcess[];
let messages: string[];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-embedded-'));
  // As root the database runs as another user, who must be able to pass.
  chmodSync(dataDir, 0o711);
  running = [];
  parents = [];
  messages = [];
});

afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  for (const parent of parents) parent.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async (options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> => {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: (message) => messages.push(message),
    ...options,
  });
  running.push(postgres);
  return postgres;
};

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the database from another process, stores a row, and kills that process with -9. */
async function leaveServerBehind(): Promise<{ readonly pid: number }> {
  const parent = spawn(process.execPath, [FIXTURE, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  parents.push(parent);
  const [line] = await once(parent.stdout, 'data');
  const left = JSON.parse(String(line)) as { url: string; pid: number };
  await query(left.url, 'create table kept as select 42 as answer');
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  return left;
}

const cluster = (): string => path.join(dataDir, 'postgres', 'cluster');

describe('ordinary starts', () => {
  test('the first creates, the second finds what was stored, at the same address', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('the application is no superuser and may create the extensions it needs', async () => {
    const { url, administratorUrl } = await start();
    const role = 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user';
    expect(await query(url, role)).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    await query(url, 'create extension pg_trgm');
    // Under plain C no Japanese letter would be part of a word.
    expect(await query(url, "select cardinality(show_trgm('営業時間')) as count")).toEqual([{ count: 5 }]);
    const settings =
      'select current_setting($$fsync$$) as fsync, current_setting($$listen_addresses$$) as listens';
    expect(await query(administratorUrl, settings)).toEqual([{ fsync: 'on', listens: '127.0.0.1' }]);
  });

  test('connections go over the socket, and over 127.0.0.1 when the path is too long for one', async () => {
    const overSocket = 'select inet_server_addr() is null as "overSocket"';
    expect(await query((await start()).url, overSocket)).toEqual([{ overSocket: true }]);
    const deep = path.join(dataDir, 'x'.repeat(100));
    const far = await start({ dataDir: deep });
    expect(new URL(far.url).hostname).toBe('127.0.0.1');
    expect(await query(far.url, overSocket)).toEqual([{ overSocket: false }]);
  });

  test('a folder may have any name', async () => {
    const { url } = await start({ dataDir: path.join(dataDir, 'データ 5%, "店"') });
    expect(await query(url, 'select inet_server_addr() is null as "overSocket"')).toEqual([
      { overSocket: true },
    ]);
  });

  test('the passwords can be read by the owner only, and a wrong one is refused', async () => {
    const { url } = await start();
    expect(statSync(path.join(dataDir, 'postgres', 'launcher.json')).mode & 0o777).toBe(0o600);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  test('a second server on the same folder is refused by name, and the first goes on', async () => {
    const { url } = await start();
    await expect(start()).rejects.toMatchObject({ problem: 'already_running' });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('of two starts at the same moment exactly one wins', async () => {
    const results = await Promise.allSettled([start(), start(), start()]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('after a crash', () => {
  test('kill -9 of our process: the server left behind is taken over, and stopped in the end', async () => {
    const left = await leaveServerBehind();
    expect(isAlive(left.pid)).toBe(true);
    const postgres = await start();
    expect(postgres).toMatchObject({ adopted: true, pid: left.pid });
    expect(await query(postgres.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await postgres.stop();
    expect(isAlive(left.pid)).toBe(false);
  });

  test('kill -9 of both: the next start recovers', async () => {
    const left = await leaveServerBehind();
    process.kill(left.pid, 'SIGKILL');
    const postgres = await start();
    expect(postgres.adopted).toBe(false);
    expect(await query(postgres.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('kill -9 of the database alone: it is started again at the same address', async () => {
    const postgres = await start();
    const { pid } = postgres;
    process.kill(pid, 'SIGKILL');
    while (postgres.currentPid() === pid) await delay(50);
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(messages.join('\n')).toContain('ended unexpectedly');
  });

  test('killed eight times in a row, it is started again each time', { timeout: 180_000 }, async () => {
    const postgres = await start({ pauses: PAUSES });
    await query(postgres.url, 'create table kept as select 42 as answer');
    for (let death = 1; death <= 8; death += 1) {
      const pid = postgres.currentPid();
      process.kill(pid, 'SIGKILL');
      while (postgres.currentPid() === pid) await delay(20);
    }
    expect(await query(postgres.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(messages.filter((line) => line.includes('ended unexpectedly'))).toHaveLength(8);
  });

  test('what cannot be started is tried until it can', async () => {
    const postgres = await start({ pauses: PAUSES });
    const { pid } = postgres;
    const file = path.join(cluster(), 'global', 'pg_control');
    renameSync(file, `${file}.aside`);
    process.kill(pid, 'SIGKILL');
    while (messages.filter((line) => line.includes('could not be started')).length < 7) await delay(20);
    renameSync(`${file}.aside`, file);
    while (postgres.currentPid() === pid) await delay(20);
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(messages.find((line) => line.includes('could not be started'))).toContain('postgres.log');
  });

  test('it gives up only when its files are gone', async () => {
    const unusable: string[] = [];
    const postgres = await start({ pauses: PAUSES, onUnusable: ({ message }) => unusable.push(message) });
    renameSync(cluster(), `${cluster()}.aside`);
    process.kill(postgres.pid, 'SIGKILL');
    while (unusable.length === 0) await delay(20);
    expect(unusable[0]).toMatch(/cannot be used: the database's files in .* are gone\. Put the folder back/);
  });

  test('a start that is ended early leaves no server behind', async () => {
    await (await start()).stop();
    for (const afterMs of [0, 5, 15, 30, 60]) {
      const ending = new AbortController();
      const starting = start({ signal: ending.signal });
      setTimeout(() => ending.abort(), afterMs);
      const outcome = await Promise.allSettled([starting]);
      if (outcome[0].status === 'fulfilled') await outcome[0].value.stop();
      const pidFile = path.join(cluster(), 'postmaster.pid');
      const claimed = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : null;
      expect(claimed === null || claimed === process.pid || !isAlive(claimed)).toBe(true);
      expect(existsSync(path.join(dataDir, 'postgres', 'launcher.lock'))).toBe(false);
    }
  });

  test('a pid file whose number now belongs to another program is not believed', async () => {
    const left = await leaveServerBehind();
    const pidFile = path.join(cluster(), 'postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    process.kill(left.pid, 'SIGKILL');
    while (isAlive(left.pid)) await delay(20);
    const stranger = spawn('sleep', ['600']);
    parents.push(stranger);
    writeFileSync(pidFile, [String(stranger.pid), ...lines.slice(1)].join('\n'));
    const postgres = await start();
    expect(postgres.adopted).toBe(false);
    expect(stranger.exitCode).toBe(null);
    expect(await query(postgres.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('an interrupted creation is thrown away and done again', async () => {
    const half = path.join(dataDir, 'postgres', 'cluster.new-1');
    mkdirSync(half, { recursive: true });
    writeFileSync(path.join(half, 'PG_VERSION'), '18\n');
    const postgres = await start();
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(half)).toBe(false);
  });

  test('lost passwords are replaced, the data stays', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    rmSync(path.join(dataDir, 'postgres', 'launcher.json'));
    const second = await start();
    expect(second.url).not.toBe(first.url);
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('a cluster of another major version is named, not touched', async () => {
    await (await start()).stop();
    writeFileSync(path.join(cluster(), 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toMatchObject({ problem: 'version_mismatch' });
  });
});
