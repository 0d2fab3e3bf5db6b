import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { PROCESS_DOCUMENT } from '../domain/job-names.ts';
import { type DocumentKey, processDocument } from '../use-cases/process-document.ts';

/** Idempotent by document: a second run replaces what the first has stored. */
export const processDocumentJob = (dependencies: KnowledgeDependencies): JobDefinition<DocumentKey> => ({
  name: PROCESS_DOCUMENT,
  // Reading is a process of its own: a large PDF must not hold up the next small text.
  concurrency: 2,
  retryLimit: 4,
  heartbeatSeconds: 10,
  handle: (key, signal) => processDocument(dependencies, key, signal),
});
