import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../testing/free-port.ts';
import { type ChaosStage, setChaosStage } from './chaos-stage.fixture.ts';

const PROGRAM = fileURLToPath(new URL('./run-server.fixture.ts', import.meta.url));

/** Kept between tests and runs: without it each process reads and strips the whole program anew. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/hanasu-chaos', import.meta.url));

/** A server that can be killed at any moment and started again. */
export interface KillableServer {
  /** Resolves when it listens and works. */
  start(): Promise<void>;
  /** Begins to start, and does not wait. */
  launch(): void;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves when the process has ended in order. */
  terminate(): Promise<void>;
  /** Ends all processes. */
  close(): Promise<void>;
}

/**
 * `shared`: other processes use the database too, so what a crash left leased is waited out; and who was killed is
 * seldom started again.
 */
export function createKillableServer(
  settings: Readonly<Record<string, string>>,
  mode: 'alone' | 'shared' = 'alone',
  environment: Readonly<Record<string, string>> = {},
): KillableServer {
  // Loading the program takes longer than starting it, so the next process loads while this one runs.
  let next: ChildProcess | null = spawnOne();
  let current: ChildProcess | null = null;
  let log = '';

  function spawnOne(): ChildProcess {
    const child = spawn(process.execPath, [PROGRAM, JSON.stringify(settings), mode, COMPILE_CACHE], {
      env: { ...process.env, ...environment },
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    // A pipe to a process that was killed is closed; that it was is what the test is about.
    child.stdin?.on('error', () => undefined);
    return child;
  }

  function launch(): ChildProcess {
    current = next ?? spawnOne();
    current.stdin?.write('go\n');
    next = mode === 'alone' ? spawnOne() : null;
    return current;
  }

  async function end(child: ChildProcess | null, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  return {
    launch: () => void launch(),
    async start() {
      const started = launch();
      const ended = once(started, 'exit').then(([code]) => {
        throw new Error(`the server ended with ${String(code)}\n${log.slice(-2_000)}`);
      });
      // After it is ready, its end is what the test does.
      ended.catch(() => undefined);
      if (!started.stdout) throw new Error('the server has no output');
      await Promise.race([once(started.stdout, 'data'), ended]);
    },
    kill: () => end(current),
    terminate: () => end(current, 'SIGTERM'),
    async close() {
      await end(current);
      await end(next);
    },
  };
}

/** A stage with one server on it, which is killed in the middle of its work. */
export interface KillableStage extends ChaosStage {
  readonly server: KillableServer;
  /** Of the server. */
  readonly address: string;
  /** Number of rows: `count('from customers')`. */
  count(from: string): Promise<number>;
}

/** Sets the stage and starts the server. */
export async function setKillableStage(
  settings: Readonly<Record<string, string>> = {},
): Promise<KillableStage> {
  const stage = await setChaosStage();
  const port = await freePort();
  const server = createKillableServer({ ...stage.settingsFor(port), ...settings });
  await server.start();
  return {
    ...stage,
    server,
    address: `http://127.0.0.1:${port}`,
    async count(from) {
      const [row] = await stage.sql<{ count: number }>(`select count(*)::int as count ${from}`);
      return row?.count ?? -1;
    },
    async close() {
      await server.close();
      await stage.close();
    },
  };
}
