import type { KnowledgeModelRow } from '../knowledge/knowledge-model-row.ts';
import { type CompatibleEndpoint, compatibleUuid } from './compatible-endpoint.ts';

/** The models of an installation's own servers that compare texts, as rows of the catalogue. */
export function compatibleKnowledgeRows(endpoints: readonly CompatibleEndpoint[]): KnowledgeModelRow[] {
  return endpoints.flatMap((endpoint) =>
    endpoint.models.flatMap((model): KnowledgeModelRow[] => {
      if (model.kind !== 'embedding' && model.kind !== 'reranker') return [];
      const { id, name, textTokens, callTexts, rate } = model;
      const shared = {
        uuid: compatibleUuid(endpoint.name, id),
        name: name ?? id,
        provider: 'compatible' as const,
        endpoint: endpoint.name,
        model: id,
        textTokens,
        callTexts,
        callTokens: textTokens * callTexts,
        rate,
      };
      if (model.kind === 'reranker')
        return [{ ...shared, kind: 'reranker', callPrice: 0, format: model.format }];
      const { dimensions, asksDimensions, queryPrefix, documentPrefix } = model;
      return [
        {
          ...shared,
          kind: 'embedding',
          dimensions: dimensions ?? null,
          asksDimensions,
          queryPrefix,
          documentPrefix,
        },
      ];
    }),
  );
}
