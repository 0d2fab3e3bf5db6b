/** Workers that others notify when there is something to do. */
export type WorkerName =
  | 'mailbox'
  | 'turns'
  | 'chats'
  | 'confirmations'
  | 'delivery'
  | 'media'
  | 'syncs'
  | 'hooks'
  | 'notify'
  | 'crawler';

/** A loop over work that waits in the database. */
export interface Worker {
  /** Absent: nobody notifies it. */
  readonly name?: WorkerName;
  /** One polling round. Returns the milliseconds until the next is due, 0 for at once, or null for nothing in sight. */
  readonly runOnce: () => Promise<number | null>;
  /** Looks at least this often. */
  readonly idleMs: number;
  /** After its last round: finishes what that has started. */
  readonly stop?: () => unknown;
}

export interface WorkerRegistry {
  /** There may be something to do. Harmless before the worker has started: each looks at once when it starts. */
  notify(name: WorkerName): void;
  start(workers: readonly Worker[]): void;
  /** Finishes what runs, the worker that started last first, then no more. */
  stop(): Promise<void>;
}

export function createWorkerRegistry(onError: (error: unknown) => void): WorkerRegistry {
  const running: { readonly worker: Worker; readonly polling: PollingLoop }[] = [];
  const named = new Map<WorkerName, PollingLoop>();
  return {
    notify: (name) => named.get(name)?.notify(),
    start(workers) {
      for (const worker of workers) {
        const polling = startPolling({ runOnce: worker.runOnce, idleMs: worker.idleMs, onError });
        running.push({ worker, polling });
        if (worker.name) named.set(worker.name, polling);
      }
    },
    async stop() {
      for (const { worker, polling } of running.toReversed()) {
        await polling.stop();
        await worker.stop?.();
      }
    },
  };
}

/** Work that waits in the database, done as soon as somebody says so and looked for now and then anyway. */
interface PollingLoop {
  /** There may be something to do. Cheap; may be called as often as one likes. */
  notify(): void;
  /** Lets the pass that runs finish, then no more. */
  stop(): Promise<void>;
}

interface PollingOptions {
  /** One pass. Returns the milliseconds until the next is due, 0 for at once, or null for nothing in sight. */
  readonly runOnce: () => Promise<number | null>;
  /** Looks at least this often: what another process or a crash has left is found too. */
  readonly idleMs: number;
  readonly onError: (error: unknown) => void;
}

const AFTER_ERROR_MS = 1_000;

/** Runs `runOnce` one at a time, again while it asks for it, and never lets an error end the loop. */
function startPolling({ runOnce, idleMs, onError }: PollingOptions): PollingLoop {
  let isStopped = false;
  let isRunning = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  function schedule(milliseconds: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(milliseconds, idleMs));
  }

  function run(): void {
    if (isRunning || isStopped) return;
    isRunning = true;
    isWanted = false;
    clearTimeout(timer);
    current = runOnce()
      .catch((error: unknown) => {
        onError(error);
        return AFTER_ERROR_MS;
      })
      .then((next) => {
        isRunning = false;
        schedule(isWanted ? 0 : (next ?? idleMs));
      });
  }

  schedule(0);
  return {
    notify() {
      // Set anew by every call, the timer would never fire while calls keep coming.
      if (isWanted) return;
      isWanted = true;
      if (!isRunning) schedule(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
