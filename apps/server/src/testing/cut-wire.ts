import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire to another address that can be cut and mended. */
export interface CutWire {
  readonly port: number;
  /** Ends what runs over it and refuses what is new. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Listens on a port of its own and passes everything on to `target`. */
export async function layWire(target: { readonly host: string; readonly port: number }): Promise<CutWire> {
  let isCut = false;
  const ends = new Set<Socket>();
  const keep = (socket: Socket): void => {
    ends.add(socket);
    // A cut wire makes errors on both ends, and that is its purpose.
    socket.on('error', () => undefined).once('close', () => ends.delete(socket));
  };
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(target.port, target.host);
    keep(near);
    keep(far);
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
    mend: () => {
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
