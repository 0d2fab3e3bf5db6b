import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { socketIn } from '../../apps/server/src/platform/database/embedded/socket.ts';

/** One statement on its way to PostgreSQL. */
interface CountedStatement {
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
  /** Both numbers count from 1, round trips over all connections. */
  readonly connection: number;
  readonly roundTrip: number;
  readonly text: string;
}

export interface StatementCounts {
  readonly statements: number;
  readonly roundTrips: number;
}

export interface StatementCounter {
  /** The database's address through the proxy. */
  readonly url: string;
  counts(): StatementCounts;
  /** Statements since a moment of `performance.now()`, oldest first. */
  since(moment: number): readonly CountedStatement[];
  close(): Promise<void>;
}

/**
 * A proxy in front of PostgreSQL that counts, from the messages of the frontend protocol, without TLS.
 *
 * Statement: each Query and each Execute message. A simple Query of several statements with `;` between them, as
 * `begin; set local …`, counts as ONE.
 *
 * Round trip: begins with the first message that a client sends on a connection after the server has answered all
 * earlier ones (ReadyForQuery for each Query, Sync and startup). Messages that follow before that answer is complete
 * belong to the same round trip, so pipelined statements that travel together are one. Opening a connection is one.
 */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const statements: CountedStatement[] = [];
  const sockets = new Set<Socket>();
  let [connections, roundTrips] = [0, 0];
  const server = createServer((near) => {
    const far = connectTo(new URL(databaseUrl));
    connections += 1;
    const connection = connections;
    const watch = watchConnection({
      beginRoundTrip: () => {
        roundTrips += 1;
        return roundTrips;
      },
      onStatement: (text, roundTrip) =>
        statements.push({ at: performance.now(), connection, roundTrip, text }),
    });
    // As the driver's own: otherwise each statement would wait for the acknowledgement of the one before.
    for (const socket of [near, far]) socket.setNoDelay(true);
    near.pipe(far).pipe(near);
    near.on('data', watch.sent);
    far.on('data', watch.received);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: withAddress(databaseUrl, (server.address() as AddressInfo).port),
    counts: () => ({ statements: statements.length, roundTrips }),
    since: (moment) => statements.filter(({ at }) => at >= moment),
    async close() {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

/** The host is a name, an address or the percent-encoded folder of a Unix socket. */
function connectTo({ hostname, port }: URL): Socket {
  const number = Number(port || 5432);
  return hostname.startsWith('%2F')
    ? connect(socketIn(decodeURIComponent(hostname), number))
    : connect(number, hostname);
}

function withAddress(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}

interface ConnectionListener {
  /** Returns the number of the round trip. */
  beginRoundTrip(): number;
  onStatement(text: string, roundTrip: number): void;
}

/** Reads both directions of one connection. */
function watchConnection({ beginRoundTrip, onStatement }: ConnectionListener) {
  const prepared = new Map<string, string>();
  const portals = new Map<string, string>();
  /** Answers that the server owes; the round trip is over when it owes none and the client has begun nothing. */
  let owed = 0;
  let hasBegun = false;
  /** Number of the round trip that is under way; null: none is. */
  let current: number | null = null;

  const onSent = (type: string, body: Buffer): void => {
    // Termination and passwords are no questions of their own.
    if (type === 'X' || type === 'p') return;
    current ??= beginRoundTrip();
    const ends = type === STARTUP || type === 'Q' || type === 'S';
    if (ends) owed += 1;
    hasBegun = !ends;
    const [first, second] = 'QPBE'.includes(type) ? textsOf(body) : ['', ''];
    if (type === 'P') prepared.set(first, second);
    if (type === 'B') portals.set(first, prepared.get(second) ?? '');
    if (type === 'Q') onStatement(first, current);
    if (type === 'E') onStatement(portals.get(first) ?? '', current);
  };
  const onReceived = (type: string): void => {
    if (type !== 'Z') return;
    owed -= 1;
    if (owed === 0 && !hasBegun) current = null;
  };
  return { sent: readMessages(onSent, true), received: readMessages(onReceived, false) };
}

/** The first two texts of a message; each ends with a zero. */
function textsOf(body: Buffer): [string, string] {
  const end = body.indexOf(0);
  const next = body.indexOf(0, end + 1);
  return [body.toString('utf8', 0, end), next < 0 ? '' : body.toString('utf8', end + 1, next)];
}

/** Stands for the type of a client's first message, which has none. */
const STARTUP = 'startup';

/** Returns a reader of chunks: a message is a type byte, an int32 of the length that includes itself, and a body. */
function readMessages(
  onMessage: (type: string, body: Buffer) => void,
  hasStartup: boolean,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isStartup = hasStartup;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isStartup ? 0 : 1;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      onMessage(isStartup ? STARTUP : String.fromCharCode(rest[0] ?? 0), rest.subarray(head + 4, end));
      isStartup = false;
      rest = rest.subarray(end);
    }
  };
}
