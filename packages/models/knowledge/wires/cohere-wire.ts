import { z } from 'zod';
import { inOrder, type Wire } from './wire.ts';

const Embeddings = z.object({
  embeddings: z.object({ float: z.array(z.array(z.number())) }),
  meta: z.object({ billed_units: z.object({ input_tokens: z.number() }).nullish() }).nullish(),
});
const Ranking = z.object({
  results: z.array(z.object({ index: z.number().int(), relevance_score: z.number() })),
});
const TYPES = { query: 'search_query', document: 'search_document' } as const;

/** `POST /v2/embed` and `POST /v2/rerank` of Cohere. */
export function cohereWire(apiKey: string): Wire {
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    embed: {
      ask: (row, purpose, texts) => ({
        path: '/embed',
        headers,
        body: {
          model: row.model,
          texts,
          input_type: TYPES[purpose],
          embedding_types: ['float'],
          truncate: 'END',
          ...(row.asksDimensions && { output_dimension: row.dimensions }),
        },
      }),
      read(answer) {
        const { embeddings, meta } = Embeddings.parse(answer);
        return { vectors: embeddings.float, tokens: meta?.billed_units?.input_tokens ?? null };
      },
    },
    rerank: {
      ask: (row, query, texts) => ({
        path: '/rerank',
        headers,
        body: { model: row.model, query, documents: texts, top_n: texts.length },
      }),
      read(answer, texts) {
        const { results } = Ranking.parse(answer);
        const items = results.map(({ index, relevance_score }) => ({ index, value: relevance_score }));
        // Charged by search: its price is in the catalogue.
        return { scores: inOrder(items, texts), tokens: null };
      },
    },
  };
}
