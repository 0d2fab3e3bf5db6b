import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** What processes on one database tell each other. */
const Told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('emit'), room: z.string(), event: z.string(), payload: z.unknown() }),
  z.object({ kind: z.literal('session-ended'), id: z.string() }),
  z.object({ kind: z.literal('user-changed'), id: z.string() }),
  /** Rooms that somebody of the sender listens in: all of them, or one that came or went. */
  z.object({
    kind: z.literal('listening'),
    rooms: z.array(z.string()),
    how: z.enum(['all', 'more', 'less']),
  }),
  z.object({ kind: z.literal('who-listens') }),
  /** What others may remember of it no longer holds. */
  z.object({ kind: z.literal('changed'), what: z.string(), id: z.string() }),
]);
export type Told = z.infer<typeof Told>;

/** Carries what happened in one process or thread to the others. Own words don't come back. */
export interface Relay {
  /** Never waits and never throws: while Redis is away it is queued, up to a limit. `from`: who said it first. */
  tell(told: Told, from?: string): void;
  onTold(listener: (told: Told, from: string) => void): void;
  close(): Promise<void>;
}

interface RelayOptions {
  readonly url: string;
  readonly onError: (error: unknown) => void;
}

const STREAM = 'hanasu:realtime';
/** Minutes of a busy installation: a process that was cut off reads on where it was. */
const KEPT = 20_000;
const QUEUED = 20_000;
const CONNECT_MS = 5_000;
const BLOCK_MS = 5_000;
const AFTER_ERROR_MS = 500;
const ERRORS_APART_MS = 30_000;
const Entries = z.array(
  z.object({ messages: z.array(z.object({ id: z.string(), message: z.record(z.string(), z.string()) })) }),
);

/**
 * A Redis stream that every process writes to and reads. A stream instead of publish and subscribe: who was cut off
 * misses nothing. Fails when Redis can't be reached at the start; later outages are waited out.
 */
export async function startRelay({ url, onError }: RelayOptions): Promise<Relay> {
  // Loaded where it is set: 480 files that most installations do not need.
  const { createClient } = await import('@redis/client');
  await checkThere(createClient, url);
  const self = randomUUID();
  const report = atMostEvery(ERRORS_APART_MS, onError);
  const writer = createClient({ url, commandsQueueMaxLength: QUEUED });
  const reader = writer.duplicate();
  for (const client of [writer, reader]) client.on('error', report);
  await Promise.all([writer.connect(), reader.connect()]);
  const newest = await writer.xRevRange(STREAM, '+', '-', { COUNT: 1 });
  const listeners: ((told: Told, from: string) => void)[] = [];
  let isClosed = false;
  let readTo = newest?.[0]?.id ?? '0-0';

  function hear({ from = '', told = '' }: Record<string, string>): void {
    if (from === self) return;
    const parsed = Told.safeParse(JSON.parse(told));
    if (parsed.success) for (const listener of listeners) listener(parsed.data, from);
  }

  async function read(): Promise<void> {
    const answer = await reader.xRead({ key: STREAM, id: readTo }, { BLOCK: BLOCK_MS, COUNT: 500 });
    for (const { id, message } of Entries.parse(answer ?? []).flatMap(({ messages }) => messages)) {
      readTo = id;
      try {
        hear(message);
      } catch (error) {
        report(error);
      }
    }
  }

  const reading = (async () => {
    while (!isClosed) {
      await read().catch(async (error: unknown) => {
        if (isClosed) return;
        report(error);
        await sleep(AFTER_ERROR_MS);
      });
    }
  })();

  return {
    tell(told) {
      const entry = { from: self, told: JSON.stringify(told) };
      const trim = { TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT } } as const;
      writer.xAdd(STREAM, '*', entry, trim).catch(report);
    },
    onTold: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true;
      reader.destroy();
      await reading;
      await writer.close().catch(report);
    },
  };
}

/** A client that may try again tries for ever; whoever starts a server wants to know now. */
async function checkThere(
  createClient: typeof import('@redis/client').createClient,
  url: string,
): Promise<void> {
  const once = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS } });
  // Said by the promise as well.
  once.on('error', () => undefined);
  try {
    await once.connect();
    await once.ping();
  } catch (error) {
    throw new Error(`Redis can not be reached (REDIS_URL): ${String(error)}`, { cause: error });
  } finally {
    once.destroy();
  }
}

function atMostEvery(milliseconds: number, report: (error: unknown) => void): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < milliseconds) return;
    last = performance.now();
    report(error);
  };
}

/** Several relays as one, for who stands between them: what one brings is heard here and passed on to the others. */
export function joinRelays(relays: readonly Relay[]): Relay | null {
  const [only] = relays;
  if (relays.length < 2) return only ?? null;
  for (const relay of relays) {
    relay.onTold((told, from) => {
      for (const other of relays) if (other !== relay) other.tell(told, from);
    });
  }
  return {
    tell(told, from) {
      for (const relay of relays) relay.tell(told, from);
    },
    onTold(listener) {
      for (const relay of relays) relay.onTold(listener);
    },
    async close() {
      await Promise.all(relays.map((relay) => relay.close()));
    },
  };
}
