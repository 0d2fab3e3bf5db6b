import { LRUCache } from 'lru-cache';
import { type CallThread, createCallThread } from '../../../platform/threads/call-thread.ts';
import type { Findings } from '../health/check-passages.ts';
import type { ComparedPassage } from '../health/find-conflicts.ts';
import type { AskedQuestion, QuestionGroup } from '../missed/group-questions.ts';

export type CompareTask =
  | { readonly kind: 'group'; readonly questions: readonly AskedQuestion[] }
  | { readonly kind: 'check'; readonly passages: readonly ComparedPassage[] };

/** Comparing thousands of texts takes seconds: it is done beside the server's own thread. */
export interface CompareThread {
  groupQuestions(questions: readonly AskedQuestion[]): Promise<QuestionGroup[]>;
  checkPassages(passages: readonly ComparedPassage[]): Promise<Findings>;
  close(): Promise<void>;
}

const WORKER = new URL('./compare.worker.ts', import.meta.url);
const IDLE_MS = 60_000;

export function createCompareThread(): CompareThread {
  const thread: CallThread<CompareTask, never> = createCallThread(WORKER, { idleMs: IDLE_MS });
  return {
    groupQuestions: (questions) => thread.call({ kind: 'group', questions }),
    checkPassages: (passages) => thread.call({ kind: 'check', passages }),
    close: () => thread.close(),
  };
}

interface Known {
  readonly state: string;
  readonly findings: Promise<Findings>;
}

/** Findings of the bases that were asked for last, each for one state of its documents. */
export interface FindingsCache {
  /** What is known of this state, or else what `find` gives; several who ask at once wait for the same. */
  get(baseId: string, state: string, find: () => Promise<Findings>): Promise<Findings>;
}

const BASES_MAX = 200;

export function createFindingsCache(): FindingsCache {
  const bases = new LRUCache<string, Known>({ max: BASES_MAX });
  return {
    get(baseId, state, find) {
      const known = bases.get(baseId);
      if (known?.state === state) return known.findings;
      const current = { state, findings: find() };
      bases.set(baseId, current);
      current.findings.catch(() => {
        if (bases.get(baseId) === current) bases.delete(baseId);
      });
      return current.findings;
    },
  };
}
