import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./run-server.fixture.ts', import.meta.url));

/** A server that can be killed at any moment and started again. */
export interface KillableServer {
  /** Resolves when it listens and works. */
  start(): Promise<void>;
  /** Begins to start, and does not wait. */
  launch(): void;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** What it wrote to its log, in all its lives. */
  log(): string;
}

export function createKillableServer(settings: Readonly<Record<string, string>>): KillableServer {
  let child: ChildProcess | null = null;
  let log = '';

  function launch(): ChildProcess {
    const started = spawn(process.execPath, [PROGRAM, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    child = started;
    return started;
  }

  return {
    launch: () => void launch(),
    async start() {
      const started = launch();
      const end = once(started, 'exit').then(([code]) => {
        throw new Error(`the server ended with ${String(code)}\n${log.slice(-2_000)}`);
      });
      const ready = started.stdout ? once(started.stdout, 'data') : Promise.reject(new Error('no output'));
      // After it is ready, its end is what the test does.
      end.catch(() => undefined);
      await Promise.race([ready, end]);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    log: () => log,
  };
}
