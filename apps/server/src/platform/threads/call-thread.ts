import { Worker } from 'node:worker_threads';

/** A thread beside the server's own that answers calls in the order they come. */
export interface CallThread<Task, Result> {
  /** Rejects when the thread's handler throws or the thread ends. */
  call(task: Task): Promise<Result>;
  close(): Promise<void>;
}

export interface Call<Task> {
  readonly id: number;
  readonly task: Task;
}
export type Answer<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly problem: string };

interface Waiting<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Starts the thread with the first call, anew after one that ended it, and ends it when nobody called for `idleMs`.
 * Its file hands its handler to `answerCalls`.
 */
export function createCallThread<Task, Result>(
  file: URL,
  { idleMs }: { readonly idleMs: number },
): CallThread<Task, Result> {
  let worker: Worker | null = null;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting<Result>>();

  function start(): Worker {
    const started = new Worker(file, { env: {}, execArgv: [] });
    started.on('message', settle);
    started.on('error', (error) => lose(started, error));
    started.on('exit', () => lose(started, new Error('the thread has ended')));
    // Whoever waits for an answer has other things that keep the process alive.
    started.unref();
    worker = started;
    return started;
  }

  function settle(answer: Answer<Result>): void {
    const waiter = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('result' in answer) waiter?.resolve(answer.result);
    else waiter?.reject(new Error(answer.problem));
    if (waiting.size === 0) idle = setTimeout(() => void worker?.terminate(), idleMs).unref();
  }

  function lose(lost: Worker, error: unknown): void {
    if (worker !== lost) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    call(task) {
      clearTimeout(idle);
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        (worker ?? start()).postMessage({ id, task } satisfies Call<Task>);
      });
    },
    async close() {
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}
