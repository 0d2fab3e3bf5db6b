import * as sourcePages from './source-pages.store.ts';

export {
  createKnowledgeFeature,
  type KnowledgeFeature,
  type KnowledgeOptions,
} from './create-knowledge-feature.ts';
export type { KnowledgeDependencies } from './dependencies.ts';
export { type KnowledgeSummary, knowledgeSummary } from './documents.store.ts';
export { recordHits } from './hits.store.ts';
export { knowledgeJobs } from './jobs.ts';
export { existingKnowledgeIds } from './knowledge.store.ts';
export { createPictureReader } from './reading/picture-reader.ts';
export { registerKnowledgeRoutes } from './routes.ts';
export { createAddAnswer } from './use-cases/add-answer.ts';
export { addTextKnowledge } from './use-cases/add-text-knowledge.ts';
export { deleteDocument } from './use-cases/delete-document.ts';
export type { StoredSource } from './use-cases/keep-source.ts';
export { removeAbandonedUploads } from './use-cases/remove-abandoned-uploads.ts';
export type {
  FoundPassage,
  KnowledgeSearch,
  PassagePart,
} from './use-cases/search-knowledge.ts';
export { type Source, storeSource } from './use-cases/store-source.ts';
export { createTranslator } from './use-cases/translate-question.ts';
export { releaseAllVectors } from './vectors/vectors.store.ts';
export { sourcePages };
