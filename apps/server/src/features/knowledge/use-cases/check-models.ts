import type { KnowledgeSettings } from '@hanasu/contract/knowledge';
import type { KnowledgeModelView } from '@hanasu/contract/knowledge-models';
import { AppError } from '../../../platform/app-error.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';

/** Throws `knowledge_model_unknown` when a model that is newly chosen is not available here. */
export function checkModels(
  { models }: Pick<KnowledgeDependencies, 'models'>,
  wanted: Partial<KnowledgeSettings>,
  before: Partial<KnowledgeSettings> = {},
): void {
  const check = (kind: KnowledgeModelView['kind'], uuid: string | null | undefined) => {
    if (uuid === null || uuid === undefined) return;
    const model = models.list().find((one) => one.uuid === uuid);
    if (!model?.available || model.kind !== kind)
      throw new AppError('knowledge_model_unknown', `There is no such ${kind} here`);
  };
  if (wanted.embeddingModel !== before.embeddingModel) check('embedding', wanted.embeddingModel);
  if (wanted.reranker !== before.reranker) check('reranker', wanted.reranker);
}
