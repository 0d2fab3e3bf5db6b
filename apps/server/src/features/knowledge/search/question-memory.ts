import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import { LRUCache } from 'lru-cache';

export type Language = 'en' | 'ja' | 'vi';

interface KnownLanguages {
  readonly languages: readonly Language[];
  readonly until: number;
}

/** What was found out about questions and bases lately, so that no model is asked twice. */
export interface QuestionMemory {
  /** By account, model and text: what one account has paid for is not another's. */
  readonly vectors: LRUCache<string, Float32Array>;
  readonly translations: LRUCache<string, string>;
  /** Of bases, the most frequent first. */
  readonly languages: LRUCache<string, KnownLanguages>;
  /** Models that could not be reached, and until when (milliseconds of the clock) nobody waits for them. */
  readonly away: Map<string, number>;
}

/** A vector takes up to 12 kB. */
const MOST_VECTORS = 500;
const MOST_TEXTS = 1_000;

export const createQuestionMemory = (): QuestionMemory => ({
  vectors: new LRUCache({ max: MOST_VECTORS }),
  translations: new LRUCache({ max: MOST_TEXTS }),
  languages: new LRUCache({ max: MOST_TEXTS }),
  away: new Map(),
});

export const textKey = (accountId: AccountId, purpose: string, text: string): string =>
  `${accountId} ${purpose} ${text}`;
export const baseKey = (accountId: AccountId, knowledgeId: KnowledgeId): string =>
  `${accountId} ${knowledgeId}`;
