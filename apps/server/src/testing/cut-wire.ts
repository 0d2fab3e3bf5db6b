import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { socketIn } from '../platform/database/embedded/socket.ts';

export type WireTarget =
  | {
      /** A name or address, or the percent-encoded folder of a database's socket. */
      readonly host: string;
      readonly port: number;
    }
  /** The file of a socket. */
  | { readonly path: string };

/** A wire to another address that can be cut and mended. */
export interface CutWire {
  readonly port: number;
  /** Ends what runs over it and refuses what is new. */
  cut(): void;
  /** Passes on to another address from now on, when one is given. */
  mend(target?: WireTarget): void;
  close(): Promise<void>;
}

function connectTo(target: WireTarget): Socket {
  if ('path' in target) return connect(target.path);
  const { host, port } = target;
  return host.startsWith('%2F') ? connect(socketIn(decodeURIComponent(host), port)) : connect(port, host);
}

/**
 * Listens on a port of its own and passes everything on. `first` null: it is cut until it is mended with an address.
 * `onConnection` returns a listener for what the client sends; `loseAnswer` ends the connection once the other side has
 * answered, and the client gets nothing of it.
 */
export async function layWire(
  first: WireTarget | null,
  onConnection?: (loseAnswer: () => void) => (chunk: Buffer) => void,
): Promise<CutWire> {
  let target = first;
  let isCut = false;
  const ends = new Set<Socket>();
  const keep = (socket: Socket): void => {
    ends.add(socket);
    // A cut wire makes errors on both ends, and that is its purpose.
    socket.on('error', () => undefined).once('close', () => ends.delete(socket));
  };
  const server = createServer((near) => {
    if (isCut || !target) return void near.destroy();
    const far = connectTo(target);
    keep(near);
    keep(far);
    const loseAnswer = (): void => {
      far
        .unpipe(near)
        .once('data', () => near.destroy())
        .resume();
    };
    if (onConnection) near.on('data', onConnection(loseAnswer));
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = (): void => {
    isCut = true;
    for (const socket of ends) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: (next) => {
      target = next ?? target;
      isCut = false;
    },
    async close() {
      cut();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
