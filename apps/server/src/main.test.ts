import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { register } from '@hanasu/contract/accounts';
import { createDocument, createKnowledge } from '@hanasu/contract/knowledge';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isAlive } from './platform/database/embedded/process-identity.ts';
import { freePort } from './testing/free-port.ts';
import { createCaller, eventually } from './testing/test-server.ts';

/** The program as `npm start` runs it, with its own embedded database. */
const PROGRAM = fileURLToPath(new URL('./main.ts', import.meta.url));
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/hanasu-main', import.meta.url));

let dataDir: string;
let running: Program[];

interface Program {
  readonly child: ChildProcess;
  readonly address: string;
  output(): string;
}

/** What a first start has made. */
let started: string;

beforeAll(async () => {
  begin();
  started = dataDir;
  await isReady(await run());
  for (const { child } of running) await end(child);
}, 120_000);
afterAll(() => rmSync(started, { recursive: true, force: true }));

beforeEach(begin);
afterEach(async () => {
  for (const { child } of running) await end(child);
  rmSync(dataDir, { recursive: true, force: true });
});

function begin(): void {
  dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-main-'));
  // As root the database runs as another user, who must be able to pass.
  chmodSync(dataDir, 0o711);
  running = [];
}

/** As after a first start; files keep whom they belong to. */
function useStartedFolder(): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${started}/.`, dataDir]);
  if (status !== 0) throw new Error(String(stderr));
}

async function run(): Promise<Program> {
  const port = String(await freePort());
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, PORT: port, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [PROGRAM], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const program = { child, address: `http://127.0.0.1:${port}`, output: () => output };
  running.push(program);
  return program;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

const cluster = (): string => path.join(dataDir, 'postgres', 'cluster');

/** The database's main process, as its own file names it. */
function postmaster(): number | null {
  const file = path.join(cluster(), 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || null : null;
}

const statusOf = (address: string, target: string, method = 'GET'): Promise<number> =>
  fetch(new URL(target, address), { method }).then(
    (response) => response.status,
    () => 0,
  );

const isReady = ({ address }: Program) =>
  eventually('it is ready', async () => (await statusOf(address, '/readyz')) === 200);

const ANY_CHANNEL = '/hooks/0199d1a0-0000-7000-8000-000000000001/0199d1a0-0000-7000-8000-000000000002';

test('nothing that is written is open to other users', { timeout: 120_000 }, async () => {
  // Not there yet, and below another one that is not: both are made by the program.
  dataDir = path.join(dataDir, 'srv', 'data');
  const program = await run();
  await isReady(program);
  const caller = createCaller(program.address, null);
  const account = {
    username: 'owner',
    email: 'owner@example.com',
    password: 'correct horse',
    acceptedTerms: true as const,
  };
  const { jwt } = await caller.call(register, { body: account });
  const owner = createCaller(program.address, jwt);
  const base = await owner.call(createKnowledge, { body: { name: 'Menu' } });
  const body = { title: 'Opening', text: 'We open at nine.' };
  await owner.call(createDocument, { params: { uuid: base.uuid }, body });
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  const open = entries
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((one) => (statSync(one, { throwIfNoEntry: false })?.mode ?? 0) & 0o077)
    .map((one) => path.relative(dataDir, one));
  // As root the database runs as another user, who must pass through its folder and no further.
  expect(open).toEqual(process.getuid?.() === 0 ? ['postgres'] : []);
  expect(existsSync(path.join(dataDir, 'files'))).toBe(true);
  for (const folder of [dataDir, path.join(dataDir, 'postgres')])
    expect(statSync(folder).mode & 0o066).toBe(0);
});

test('a signal at any moment of the start leaves no database behind', { timeout: 240_000 }, async () => {
  useStartedFolder();
  for (const afterMs of [300, 600, 900, 1_200, 1_600, 2_000, 2_600, 3_400]) {
    const { child, output } = await run();
    await delay(afterMs);
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const pid = postmaster();
    expect(pid !== null && isAlive(pid)).toBe(false);
    expect(output()).not.toMatch(/^\s+at /m);
  }
});

/** The database's processes, the main one first. */
function databaseProcesses(): number[] {
  const main = postmaster() ?? 0;
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' });
  return [main, ...stdout.trim().split(/\s+/).map(Number)];
}

test('the database ends with a program whose output nothing reads any more', {
  timeout: 120_000,
}, async () => {
  useStartedFolder();
  const program = await run();
  await isReady(program);
  const pid = postmaster() ?? 0;
  const gone = once(program.child, 'exit');
  program.child.stdout?.destroy();
  program.child.stderr?.destroy();
  // It says that it stops, which meets the closed pipe.
  program.child.kill('SIGTERM');
  await gone;
  await eventually('the database has ended', async () => !isAlive(pid));
});

test('the database ends also when its program is told twice to stop and does not wait for it', {
  timeout: 120_000,
}, async () => {
  useStartedFolder();
  const program = await run();
  await isReady(program);
  const processes = databaseProcesses();
  // As on a machine that is far too busy: the program can't stop in order.
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  const { child } = program;
  await eventually('the program has ended', async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM');
    return child.exitCode !== null;
  });
  expect(child.exitCode).toBe(130);
  for (const pid of processes.toReversed()) process.kill(pid, 'SIGCONT');
  await eventually('the database has ended', async () => processes.every((pid) => !isAlive(pid)));
});

test('the database dies while the program starts: it starts all the same', { timeout: 240_000 }, async () => {
  useStartedFolder();
  const program = await run();
  const killed = new Set<number>();
  // Each new database, up to four, is killed when it can take connections: what the start does then meets its death.
  while (killed.size < 4) {
    const pid = postmaster();
    if (pid !== null && pid !== program.child.pid && isAlive(pid) && !killed.has(pid)) {
      await delay(40 * killed.size);
      process.kill(pid, 'SIGKILL');
      killed.add(pid);
    }
    await delay(5);
    expect(program.child.exitCode, program.output()).toBe(null);
    if ((await statusOf(program.address, '/readyz')) === 200 && killed.size > 1) break;
  }
  await isReady(program);
  expect(program.output()).not.toMatch(/^\s+at /m);
});

test('a database that cannot be started is tried for ever, and webhooks are answered 503', {
  timeout: 240_000,
}, async () => {
  useStartedFolder();
  const program = await run();
  await isReady(program);
  const file = path.join(cluster(), 'global', 'pg_control');
  renameSync(file, `${file}.aside`);
  process.kill(postmaster() ?? 0, 'SIGKILL');
  await eventually(
    'webhooks are answered 503',
    async () => (await statusOf(program.address, ANY_CHANNEL, 'POST')) === 503,
  );
  expect(await statusOf(program.address, '/readyz')).toBe(503);
  const tries = () =>
    program.output().match(/could not be started: .+ Starting it again in \d+ s \(try \d+\)/g) ?? [];
  await eventually('it was tried several times', async () => tries().length >= 3);
  renameSync(`${file}.aside`, file);
  await isReady(program);
  expect(await statusOf(program.address, ANY_CHANNEL, 'POST')).not.toBe(503);
});

test('files of the database that are gone end the program with one sentence', {
  timeout: 120_000,
}, async () => {
  useStartedFolder();
  const program = await run();
  await isReady(program);
  const gone = once(program.child, 'exit');
  renameSync(cluster(), `${cluster()}.aside`);
  const pid = Number.parseInt(readFileSync(path.join(`${cluster()}.aside`, 'postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');
  expect(await gone).toEqual([1, null]);
  expect(program.output()).toContain('Put the folder back');
});
