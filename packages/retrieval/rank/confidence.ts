/** What is known of one passage for one question; null: that stage did not look at it. */
export interface PassageEvidence {
  /** Confidence of the ranking by words, 0..1, and how far it is ahead of the fifth passage (`leadsOf`). */
  readonly words: { readonly confidence: number; readonly lead: number } | null;
  /** `prominence` of its cosine among those of the question's list. */
  readonly meaning: number | null;
  /** The reranker's score, 0..1. */
  readonly rerank?: number | null;
}

/** At this confidence a passage is as likely right as wrong, when half of all questions have an answer in the base. */
export const EVEN_CONFIDENCE = 0.5;

// Logistic regressions over the development questions: answerable ones against the same without their answer and
// against questions of other bases; one half fitted, the other confirmed (`bench retrieval`).
const WORDS = { confidence: 3.3, lead: 11.6, constant: -2.8 } as const;
const BOTH = { words: 0.6, meaning: 0.8, constant: -3.5 } as const;
const MEANING = { meaning: 1.2, constant: -6.5 } as const;
/** A rank that wrong passages usually reach: several right ones are rarely more than four. */
const FIFTH = 4;
/** What the fifth has of the first's confidence in most lists: stands in where there are fewer passages. */
const USUAL_FIFTH = 0.6;
const RERANK_SURE = 0.02;

/** How likely it is that a passage answers the question, 0..1. */
export function passageConfidence({ words, meaning, rerank = null }: PassageEvidence): number {
  const odds = logOdds(words, meaning);
  if (rerank === null) return probability(odds);
  const certain = Math.min(Math.max(rerank, RERANK_SURE), 1 - RERANK_SURE);
  return probability((odds + Math.log(certain / (1 - certain))) / 2);
}

/** For each confidence of a ranked list (best first) how far it is ahead of the fifth; below it, negative. */
export function leadsOf(confidences: readonly number[]): number[] {
  const fifth = confidences[FIFTH] ?? (confidences[0] ?? 0) * USUAL_FIFTH;
  return confidences.map((confidence) => confidence - fifth);
}

function logOdds(words: PassageEvidence['words'], meaning: number | null): number {
  const byWords = words && words.confidence * WORDS.confidence + words.lead * WORDS.lead + WORDS.constant;
  if (meaning === null) return byWords ?? WORDS.constant;
  if (byWords === null) return MEANING.meaning * meaning + MEANING.constant;
  return BOTH.words * byWords + BOTH.meaning * meaning + BOTH.constant;
}

const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
