import type { EmbeddingModelRow, RerankerRow } from '../knowledge-model-row.ts';

/** One POST of JSON; `path` is put behind the base URL. */
export interface WireCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a provider answered, in the order of the texts. `tokens` null: it doesn't say. */
export interface WireVectors {
  readonly vectors: readonly ArrayLike<number>[];
  readonly tokens: number | null;
}
export interface WireScores {
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
export function inOrder<T>(items: readonly { index: number; value: T }[], count: number): T[] {
  const byIndex = new Map(items.map(({ index, value }) => [index, value]));
  const ordered = Array.from({ length: count }, (_, index) => byIndex.get(index));
  if (items.length !== count || ordered.some((value) => value === undefined))
    throw new Error('the answer does not match what was asked');
  return ordered as T[];
}
