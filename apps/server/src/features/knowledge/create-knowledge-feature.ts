import type { KnowledgeId } from '@hanasu/contract/ids';
import { ANALYSER_VERSION } from '@hanasu/retrieval/analyse/analyse';
import { extractMarkdown } from '@hanasu/retrieval/extract/extract';
import { extractInChild, pagePictures } from '@hanasu/retrieval/extract/extract-in-child';
import type { Database } from '../../platform/database/database.ts';
import type { KnowledgeDependencies } from './dependencies.ts';
import { requeueOutdated, selectForsaken } from './documents/documents.store.ts';
import { createDocumentCopies, type DocumentCopies } from './documents/documents.ts';
import { createBlockCache } from './indexing/block-cache.ts';
import { createTextThread } from './indexing/text-thread.ts';
import { PROCESS_DOCUMENT } from './job-names.ts';
import type { TakePictures } from './reading/read-file.ts';
import { createQuestionMemory } from './search/question-memory.ts';
import type { FoundPassage, KnowledgeSearch } from './search/search.ts';
import { bestConfidences, searchKnowledge } from './search/search-knowledge.ts';
import { createMemoryIndex } from './vectors/memory-index.ts';
import { openPgvector } from './vectors/pgvector/open-pgvector.ts';
import { resumeEmbedding } from './vectors/plan-embedding.ts';
import { createVectorArena, type VectorArena } from './vectors/vector-arena.ts';
import { createVectorCache } from './vectors/vector-cache.ts';
import { createVectorIndex, type VectorEngine, type VectorIndex } from './vectors/vector-index.ts';
import { selectVectorState } from './vectors/vectors.store.ts';

const FORSAKEN_MINUTES = 10;

/**
 * For the start of a server: queues documents that are unfinished though nobody has worked on them for long, and those
 * indexed by another version of the analyser. One that has a job after all is read once: the second job finds it done.
 */
export async function resumeDocuments({
  database,
  jobs,
  log,
}: Pick<KnowledgeDependencies, 'database' | 'jobs' | 'log'>): Promise<void> {
  const count = await database.system(async (transaction) => {
    const forsaken = await selectForsaken(transaction, FORSAKEN_MINUTES);
    const outdated = await requeueOutdated(transaction, ANALYSER_VERSION);
    for (const key of [...forsaken, ...outdated]) await jobs().send(transaction, PROCESS_DOCUMENT, key);
    return { forsaken: forsaken.length, outdated: outdated.length };
  });
  if (count.forsaken + count.outdated > 0) log.info(count, 'requeued unfinished documents');
}

/** What other processes wrote without the engine is rare: it is looked for at the start and then now and then. */
const FILL_EVERY_MS = 60 * 60_000;

/** One round of a worker: queues what is due, and keeps the vector engine up to date. */
function createPendingEmbedder(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'jobs' | 'vectorEngine' | 'now' | 'log'>,
): () => Promise<null> {
  let filledAt = Number.NEGATIVE_INFINITY;
  return async () => {
    await resumeEmbedding(dependencies);
    const engine = dependencies.vectorEngine();
    if (!engine || dependencies.now() - filledAt < FILL_EVERY_MS) return null;
    filledAt = dependencies.now();
    const bases = await engine.fill();
    if (bases > 0) dependencies.log.info({ bases }, 'vectors were copied into pgvector');
    await engine.cleanUp();
    return null;
  };
}

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
  readonly copies: DocumentCopies;
  /** Queues documents whose job was lost or whose index is outdated; call once the jobs have started. */
  recoverInterruptedWork(): Promise<void>;
  /** Looks how vectors can be compared; call before the jobs start. `databaseUrl`: of the same database. */
  openVectors(databaseUrl: string): Promise<VectorStore>;
  /** One pass over bases whose embedding waited long enough or was lost. */
  embedPending(): Promise<null>;
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
    // What was typed in is only decoded; a file needs a process of its own.
    readFile: (request) =>
      request.isTyped && 'bytes' in request ? extractMarkdown(request.bytes) : extractInChild(request),
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
    copies: createDocumentCopies(dependencies),
    openVectors: open,
    embedPending: createPendingEmbedder(dependencies),
    recoverInterruptedWork: () => resumeDocuments(dependencies),
    close: () => text.close(),
  };
}

/** Null: the file gives none; what it says is left to the reading of its text. */
const takePictures: TakePictures = async (request) => {
  const taken = await pagePictures(request);
  return taken.kind === 'ok' ? taken.pictures : null;
};

/** Which part of an installation compares vectors. */
type VectorStore = 'memory' | 'pgvector';

interface Vectors {
  readonly vectors: VectorIndex;
  readonly vectorEngine: () => VectorEngine | null;
  /** Looks what the database can; call before anything is embedded. */
  open(databaseUrl: string): Promise<VectorStore>;
}

/** Vectors are compared by the database where it can, in a bounded memory of this process otherwise. */
function createVectors(options: {
  readonly database: Database;
  readonly log: KnowledgeDependencies['log'];
  readonly cacheBytes: number;
  /** False: not even when the database can. */
  readonly mayUseEngine: boolean;
}): Vectors {
  let engine: VectorEngine | null = null;
  let memory: VectorIndex | null = null;
  let arena: VectorArena | null = null;
  // Nothing is reserved before the first search by meaning.
  const inMemory: VectorIndex = {
    nearest(transaction, request) {
      arena ??= createVectorArena(options.cacheBytes);
      memory ??= createMemoryIndex(createVectorCache(arena));
      return memory.nearest(transaction, request);
    },
  };
  return {
    vectors: createVectorIndex(inMemory, () => engine, selectVectorState),
    vectorEngine: () => engine,
    async open(databaseUrl) {
      if (options.mayUseEngine) engine = await openPgvector({ ...options, databaseUrl });
      const store: VectorStore = engine ? 'pgvector' : 'memory';
      options.log.info({ store }, 'comparing vectors in this process');
      return store;
    },
  };
}
