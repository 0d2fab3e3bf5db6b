/** Ranks that chance usually fills: above them stand the right answers, below them it is far from the top. */
const FROM = 4;
const TO = 50;
/** Above this many steps a score is sure anyway: the rest counts by its logarithm. */
const SURE = 6;

/**
 * How far each score of a ranked list stands out, in steps of chance; the list's last (or 50th) is 0. Scores of wrong
 * passages thin out exponentially towards the top, whatever made them, so the pace at which they do is the unit: the
 * best of fifty wrong ones stands about 4 steps up. Scores must fall.
 */
export function prominence(scores: readonly number[]): number[] {
  const last = Math.min(TO, scores.length) - 1;
  const floor = scores[last] ?? 0;
  const step = paceOf(scores, last);
  return scores.map((score) => {
    const steps = step > 0 ? (score - floor) / step : 0;
    return steps > SURE ? SURE + Math.log1p(steps - SURE) : Math.max(0, steps);
  });
}

/** The exponential distribution's mean that explains the scores between the best few and the last. */
function paceOf(scores: readonly number[], last: number): number {
  const floor = scores[last] ?? 0;
  const first = Math.min(FROM, last >> 1);
  let above = 0;
  let expected = 0;
  let harmonic = 0;
  for (let rank = last - 1; rank >= first; rank--) {
    harmonic += 1 / (rank + 2);
    above += (scores[rank] ?? 0) - floor;
    expected += harmonic;
  }
  return expected > 0 ? above / expected : 0;
}

/** A passage found by its words: `score` of the ranking, `confidence` 0..1. */
interface WordsHit<Key> {
  readonly key: Key;
  readonly score: number;
  readonly confidence: number;
}
/** A passage found by its meaning: `score` is the cosine. */
interface MeaningHit<Key> {
  readonly key: Key;
  readonly score: number;
}
interface FusedHit<Key> {
  readonly key: Key;
  /** Compares within one question only. */
  readonly score: number;
  /** How likely the passage answers the question, 0..1. */
  readonly confidence: number;
}

/** Share of the meaning in the fused score, 0 (words only) to 1 (meaning only). */
interface FusionWeights {
  readonly meaning: number;
}

/** Both rankings of one question over the same passages, best first, 50 or more each when the base has them. */
interface RankedLists<Key> {
  readonly words: readonly WordsHit<Key>[];
  readonly meaning: readonly MeaningHit<Key>[];
}

/** Without questions to learn from both count the same. */
export const EVEN_FUSION = { meaning: 0.5 } satisfies FusionWeights;

/** Weight of the place between the list's first and last beside the prominence in steps of chance. */
const RANGE_SHARE = 5;
/** Fewer scores say nothing of what chance looks like. */
const SHORTEST_LIST = 10;

/**
 * One ranking from two, best first; equals in the order words, then meaning. Each list's scores are measured in steps
 * of its own chance, so a list in which nothing stands out hardly moves the other, question by question. An empty list
 * leaves the other's order as it is.
 */
export function fuse<Key>({
  words,
  meaning,
  weights = EVEN_FUSION,
}: RankedLists<Key> & { readonly weights?: FusionWeights }): FusedHit<Key>[] {
  const byWords = evidenceOf(words);
  const byMeaning = evidenceOf(meaning);
  const leads = leadsOf(words.map(({ confidence }) => confidence));
  const trust = new Map(
    words.map(({ key, confidence }, index) => [key, { confidence, lead: leads[index] ?? 0 }]),
  );
  const tells = meaning.length >= SHORTEST_LIST;
  const keys = [...new Set([...byWords.keys(), ...byMeaning.keys()])];
  const fused = keys.map((key) => {
    const near = byMeaning.get(key);
    return {
      key,
      score:
        (1 - weights.meaning) * (byWords.get(key)?.strength ?? 0) + weights.meaning * (near?.strength ?? 0),
      confidence: passageConfidence({
        words: trust.get(key) ?? (words.length > 0 || !tells ? { confidence: 0, lead: 0 } : null),
        meaning: tells ? (near?.steps ?? 0) : null,
      }),
    };
  });
  return fused.sort((one, other) => other.score - one.score);
}

interface Strength {
  /** Prominence in steps of chance. */
  readonly steps: number;
  readonly strength: number;
}

function evidenceOf<Key>(hits: readonly MeaningHit<Key>[]): Map<Key, Strength> {
  const scores = hits.map(({ score }) => score);
  const first = scores[0] ?? 0;
  const last = scores.at(-1) ?? 0;
  const range = first - last;
  // What chance looks like can't be told from a few: then the place between first and last decides alone.
  const steps = scores.length < SHORTEST_LIST ? [] : prominence(scores);
  return new Map(
    hits.map(({ key, score }, index): [Key, Strength] => {
      const place = range > 0 ? (score - last) / range : 1;
      const own = steps[index] ?? 0;
      return [key, { steps: own, strength: RANGE_SHARE * place + own }];
    }),
  );
}

/** A question with its two rankings and the passages known to answer it. */
export interface FusionSample<Key> extends RankedLists<Key> {
  readonly relevant: ReadonlySet<Key>;
}

const SHARES = [0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1] as const;
/** Places by which the extremes must win over the middle, in questions: few samples leave the weights even. */
const RELUCTANCE = 0.6;
const PLACES = 10;

/**
 * The weights that put the right passages of some questions highest (mean reciprocal rank of ten places), leaning to
 * the middle. Some 20 questions of a base are enough to notice that one of its rankings is much better.
 */
export function learnFusionWeights<Key>(samples: readonly FusionSample<Key>[]): FusionWeights {
  let best = { meaning: EVEN_FUSION.meaning, sum: Number.NEGATIVE_INFINITY };
  for (const meaning of SHARES) {
    const found = samples.reduce((sum, sample) => sum + reciprocalRank(sample, { meaning }), 0);
    const sum = found - RELUCTANCE * Math.abs(meaning - EVEN_FUSION.meaning);
    if (sum > best.sum) best = { meaning, sum };
  }
  return { meaning: best.meaning };
}

function reciprocalRank<Key>(sample: FusionSample<Key>, weights: FusionWeights): number {
  const fused = fuse({ ...sample, weights });
  const place = fused.slice(0, PLACES).findIndex(({ key }) => sample.relevant.has(key));
  return place < 0 ? 0 : 1 / (place + 1);
}

/** What is known of one passage for one question; null: that stage did not look at it. */
interface PassageEvidence {
  /** Confidence of the ranking by words, 0..1, and how far it is ahead of the fifth passage (`leadsOf`). */
  readonly words: { readonly confidence: number; readonly lead: number } | null;
  /** `prominence` of its cosine among those of the question's list. */
  readonly meaning: number | null;
  /** The reranker's score, 0..1. */
  readonly rerank?: number | null;
}

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

/**
 * How likely it is that a passage answers the question, 0..1. At 0.5 it is as likely right as wrong, when half of all
 * questions have an answer in the base.
 */
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
