import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

/** A real Redis of a test's own, which can go away and come back with what it had. */
export interface TestRedis {
  readonly url: string;
  /** Frozen: connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

const PROGRAMS = ['redis-server', 'valkey-server'];
const program = PROGRAMS.find((name) => spawnSync(name, ['--version']).status === 0) ?? null;

/** False: this machine has no Redis; what needs one is skipped. */
export const hasRedis = program !== null;

export async function startTestRedis(): Promise<TestRedis> {
  if (!program) throw new Error('no redis-server on this machine');
  const port = await freePort();
  const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '']);
  await ready(child);
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let log = '';
  for await (const chunk of child.stdout ?? []) {
    log += String(chunk);
    if (/Ready to accept connections/.test(log)) return void child.stdout?.resume();
  }
  throw new Error(`Redis did not start: ${log}`);
}
