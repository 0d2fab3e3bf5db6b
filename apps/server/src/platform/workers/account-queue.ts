import type { AccountId } from '@hanasu/contract/ids';
import { AppError } from '../app-error.ts';

interface QueueLimits {
  /** Entries of one account that run at the same time. */
  readonly running: number;
  /** Entries of one account that wait; further ones are refused with 429. */
  readonly waiting: number;
  /** Explains the refusal to the caller. */
  readonly refusal: string;
}

interface QueueEntry {
  readonly accountId: AccountId;
  /** Entries with the same key run one after the other. */
  readonly key?: string;
  /** Aborted: an entry that waits is removed. */
  readonly signal?: AbortSignal;
}

export type AccountQueue = <T>(entry: QueueEntry, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly key: string | undefined;
  readonly start: () => void;
}

interface Line {
  running: number;
  readonly keys: Set<string>;
  readonly waiting: Waiting[];
}

const RETRY_SECONDS = 2;

/** Runs the work of each account in order of arrival, with a bound on what runs and on what waits. */
export function createAccountQueue({ running, waiting, refusal }: QueueLimits): AccountQueue {
  const lines = new Map<AccountId, Line>();

  const canStart = (line: Line, key: string | undefined): boolean =>
    line.running < running && (key === undefined || !line.keys.has(key));

  function start(line: Line, key: string | undefined): void {
    line.running += 1;
    if (key !== undefined) line.keys.add(key);
  }

  async function enter(line: Line, { key, signal }: QueueEntry): Promise<void> {
    if (canStart(line, key)) return start(line, key);
    if (line.waiting.length >= waiting)
      throw new AppError('rate_limited', refusal, { more: { retryAfter: RETRY_SECONDS } });
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        line.waiting.splice(line.waiting.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const entry: Waiting = {
        key,
        start() {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
      };
      signal?.addEventListener('abort', stop, { once: true });
      line.waiting.push(entry);
    });
  }

  function leave(accountId: AccountId, line: Line, key: string | undefined): void {
    line.running -= 1;
    if (key !== undefined) line.keys.delete(key);
    for (
      let next = line.waiting.findIndex((entry) => canStart(line, entry.key));
      next >= 0;
      next = line.waiting.findIndex((entry) => canStart(line, entry.key))
    ) {
      const [entry] = line.waiting.splice(next, 1);
      start(line, entry?.key);
      entry?.start();
    }
    if (line.running === 0) lines.delete(accountId);
  }

  return async (entry, work) => {
    entry.signal?.throwIfAborted();
    const { accountId, key } = entry;
    const line: Line = lines.get(accountId) ?? { running: 0, keys: new Set(), waiting: [] };
    lines.set(accountId, line);
    await enter(line, entry);
    try {
      return await work();
    } finally {
      leave(accountId, line, key);
    }
  };
}
