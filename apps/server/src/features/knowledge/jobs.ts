import type { JobDefinition } from '../../platform/workers/jobs.ts';
import type { KnowledgeDependencies } from './dependencies.ts';
import { mergeIndex } from './indexing/merge-index.ts';
import { EMBED_KNOWLEDGE, MERGE_INDEX, PROCESS_DOCUMENT } from './job-names.ts';
import type { DocumentKey, KnowledgeKey } from './keys.ts';
import { processDocument } from './reading/process-document.ts';
import { type EmbeddingDependencies, embedKnowledge } from './vectors/embed-knowledge.ts';

/** The kinds of background work of this feature, for `startJobs`. */
export const knowledgeJobs = (dependencies: KnowledgeDependencies): JobDefinition<never>[] => [
  processDocumentJob(dependencies),
  mergeIndexJob(dependencies),
  embedKnowledgeJob(dependencies),
];

/** Idempotent by document: a second run replaces what the first has stored. */
const processDocumentJob = (dependencies: KnowledgeDependencies): JobDefinition<DocumentKey> => ({
  name: PROCESS_DOCUMENT,
  // Reading is a process of its own: a large PDF must not hold up the next small text.
  concurrency: 2,
  retryLimit: 4,
  heartbeatSeconds: 10,
  handle: (key, signal) => processDocument(dependencies, key, signal),
});

/** Idempotent by base: a second run finds nothing to merge. */
const mergeIndexJob = (dependencies: KnowledgeDependencies): JobDefinition<KnowledgeKey> => ({
  name: MERGE_INDEX,
  concurrency: 1,
  retryLimit: 3,
  heartbeatSeconds: 30,
  handle: ({ accountId, knowledgeId }) => mergeIndex(dependencies, accountId, knowledgeId),
});

/** Idempotent by base: a second run finds another at work, or nothing to embed. */
const embedKnowledgeJob = (dependencies: EmbeddingDependencies): JobDefinition<KnowledgeKey> => ({
  name: EMBED_KNOWLEDGE,
  // It mostly waits for a provider: one large base must not hold up a small one.
  concurrency: 2,
  retryLimit: 3,
  heartbeatSeconds: 30,
  handle: (key, signal) => embedKnowledge(dependencies, key, signal),
});
