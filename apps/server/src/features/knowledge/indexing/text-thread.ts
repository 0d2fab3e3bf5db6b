import { Worker } from 'node:worker_threads';
import { type PackedSegment, type TextResults, type TextTask, unpackTransferred } from './text-tasks.ts';

/** Runs text tasks one after the other beside the server's own thread. */
export interface TextThread {
  /** Rejects when the task throws or needs too much memory (code `ERR_WORKER_OUT_OF_MEMORY`). */
  run<Kind extends TextTask['kind']>(
    task: Extract<TextTask, { kind: Kind }>,
    onProgress?: (fraction: number) => void,
  ): Promise<TextResults[Kind]>;
  close(): Promise<void>;
}

type Answer =
  | { readonly kind: 'progress'; readonly progress: number }
  | { readonly kind: 'result'; readonly result: object; readonly packed?: PackedSegment };

const FILE = new URL('./text-worker.ts', import.meta.url);
const MEMORY_MB = 1024;

/** Starts the thread with the first task, and anew after one that ended it. */
export function createTextThread(): TextThread {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(FILE, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    worker = started;
    return started;
  }

  function execute(task: TextTask, onProgress: (fraction: number) => void): Promise<unknown> {
    const thread = worker ?? start();
    thread.ref();
    return new Promise((resolve, reject) => {
      const onMessage = (answer: Answer) => {
        if (answer.kind === 'progress') return onProgress(answer.progress);
        settle();
        const { result, packed } = answer;
        return resolve(packed ? { ...result, segment: unpackTransferred(packed) } : result);
      };
      const onError = (error: unknown) => {
        settle();
        if (worker === thread) worker = null;
        reject(error);
      };
      const onExit = () => onError(new Error('the text thread was closed'));
      function settle(): void {
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        // An idle thread does not keep the process alive.
        thread.unref();
      }
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      thread.postMessage(task);
    });
  }

  return {
    async run(task, onProgress = () => undefined) {
      const before = last.catch(() => undefined);
      const result = before.then(() => execute(task, onProgress));
      last = result;
      result.catch(() => undefined);
      return (await result) as never;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
