import path from 'node:path';

/** `sun_path` of `sockaddr_un` has 108 bytes on Linux and 104 on macOS, the closing zero included. */
const PATH_MAX_BYTES = 103;

export const socketIn = (cluster: string, port: number): string => path.join(cluster, `.s.PGSQL.${port}`);

/** Whether a server on this folder can have its socket in it. Node reaches none of those that Windows has. */
export const fitsSocket = (cluster: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(socketIn(cluster, 65_535)) <= PATH_MAX_BYTES;
