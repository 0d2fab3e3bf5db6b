import { z } from 'zod';
import type { EmbeddingModelRow } from '../knowledge-model-row.ts';
import { inOrder, type Wire } from './wire.ts';

const Vector = z.union([z.string(), z.array(z.number())]);
const Embeddings = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: Vector })),
  usage: z.object({ prompt_tokens: z.number().optional(), total_tokens: z.number().optional() }).nullish(),
});
/** Cohere's and Jina's shape (vLLM, llama.cpp, LiteLLM, Infinity), or the bare list of Text Embeddings Inference. */
const Ranking = z.union([
  z.object({
    results: z.array(z.object({ index: z.number().int(), relevance_score: z.number() })),
    usage: z.object({ total_tokens: z.number().optional() }).nullish(),
  }),
  z.array(z.object({ index: z.number().int(), score: z.number() })),
]);

const bearer = (apiKey: string | undefined): Record<string, string> =>
  apiKey ? { authorization: `Bearer ${apiKey}` } : {};

/** Base64 is a quarter of the bytes of decimal digits. Servers that don't know it answer with numbers. */
function readVector(vector: z.infer<typeof Vector>): ArrayLike<number> {
  if (typeof vector !== 'string') return vector;
  const bytes = Buffer.from(vector, 'base64');
  return Float32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readFloatLE(index * 4));
}

const prefixOf = (row: EmbeddingModelRow, purpose: 'query' | 'document'): string =>
  (purpose === 'query' ? row.queryPrefix : row.documentPrefix) ?? '';

/** `POST /embeddings` of OpenAI and of servers that speak it; `POST /rerank` of the latter. */
export function openaiWire(apiKey: string | undefined, encoding: 'base64' | 'float'): Wire {
  return {
    embed: {
      ask: (row, purpose, texts) => ({
        path: '/embeddings',
        headers: bearer(apiKey),
        body: {
          model: row.model,
          input: texts.map((text) => prefixOf(row, purpose) + text),
          encoding_format: encoding,
          ...(row.asksDimensions && row.dimensions !== null && { dimensions: row.dimensions }),
        },
      }),
      read(answer) {
        const { data, usage } = Embeddings.parse(answer);
        const items = data.map(({ index, embedding }) => ({ index, value: readVector(embedding) }));
        return {
          vectors: inOrder(items, items.length),
          tokens: usage?.total_tokens ?? usage?.prompt_tokens ?? null,
        };
      },
    },
    rerank: {
      ask: (row, query, texts) => ({
        path: '/rerank',
        headers: bearer(apiKey),
        body:
          row.format === 'texts'
            ? { query, texts, raw_scores: false }
            : { model: row.model, query, documents: texts, top_n: texts.length, return_documents: false },
      }),
      read(answer, texts) {
        const ranking = Ranking.parse(answer);
        const items = Array.isArray(ranking)
          ? ranking.map(({ index, score }) => ({ index, value: score }))
          : ranking.results.map(({ index, relevance_score }) => ({ index, value: relevance_score }));
        const tokens = Array.isArray(ranking) ? null : (ranking.usage?.total_tokens ?? null);
        return { scores: toFractions(inOrder(items, texts)), tokens };
      },
    },
  };
}

/** Some servers give the model's raw outputs; the logistic function makes fractions of them in the same order. */
function toFractions(scores: readonly number[]): number[] {
  const isRaw = scores.some((score) => score < 0 || score > 1);
  return scores.map((score) => (isRaw ? 1 / (1 + Math.exp(-score)) : score));
}
