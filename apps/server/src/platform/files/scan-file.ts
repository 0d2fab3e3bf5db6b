import { connect, type NetConnectOpts } from 'node:net';
import { AppError } from '../app-error.ts';

/** Throws `file_infected`, or `scanner_unavailable` when nobody can tell. */
export type ScanFile = (content: Buffer) => Promise<void>;

const TIMEOUT_MS = 30_000;
/** clamd takes 25 MB a stream; parts of it go with their length before them. */
const PART_BYTES = 65_536;
/** An answer is one line. */
const ANSWER_BYTES = 4_096;

/**
 * Asks ClamAV's clamd by `INSTREAM` (clamd(8)). `socket`: the path of its socket, or host and port; absent: nothing is
 * asked.
 */
export function createFileScanner(socket: string | undefined): ScanFile {
  if (socket === undefined) return async () => undefined;
  const place = placeOf(socket);
  return async (content) => {
    const answer = await ask(place, content).catch(() => null);
    if (answer === 'stream: OK') return;
    if (answer?.endsWith(' FOUND'))
      throw AppError.field('file_infected', 'body.file', 'The file contains harmful software');
    throw new AppError('scanner_unavailable', 'Files can’t be checked at the moment; try again later');
  };
}

function placeOf(socket: string): NetConnectOpts {
  const [, host, port] = /^(?:tcp:\/\/)?([^/]+):(\d+)$/.exec(socket) ?? [];
  return host === undefined ? { path: socket } : { host, port: Number(port) };
}

function ask(place: NetConnectOpts, content: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const connection = connect(place);
    const end = (error: Error) => {
      connection.destroy();
      reject(error);
    };
    connection.setTimeout(TIMEOUT_MS, () => end(new Error('clamd does not answer')));
    connection.on('error', end);
    connection.on('connect', () => {
      connection.write('zINSTREAM\0');
      for (let from = 0; from < content.length; from += PART_BYTES) {
        const part = content.subarray(from, from + PART_BYTES);
        connection.write(lengthOf(part));
        connection.write(part);
      }
      connection.write(lengthOf(Buffer.alloc(0)));
    });
    let answer = '';
    connection.on('data', (data) => {
      answer += data.toString('utf8');
      if (answer.length > ANSWER_BYTES) end(new Error('clamd says too much'));
    });
    connection.on('close', () => resolve(answer.replace(/\0.*$/su, '').trim()));
  });
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}
