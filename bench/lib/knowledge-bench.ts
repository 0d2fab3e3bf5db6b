import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AccountId, type KnowledgeId } from '@hanasu/contract/ids';
import { createKnowledgeModels } from '@hanasu/models/knowledge/create-knowledge-models';
import { pino } from 'pino';
import { createKnowledgeFeature, knowledgeJobs } from '../../apps/server/src/features/knowledge/public.ts';
import { createDiskFileStore } from '../../apps/server/src/platform/files/file-store.ts';
import { createJobs, type Jobs } from '../../apps/server/src/platform/workers/jobs.ts';
import { openBenchDatabase } from './bench-database.ts';

/** The knowledge feature as it runs in a server, with its jobs, on a database for one bench. */
export async function openKnowledgeBench() {
  const bench = await openBenchDatabase();
  let jobs: Jobs | null = null;
  const feature = createKnowledgeFeature({
    database: bench.database,
    files: createDiskFileStore(join(bench.folder, 'files')),
    requireQuota: async () => undefined,
    jobs: () => {
      if (!jobs) throw new Error('the jobs have not started');
      return jobs;
    },
    realtime: { emit: () => undefined },
    log: pino({ level: 'warn' }),
    knowledgeModels: createKnowledgeModels({ providers: {} }),
    config: {
      maxUploadBytes: 64 * 1024 * 1024,
      vectorCacheBytes: 256 * 1024 * 1024,
      mayUsePgvector: false,
    },
  });
  const started = createJobs({ url: bench.url, onError: (error) => console.error(error) });
  await started.start(knowledgeJobs(feature));
  jobs = started;
  const accountId = AccountId.parse(randomUUID());
  return {
    feature,
    accountId,
    search: (knowledgeId: KnowledgeId, query: string, limit: number) =>
      feature.searchKnowledge({ accountId, knowledgeIds: [knowledgeId], query, limit }),
    async close() {
      await started.stop();
      await feature.close();
      await bench.close();
    },
  };
}
export type KnowledgeBench = Awaited<ReturnType<typeof openKnowledgeBench>>;
