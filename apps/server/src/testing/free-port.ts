import { once } from 'node:events';
import { createServer } from 'node:net';
import { env } from 'node:process';

/** Below those that the system hands out by itself, so that nobody else takes one before it is listened on. */
const FIRST = 20_000;
const EACH = 1_000;
/** Each worker of the tests has its own. */
const WORKERS = 10;

const from = FIRST + (Number(env.VITEST_POOL_ID ?? 0) % WORKERS) * EACH;
let next = process.pid % EACH;

/** A port on loopback that nobody listens on, nor will by chance. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < EACH; tries += 1) {
    next = (next + 1) % EACH;
    // Read before the wait: others ask meanwhile.
    const port = from + next;
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const outcome = await Promise.race([
    once(probe, 'listening').then(() => true),
    once(probe, 'error').then(() => false),
  ]).catch(() => false);
  await new Promise((resolve) => probe.close(resolve));
  return outcome;
}
