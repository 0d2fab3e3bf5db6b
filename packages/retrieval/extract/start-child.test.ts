import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findReaderSandbox, missingOf, startReader } from './start-child.ts';
import type { Bait, Loot } from './testing/hostile-reader.ts';

const HOSTILE = fileURLToPath(new URL('./testing/hostile-reader.ts', import.meta.url));
const sandbox = await findReaderSandbox();

let folder: string;
let servers: Server[];
let bait: Bait;
let loot: Loot;

async function listen(at: { readonly port: number; readonly host: string } | { readonly path: string }) {
  const server = createServer((socket) => socket.destroy()).listen(at);
  await once(server, 'listening');
  servers.push(server);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  servers = [];
  const secretFile = join(folder, 'secret-key');
  await writeFile(secretFile, 'the secret key');
  const socketFile = join(folder, 'socket');
  const port = await listen({ port: 0, host: '127.0.0.1' });
  await listen({ path: socketFile });
  bait = { secretFile, writable: join(folder, 'written'), port, socketFile };
  process.env.SECRET_OF_THE_PARENT = 'the secret of the parent';
  const child = await startReader({ entry: HOSTILE, heapMb: 128, cpuSeconds: 60 });
  child.send(bait);
  [loot] = (await once(child, 'message')) as [Loot];
});
afterAll(async () => {
  delete process.env.SECRET_OF_THE_PARENT;
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

describe('a reader that a document has taken over', () => {
  test.each(['passwords', 'secret', 'ownEnvironment', 'parentEnvironment', 'listing', 'server'])(
    'cannot read: %s',
    (what) => {
      expect(loot[what]).toBe('ERR_ACCESS_DENIED');
    },
  );

  test('finds nothing in its environment', () => {
    expect(loot.environment).toBe('');
  });

  test('cannot write, start processes or threads', () => {
    const { write, spawn, fork, thread } = loot;
    expect({ write, spawn, fork, thread }).toEqual({
      write: 'ERR_ACCESS_DENIED',
      spawn: 'ERR_ACCESS_DENIED',
      fork: 'ERR_ACCESS_DENIED',
      thread: 'ERR_ACCESS_DENIED',
    });
    expect(existsSync(bait.writable)).toBe(false);
  });

  test('has a user of its own: it reaches no other process and no socket of another user', (context) => {
    if (!sandbox.ownUser) context.skip(missingOf(sandbox)[0]);
    expect(loot).toMatchObject({ user: 'got 65532', signal: 'EPERM', socket: 'EACCES' });
  });

  test('has no network', (context) => {
    if (!sandbox.noNetwork) context.skip(missingOf(sandbox).at(-1));
    for (const way of ['tcp', 'tcp6', 'udp'])
      expect(loot[way]).toMatch(/^(ENETUNREACH|EADDRNOTAVAIL|ECONNREFUSED)$/);
    expect(loot.tcp).toBe('ENETUNREACH');
  });
});

test('what the platform cannot give is said in one sentence each', () => {
  expect(missingOf({ ownUser: true, noNetwork: true })).toEqual([]);
  expect(missingOf({ ownUser: false, noNetwork: false })).toHaveLength(2);
});
