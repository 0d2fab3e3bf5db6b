import { fork, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** What the test offers to whoever can take it. */
export interface Bait {
  /** A file that every user may read. */
  readonly secretFile: string;
  readonly writable: string;
  readonly port: number;
  readonly socketFile: string;
}

/** What a document that took over its reader would try. Values are what it got, or the error's code. */
export type Loot = Readonly<Record<string, string>>;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

async function attempt(what: () => unknown): Promise<string> {
  try {
    return `got ${String(await what())}`;
  } catch (error) {
    return codeOf(error);
  }
}

async function connectTo(
  target: { readonly port: number; readonly host: string } | { readonly path: string },
) {
  const socket = connect(target);
  await once(socket, 'connect');
  socket.destroy();
  return 'a connection';
}

async function sendDatagram(port: number): Promise<string> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve, reject) => {
    socket.send('stolen', port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
  });
  return 'a datagram';
}

async function startThread(): Promise<string> {
  const worker = new Worker('', { eval: true });
  await once(worker, 'online');
  return 'a thread';
}

async function forkItself(): Promise<string> {
  return `process ${fork(import.meta.filename).pid}`;
}

process.once('message', async (bait: Bait) => {
  const tries: Readonly<Record<string, () => unknown>> = {
    passwords: () => readFileSync('/etc/passwd', 'utf8').length,
    secret: () => readFileSync(bait.secretFile, 'utf8'),
    ownEnvironment: () => readFileSync('/proc/self/environ', 'utf8'),
    parentEnvironment: () => readFileSync(`/proc/${process.ppid}/environ`, 'utf8'),
    listing: () => readdirSync('/').join(),
    server: () => readdirSync(new URL('../../../../apps/', import.meta.url)).join(),
    write: () => writeFileSync(bait.writable, 'taken'),
    spawn: () => spawnSync('/bin/sh', ['-c', 'id']).error ?? 'a shell',
    fork: forkItself,
    thread: startThread,
    signal: () => process.kill(process.ppid, 0),
    tcp: () => connectTo({ port: bait.port, host: '127.0.0.1' }),
    tcp6: () => connectTo({ port: bait.port, host: '::1' }),
    socket: () => connectTo({ path: bait.socketFile }),
    udp: () => sendDatagram(bait.port),
    user: () => process.getuid?.(),
  };
  const loot: Record<string, string> = { environment: Object.keys(process.env).join() };
  for (const [name, what] of Object.entries(tries)) loot[name] = await attempt(what);
  process.send?.(loot, undefined, undefined, () => process.exit(0));
});
