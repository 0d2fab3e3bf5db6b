import { compactText } from '@hanasu/contract/text';
import { splitSentences } from '@hanasu/retrieval/split/sentences';
import { termsOf } from './question-terms.ts';
import { type Facts, readFacts } from './read-facts.ts';

export interface ComparedPassage {
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
}

export interface Conflict {
  readonly one: string;
  readonly other: string;
  /** What one says and the other says instead: `11:00 ≠ 10:00`. */
  readonly differs: readonly string[];
}

/** Sentences that are looked at; what a larger base has beyond is left out. */
export const SENTENCES_MAX = 40_000;
/** Pairs of sentences that are compared at most. */
const PAIRS_MAX = 400_000;
export const CONFLICTS_MAX = 100;
/** Two sentences are compared when they share one of their rarest words … */
const LOOKED_UP = 5;
/** … that not more than so many sentences have. */
const MOST_SENTENCES = 40;
const SENTENCE_LENGTH = 600;
/** Content words that a sentence needs to be about something. */
const LEAST_TERMS = 2;
/** Of all their content words, the share that two sentences must have in common (Jaccard by rarity). */
const ALIKE = 0.7;
/** Short ones differ in what they are about by a single word. */
const SHORT_TERMS = 4;
const SHORT_ALIKE = 0.85;

interface Sentence {
  readonly passage: ComparedPassage;
  readonly facts: Facts;
  readonly terms: readonly string[];
  readonly topic: string;
}

/**
 * Pairs of passages of different documents or sections with a sentence in almost the same words that states another
 * number, price, date or time, or denies what the other says. Sections of one document are compared with their
 * headings: the same sentence under "Plan A" and "Plan B" is no conflict.
 */
export function findConflicts(passages: readonly ComparedPassage[]): Conflict[] {
  const sentences = readSentences(passages);
  const frequency = new Map<string, number>();
  for (const { terms } of sentences) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const weightOf = (term: string): number =>
    Math.log(1 + sentences.length / (frequency.get(term) ?? 1)) + 0.2;
  const found = new Map<string, Conflict>();
  for (const [one, other] of pairs(sentences, frequency)) {
    const differs = differences(one.facts, other.facts);
    if (differs.length === 0 || !areAlike(one.terms, other.terms, weightOf)) continue;
    const key = [one.passage.id, other.passage.id].toSorted().join(' ');
    const known = found.get(key);
    if (known === undefined && found.size >= CONFLICTS_MAX) break;
    found.set(key, {
      one: known?.one ?? one.passage.id,
      other: known?.other ?? other.passage.id,
      differs: [...new Set([...(known?.differs ?? []), ...differs])],
    });
  }
  return [...found.values()];
}

function readSentences(passages: readonly ComparedPassage[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const passage of passages) {
    const topic = compactText(passage.headingPath.join('›'));
    for (const line of passage.text.split('\n')) {
      for (const { start, end } of splitSentences(line, 0, line.length)) {
        if (end - start > SENTENCE_LENGTH) continue;
        if (sentences.length >= SENTENCES_MAX) return sentences;
        const facts = readFacts(line.slice(start, end));
        const terms = termsOf(facts.wording).content.filter((term) => !isDenial(term));
        if (terms.length >= LEAST_TERMS) sentences.push({ passage, facts, terms, topic });
      }
    }
  }
  return sentences;
}

/** Words that only deny are counted apart. */
const isDenial = (term: string): boolean =>
  /^[PSU](?:no|not|prohibit|forbidden|cam|禁止|禁|不可|不|ん|ない)$/.test(term);

function* pairs(
  sentences: readonly Sentence[],
  frequency: ReadonlyMap<string, number>,
): Generator<readonly [Sentence, Sentence]> {
  const byTerm = new Map<string, number[]>();
  let left = PAIRS_MAX;
  for (const [index, sentence] of sentences.entries()) {
    const rarest = sentence.terms
      .filter((term) => {
        const count = frequency.get(term) ?? 0;
        return count > 1 && count <= MOST_SENTENCES;
      })
      .toSorted((one, other) => (frequency.get(one) ?? 0) - (frequency.get(other) ?? 0));
    const earlier = new Set(rarest.slice(0, LOOKED_UP).flatMap((term) => byTerm.get(term) ?? []));
    for (const position of earlier) {
      const other = sentences[position];
      if (!other || !areApart(other, sentence)) continue;
      if (left-- <= 0) return;
      yield [other, sentence];
    }
    for (const term of rarest) {
      const known = byTerm.get(term);
      if (known) known.push(index);
      else byTerm.set(term, [index]);
    }
  }
}

/** Of different documents, or of different passages under the same headings of one. */
const areApart = (one: Sentence, other: Sentence): boolean =>
  one.passage.documentId !== other.passage.documentId ||
  (one.passage.id !== other.passage.id && one.topic === other.topic);

function areAlike(
  one: readonly string[],
  other: readonly string[],
  weightOf: (term: string) => number,
): boolean {
  const others = new Set(other);
  let shared = 0;
  let all = 0;
  for (const term of one) {
    const weight = weightOf(term);
    all += weight;
    if (others.delete(term)) shared += weight;
  }
  for (const term of others) all += weightOf(term);
  const isShort = Math.min(one.length, other.length) < SHORT_TERMS;
  return shared / all >= (isShort ? SHORT_ALIKE : ALIKE);
}

/** Both must say something else: a number that only one of them has adds to the other. */
function differences(one: Facts, other: Facts): string[] {
  const mine = one.values.filter((value) => !other.values.includes(value));
  const theirs = other.values.filter((value) => !one.values.includes(value));
  const values = mine.length > 0 && theirs.length > 0 ? [`${mine.join(', ')} ≠ ${theirs.join(', ')}`] : [];
  const isDenied = (one.denial === null) !== (other.denial === null);
  return isDenied ? [...values, one.denial ?? other.denial ?? ''] : values;
}
