import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { KnowledgeDependencies } from './dependencies.ts';
import { embedKnowledgeJob } from './jobs/embed-knowledge.job.ts';
import { mergeIndexJob } from './jobs/merge-index.job.ts';
import { processDocumentJob } from './jobs/process-document.job.ts';

/** The kinds of background work of this feature, for `startJobs`. */
export const knowledgeJobs = (dependencies: KnowledgeDependencies): JobDefinition<never>[] => [
  processDocumentJob(dependencies),
  mergeIndexJob(dependencies),
  embedKnowledgeJob(dependencies),
];
