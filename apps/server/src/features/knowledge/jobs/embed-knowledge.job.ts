import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { EMBED_KNOWLEDGE } from '../domain/job-names.ts';
import type { EmbeddingDependencies } from '../vectors/embed-batch.ts';
import { embedKnowledge, type KnowledgeKey } from '../vectors/embed-knowledge.ts';

/** Idempotent by base: a second run finds another at work, or nothing to embed. */
export const embedKnowledgeJob = (dependencies: EmbeddingDependencies): JobDefinition<KnowledgeKey> => ({
  name: EMBED_KNOWLEDGE,
  // It mostly waits for a provider: one large base must not hold up a small one.
  concurrency: 2,
  retryLimit: 3,
  heartbeatSeconds: 30,
  handle: (key, signal) => embedKnowledge(dependencies, key, signal),
});
