import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { MERGE_INDEX } from '../domain/job-names.ts';
import { mergeIndex } from '../use-cases/merge-index.ts';

export interface KnowledgeKey {
  readonly accountId: AccountId;
  readonly knowledgeId: KnowledgeId;
}

/** Idempotent by base: a second run finds nothing to merge. */
export const mergeIndexJob = (dependencies: KnowledgeDependencies): JobDefinition<KnowledgeKey> => ({
  name: MERGE_INDEX,
  concurrency: 1,
  retryLimit: 3,
  heartbeatSeconds: 30,
  handle: ({ accountId, knowledgeId }) => mergeIndex(dependencies, accountId, knowledgeId),
});
