import { connect } from 'node:net';
import path from 'node:path';

/** `sun_path` of `sockaddr_un` has 108 bytes on Linux and 104 on macOS, the closing zero included. */
const PATH_MAX_BYTES = 103;

export const socketIn = (cluster: string, port: number): string => path.join(cluster, `.s.PGSQL.${port}`);

/** Whether a server on this folder can have its socket in it. Node can't connect to Unix sockets on Windows. */
export const fitsSocket = (cluster: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(socketIn(cluster, 65_535)) <= PATH_MAX_BYTES;

/** Some file systems that are shared with a virtual machine show a socket and refuse connections to it. */
export function canConnectToSocket(cluster: string, port: number): Promise<boolean> {
  if (!fitsSocket(cluster)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(socketIn(cluster, port));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
