import { foldDiacritics, normaliseText } from './fold-text.ts';
import {
  ENGLISH_FUNCTION_WORDS,
  JAPANESE_FUNCTION_WORDS,
  VIETNAMESE_FUNCTION_WORDS,
} from './function-words.ts';

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
export function analyseTerms(text: string): Map<string, number> {
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
