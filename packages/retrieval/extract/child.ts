import { readFileSync } from 'node:fs';
import { failed } from './document.ts';
import type { ChildMessage, ChildRequest } from './messages.ts';
import { runTask } from './run-task.ts';
import { INPUT_DESCRIPTOR } from './start-child.ts';

/** Entry of the process that reads one file and ends. Started by `runInChild` only. */
function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

async function run(request: ChildRequest): Promise<void> {
  const bytes = 'bytes' in request.source ? request.source.bytes : readFileSync(INPUT_DESCRIPTOR);
  let shown = 0;
  const onProgress = (fraction: number) => {
    // A step of 1 % is all a person sees; more would only fill the channel.
    if (fraction - shown < 0.01 && (fraction < 1 || shown === 1)) return;
    shown = fraction;
    void send({ kind: 'progress', fraction });
  };
  const answer = await runTask(request, bytes, onProgress);
  await send({ kind: 'done', answer });
}

process.once('message', (request: ChildRequest) => {
  run(request)
    .catch(() => send({ kind: 'done', answer: failed('internal') }))
    .finally(() => process.exit(0));
});
// Without its parent nobody waits for the result.
process.once('disconnect', () => process.exit(0));
