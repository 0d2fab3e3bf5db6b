import { type CompatibleEndpoint, compatibleUuid } from '../providers/compatible-endpoint.ts';

/** Who serves a model that compares texts. */
export type KnowledgeProvider = 'openai' | 'google' | 'cohere' | 'compatible';

interface Row {
  /** Stable key; stored with bases. */
  readonly uuid: string;
  readonly name: string;
  readonly provider: KnowledgeProvider;
  /** Which of the OpenAI-compatible servers, by its name in the settings. */
  readonly endpoint?: string;
  /** The provider's own id of the model. */
  readonly model: string;
  /** Most tokens of one text; longer ones are cut at the end. */
  readonly textTokens: number;
  /** Most texts, and most tokens of all of them, in one call. */
  readonly callTexts: number;
  readonly callTokens: number;
  /** Prepaid tokens for one token of the model; one decimal at most. */
  readonly rate: number;
}

export interface EmbeddingModelRow extends Row {
  readonly kind: 'embedding';
  /** Null: told by the first answer. */
  readonly dimensions: number | null;
  /** True: the provider makes vectors of several lengths and must be told this one. */
  readonly asksDimensions: boolean;
  /** What some models want before a question or a passage: `query: `. */
  readonly queryPrefix?: string;
  readonly documentPrefix?: string;
}

export interface RerankerRow extends Row {
  readonly kind: 'reranker';
  /** Prepaid tokens for each call, for providers that charge by call; its rate is 0 then. */
  readonly callPrice: number;
  /** How the server wants the texts: `documents` (Cohere, Jina, vLLM, llama.cpp), `texts` (Text Embeddings Inference). */
  readonly format: 'documents' | 'texts';
}

export type KnowledgeModelRow = EmbeddingModelRow | RerankerRow;

/** Prepaid tokens, a whole number. Rates have one decimal at most. */
export const costOf = (row: KnowledgeModelRow, tokens: number, calls: number): number =>
  Math.ceil((tokens * Math.round(row.rate * 10)) / 10) +
  (row.kind === 'reranker' ? row.callPrice * calls : 0);

/**
 * Rates: list price in US dollars per million tokens × 10, rounded up to one decimal, as in the chat catalogue; so a
 * price of $2 for a thousand searches is 20,000 prepaid tokens for each.
 */

/** 8,192 tokens a text, 2,048 texts and 300,000 tokens a call (API reference of embeddings). $0.02 and $0.13. */
const openai = {
  kind: 'embedding',
  provider: 'openai',
  textTokens: 8_000,
  callTexts: 256,
  callTokens: 200_000,
  asksDimensions: true,
} as const;

/** 2,048 tokens a text and 100 texts a call. $0.15. Only vectors of 3,072 come with length 1. */
const gemini = {
  kind: 'embedding',
  provider: 'google',
  model: 'gemini-embedding-001',
  textTokens: 2_048,
  callTexts: 100,
  callTokens: 20_000,
  rate: 1.5,
  asksDimensions: true,
} as const;

/** 96 texts a call. Embed 4: 128k tokens a text, $0.12. Multilingual 3: 512 tokens a text, $0.10, one length. */
const cohere = { kind: 'embedding', provider: 'cohere', callTexts: 96, callTokens: 100_000 } as const;

/** One search is a question with up to 100 passages. Rerank 3.5: 4,096 tokens for both; 4: 32k. */
const reranker = {
  kind: 'reranker',
  provider: 'cohere',
  callTexts: 100,
  callTokens: 400_000,
  rate: 0,
  format: 'documents',
} as const;

/** Every model of keyed providers. To add one, add a row. */
export const KNOWLEDGE_CATALOGUE: readonly KnowledgeModelRow[] = [
  {
    ...openai,
    uuid: 'openai-text-embedding-3-small',
    name: 'OpenAI embedding 3 small (1536)',
    model: 'text-embedding-3-small',
    dimensions: 1536,
    rate: 0.2,
  },
  {
    ...openai,
    uuid: 'openai-text-embedding-3-small-512',
    name: 'OpenAI embedding 3 small (512)',
    model: 'text-embedding-3-small',
    dimensions: 512,
    rate: 0.2,
  },
  {
    ...openai,
    uuid: 'openai-text-embedding-3-large-1024',
    name: 'OpenAI embedding 3 large (1024)',
    model: 'text-embedding-3-large',
    dimensions: 1024,
    rate: 1.3,
  },
  {
    ...openai,
    uuid: 'openai-text-embedding-3-large',
    name: 'OpenAI embedding 3 large (3072)',
    model: 'text-embedding-3-large',
    dimensions: 3072,
    rate: 1.3,
  },
  { ...gemini, uuid: 'google-gemini-embedding-001-768', name: 'Gemini embedding (768)', dimensions: 768 },
  { ...gemini, uuid: 'google-gemini-embedding-001-1536', name: 'Gemini embedding (1536)', dimensions: 1536 },
  { ...gemini, uuid: 'google-gemini-embedding-001', name: 'Gemini embedding (3072)', dimensions: 3072 },
  {
    ...cohere,
    uuid: 'cohere-embed-v4.0',
    name: 'Cohere Embed 4 (1024)',
    model: 'embed-v4.0',
    dimensions: 1024,
    asksDimensions: true,
    textTokens: 32_000,
    rate: 1.2,
  },
  {
    ...cohere,
    uuid: 'cohere-embed-multilingual-v3.0',
    name: 'Cohere Embed multilingual 3 (1024)',
    model: 'embed-multilingual-v3.0',
    dimensions: 1024,
    asksDimensions: false,
    textTokens: 512,
    rate: 1,
  },
  {
    ...reranker,
    uuid: 'cohere-rerank-v3.5',
    name: 'Cohere Rerank 3.5',
    model: 'rerank-v3.5',
    textTokens: 4_000,
    callPrice: 20_000,
  },
  {
    ...reranker,
    uuid: 'cohere-rerank-v4.0-fast',
    name: 'Cohere Rerank 4 (fast)',
    model: 'rerank-v4.0-fast',
    textTokens: 4_000,
    callPrice: 20_000,
  },
  {
    ...reranker,
    uuid: 'cohere-rerank-v4.0-pro',
    name: 'Cohere Rerank 4 Pro',
    model: 'rerank-v4.0-pro',
    textTokens: 4_000,
    callPrice: 25_000,
  },
] satisfies readonly (EmbeddingModelRow | RerankerRow)[];

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
