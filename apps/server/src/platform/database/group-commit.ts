import { isDatabaseUnavailable } from './unavailable.ts';

/** Puts items that arrive together into one transaction. */
export interface GroupCommit<Item, Result> {
  /** Resolves when the transaction that held the item has committed. */
  add(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A batch that is written for longer than this, because it waits for a lock or a slow disk, no longer holds up the next one.
 * Sooner, two small batches would cost twice the statements and commits of one.
 */
const SLOW_MS = 100;

/**
 * While one batch is being written, the next one gathers: a lone item waits for nobody, fifty at once share one
 * commit (and one fsync). If a batch fails, each of its items is tried alone, so one bad item spoils no other.
 * `write` gets items in order of arrival and returns one result for each. `lanes`: batches that are written at the same
 * time at most, of which one is full or slow.
 */
export function groupCommit<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: { readonly maxBatch: number; readonly lanes: number },
): GroupCommit<Item, Result> {
  const { maxBatch, lanes } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let begunAt = 0;
  let isTimed = false;

  async function flush(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map((entry) => entry.item));
      batch.forEach((entry, index) => {
        entry.resolve(results[index] as Result);
      });
    } catch (error) {
      const isHopeless = batch.length === 1 || isDatabaseUnavailable(error);
      if (isHopeless) for (const entry of batch) entry.reject(error);
      else for (const entry of batch) await flush([entry]);
    }
  }

  const mayBegin = (): boolean =>
    waiting.length > 0 &&
    running < lanes &&
    (running === 0 || waiting.length >= maxBatch || performance.now() - begunAt >= SLOW_MS);

  function pump(): void {
    while (mayBegin()) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      running += 1;
      begunAt = performance.now();
      void flush(batch).finally(() => {
        running -= 1;
        pump();
      });
    }
    if (isTimed || waiting.length === 0 || running === lanes) return;
    isTimed = true;
    setTimeout(() => {
      isTimed = false;
      pump();
    }, SLOW_MS);
  }

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        // Everything that arrives in this turn of the event loop goes together.
        if (running < lanes && (waiting.length === 1 || waiting.length === maxBatch)) setImmediate(pump);
      });
    },
  };
}
