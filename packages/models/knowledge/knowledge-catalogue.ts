import type { EmbeddingModelRow, KnowledgeModelRow, RerankerRow } from './knowledge-model-row.ts';

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
