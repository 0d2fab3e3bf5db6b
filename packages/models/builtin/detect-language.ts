import { foldDiacritics, normaliseText } from '@hanasu/contract/text';
import {
  ENGLISH_FUNCTION_WORDS,
  UNACCENTED_VIETNAMESE_MARKERS,
  VIETNAMESE_FUNCTION_WORDS,
} from './function-words.ts';

export type AnswerLanguage = 'en' | 'ja' | 'vi';

const english = new Set(ENGLISH_FUNCTION_WORDS);
const vietnamese = new Set([
  ...VIETNAMESE_FUNCTION_WORDS.map((word) => foldDiacritics(word)),
  ...UNACCENTED_VIETNAMESE_MARKERS,
]);

/** Letters that of the three languages only Vietnamese has; á, é, ó … also stand in borrowed English words. */
const VIETNAMESE_LETTER = /[đăơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịĩọỏốồổỗộớờởỡợụủũứừửữựỳỵỷỹ]/;
const ACCENTED_LETTER = /[àáâãèéêìíòóôõùúý]/;
/** The shape of a Vietnamese syllable without its marks: onset, vowels, coda. */
const SYLLABLE =
  /^(?:ngh|ng|nh|th|tr|ch|kh|ph|gh|gi|qu|[bcdghklmnpqrstvx])?(?:[aeiouy]{1,3})(?:ng|nh|ch|[cmnpt])?$/;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

function scoreWord(word: string): { en: number; vi: number } {
  if (VIETNAMESE_LETTER.test(word)) return { en: 0, vi: 3 };
  const folded = foldDiacritics(word);
  const isSyllable = SYLLABLE.test(folded);
  const score = { en: 0, vi: isSyllable && ACCENTED_LETTER.test(word) ? 1.5 : 0 };
  const inEnglish = english.has(folded);
  const inVietnamese = vietnamese.has(folded);
  if (inEnglish && !inVietnamese) score.en += 2;
  if (inVietnamese && !inEnglish) score.vi += 2;
  if (inEnglish || inVietnamese) return score;
  if (isSyllable) score.vi += 0.5;
  else if (word.length > 3) score.en += 0.7;
  return score;
}

/** A few kana beside Latin names are Japanese ("LINE Messaging APIの設定"); a Japanese word in an English sentence isn't. */
function isJapanese(text: string, latinScore: number): boolean {
  const cjk = text.match(CJK)?.length ?? 0;
  if (cjk === 0) return false;
  return cjk > latinScore * 2;
}

/**
 * The language a person wrote in: `ja` by script, `vi` by letters or, typed without diacritics, by its syllables.
 * `fallback` when there is nothing to tell by (numbers, emoji, a single unknown word).
 */
export function detectLanguage(text: string, fallback: AnswerLanguage = 'en'): AnswerLanguage {
  const normal = normaliseText(text);
  const total = { en: 0, vi: 0 };
  for (const [word] of normal.matchAll(/[\p{Script=Latin}\p{M}]+/gu)) {
    const score = scoreWord(word.normalize('NFC'));
    total.en += score.en;
    total.vi += score.vi;
  }
  if (isJapanese(normal, Math.max(total.en, total.vi))) return 'ja';
  if (total.en === total.vi) return fallback;
  return total.vi > total.en ? 'vi' : 'en';
}
