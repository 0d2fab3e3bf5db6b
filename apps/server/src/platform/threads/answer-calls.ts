import { parentPort } from 'node:worker_threads';
import type { Answer } from './call-thread.ts';

type Handle<Task, Result> = (task: Task, report: (fraction: number) => void) => Result | Promise<Result>;

/**
 * The thread's side of `createCallThread`. `transferOf` names buffers of a result that are handed over instead of
 * copied.
 */
export function answerCalls<Task, Result>(
  handle: Handle<Task, Result>,
  transferOf: (result: Result) => readonly ArrayBuffer[] = () => [],
): void {
  const answer = (one: Answer<Result>, transfer: readonly ArrayBuffer[] = []): void =>
    parentPort?.postMessage(one, transfer);
  parentPort?.on('message', async (task: Task) => {
    try {
      const result = await handle(task, (progress) => answer({ kind: 'progress', progress }));
      answer({ kind: 'result', result }, transferOf(result));
    } catch (error) {
      answer({ kind: 'problem', problem: String(error) });
    }
  });
}
