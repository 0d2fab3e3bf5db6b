import type { Database } from '../database/database.ts';
import { runAs } from './current-work.ts';

/** Workers that others notify when there is something to do. */
export type WorkerName =
  | 'inbound-events'
  | 'turns'
  | 'chats'
  | 'confirmations'
  | 'outbox'
  | 'media'
  | 'form-files'
  | 'contact-syncs'
  | 'web-hooks'
  | 'notifications'
  | 'crawler'
  | 'rich-menus'
  | 'broadcasts'
  | 'payments';

/** A loop over work that waits in the database. */
export interface Worker {
  /** A `WorkerName`, when others notify it. Stands in the log line of whatever fails. */
  readonly name: string;
  /**
   * One polling round. Returns the milliseconds until the next is due, 0 for at once, or null for nothing in sight.
   * `notify` asks for another round, also after this one.
   */
  runOnce(notify: () => void): Promise<number | null>;
  /**
   * SQL expression of type timestamptz: when the next row is due, null for none. It is evaluated every second (on an idle
   * server every five) together with those of all other workers, so it must be answered by an index and may name a row that
   * is leased.
   */
  readonly nextDue?: string;
  /** A round at least this often. Default: a minute for workers with `nextDue`. */
  readonly idleMs?: number;
  /** After its last round: finishes what that has started. */
  stop?(): unknown;
}

export interface WorkerRegistry {
  /**
   * There may be something to do, at once or in so many milliseconds. Harmless before the worker has started: each has a first round
   * when it starts.
   */
  notify(name: WorkerName, inMs?: number): void;
  /** A request may write work of any kind: due times are polled each second for a minute. May be called as often as one likes. */
  recordActivity(): void;
  start(workers: readonly Worker[]): void;
  /** Finishes what runs, the worker that started last first, then no more. */
  stop(): Promise<void>;
}

interface WorkerRegistryOptions {
  readonly database: Pick<Database, 'poll'>;
  readonly onError: (error: unknown) => void;
  /** No other process can be using the database. Default: one can. */
  readonly isOnlyProcess?: boolean;
}

export function createWorkerRegistry({
  database,
  onError,
  isOnlyProcess = false,
}: WorkerRegistryOptions): WorkerRegistry {
  const idlePollMs = isOnlyProcess ? IDLE_DUE_TIMES_MS : DUE_TIMES_MS;
  const running = new Map<string, { readonly worker: Worker; readonly polling: PollingLoop }>();
  let activeAt = performance.now();
  const notifyDue: Worker = {
    name: 'due-times',
    idleMs: idlePollMs,
    async runOnce() {
      const polled = [...running.values()].filter(({ worker }) => worker.nextDue !== undefined);
      const due = await findNextDue(
        database,
        polled.map(({ worker }) => worker),
      );
      // What one row leads to may be due soon, too.
      if (due.some((dueMs) => dueMs !== null && dueMs < idlePollMs)) activeAt = performance.now();
      const isActive = performance.now() - activeAt < IDLE_AFTER_MS;
      const pollMs = isActive ? DUE_TIMES_MS : idlePollMs;
      for (const [index, { polling }] of polled.entries()) polling.notifyWithin(due[index] ?? null, pollMs);
      return pollMs;
    },
  };

  function recordActivity(): void {
    activeAt = performance.now();
    running.get(notifyDue.name)?.polling.notifyWithin(DUE_TIMES_MS, idlePollMs);
  }

  function startOne(worker: Worker): void {
    if (running.has(worker.name)) throw new Error(`two workers are called ${worker.name}`);
    running.set(worker.name, { worker, polling: startPolling(worker, onError) });
  }

  return {
    notify(name, inMs) {
      running.get(name)?.polling.notify(inMs);
      recordActivity();
    },
    recordActivity,
    start(workers) {
      for (const worker of workers) startOne(worker);
      if (!running.has(notifyDue.name)) startOne(notifyDue);
    },
    async stop() {
      for (const { worker, polling } of [...running.values()].toReversed()) {
        await polling.stop();
        await worker.stop?.();
      }
    },
  };
}

/** Milliseconds until the next row of each worker is due, in their order; null: none. One statement for all. */
async function findNextDue(
  database: Pick<Database, 'poll'>,
  workers: readonly Worker[],
): Promise<(number | null)[]> {
  if (workers.length === 0) return [];
  const columns = workers.map(
    ({ nextDue }, index) => `(extract(epoch from ${nextDue} - now()) * 1000)::float8 as "${index}"`,
  );
  const row = await database.poll(`select ${columns.join(', ')}`);
  return workers.map((_, index) => row[index] as number | null);
}

/** Work that waits in the database: one round when notified, and at least one every `idleMs`. */
interface PollingLoop {
  /** There may be something to do, at once or in so many milliseconds. Cheap; may be called as often as one likes. */
  notify(inMs?: number): void;
  /** Something is due in so many milliseconds. Ignored when that is later than the next poll of due times, in `pollMs`. */
  notifyWithin(milliseconds: number | null, pollMs: number): void;
  /** Lets the pass that runs finish, then no more. */
  stop(): Promise<void>;
}

const AFTER_ERROR_MS = 1_000;
/** How often due times are polled … */
const DUE_TIMES_MS = 1_000;
/** … by a process that has the database for itself, once it was not active for a while. */
const IDLE_DUE_TIMES_MS = 5_000;
const IDLE_AFTER_MS = 60_000;
/** Workers whose due times are polled have a round at least this often, in case an expression misses a row. */
const IDLE_MS = 60_000;
/** Rounds of workers without work come at times of their own, so that one connection to the database serves them all. */
const IDLE_JITTER = 0.3;

/** Runs `runOnce` one at a time, again while it asks for it, and never lets an error end the loop. */
function startPolling(worker: Worker, onError: (error: unknown) => void): PollingLoop {
  const { name, idleMs = IDLE_MS } = worker;
  let isStopped = false;
  let isRunning = false;
  let isWanted = false;
  /** When a round is wanted that was announced; a round that begins earlier does not stand for it. */
  let wantedAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = 0;
  let current: Promise<void> = Promise.resolve();

  function schedule(milliseconds: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    // A timer that fires a fraction too early would find nothing due.
    const waitMs = Math.ceil(Math.min(milliseconds, idleMs));
    dueAt = performance.now() + waitMs;
    timer = setTimeout(run, waitMs);
  }

  function run(): void {
    if (isRunning || isStopped) return;
    isRunning = true;
    isWanted = false;
    // A timer may fire a fraction too early.
    if (wantedAt <= performance.now() + 1) wantedAt = Number.POSITIVE_INFINITY;
    clearTimeout(timer);
    current = runAs({ worker: name }, tryOnce).then((next) => {
      isRunning = false;
      const nextMs = isWanted ? 0 : (next ?? idleMs * (1 - IDLE_JITTER * Math.random()));
      schedule(Math.max(0, Math.min(nextMs, wantedAt - performance.now())));
    });
  }

  async function tryOnce(): Promise<number | null> {
    try {
      return await worker.runOnce(() => notify());
    } catch (error) {
      onError(error);
      return AFTER_ERROR_MS;
    }
  }

  function notify(inMs = 0): void {
    if (inMs > 0) {
      const at = performance.now() + inMs;
      wantedAt = Math.min(wantedAt, at);
      if (!isRunning && at < dueAt) schedule(inMs);
      return;
    }
    // Set anew by every call, the timer would never fire while calls keep coming.
    if (isWanted) return;
    isWanted = true;
    if (!isRunning) schedule(0);
  }

  function notifyWithin(milliseconds: number | null, pollMs: number): void {
    if (milliseconds === null || milliseconds >= pollMs || isRunning || isWanted) return;
    if (performance.now() + Math.max(0, milliseconds) < dueAt) schedule(Math.max(0, milliseconds));
  }

  schedule(0);
  return {
    notify,
    notifyWithin,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
