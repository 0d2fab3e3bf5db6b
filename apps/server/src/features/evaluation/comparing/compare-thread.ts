import { LRUCache } from 'lru-cache';
import { type CallThread, createCallThread } from '../../../platform/threads/call-thread.ts';
import type { ComparedPassage, Conflict } from '../health/find-conflicts.ts';
import type { AskedQuestion, QuestionGroup } from '../missed/group-questions.ts';

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

interface Known {
  readonly state: string;
  readonly conflicts: Promise<readonly Conflict[]>;
}

/** Conflicts of the bases that were asked for last, each for one state of its documents. */
export interface ConflictCache {
  /** What is known of this state, or else what `find` gives; several who ask at once wait for the same. */
  get(baseId: string, state: string, find: () => Promise<readonly Conflict[]>): Promise<readonly Conflict[]>;
}

const BASES_MAX = 200;

export function createConflictCache(): ConflictCache {
  const bases = new LRUCache<string, Known>({ max: BASES_MAX });
  return {
    get(baseId, state, find) {
      const known = bases.get(baseId);
      if (known?.state === state) return known.conflicts;
      const current = { state, conflicts: find() };
      bases.set(baseId, current);
      current.conflicts.catch(() => {
        if (bases.get(baseId) === current) bases.delete(baseId);
      });
      return current.conflicts;
    },
  };
}
