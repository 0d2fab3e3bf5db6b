import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorFromOutput } from './embedded-postgres-error.ts';
import type { PostgresAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { isAlive } from './process-identity.ts';
import { programEnvironment } from './program-environment.ts';
import { fitsSocket } from './socket.ts';

/** Command-line settings: they win over files in the cluster, so a new version's values apply to old folders. */
function serverArguments(plan: {
  readonly folder: string;
  readonly cluster: string;
  readonly port: number;
  readonly durable: boolean;
}): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(plan.port),
    unix_socket_directories: fitsSocket(plan.cluster) ? quoteListItem(plan.cluster) : '',
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    // Our passwords are 192 random bits: more iterations protect nothing and make each connection slower.
    scram_iterations: '1',
    // Measured idle: 22 MB in all processes together. One machine, one server, a pool of some 20.
    shared_buffers: '64MB',
    max_connections: '60',
    max_wal_size: '512MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%u@%d ',
    log_checkpoints: 'off',
    lc_messages: 'C',
    ...(plan.durable ? {} : NOT_DURABLE),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', plan.cluster, ...options];
}

/** The setting is a list that is separated by commas. */
const quoteListItem = (item: string): string => `"${item.replaceAll('"', '""')}"`;

/** Tests throw their cluster away: waiting for the disk would only make them slower. */
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

export interface RunPlan {
  readonly folder: string;
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount;
  readonly port: number;
  readonly durable: boolean;
}

const LOG_BYTES_KEPT = 5_000_000;
/** Replaying the journal after a crash can take long; without this much progress it is not coming. */
const READY_TIMEOUT_MS = 300_000;
const ORPHANS_TIMEOUT_MS = 15_000;
const UNREADY_PATIENCE = { politeMs: 2_000, abruptMs: 5_000 };

export const logFileIn = (folder: string): string => path.join(folder, 'postgres.log');

/**
 * Starts the database server and waits until it takes connections. Returns its process number. When the signal comes
 * first, the server is ended and the signal's reason thrown.
 */
export async function runPostgres(plan: RunPlan, signal?: AbortSignal): Promise<number> {
  const deadline = performance.now() + ORPHANS_TIMEOUT_MS;
  for (;;) {
    signal?.throwIfAborted();
    const outcome = await tryRunPostgres(plan, signal);
    if (outcome.kind === 'ready') return outcome.pid;
    signal?.throwIfAborted();
    // Workers of a killed server notice its death within moments; until then its memory is "in use".
    const orphansRemain = /pre-existing shared memory block/.test(outcome.output);
    if (!orphansRemain || performance.now() > deadline) {
      throw errorFromOutput('start_failed', 'The database did not start', outcome.output);
    }
    await delay(200);
  }
}

type RunOutcome =
  | { readonly kind: 'ready'; readonly pid: number }
  | { readonly kind: 'ended'; readonly output: string };

async function tryRunPostgres(plan: RunPlan, signal: AbortSignal | undefined): Promise<RunOutcome> {
  const logFile = logFileIn(plan.folder);
  rotateLog(logFile);
  const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const child = spawnServer(plan, logFile);
  const readOutput = (): string => readFileSync(logFile).subarray(logStart).toString('utf8');
  const keep = endWithProcess(() => child.pid);
  const isReady = await waitUntilReady(child, plan.cluster, signal).finally(keep);
  if (isReady && child.pid !== undefined) return { kind: 'ready', pid: child.pid };
  return { kind: 'ended', output: existsSync(logFile) ? readOutput() : '' };
}

function spawnServer(plan: RunPlan, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o640);
  try {
    const child = spawn(plan.binaries.postgres, serverArguments(plan), {
      ...plan.account,
      cwd: plan.folder,
      env: programEnvironment(),
      // Its own session: Ctrl-C in the terminal must reach our server, which then stops this one in order.
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** The server writes `ready` into its pid file, which needs no connection and no password to see. */
async function waitUntilReady(
  child: ChildProcess,
  cluster: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline && !signal?.aborted) {
    if (failure !== undefined) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const file = readPostmasterFile(cluster);
    if (file?.pid === child.pid && file?.status === 'ready') return true;
    await delay(10);
  }
  if (child.pid !== undefined) await endPostgres(child.pid, UNREADY_PATIENCE);
  return false;
}

function rotateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES_KEPT) renameSync(logFile, `${logFile}.1`);
}

/**
 * Ends a database server when this process exits without stopping it: after an error that nothing catches, or a second
 * Ctrl-C. It is in a session of its own and would go on. Answers how to undo this.
 */
export function endWithProcess(pid: () => number | undefined): () => void {
  const end = (): void => {
    const current = pid();
    if (current !== undefined) signalIfAlive(current, 'SIGINT');
  };
  process.once('exit', end);
  return () => void process.off('exit', end);
}

export interface StopPatience {
  readonly politeMs: number;
  readonly abruptMs: number;
}

/**
 * Ends a database server: first politely (open transactions roll back, a checkpoint is written), then at
 * once (the next start recovers), then by force.
 */
export async function endPostgres(pid: number, patience: StopPatience): Promise<void> {
  const steps = [
    ['SIGINT', patience.politeMs],
    ['SIGQUIT', patience.abruptMs],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, waitMs] of steps) {
    signalIfAlive(pid, signal);
    if (await hasEnded(pid, waitMs)) return;
  }
}

async function hasEnded(pid: number, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
