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
 * While one batch is being written, the next one gathers: a lone item waits for nobody, fifty at once share one
 * commit (and one fsync). If a batch fails, each of its items is tried alone, so one bad item spoils no other.
 * `write` gets items in order of arrival and returns one result for each.
 */
export function groupCommit<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: { readonly maxBatch: number; readonly lanes: number },
): GroupCommit<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;

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

  function pump(): void {
    while (running < options.lanes && waiting.length > 0) {
      const batch = waiting.slice(0, options.maxBatch);
      waiting = waiting.slice(options.maxBatch);
      running += 1;
      void flush(batch).finally(() => {
        running -= 1;
        pump();
      });
    }
  }

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        // Everything that arrives in this turn of the event loop goes together.
        if (running < options.lanes && waiting.length === 1) setImmediate(pump);
      });
    },
  };
}
