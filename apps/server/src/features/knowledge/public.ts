export {
  createKnowledgeFeature,
  type KnowledgeFeature,
  type KnowledgeOptions,
} from './create-knowledge-feature.ts';
export { type KnowledgeSummary, knowledgeSummary } from './documents.store.ts';
export { knowledgeJobs } from './jobs.ts';
export { existingKnowledgeIds } from './knowledge.store.ts';
export { registerKnowledgeRoutes } from './routes.ts';
export { createAddAnswer } from './use-cases/add-answer.ts';
export { addTextKnowledge } from './use-cases/add-text-knowledge.ts';
export type { FoundPassage, KnowledgeSearch } from './use-cases/search-knowledge.ts';
