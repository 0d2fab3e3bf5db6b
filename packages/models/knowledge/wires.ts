import { z } from 'zod';
import type { EmbeddingModelRow, RerankerRow } from './knowledge-catalogue.ts';

/** One POST of JSON; `path` is put behind the base URL. */
export interface WireCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a provider answered, in the order of the texts. `tokens` null: it doesn't say. */
interface WireVectors {
  readonly vectors: readonly ArrayLike<number>[];
  readonly tokens: number | null;
}
interface WireScores {
  readonly scores: readonly number[];
  readonly tokens: number | null;
}

/** How a provider is asked. Readers throw when an answer isn't of the agreed shape. */
export interface Wire {
  embed?: {
    ask(row: EmbeddingModelRow, purpose: 'query' | 'document', texts: readonly string[]): WireCall;
    read(answer: unknown): WireVectors;
  };
  rerank?: {
    ask(row: RerankerRow, query: string, texts: readonly string[]): WireCall;
    /** `texts`: how many were sent. */
    read(answer: unknown, texts: number): WireScores;
  };
}

/** Values by their own index, as many as were asked for and none twice. */
function inOrder<T>(items: readonly { index: number; value: T }[], count: number): T[] {
  const byIndex = new Map(items.map(({ index, value }) => [index, value]));
  const ordered = Array.from({ length: count }, (_, index) => byIndex.get(index));
  if (items.length !== count || ordered.some((value) => value === undefined))
    throw new Error('the answer does not match what was asked');
  return ordered as T[];
}

const Vector = z.union([z.string(), z.array(z.number())]);
const OpenAIEmbeddings = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: Vector })),
  usage: z.object({ prompt_tokens: z.number().optional(), total_tokens: z.number().optional() }).nullish(),
});
/** Cohere's and Jina's shape (vLLM, llama.cpp, LiteLLM, Infinity), or the bare list of Text Embeddings Inference. */
const OpenAIRanking = z.union([
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
  const values = new Float32Array(bytes.length >> 2);
  // Little-endian, as every processor that Node runs on.
  new Uint8Array(values.buffer).set(bytes.subarray(0, values.byteLength));
  return values;
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
        const { data, usage } = OpenAIEmbeddings.parse(answer);
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
        const ranking = OpenAIRanking.parse(answer);
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

const CohereEmbeddings = z.object({
  embeddings: z.object({ float: z.array(z.array(z.number())) }),
  meta: z.object({ billed_units: z.object({ input_tokens: z.number() }).nullish() }).nullish(),
});
const CohereRanking = z.object({
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
        const { embeddings, meta } = CohereEmbeddings.parse(answer);
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
        const { results } = CohereRanking.parse(answer);
        const items = results.map(({ index, relevance_score }) => ({ index, value: relevance_score }));
        // Charged by search: its price is in the catalogue.
        return { scores: inOrder(items, texts), tokens: null };
      },
    },
  };
}

const GoogleEmbeddings = z.object({ embeddings: z.array(z.object({ values: z.array(z.number()) })) });
const TASKS = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' } as const;

/** `batchEmbedContents` of the Gemini API. It doesn't say how many tokens it has used. */
export const googleWire = (apiKey: string): Wire => ({
  embed: {
    ask: (row, purpose, texts) => ({
      path: `/models/${row.model}:batchEmbedContents`,
      headers: { 'x-goog-api-key': apiKey },
      body: {
        requests: texts.map((text) => ({
          model: `models/${row.model}`,
          content: { parts: [{ text }] },
          taskType: TASKS[purpose],
          outputDimensionality: row.dimensions,
        })),
      },
    }),
    read: (answer) => ({
      vectors: GoogleEmbeddings.parse(answer).embeddings.map(({ values }) => values),
      tokens: null,
    }),
  },
});
