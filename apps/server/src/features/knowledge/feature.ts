import { defineFeature } from '../../platform/feature.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import { eraseCustomer } from './chunks/hits.store.ts';
import type { KnowledgeFeature } from './create-knowledge-feature.ts';
import { knowledgeJobs } from './jobs.ts';
import { addWebsiteRoutes, registerKnowledgeRoutes } from './routes.ts';
import { removeAbandonedUploads } from './uploads/uploads.ts';
import { releaseAllVectors } from './vectors/vectors.store.ts';
import type { createWebsitesFeature } from './websites/create-websites-feature.ts';
import { releaseWebsites } from './websites/websites.store.ts';

interface Context {
  readonly knowledge: KnowledgeFeature;
  readonly websites: ReturnType<typeof createWebsitesFeature>;
}

/** Half of the shortest pause of a base whose embedding waits. */
const VECTORS_MS = 15_000;

export const knowledgeFeature = defineFeature<
  Context,
  Context & { readonly onError: (error: unknown) => void },
  Context
>({
  name: 'knowledge',
  eraseCustomer,
  routes(implement, { knowledge, websites }) {
    registerKnowledgeRoutes(implement, knowledge);
    addWebsiteRoutes(implement, websites);
  },
  workers({ knowledge, websites, onError }) {
    return [
      websites.createCrawler(onError),
      { name: 'embed-pending', runOnce: knowledge.embedPending, idleMs: VECTORS_MS },
    ];
  },
  jobs: ({ knowledge }) => [
    ...knowledgeJobs(knowledge),
    scheduledJob('remove-abandoned-uploads', HOURLY, () => removeAbandonedUploads(knowledge)),
  ],
  async releaseLeases(transaction) {
    await releaseWebsites(transaction);
    await releaseAllVectors(transaction);
  },
  recover: ({ knowledge }) => knowledge.recoverInterruptedWork(),
});
