import { analyse } from '@hanasu/retrieval/analyse/analyse';
import { isStopTerm } from '@hanasu/retrieval/analyse/stop-words';

/** How much of a question a text speaks about, 0..1, and by which words of the question. */
export interface WordingScore {
  readonly score: number;
  readonly words: readonly string[];
}

interface Term {
  /** Keys by which a text has this word; the first is the word as written. */
  readonly keys: readonly string[];
  readonly weight: number;
  readonly shown: string;
}

/** A word that was only found folded or by its stem tells less than one found as it is written. */
const FOLDED = 0.7;
/** A pair of words says more than its two words: most Vietnamese words are two syllables. */
const PAIR = 0.6;
const HAN_PAIR = /^G\p{Script=Han}{2}$/u;
const LETTERS = 2_000;

/**
 * Scores texts against a question. Words that many of the texts have tell little of which to choose. One telling word
 * gives about 0.5, two 0.67, three 0.75: never certain, always more for more.
 */
export function scoreWording(question: string, texts: readonly string[]): WordingScore[] {
  const terms = termsOf(question.slice(0, LETTERS));
  const sets = texts.map((text) => keysOf(text));
  const rarity = new Map(terms.map((term) => [term, rarityOf(term, sets)]));
  return sets.map((keys) => {
    const found = terms.filter((term) => term.keys.some((key) => keys.has(key)));
    const evidence = found.reduce((sum, term) => sum + worth(term, keys) * (rarity.get(term) ?? 0), 0);
    return { score: evidence / (evidence + 1), words: [...new Set(found.map(({ shown }) => shown))] };
  });
}

const worth = ({ keys, weight }: Term, found: ReadonlySet<string>): number =>
  found.has(keys[0] ?? '') ? weight : weight * FOLDED;

function rarityOf(term: Term, sets: readonly ReadonlySet<string>[]): number {
  const having = sets.filter((keys) => term.keys.some((key) => keys.has(key))).length;
  return having === 0 ? 0 : Math.log(1 + sets.length / having) / Math.log(1 + sets.length);
}

function termsOf(question: string): Term[] {
  const found = analyse(question);
  const words = found.W.map((written, index): Term => {
    const stem = found.P[index] ?? written;
    return { keys: [written, stem], weight: 1, shown: written.slice(1) };
  });
  const pairs = found.B.map(
    (pair): Term => ({ keys: [pair], weight: PAIR, shown: pair.slice(1).replace('_', ' ') }),
  );
  const japanese = found.S.filter((word) => word.length > 2 || HAN_PAIR.test(`G${word.slice(1)}`));
  const known = new Set(japanese.map((word) => word.slice(1)));
  const hanPairs = found.G.filter((pair) => HAN_PAIR.test(pair) && !known.has(pair.slice(1)));
  const all = [
    ...words.filter(({ keys }) => !keys.some(isStopTerm)),
    ...pairs.filter(({ keys }) => !keys.some(isStopTerm)),
    ...japanese.filter((word) => !isStopTerm(word)).map(single(1)),
    ...hanPairs.map(single(PAIR)),
  ];
  return [...new Map(all.map((term) => [term.keys[0], term])).values()];
}

const single =
  (weight: number) =>
  (key: string): Term => ({ keys: [key], weight, shown: key.slice(1) });

function keysOf(text: string): Set<string> {
  const { W, P, B, S, G } = analyse(text);
  return new Set([...W, ...P, ...B, ...S, ...G]);
}
