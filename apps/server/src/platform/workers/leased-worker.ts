import { runWithKey } from './current-work.ts';
import type { Worker } from './worker-registry.ts';

interface LeasedWorkerOptions<Item, Group extends string>
  extends Pick<Worker, 'name' | 'nextDue' | 'idleMs'> {
  /** Items worked on side by side. */
  readonly concurrency: number;
  /**
   * Takes rows that are due under a lease (`for update skip locked`), so that no other process has them until it ends.
   * An item that fails keeps its lease and comes back when that ends.
   */
  readonly claim: (free: FreeRoom<Group>) => Promise<Claim<Item>>;
  /** Resolves with `DONE` when nothing of the item is due any more; then it is no reason to claim again. */
  readonly run: (item: Item, signal: AbortSignal) => Promise<unknown>;
  /** For logs. */
  readonly keyOf: (item: Item) => string;
  /** Items of the same group are counted together, so that `claim` can share the room fairly. */
  readonly groupOf?: (item: Item) => Group | null;
  /** Extends the lease of an item while it runs. */
  readonly renew?: { readonly everyMs: number; readonly extend: (item: Item) => Promise<unknown> };
  readonly onError: (error: unknown) => void;
}

interface FreeRoom<Group> {
  /** Take no more than this. */
  readonly limit: number;
  /** How many items of each group run now. */
  readonly running: ReadonlyMap<Group, number>;
}

interface Claim<Item> {
  readonly items: readonly Item[];
  /** Milliseconds until the next item is due; null: none is in sight. */
  readonly nextIn: number | null;
}

/** Of an item that has ended for good. */
export const DONE = Symbol('done');

/**
 * Pause after a round that claimed nothing although the store says that an item is due (another process has its row
 * locked, or the store is wrong). It doubles with each such round up to `MAX_EMPTY_PAUSE_MS`.
 */
const MIN_EMPTY_PAUSE_MS = 10;
const MAX_EMPTY_PAUSE_MS = 5_000;

export interface LeasedWorker extends Worker {
  /**
   * One polling round, which starts at most `most` items. `notify` is called when another round may find something because an item
   * has ended.
   */
  runOnce(notify?: () => void, most?: number): Promise<number | null>;
  /** Waits for the items that run. */
  drain(): Promise<void>;
  /** Aborts the signal of the items that run, and waits for them; no other starts. */
  stop(): Promise<void>;
}

/**
 * Works on rows that wait in the database: claims as many as there is room for, and claims again when one has ended. An item
 * that is `DONE` causes no other claim unless more was due at its own claim, or another round took place since: most items come alone.
 */
export function createLeasedWorker<Item, Group extends string = string>(
  options: LeasedWorkerOptions<Item, Group>,
): LeasedWorker {
  const { name, nextDue, idleMs, concurrency, claim } = options;
  const running = new Set<Promise<unknown>>();
  const groups = new Map<Group, number>();
  const stopping = new AbortController();
  const pauseAfter = createEmptyPause();

  function count(group: Group | null, change: 1 | -1): void {
    if (group === null) return;
    const now = (groups.get(group) ?? 0) + change;
    if (now > 0) groups.set(group, now);
    else groups.delete(group);
  }

  let rounds = 0;
  function start(item: Item, isMoreDue: boolean, notify: () => void): void {
    const group = options.groupOf?.(item) ?? null;
    const round = rounds;
    count(group, 1);
    const work = runWithKey(options.keyOf(item), () => runRenewing(options, item, stopping.signal)).then(
      (result) => {
        running.delete(work);
        count(group, -1);
        // Another round may have found no room, or a row that was held by this item.
        if (result !== DONE || isMoreDue || rounds !== round) notify();
      },
    );
    running.add(work);
  }

  const drain = async (): Promise<void> => {
    await Promise.all(running);
  };
  return {
    name,
    nextDue,
    idleMs,
    async runOnce(notify = () => undefined, most = concurrency) {
      rounds += 1;
      const limit = Math.min(most, concurrency - running.size);
      if (limit <= 0 || stopping.signal.aborted) return null;
      const { items, nextIn } = await claim({ limit, running: groups });
      const isMoreDue = items.length === limit || (nextIn !== null && nextIn <= 0);
      for (const item of items) start(item, isMoreDue, notify);
      return pauseAfter(items.length, nextIn);
    },
    drain,
    async stop() {
      stopping.abort();
      await drain();
    },
  };
}

/** A round that claimed nothing is never followed by another at once, whatever the store says. */
function createEmptyPause() {
  let emptyPauseMs = MIN_EMPTY_PAUSE_MS;
  return (claimed: number, nextIn: number | null): number | null => {
    if (claimed > 0 || nextIn === null || nextIn >= MIN_EMPTY_PAUSE_MS) {
      emptyPauseMs = MIN_EMPTY_PAUSE_MS;
      return nextIn;
    }
    const pauseMs = emptyPauseMs;
    emptyPauseMs = Math.min(emptyPauseMs * 2, MAX_EMPTY_PAUSE_MS);
    return pauseMs;
  };
}

/** Runs one item and keeps its lease. Never rejects. */
async function runRenewing<Item>(
  { run, renew, onError }: Pick<LeasedWorkerOptions<Item, string>, 'run' | 'renew' | 'onError'>,
  item: Item,
  signal: AbortSignal,
): Promise<unknown> {
  const heartbeat = renew && setInterval(() => void renew.extend(item).catch(onError), renew.everyMs);
  try {
    return await run(item, signal);
  } catch (error) {
    onError(error);
    return null;
  } finally {
    clearInterval(heartbeat);
  }
}
