import { threadId } from 'node:worker_threads';
import { answerCalls } from './answer-calls.ts';

/** A thread for call-thread.test.ts. */
answerCalls<'thread' | 'progress' | 'fail' | 'end' | 'wait', number>((task, report) => {
  if (task === 'progress' || task === 'wait') report(0.5);
  if (task === 'fail') throw new Error('bad task');
  if (task === 'end') process.exit(1);
  return task === 'wait' ? new Promise(() => undefined) : threadId;
});
