import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from './database.ts';

export interface DatabaseWatch {
  /** Milliseconds since the database last answered; 0 while it answers. Measured by the monotonic clock. */
  awayMs(): number;
  stop(): Promise<void>;
}

export interface WatchOptions {
  readonly everyMs?: number;
  /** After each question. */
  readonly onLook?: (isAnswering: boolean) => void;
}

const EVERY_MS = 5_000;
const ANSWER_MS = 5_000;

/** Asks the database now and then over a connection of its own, so that a full pool does not look like an outage. */
export function watchDatabase(
  url: string,
  { everyMs = EVERY_MS, onLook = () => undefined }: WatchOptions = {},
): DatabaseWatch {
  // Errors of the connection show as failed questions.
  const database = openDatabase({ url, poolSize: 1, onError: () => undefined });
  const stopping = new AbortController();
  let answeredAt = performance.now();
  let isAway = false;

  async function look(): Promise<void> {
    isAway = !(await answersWithin(database.ping(), ANSWER_MS));
    if (!isAway) answeredAt = performance.now();
    onLook(!isAway);
  }
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await delay(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }
  const watching = watch();
  return {
    awayMs: () => (isAway ? performance.now() - answeredAt : 0),
    async stop() {
      stopping.abort();
      await watching;
      await database.close();
    },
  };
}

/** False when the answer is an error or takes longer. */
export async function answersWithin(answer: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), milliseconds).unref();
  });
  return Promise.race([answer.then(() => true).catch(() => false), late]);
}
