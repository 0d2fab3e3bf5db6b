import { parentPort } from 'node:worker_threads';
import { doTextTask, packForTransfer, type TextTask } from './text-tasks.ts';

/** The thread's side of text-thread.ts: one task at a time, one answer each. */
parentPort?.on('message', (task: TextTask) => {
  const result = doTextTask(task, (progress) => parentPort?.postMessage({ kind: 'progress', progress }));
  if (!('segment' in result)) return parentPort?.postMessage({ kind: 'result', result });
  const { segment, ...rest } = result;
  const packed = packForTransfer(segment);
  return parentPort?.postMessage({ kind: 'result', result: rest, packed }, [packed.bytes.buffer]);
});
