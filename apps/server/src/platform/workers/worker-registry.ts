import { runAs } from './current-work.ts';

/** Workers that others notify when there is something to do. */
export type WorkerName =
  | 'inbound-events'
  | 'turns'
  | 'chats'
  | 'confirmations'
  | 'outbox'
  | 'media'
  | 'contact-syncs'
  | 'web-hooks'
  | 'notifications'
  | 'crawler'
  | 'rich-menus';

/** A loop over work that waits in the database. */
export interface Worker {
  /** A `WorkerName`, when others notify it. Stands in the log line of whatever fails. */
  readonly name: string;
  /**
   * One polling round. Returns the milliseconds until the next is due, 0 for at once, or null for nothing in sight.
   * `notify` asks for another round, also after this one.
   */
  runOnce(notify: () => void): Promise<number | null>;
  /** Looks at least this often. */
  readonly idleMs: number;
  /** After its last round: finishes what that has started. */
  stop?(): unknown;
}

export interface WorkerRegistry {
  /** There may be something to do. Harmless before the worker has started: each looks at once when it starts. */
  notify(name: WorkerName): void;
  start(workers: readonly Worker[]): void;
  /** Finishes what runs, the worker that started last first, then no more. */
  stop(): Promise<void>;
}

export function createWorkerRegistry(onError: (error: unknown) => void): WorkerRegistry {
  const running = new Map<string, { readonly worker: Worker; readonly polling: PollingLoop }>();
  return {
    notify: (name) => running.get(name)?.polling.notify(),
    start(workers) {
      for (const worker of workers) {
        if (running.has(worker.name)) throw new Error(`two workers are called ${worker.name}`);
        running.set(worker.name, { worker, polling: startPolling(worker, onError) });
      }
    },
    async stop() {
      for (const { worker, polling } of [...running.values()].toReversed()) {
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

const AFTER_ERROR_MS = 1_000;

/** Runs `runOnce` one at a time, again while it asks for it, and never lets an error end the loop. */
function startPolling(worker: Worker, onError: (error: unknown) => void): PollingLoop {
  const { name, idleMs } = worker;
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
    current = runAs({ worker: name }, tryOnce).then((next) => {
      isRunning = false;
      schedule(isWanted ? 0 : (next ?? idleMs));
    });
  }

  async function tryOnce(): Promise<number | null> {
    try {
      return await worker.runOnce(notify);
    } catch (error) {
      onError(error);
      return AFTER_ERROR_MS;
    }
  }

  function notify(): void {
    // Set anew by every call, the timer would never fire while calls keep coming.
    if (isWanted) return;
    isWanted = true;
    if (!isRunning) schedule(0);
  }

  schedule(0);
  return {
    notify,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
