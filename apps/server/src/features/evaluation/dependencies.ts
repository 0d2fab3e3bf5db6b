import type { AccountId, DocumentId, EmbeddingId, KnowledgeId, QuestionSetId } from '@hanasu/contract/ids';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import type { Jobs } from '../../platform/workers/jobs.ts';
import type { ModelAccess } from '../billing/public.ts';
import type { FoundPassage, KnowledgeSearch } from '../knowledge/public.ts';
import type { CompareThread, FindingsCache } from './comparing/compare-thread.ts';

export interface KnowledgeKey {
  readonly accountId: AccountId;
  readonly knowledgeId: KnowledgeId;
}

export interface SetKey {
  readonly accountId: AccountId;
  readonly setId: QuestionSetId;
}

interface NewAnswer {
  readonly question: string;
  readonly answer: string;
}

/** What the use cases of this feature work with. */
export interface QuestionSetDependencies {
  readonly database: Database;
  /** Called late: the kinds of jobs are made from the feature. */
  readonly jobs: () => Jobs;
  readonly realtime: Pick<Realtime, 'emit'>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
  readonly models: ModelAccess;
  readonly search: (search: KnowledgeSearch) => Promise<FoundPassage[]>;
  /** Makes a question with its answer a passage of the base; null: it is not searchable yet. */
  readonly addAnswer: (
    accountId: AccountId,
    knowledgeId: KnowledgeId,
    answer: NewAnswer,
  ) => Promise<{ readonly documentId: DocumentId; readonly embeddingId: EmbeddingId | null }>;
  readonly compare: CompareThread;
  readonly findings: FindingsCache;
  /** Milliseconds; only differences matter. */
  readonly now: () => number;
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}
