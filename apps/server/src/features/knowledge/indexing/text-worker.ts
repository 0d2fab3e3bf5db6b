import { answerCalls } from '../../../platform/threads/answer-calls.ts';
import { doTextTask, packForTransfer, type TextTask, type TransferredResult } from './text-tasks.ts';

/** The thread's side of text-thread.ts. */
answerCalls<TextTask, TransferredResult>(
  (task, report) => {
    const result = doTextTask(task, report);
    if (!('segment' in result)) return { result };
    const { segment, ...rest } = result;
    return { result: rest, packed: packForTransfer(segment) };
  },
  ({ packed }) => (packed ? [packed.bytes.buffer] : []),
);
