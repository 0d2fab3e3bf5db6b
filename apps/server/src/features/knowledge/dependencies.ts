import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeModels } from '@hanasu/models/knowledge/knowledge-models';
import type { FastifyBaseLogger } from 'fastify';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import type { Jobs } from '../../platform/workers/jobs.ts';
import type { CallUrgency } from '../billing/public.ts';
import type { BlockCache } from './indexing/block-cache.ts';
import type { TextThread } from './indexing/text-thread.ts';
import type { ReadFile, ReadPictures, TakePictures } from './reading/read-file.ts';
import type { Language, QuestionMemory } from './search/question-memory.ts';
import type { SkipReason } from './search/search.ts';
import type { VectorEngine, VectorIndex } from './vectors/vector-index.ts';

export type Translated =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

/** Puts a question into another language. Never throws for what a model does. */
export type Translate = (accountId: AccountId, question: QuestionToTranslate) => Promise<Translated>;

interface QuestionToTranslate {
  readonly text: string;
  readonly to: Language;
  readonly urgency: CallUrgency;
}

/** What the use cases of this feature work with. */
export interface KnowledgeDependencies {
  readonly database: Database;
  readonly files: FileStore;
  /** Called late: the kinds of jobs are made from the feature. */
  readonly jobs: () => Jobs;
  readonly realtime: Pick<Realtime, 'emit'>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
  /** Milliseconds; only differences matter. */
  readonly now: () => number;
  readonly maxUploadBytes: number;
  /** Throws when the account may not keep so many bytes more. Called in the transaction that writes the row they count by. */
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
  readonly readFile: ReadFile;
  /** Pictures of pages without text, and a model that reads them; absent: such pages stay unread. */
  readonly takePictures?: TakePictures | undefined;
  readonly readPictures?: ReadPictures | undefined;
  /** How many previews each account has under way. */
  readonly previews: Map<AccountId, number>;
  readonly text: TextThread;
  readonly blocks: BlockCache;
  /** Models that compare texts by meaning or put them in order. */
  readonly knowledgeModels: KnowledgeModels;
  readonly vectors: VectorIndex;
  /** Where the database compares vectors itself; null: it can't. */
  readonly vectorEngine: () => VectorEngine | null;
  /** Absent: there is no language model. */
  readonly translate?: Translate;
  /** What was found out about questions lately; absent: everything is asked anew. */
  readonly memory?: QuestionMemory;
  /** Told after the settings of a base were changed; what it throws is logged. */
  readonly onKnowledgeChanged?: (
    accountId: AccountId,
    knowledgeId: KnowledgeId,
    cause: 'settings',
  ) => Promise<void> | void;
}
