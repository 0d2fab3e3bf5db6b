import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { layWire } from './cut-wire.ts';

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
  const folder = mkdtempSync(path.join(tmpdir(), 'hanasu-redis-'));
  const socket = path.join(folder, 'redis.sock');
  // It can't be asked which port it took, so it takes none.
  const child = spawn(program, ['--port', '0', '--unixsocket', socket, '--save', '']);
  await ready(child);
  const wire = await layWire({ path: socket });
  return {
    url: `redis://127.0.0.1:${wire.port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await gone;
      await wire.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let log = '';
  for await (const chunk of child.stdout ?? []) {
    log += String(chunk);
    if (/ready to accept connections/i.test(log)) return void child.stdout?.resume();
  }
  throw new Error(`Redis did not start: ${log}`);
}
