import { parentPort } from 'node:worker_threads';
import { doTextTask, type TextTask } from './text-tasks.ts';

/** The thread's side of text-thread.ts: one task at a time, one answer each. */
parentPort?.on('message', (task: TextTask) => {
  const result = doTextTask(task, (progress) => parentPort?.postMessage({ kind: 'progress', progress }));
  parentPort?.postMessage({ kind: 'result', result });
});
