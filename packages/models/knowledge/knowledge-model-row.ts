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
