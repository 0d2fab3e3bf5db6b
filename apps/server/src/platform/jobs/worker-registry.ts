import { type Pump, startPump } from './pump.ts';

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
  const running: { readonly worker: Worker; readonly pump: Pump }[] = [];
  const named = new Map<WorkerName, Pump>();
  return {
    notify: (name) => named.get(name)?.wake(),
    start(workers) {
      for (const worker of workers) {
        const pump = startPump({ pass: worker.runOnce, idleMs: worker.idleMs, onError });
        running.push({ worker, pump });
        if (worker.name) named.set(worker.name, pump);
      }
    },
    async stop() {
      for (const { worker, pump } of running.toReversed()) {
        await pump.stop();
        await worker.stop?.();
      }
    },
  };
}
