import type { Server } from 'node:http';

/** Ports on which servers of the journeys stand: the product reaches what it was told at its start, and nothing else. */
const FIRST = 41_300;
const COUNT = 60;
const PORTS = Array.from({ length: COUNT }, (_, index) => FIRST + index);

/** `ALLOW_PRIVATE_HOSTS` of the journeys. */
export const PRIVATE_HOSTS = PORTS.map((port) => `127.0.0.1:${port}`).join(',');

/** Starts to listen on one of them that is free; gives its port. */
export async function listenPrivately(server: Server): Promise<number> {
  return onPrivatePort(
    (port) =>
      new Promise<number>((done, fail) => {
        server.once('error', fail);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', fail);
          done(port);
        });
      }),
  );
}

/** The same for whatever is started with a port. */
export async function onPrivatePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  const from = Math.floor(Math.random() * COUNT);
  for (const port of [...PORTS.slice(from), ...PORTS.slice(0, from)]) {
    try {
      return await start(port);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  throw new Error('all ports of the journeys are taken');
}
