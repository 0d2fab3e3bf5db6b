import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';

export type Language = 'en' | 'ja' | 'vi';

/** What was found out about questions and bases lately, so that no model is asked twice. */
export interface QuestionMemory {
  /** By account, model and text: what one account has paid for is not another's. */
  readonly vectors: Recent<Float32Array>;
  readonly translations: Recent<string>;
  /** Of bases, the most frequent first. */
  readonly languages: Recent<{ readonly languages: readonly Language[]; readonly until: number }>;
  /** Models that could not be reached, and until when (milliseconds of the clock) nobody waits for them. */
  readonly away: Map<string, number>;
}

/** The entries asked for last, at most so many. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

function createRecent<Value>(most: number): Recent<Value> {
  // Insertion order is age: what is asked for again moves to the end.
  const kept = new Map<string, Value>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      kept.delete(key);
      kept.set(key, value);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
  };
}

/** A vector takes up to 12 kB. */
const MOST_VECTORS = 500;
const MOST_TEXTS = 1_000;

export const createQuestionMemory = (): QuestionMemory => ({
  vectors: createRecent(MOST_VECTORS),
  translations: createRecent(MOST_TEXTS),
  languages: createRecent(MOST_TEXTS),
  away: new Map(),
});

export const textKey = (accountId: AccountId, purpose: string, text: string): string =>
  `${accountId} ${purpose} ${text}`;
export const baseKey = (accountId: AccountId, knowledgeId: KnowledgeId): string =>
  `${accountId} ${knowledgeId}`;
