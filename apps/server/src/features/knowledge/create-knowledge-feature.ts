import type { KnowledgeId } from '@hanasu/contract/ids';
import { extractInChild } from '@hanasu/retrieval/extract/extract-in-child';
import type { KnowledgeDependencies } from './dependencies.ts';
import { createQuestionMemory } from './domain/question-memory.ts';
import { createBlockCache } from './indexing/block-cache.ts';
import { createTextThread } from './indexing/text-thread.ts';
import { resumeDocuments } from './use-cases/resume-documents.ts';
import {
  bestConfidences,
  type FoundPassage,
  type KnowledgeSearch,
  searchKnowledge,
} from './use-cases/search-knowledge.ts';

export interface KnowledgeOptions
  extends Pick<
    KnowledgeDependencies,
    | 'database'
    | 'files'
    | 'jobs'
    | 'realtime'
    | 'log'
    | 'knowledgeModels'
    | 'vectors'
    | 'translate'
    | 'startEmbedding'
    | 'onKnowledgeChanged'
  > {
  readonly clock?: () => number;
  readonly config: { readonly maxUploadBytes: number };
}

export interface KnowledgeFeature extends KnowledgeDependencies {
  /** See use-cases/search-knowledge.ts. */
  searchKnowledge(search: KnowledgeSearch): Promise<FoundPassage[]>;
  bestConfidences(
    search: Pick<KnowledgeSearch, 'accountId' | 'knowledgeIds' | 'query'>,
  ): Promise<ReadonlyMap<KnowledgeId, number>>;
  /** Queues documents whose job was lost or whose index is outdated; call once the jobs have started. */
  adoptForsaken(): Promise<void>;
  /** Ends the thread that analyses text; call after the jobs have stopped. */
  close(): Promise<void>;
}

/** Room for the blocks that questions ask for most; an installation that is asked nothing uses none of it. */
const BLOCK_CACHE_BYTES = 32 * 1024 * 1024;

/** Puts the feature together; nothing runs before its first job. */
export function createKnowledgeFeature({ config, clock, ...given }: KnowledgeOptions): KnowledgeFeature {
  const text = createTextThread();
  const dependencies: KnowledgeDependencies = {
    ...given,
    maxUploadBytes: config.maxUploadBytes,
    now: clock ?? (() => performance.now()),
    readFile: extractInChild,
    text,
    blocks: createBlockCache(BLOCK_CACHE_BYTES),
    memory: createQuestionMemory(),
  };
  return {
    ...dependencies,
    searchKnowledge: (search) => searchKnowledge(dependencies, search),
    bestConfidences: (search) => bestConfidences(dependencies, search),
    adoptForsaken: () => resumeDocuments(dependencies),
    close: () => text.close(),
  };
}
