import type { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import { AppError } from '../../../platform/app-error.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';

/**
 * Throws `knowledge_model_unknown` when a model is chosen that is not of its kind or has no key here. One that was
 * chosen before may stay: a key that went missing must not keep the other settings from being saved.
 */
export function checkModels(
  { knowledgeModels }: Pick<KnowledgeDependencies, 'knowledgeModels'>,
  chosen: Partial<KnowledgeSettings>,
  before: Partial<KnowledgeSettings> = {},
): void {
  const usable = (kind: 'embedding' | 'reranker', model: string): boolean =>
    knowledgeModels?.list().some((one) => one.uuid === model && one.kind === kind && one.available) ?? false;
  const { embeddingModel, reranker } = chosen;
  const isWrong =
    (embeddingModel && embeddingModel !== before.embeddingModel && !usable('embedding', embeddingModel)) ||
    (reranker && reranker !== before.reranker && !usable('reranker', reranker));
  if (isWrong) throw new AppError('knowledge_model_unknown', 'This model is not available here');
}
