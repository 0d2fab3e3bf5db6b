import { z } from 'zod';
import type { Wire } from './wire.ts';

const Embeddings = z.object({ embeddings: z.array(z.object({ values: z.array(z.number()) })) });
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
      vectors: Embeddings.parse(answer).embeddings.map(({ values }) => values),
      tokens: null,
    }),
  },
});
