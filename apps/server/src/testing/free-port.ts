import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { env, platform } from 'node:process';

/** Below those that the system hands out by itself, so that nobody else takes one before it is listened on. */
const FIRST = 20_000;
const EACH = 1_000;
/** Each worker of the tests has its own. */
const WORKERS = 10;

const from = FIRST + (Number(env.VITEST_POOL_ID ?? 0) % WORKERS) * EACH;
let next = process.pid % EACH;

/**
 * A port on loopback without a listener, and that no other run of tests takes while this process lives. For programs
 * that need their port beforehand: because they start again on the same one, or because they can't say which one they took.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < EACH; tries += 1) {
    next = (next + 1) % EACH;
    // Read before the wait: others ask meanwhile.
    const port = from + next;
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error('no free port');
}

/** Takes the name that stands for a port. The system gives it to one process, and takes it back when that has ended. */
async function reserve(port: number): Promise<boolean> {
  // Names of sockets that are no files exist on Linux only.
  if (platform !== 'linux') return true;
  const holder = createServer();
  const outcome = await listens(holder, `\0hanasu-test-port-${port}`);
  holder.unref();
  return outcome;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const outcome = await listens(probe, { port, host: '127.0.0.1' });
  await new Promise((resolve) => probe.close(resolve));
  return outcome;
}

function listens(server: Server, place: string | ListenOptions): Promise<boolean> {
  server.listen(place);
  return once(server, 'listening').then(
    () => true,
    () => false,
  );
}
