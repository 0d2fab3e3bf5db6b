import { JSON_FORMS } from '@hanasu/contract/model-keys';
import { z } from 'zod';
import { type CatalogueRow, REASONING_EFFORTS } from '../catalogue/catalogue-entry.ts';
import { THOUGHT_MARKS } from './separate-thoughts.ts';

const named = {
  /** The server's own id: `qwen3:8b`. */
  id: z.string().trim().min(1).max(200),
  /** `Name (tag)` as the picker shows it; the id when absent. */
  name: z.string().trim().min(1).max(80).optional(),
};

/** What models that compare texts have in common. */
const comparing = {
  ...named,
  /** Most tokens of one text; longer ones are cut. */
  textTokens: z.number().int().min(64).max(1_000_000),
  /** Most texts of one call. */
  callTexts: z.number().int().min(1).max(2048).default(32),
  /** Prepaid tokens for one token; one decimal at most. */
  rate: z.number().min(0).multipleOf(0.1).default(0),
};

/** `POST /embeddings`. */
const CompatibleEmbedding = z.strictObject({
  kind: z.literal('embedding'),
  ...comparing,
  /** Length of its vectors; read from the first answer when absent. */
  dimensions: z.number().int().min(8).max(4096).optional(),
  /** True: `dimensions` is sent to the server, for models that make vectors of several lengths. */
  asksDimensions: z.boolean().default(false),
  /** What the model wants before a question or a passage: `query: `. */
  queryPrefix: z.string().max(500).default(''),
  documentPrefix: z.string().max(500).default(''),
});

/** `POST /rerank`. */
const CompatibleReranker = z.strictObject({
  kind: z.literal('reranker'),
  ...comparing,
  /** `texts`: as Text Embeddings Inference wants it; else as Jina, vLLM and llama.cpp do. */
  format: z.enum(['documents', 'texts']).default('documents'),
});

const CompatibleChat = z.strictObject({
  kind: z.literal('chat').optional(),
  ...named,
  contextTokens: z.number().int().min(512).max(10_000_000),
  outputTokens: z.number().int().min(16).max(1_000_000),
  /** Prepaid tokens for one input / output token; one decimal at most. Nothing costs nothing. */
  rates: z
    .strictObject({ input: z.number().min(0).multipleOf(0.1), output: z.number().min(0).multipleOf(0.1) })
    .default({ input: 0, output: 0 }),
  abilities: z
    .strictObject({
      tools: z.boolean().default(false),
      vision: z.boolean().default(false),
      /** What the server does with `response_format`: LM Studio, for one, takes `json_schema` only. */
      json: z.array(z.enum(JSON_FORMS)).default([]),
    })
    .default({ tools: false, vision: false, json: [] }),
  /** For a model that thinks before it answers and takes `reasoning_effort`. */
  reasoning: z.enum(REASONING_EFFORTS).optional(),
  thoughts: z.enum(THOUGHT_MARKS).default('auto'),
});

const CompatibleModel = z.discriminatedUnion('kind', [
  CompatibleChat,
  CompatibleEmbedding,
  CompatibleReranker,
]);

/** One OpenAI-compatible server of the administrator's. Its address may be a private one. */
export const CompatibleEndpoint = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'use small letters, digits and -'),
  /** With the version path: `http://localhost:11434/v1`. */
  baseUrl: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  apiKey: z.string().min(1).optional(),
  models: z.array(CompatibleModel).min(1).max(100),
});
export type CompatibleEndpoint = z.infer<typeof CompatibleEndpoint>;

/** `compatible-<endpoint>-<model id>` in small letters, digits, dots and hyphens; stored with bots. */
export function compatibleUuid(endpoint: string, model: string): string {
  const folded = model
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `compatible-${endpoint}-${folded}`;
}

/** All of an installation's servers. No two share a name, and no two models fold to one uuid. */
export const CompatibleEndpoints = z
  .array(CompatibleEndpoint)
  .max(50)
  .superRefine((endpoints, context) => {
    const seen = new Set<string>();
    const once = (what: string, path: (string | number)[]): void => {
      if (seen.has(what)) context.addIssue({ code: 'custom', path, message: `${what} is there twice` });
      seen.add(what);
    };
    endpoints.forEach(({ name, models }, index) => {
      const isNew = !seen.has(name);
      once(name, [index, 'name']);
      if (!isNew) return;
      for (const [at, { id }] of models.entries()) {
        once(compatibleUuid(name, id), [index, 'models', at, 'id']);
      }
    });
  });

/** The chat models of an installation's own servers as rows of the catalogue. */
export function compatibleRows(endpoints: readonly CompatibleEndpoint[]): CatalogueRow[] {
  return endpoints.flatMap((endpoint) =>
    endpoint.models.flatMap((model): CatalogueRow[] => {
      if (model.kind === 'embedding' || model.kind === 'reranker') return [];
      const { id, name, contextTokens, outputTokens, rates, abilities, reasoning } = model;
      return [
        {
          uuid: compatibleUuid(endpoint.name, id),
          name: name ?? id,
          group: 'model',
          provider: 'compatible',
          endpoint: endpoint.name,
          model: id,
          contextTokens,
          outputTokens,
          rates,
          abilities,
          ...(reasoning && { reasoning }),
        },
      ];
    }),
  );
}
