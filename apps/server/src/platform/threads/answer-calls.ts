import { parentPort } from 'node:worker_threads';
import type { Answer, Call } from './call-thread.ts';

/** The thread's side of `createCallThread`. */
export function answerCalls<Task, Result>(handle: (task: Task) => Result | Promise<Result>): void {
  parentPort?.on('message', async ({ id, task }: Call<Task>) => {
    const answer: Answer<Result> = await Promise.resolve(task)
      .then(handle)
      .then(
        (result) => ({ id, result }),
        (error: unknown) => ({ id, problem: String(error) }),
      );
    parentPort?.postMessage(answer);
  });
}
