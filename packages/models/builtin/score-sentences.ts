import { analyseTerms } from './analyse-terms.ts';
import { splitSentences } from './split-sentences.ts';

/** A passage that was retrieved for the question. `number` is what `[1]` points to; `confidence` is 0..1. */
export interface BuiltinPassage {
  number: number;
  title: string;
  text: string;
  confidence: number;
}

/** `coverage` is the share (0..1) of the question's weight that the sentence answers; `score` also ranks by passage. */
export interface ScoredSentence {
  passage: number;
  position: number;
  text: string;
  terms: ReadonlyMap<string, number>;
  coverage: number;
  score: number;
}

/** A heading or question passes this much of its match on to the sentences after it. */
const CARRIED_FROM_LEAD = 0.9;
const CARRIED_FROM_TITLE = 0.35;
const CARRY_FADE = 0.75;
const CARRY_LENGTH = 4;
/** Among fewer sentences than this, what is rare can't be told; a word that none has would outweigh all others. */
const FEW_SENTENCES = 30;

interface Analysed {
  text: string;
  kind: 'statement' | 'lead';
  terms: ReadonlyMap<string, number>;
}

function frequencies(sentences: readonly Analysed[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of sentences)
    for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Weight of each of the question's terms: rare among the passages counts more, and so does an unseen one. */
function weighQuestion(question: string, sentences: readonly Analysed[]): Map<string, number> {
  const counts = frequencies(sentences);
  const total = Math.max(sentences.length, FEW_SENTENCES);
  const weights = new Map<string, number>();
  for (const [term, weight] of analyseTerms(question)) {
    const count = counts.get(term) ?? 0;
    weights.set(term, weight * Math.log(1 + (total - count + 0.5) / (count + 0.5)));
  }
  return weights;
}

function coverageOf(
  weights: ReadonlyMap<string, number>,
  terms: ReadonlyMap<string, number>,
): Map<string, number> {
  const covered = new Map<string, number>();
  for (const [term, weight] of weights) if (terms.has(term)) covered.set(term, weight);
  return covered;
}

function union(
  own: ReadonlyMap<string, number>,
  carried: ReadonlyMap<string, number>,
  factor: number,
): number {
  let sum = 0;
  for (const weight of own.values()) sum += weight;
  for (const [term, weight] of carried) if (!own.has(term)) sum += weight * factor;
  return sum;
}

function scorePassage(
  passage: BuiltinPassage,
  sentences: readonly Analysed[],
  weights: ReadonlyMap<string, number>,
): ScoredSentence[] {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const title = coverageOf(weights, analyseTerms(passage.title));
  let lead = new Map<string, number>();
  let sinceLead = 0;
  const scored: ScoredSentence[] = [];
  for (const [position, sentence] of sentences.entries()) {
    const own = coverageOf(weights, sentence.terms);
    if (sentence.kind === 'lead') {
      lead = sinceLead === 0 ? new Map([...lead, ...own]) : own;
      sinceLead = 0;
      continue;
    }
    const fade = sinceLead < CARRY_LENGTH ? CARRIED_FROM_LEAD * CARRY_FADE ** sinceLead : 0;
    sinceLead += 1;
    const fromLead = union(own, lead, fade);
    const fromTitle = union(own, title, CARRIED_FROM_TITLE);
    const coverage = Math.min(1, Math.max(fromLead, fromTitle) / total);
    // Long sentences match more by chance; passages that retrieval trusts come first among equals.
    const length = 1 + Math.max(0, sentence.text.length - 160) / 600;
    const score = (coverage / length) * (0.7 + 0.3 * passage.confidence);
    scored.push({
      passage: passage.number,
      position,
      text: sentence.text,
      terms: sentence.terms,
      coverage,
      score,
    });
  }
  return scored;
}

/** Scores every quotable sentence of the passages against the question, best first. */
export function scoreSentences(question: string, passages: readonly BuiltinPassage[]): ScoredSentence[] {
  const analysed = passages.map((passage) => ({
    passage,
    sentences: splitSentences(passage.text).map((sentence) => ({
      ...sentence,
      terms: analyseTerms(sentence.text),
    })),
  }));
  const weights = weighQuestion(
    question,
    analysed.flatMap(({ sentences }) => sentences),
  );
  return analysed
    .flatMap(({ passage, sentences }) => scorePassage(passage, sentences, weights))
    .sort((a, b) => b.score - a.score || a.passage - b.passage || a.position - b.position);
}
