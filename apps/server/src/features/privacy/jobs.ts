import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import {
  EXPORT_ACCOUNT,
  type ExportKey,
  type WritingDependencies,
  writeExport,
} from './exports/write-export.ts';

/** The kinds of background work of this feature, for `startJobs`. */
export const privacyJobs = (dependencies: WritingDependencies): JobDefinition<never>[] => [
  exportAccountJob(dependencies),
];

/** Idempotent by export: a second run begins anew and replaces the file. */
const exportAccountJob = (dependencies: WritingDependencies): JobDefinition<ExportKey> => ({
  name: EXPORT_ACCOUNT,
  concurrency: 1,
  retryLimit: 4,
  heartbeatSeconds: 30,
  handle: (key, signal) => writeExport(dependencies, key, signal),
});
