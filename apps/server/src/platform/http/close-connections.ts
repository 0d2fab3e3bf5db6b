import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Ends what keeps a stopping server from ending. */
export interface ConnectionCloser {
  /** Closes spare connections at once, and after `graceMs` also those that still wait for an answer. */
  close(graceMs: number): void;
}

/**
 * Browsers open connections in reserve. Node counts one that has never sent anything as busy and waits a minute
 * for it, so they are kept in mind here.
 */
export function watchConnections(server: Server): ConnectionCloser {
  const spare = new Set<Socket>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    spare.add(socket);
    socket.once('close', () => spare.delete(socket));
  });
  const use = ({ socket }: IncomingMessage): void => {
    spare.delete(socket);
  };
  server.on('request', use);
  server.on('upgrade', use);
  return {
    close(graceMs) {
      isClosing = true;
      for (const socket of spare) socket.destroy();
      setTimeout(() => server.closeAllConnections(), graceMs).unref();
    },
  };
}
