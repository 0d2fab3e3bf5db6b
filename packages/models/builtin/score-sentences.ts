import { foldDiacritics, normaliseText } from '@hanasu/contract/text';
import {
  ENGLISH_FUNCTION_WORDS,
  JAPANESE_FUNCTION_WORDS,
  VIETNAMESE_FUNCTION_WORDS,
} from './function-words.ts';
import { expectedIn, weekdaysIn } from './question-signs.ts';
import { ENDS_SENTENCE, type Sentence, type SentenceGroup, splitSentences } from './split-sentences.ts';

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
  /** What of the coverage no heading, title or column gives it: what tells a row from its neighbours. */
  ownCoverage: number;
  /** What the question or heading above it covers. */
  leadCoverage: number;
  score: number;
  group: SentenceGroup | null;
}

/** Scores every quotable sentence of the passages against the question, best first. */
export function scoreSentences(question: string, passages: readonly BuiltinPassage[]): ScoredSentence[] {
  const analysed = passages.map((passage) => ({
    passage,
    sentences: splitSentences(passage.text).map((sentence) => ({
      ...sentence,
      terms: analyseTerms(
        withoutAddresses(sentence.row ? `${sentence.row.names} | ${sentence.row.cells}` : sentence.text),
      ),
    })),
  }));
  const weights = weighQuestion(
    question,
    analysed.flatMap(({ sentences }) => sentences),
  );
  const expected = expectedIn(question);
  return analysed
    .flatMap(({ passage, sentences }) => scorePassage(passage, sentences, { weights, expected }))
    .sort((a, b) => b.score - a.score || a.passage - b.passage || a.position - b.position);
}

/** What links lead to is no part of what a sentence says. */
const withoutAddresses = (text: string): string =>
  text.replaceAll(/\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)/g, ']');

/** Function words still tell a little ("when", "how much"), so they weigh less instead of nothing. */
const FUNCTION_WORD_WEIGHT = 0.1;
/** Who names a day asks for it. */
const WEEKDAY_WEIGHT = 2;
const PHRASE_END = /[.,;:!?()[\]{}"“”«»\n\t|<>=…、。「」『』（）・！？：]+/u;
const CJK_CLASS = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆ヶ';
const RUN = new RegExp(`[${CJK_CLASS}]+|(?:(?![${CJK_CLASS}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');
const STARTS_CJK = new RegExp(`^[${CJK_CLASS}]`, 'u');
const ONLY_HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;
const HAN = /\p{Script=Han}/u;
/** The end of a word, or a particle at it: 使え, 円で. */
const INFLECTED = /\p{Script=Hiragana}/u;
const INFLECTED_WEIGHT = 0.5;

const vietnameseFunctionWords = new Set(VIETNAMESE_FUNCTION_WORDS);
const plainFunctionWords = new Set(
  [...ENGLISH_FUNCTION_WORDS, ...VIETNAMESE_FUNCTION_WORDS].map((word) => foldDiacritics(word)),
);
/** `the` is one, and `thẻ`, a card, is none: accents count where they are typed. */
const isFunctionWord = (word: string, folded: string): boolean =>
  word === folded ? plainFunctionWords.has(word) : vietnameseFunctionWords.has(word);
const japaneseFunctionWords = new Set(JAPANESE_FUNCTION_WORDS);

/** Plural, tense and possessive endings; enough to match "opening" to "opens" and "deliveries" to "delivery". */
function stemEnglish(word: string): string {
  if (word.endsWith('ss')) return word;
  if (word.length < 5) return word.length === 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?:ingly|edly|ings|ing|ed|es|ly|s)$/, '')
    .replace(/([^aeioulsz])\1$/, '$1')
    .replace(/e$/, '');
}

/** Two or more signs of one script: a word, or a compound. */
const COMPOUND = /\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{2,}/gu;
const COMPOUND_WEIGHT = 0.8;

function addCjk(run: string, add: (term: string, weight: number) => void): void {
  for (const [compound] of run.matchAll(COMPOUND)) add(`h:${compound}`, COMPOUND_WEIGHT);
  const characters = [...run];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    const pair = character + (characters[index + 1] ?? '');
    if (HAN.test(character)) add(`u:${character}`, 0.6);
    if (pair === character) continue;
    const weak = japaneseFunctionWords.has(pair) || ONLY_HIRAGANA.test(pair);
    add(`g:${pair}`, weak ? FUNCTION_WORD_WEIGHT : INFLECTED.test(pair) ? INFLECTED_WEIGHT : 1);
  }
}

/**
 * Terms of a text with their weights: folded and stemmed words, exact accented words, word pairs (Vietnamese words
 * are mostly two syllables), bigrams of Japanese, single Han characters and whole compounds: 送料 is not 返送料.
 */
function analyseTerms(text: string): Map<string, number> {
  const terms = new Map<string, number>();
  const add = (term: string, weight: number) => terms.set(term, Math.max(weight, terms.get(term) ?? 0));
  for (const day of weekdaysIn(text)) add(`d:${day}`, WEEKDAY_WEIGHT);
  for (const phrase of normaliseText(text).split(PHRASE_END)) {
    let previous: { term: string; weak: boolean } | null = null;
    for (const [run] of phrase.matchAll(RUN)) {
      if (STARTS_CJK.test(run)) {
        addCjk(run, add);
        previous = null;
        continue;
      }
      const folded = foldDiacritics(run);
      const weak = isFunctionWord(run, folded);
      const term = folded === run && !weak ? stemEnglish(folded) : folded;
      add(`f:${term}`, weak ? FUNCTION_WORD_WEIGHT : 1);
      if (folded !== run) add(`w:${run}`, weak ? FUNCTION_WORD_WEIGHT : 0.7);
      if (previous) add(`b:${previous.term} ${term}`, previous.weak && weak ? FUNCTION_WORD_WEIGHT : 0.8);
      previous = { term, weak };
    }
  }
  return terms;
}

/** What is of the asked kind covers so much more of a question, once words of it fit as well. */
const AS_ASKED = 0.1;
const NEAR = 0.08;
/** A heading or question passes this much of its match on to the sentences after it. */
const CARRIED_FROM_LEAD = 0.9;
const CARRIED_FROM_TITLE = 0.35;
const CARRY_FADE = 0.75;
const CARRY_LENGTH = 4;
/** Among fewer sentences than this, rarity can't be measured; a word that none has would outweigh all others. */
const FEW_SENTENCES = 30;

interface Analysed extends Sentence {
  terms: ReadonlyMap<string, number>;
}

function frequencies(sentences: readonly Analysed[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of sentences)
    for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** What makes a sentence a question in Vietnamese, and would deny it anywhere else: "có nhận thẻ không?". */
const ASKING_WORD = /(?<=\p{L}\s+)không(?:\s+(?:ạ|vậy|nhỉ|shop|em|anh|chị))*[\s?？.!]*$/iu;

/** "Nhà mình", "bên em": who asks, or who is asked. */
const PARTIES = /(?<!\p{L})(?:nhà|bên|quán|shop|tiệm|cửa hàng)\s+(?:mình|em|bạn|ta)(?!\p{L})/giu;

const withoutManners = (question: string): string =>
  question.replace(ASKING_WORD, '').replaceAll(PARTIES, ' ');

/** Weight of each of the question's terms: rare among the passages counts more, and so does an unseen one. */
function weighQuestion(question: string, sentences: readonly Analysed[]): Map<string, number> {
  const counts = frequencies(sentences);
  const total = Math.max(sentences.length, FEW_SENTENCES);
  const weights = new Map<string, number>();
  for (const [term, weight] of analyseTerms(withoutManners(question))) {
    const count = counts.get(term) ?? 0;
    // Two words that nobody writes side by side say no more than each of them, nor does a compound that nobody writes.
    if (count === 0 && /^[bh]:/.test(term)) continue;
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

const sumOf = (covered: Iterable<readonly [string, number]>): number => {
  let sum = 0;
  for (const [, weight] of covered) sum += weight;
  return sum;
};

/** A line above a table or list that says no more than the question: its answer is what stands below. */
const isTitleOf = (
  below: Analysed | undefined,
  { text, terms, group }: Analysed,
  weights: ReadonlyMap<string, number>,
): boolean =>
  !group &&
  (below?.group?.kind === 'table' || below?.group?.kind === 'list') &&
  !ENDS_SENTENCE.test(text) &&
  [...terms].every(
    ([term, weight]) => weight <= FUNCTION_WORD_WEIGHT || term.startsWith('b:') || weights.has(term),
  );

function scorePassage(
  passage: BuiltinPassage,
  sentences: readonly Analysed[],
  { weights, expected }: { readonly weights: ReadonlyMap<string, number>; readonly expected: RegExp | null },
): ScoredSentence[] {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const title = coverageOf(weights, analyseTerms(passage.title));
  let lead = new Map<string, number>();
  let sinceLead = 0;
  const scored: ScoredSentence[] = [];
  for (const [position, sentence] of sentences.entries()) {
    const own = coverageOf(weights, sentence.terms);
    if (sentence.kind === 'title') {
      for (const [term, weight] of own) title.set(term, weight);
      continue;
    }
    if (sentence.kind === 'lead' || isTitleOf(sentences[position + 1], sentence, weights)) {
      lead = sinceLead === 0 ? new Map([...lead, ...own]) : own;
      sinceLead = 0;
      continue;
    }
    const fade = sinceLead < CARRY_LENGTH ? CARRIED_FROM_LEAD * CARRY_FADE ** sinceLead : 0;
    sinceLead += 1;
    const fromLead = union(own, lead, fade);
    const fromTitle = union(own, title, CARRIED_FROM_TITLE);
    const isNear = Math.max(fromLead, fromTitle) / total >= NEAR;
    const found = sentence.row?.labelled ?? sentence.text;
    const asked = expected === null || !isNear ? 0 : expected.test(found) ? AS_ASKED : -AS_ASKED / 2;
    const coverage = Math.min(1, Math.max(0, Math.max(fromLead, fromTitle) / total + asked));
    // Long sentences match more by chance; passages that retrieval trusts come first among equals.
    const length = 1 + Math.max(0, withoutAddresses(found).length - 160) / 600;
    const score = (coverage / length) * (0.7 + 0.3 * passage.confidence);
    const { row } = sentence;
    const alone = row ? coverageOf(weights, analyseTerms(row.cells)) : own;
    const columns = row ? coverageOf(weights, analyseTerms(row.names)) : new Map<string, number>();
    const given = (term: string): boolean =>
      lead.has(term) || columns.has(term) || (row && title.has(term)) === true;
    const ownOnly = [...alone].filter(([term]) => !given(term));
    scored.push({
      passage: passage.number,
      position,
      text: sentence.text,
      terms: sentence.terms,
      coverage,
      ownCoverage: sumOf(ownOnly) / total,
      leadCoverage: sumOf(lead) / total,
      score,
      group: sentence.group ?? null,
    });
  }
  return scored;
}
