import { foldDiacritics, normaliseText } from '@hanasu/contract/text';
import {
  ENGLISH_FUNCTION_WORDS,
  JAPANESE_FUNCTION_WORDS,
  VIETNAMESE_FUNCTION_WORDS,
} from './function-words.ts';

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

/** Function words still tell a little ("when", "how much"), so they weigh less instead of nothing. */
const FUNCTION_WORD_WEIGHT = 0.1;
const PHRASE_END = /[.,;:!?()[\]{}"“”«»\n\t|<>=…、。「」『』（）・！？：]+/u;
const CJK_CLASS = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆ヶ';
const RUN = new RegExp(`[${CJK_CLASS}]+|(?:(?![${CJK_CLASS}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');
const STARTS_CJK = new RegExp(`^[${CJK_CLASS}]`, 'u');
const ONLY_HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;
const HAN = /\p{Script=Han}/u;

const functionWords = new Set(
  [...ENGLISH_FUNCTION_WORDS, ...VIETNAMESE_FUNCTION_WORDS].map((word) => foldDiacritics(word)),
);
const japaneseFunctionWords = new Set(JAPANESE_FUNCTION_WORDS);

/** Plural, tense and possessive endings; enough to match "opening" to "opens" and "deliveries" to "delivery". */
function stemEnglish(word: string): string {
  if (word.length < 5) return word.length === 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?:ingly|edly|ings|ing|ed|es|ly|s)$/, '')
    .replace(/([^aeioulsz])\1$/, '$1')
    .replace(/e$/, '');
}

function addCjk(run: string, add: (term: string, weight: number) => void): void {
  const characters = [...run];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    const pair = character + (characters[index + 1] ?? '');
    if (HAN.test(character)) add(`u:${character}`, 0.6);
    if (pair === character) continue;
    const weak = japaneseFunctionWords.has(pair) || ONLY_HIRAGANA.test(pair);
    add(`g:${pair}`, weak ? FUNCTION_WORD_WEIGHT : 1);
  }
}

/**
 * Terms of a text with their weights: folded and stemmed words, exact accented words, word pairs (Vietnamese words
 * are mostly two syllables), bigrams of Japanese and single Han characters.
 */
function analyseTerms(text: string): Map<string, number> {
  const terms = new Map<string, number>();
  const add = (term: string, weight: number) => terms.set(term, Math.max(weight, terms.get(term) ?? 0));
  for (const phrase of normaliseText(text).split(PHRASE_END)) {
    let previous: { term: string; weak: boolean } | null = null;
    for (const [run] of phrase.matchAll(RUN)) {
      if (STARTS_CJK.test(run)) {
        addCjk(run, add);
        previous = null;
        continue;
      }
      const folded = foldDiacritics(run);
      const weak = functionWords.has(folded);
      const term = folded === run && !weak ? stemEnglish(folded) : folded;
      add(`f:${term}`, weak ? FUNCTION_WORD_WEIGHT : 1);
      if (folded !== run) add(`w:${run}`, weak ? FUNCTION_WORD_WEIGHT : 0.7);
      if (previous) add(`b:${previous.term} ${term}`, previous.weak && weak ? FUNCTION_WORD_WEIGHT : 0.8);
      previous = { term, weak };
    }
  }
  return terms;
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

/** `lead` introduces what follows it (a heading, a question, a line ending in a colon) and is no answer by itself. */
interface Sentence {
  text: string;
  kind: 'statement' | 'lead';
}

const LONGEST_QUOTE = 360;
const SHORTEST_SENTENCE = 10;
const ABBREVIATION =
  /(?<![\p{L}\p{N}])(?:[Mm]rs?|[Mm]s|[Dd]r|[Ss]t|[Nn]o|vs|etc|e\.g|i\.e|TP|Th[Ss]|T[Ss]|PGS|GS|BS|\p{Lu})\.$/u;
/** After 。！？ also a closing bracket, but not before と or って, which carry on the sentence around the quote. */
const BOUNDARY = /(?<=[。！？][」』）]?)(?![」』）]|と|って)|(?<=[.!?…]["”’)]*)\s+(?=["“‘(¿\p{Lu}\p{N}])/u;

/** Not sentences of their own: what ends in an abbreviation, and words such as "Yes." that need the next sentence. */
function goesOnAfter(piece: string): boolean {
  return ABBREVIATION.test(piece) || (piece.length <= SHORTEST_SENTENCE && !isLead(piece));
}

function joinPieces(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && goesOnAfter(last)) joined[joined.length - 1] = `${last} ${piece}`;
    else joined.push(piece);
  }
  return joined;
}

function shorten(text: string): string {
  if (text.length <= LONGEST_QUOTE) return text;
  const cut = text.slice(0, LONGEST_QUOTE);
  const space = cut.lastIndexOf(' ');
  return `${space > LONGEST_QUOTE / 2 ? cut.slice(0, space) : cut} …`;
}

function cells(line: string): string[] {
  return line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** A table row reads as `Header: cell; Header: cell`, so it makes sense without its table. */
function readTableRow(row: string, header: readonly string[]): string {
  return cells(row)
    .map((cell, index) => (header[index] ? `${header[index]}: ${cell}` : cell))
    .join('; ');
}

function isLead(text: string): boolean {
  return /[?？:：]["”」』）)]*$/u.test(text);
}

function splitLine(line: string): Sentence[] {
  const heading = /^\s{0,3}#{1,6}\s+(.*)$/.exec(line) ?? /^\s*\*\*([^*]+)\*\*\s*$/.exec(line);
  if (heading) return [{ text: shorten(heading[1]?.trim() ?? ''), kind: 'lead' }];
  const plain = line
    .replace(/^\s*(?:[-*+•・]\s+|\d{1,2}[.)]\s+|>\s+)/, '')
    .replace(/^(?:[QA]|Hỏi|Đáp|質問|回答)\s*[.:：]\s*/iu, '')
    .replace(/\*\*|__/g, '')
    .trim();
  return joinPieces(plain.split(BOUNDARY).map((piece) => piece.trim()))
    .filter((text) => text !== '')
    .map((text) => ({ text: shorten(text), kind: isLead(text) ? 'lead' : 'statement' }));
}

const isTableLine = (line: string) => /^\s*\|.*\|\s*$/.test(line);
const isTableRule = (line: string) => /^\s*\|[\s:|-]+\|\s*$/.test(line);

/** Sentences of a passage in order. Lists, tables, headings and question–answer pairs keep their sense. */
export function splitSentences(passage: string): Sentence[] {
  const lines = unwrap(passage.replace(/\r\n?/g, '\n').split('\n'));
  const sentences: Sentence[] = [];
  let header: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!isTableLine(line)) {
      header = [];
      sentences.push(...splitLine(line));
    } else if (isTableRule(line)) continue;
    else if (isTableRule(lines[index + 1] ?? '')) header = cells(line);
    else sentences.push({ text: shorten(readTableRow(line, header)), kind: 'statement' });
  }
  return sentences.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** Text of a PDF breaks lines inside sentences: a line that starts in lower case goes on from the one before. */
function unwrap(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const goesOn =
      last !== undefined && last.trim() !== '' && /^\p{Ll}/u.test(line) && /[\p{L},]$/u.test(last);
    if (goesOn) joined[joined.length - 1] = `${last} ${line}`;
    else joined.push(line);
  }
  return joined;
}
