import type { KnowledgeId } from '@hanasu/contract/ids';
import { extractInChild } from '@hanasu/retrieval/extract/extract-in-child';
import { pagePictures } from '@hanasu/retrieval/extract/pdf/page-pictures-in-child';
import { createVectors, type VectorStore } from './create-vectors.ts';
import type { KnowledgeDependencies } from './dependencies.ts';
import type { TakePictures } from './domain/page-pictures.ts';
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
import { createVectorKeeper } from './vectors/vector-keeper.ts';

export interface KnowledgeOptions
  extends Pick<
    KnowledgeDependencies,
    | 'database'
    | 'files'
    | 'requireQuota'
    | 'jobs'
    | 'realtime'
    | 'log'
    | 'knowledgeModels'
    | 'readPictures'
    | 'translate'
    | 'onKnowledgeChanged'
  > {
  readonly clock?: () => number;
  readonly config: {
    readonly maxUploadBytes: number;
    /** Memory for vectors that are compared in this process. */
    readonly vectorCacheBytes: number;
    /** False: vectors are compared in this process even where the database could. */
    readonly mayUsePgvector: boolean;
  };
}

export interface KnowledgeFeature extends KnowledgeDependencies {
  /** See use-cases/search-knowledge.ts. */
  searchKnowledge(search: KnowledgeSearch): Promise<FoundPassage[]>;
  bestConfidences(
    search: Pick<KnowledgeSearch, 'accountId' | 'knowledgeIds' | 'query'>,
  ): Promise<ReadonlyMap<KnowledgeId, number>>;
  /** Queues documents whose job was lost or whose index is outdated; call once the jobs have started. */
  adoptForsaken(): Promise<void>;
  /** Looks how vectors can be compared; call before the jobs start. `databaseUrl`: of the same database. */
  openVectors(databaseUrl: string): Promise<VectorStore>;
  /** One pass over bases whose embedding waited long enough or was lost. */
  keepVectors(): Promise<null>;
  /** Ends the thread that analyses text; call after the jobs have stopped. */
  close(): Promise<void>;
}

/** Room for the blocks that questions ask for most; an installation that is asked nothing uses none of it. */
const BLOCK_CACHE_BYTES = 32 * 1024 * 1024;

/** Puts the feature together; nothing runs before its first job. */
export function createKnowledgeFeature({ config, clock, ...given }: KnowledgeOptions): KnowledgeFeature {
  const text = createTextThread();
  const { open, ...vectors } = createVectors({
    database: given.database,
    log: given.log,
    cacheBytes: config.vectorCacheBytes,
    mayUseEngine: config.mayUsePgvector,
  });
  const dependencies: KnowledgeDependencies = {
    ...given,
    maxUploadBytes: config.maxUploadBytes,
    now: clock ?? (() => performance.now()),
    readFile: extractInChild,
    takePictures,
    text,
    blocks: createBlockCache(BLOCK_CACHE_BYTES),
    ...vectors,
    previews: new Map(),
    memory: createQuestionMemory(),
  };
  return {
    ...dependencies,
    searchKnowledge: (search) => searchKnowledge(dependencies, search),
    bestConfidences: (search) => bestConfidences(dependencies, search),
    openVectors: open,
    keepVectors: createVectorKeeper(dependencies),
    adoptForsaken: () => resumeDocuments(dependencies),
    close: () => text.close(),
  };
}

/** Null: the file gives none; what it says is left to the reading of its text. */
const takePictures: TakePictures = async (request) => {
  const taken = await pagePictures(request);
  return taken.kind === 'ok' ? taken.pictures : null;
};
