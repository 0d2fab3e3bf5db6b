import { createCallThread } from '../../../platform/threads/call-thread.ts';
import { type TextResults, type TextTask, type TransferredResult, unpackTransferred } from './text-tasks.ts';

/** Runs text tasks one after the other beside the server's own thread. */
export interface TextThread {
  /** Rejects when the task throws or needs too much memory (code `ERR_WORKER_OUT_OF_MEMORY`). */
  run<Kind extends TextTask['kind']>(
    task: Extract<TextTask, { kind: Kind }>,
    onProgress?: (fraction: number) => void,
  ): Promise<TextResults[Kind]>;
  close(): Promise<void>;
}

const FILE = new URL('./text-worker.ts', import.meta.url);
const MEMORY_MB = 1024;

export function createTextThread(): TextThread {
  const thread = createCallThread<TextTask, TransferredResult>(FILE, { memoryMb: MEMORY_MB });
  return {
    async run(task, onProgress) {
      const { result, packed } = await thread.call(task, onProgress);
      return (packed ? { ...result, segment: unpackTransferred(packed) } : result) as never;
    },
    close: thread.close,
  };
}
