import { Worker } from 'node:worker_threads';

/** A thread beside the server's own that answers calls one after the other. */
export interface CallThread<Task, Result> {
  /**
   * Rejects when the thread's handler throws or the thread ends, with the code `ERR_WORKER_OUT_OF_MEMORY` when the task
   * needs too much memory. Calls that wait go on in another thread.
   */
  call(task: Task, onProgress?: (fraction: number) => void): Promise<Result>;
  /** Rejects the call under way and those that wait. */
  close(): Promise<void>;
}

export type Answer<Result> =
  | { readonly kind: 'progress'; readonly progress: number }
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'problem'; readonly problem: string };

interface CallThreadOptions {
  /** Ends the thread when nobody called for so long; absent: it stays. */
  readonly idleMs?: number;
  /** Of V8's heap. */
  readonly memoryMb?: number;
}

/**
 * Starts the thread with the first call, and anew after one that ended it. Its file hands its handler to `answerCalls`.
 */
export function createCallThread<Task, Result>(
  file: URL,
  { idleMs, memoryMb }: CallThreadOptions,
): CallThread<Task, Result> {
  let worker: Worker | null = null;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(file, {
      env: {},
      execArgv: [],
      ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    });
    started.on('error', () => forget(started));
    started.on('exit', () => forget(started));
    worker = started;
    return started;
  }

  function forget(ended: Worker): void {
    if (worker === ended) worker = null;
  }

  function rest(thread: Worker): void {
    // An idle thread does not keep the process alive.
    thread.unref();
    if (idleMs === undefined) return;
    const end = (): void => {
      forget(thread);
      void thread.terminate();
    };
    idle = setTimeout(end, idleMs).unref();
  }

  function execute(task: Task, onProgress: (fraction: number) => void): Promise<Result> {
    if (isClosed) throw new Error('the thread has ended');
    clearTimeout(idle);
    const thread = worker ?? start();
    thread.ref();
    return new Promise((resolve, reject) => {
      const onMessage = (answer: Answer<Result>): void => {
        if (answer.kind === 'progress') {
          onProgress(answer.progress);
          return;
        }
        settle();
        if (answer.kind === 'result') resolve(answer.result);
        else reject(new Error(answer.problem));
      };
      const onError = (error: unknown): void => {
        settle();
        reject(error);
      };
      const onExit = (): void => onError(new Error('the thread has ended'));
      function settle(): void {
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        rest(thread);
      }
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      thread.postMessage(task);
    });
  }

  return {
    call(task, onProgress = () => undefined) {
      const result = last.then(() => execute(task, onProgress));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}
