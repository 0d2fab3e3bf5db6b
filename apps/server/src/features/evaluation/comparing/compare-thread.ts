import { type CallThread, createCallThread } from '../../../platform/threads/call-thread.ts';
import type { ComparedPassage, Conflict } from '../domain/find-conflicts.ts';
import type { AskedQuestion, QuestionGroup } from '../domain/group-questions.ts';

export type CompareTask =
  | { readonly kind: 'group'; readonly questions: readonly AskedQuestion[] }
  | { readonly kind: 'conflicts'; readonly passages: readonly ComparedPassage[] };

/** Comparing thousands of texts takes seconds: it is done beside the server's own thread. */
export interface CompareThread {
  groupQuestions(questions: readonly AskedQuestion[]): Promise<QuestionGroup[]>;
  findConflicts(passages: readonly ComparedPassage[]): Promise<Conflict[]>;
  close(): Promise<void>;
}

const WORKER = new URL('./compare.worker.ts', import.meta.url);
const IDLE_MS = 60_000;

export function createCompareThread(): CompareThread {
  const thread: CallThread<CompareTask, never> = createCallThread(WORKER, { idleMs: IDLE_MS });
  return {
    groupQuestions: (questions) => thread.call({ kind: 'group', questions }),
    findConflicts: (passages) => thread.call({ kind: 'conflicts', passages }),
    close: () => thread.close(),
  };
}
