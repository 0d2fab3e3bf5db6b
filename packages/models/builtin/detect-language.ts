import { foldDiacritics, normaliseText } from '@hanasu/contract/text';
import {
  BORROWED_ENGLISH_WORDS,
  ENGLISH_FUNCTION_WORDS,
  ORDINARY_ENGLISH_WORDS,
  UNACCENTED_VIETNAMESE_MARKERS,
  VIETNAMESE_FUNCTION_WORDS,
} from './function-words.ts';

export type AnswerLanguage = 'en' | 'ja' | 'vi';

const english = new Set(ENGLISH_FUNCTION_WORDS);
const borrowed = new Set(BORROWED_ENGLISH_WORDS);
const ordinaryEnglish = new Set(ORDINARY_ENGLISH_WORDS);
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

interface Scored {
  readonly en: number;
  readonly vi: number;
  readonly words: number;
  /** A word that only the English use in what they write. */
  readonly isEnglishSaid: boolean;
  /** Marks that of the three languages only Vietnamese has. */
  readonly isVietnameseSaid: boolean;
}

function scoreText(normal: string): Scored {
  let [en, vi, words, ordinary] = [0, 0, 0, 0];
  let [isEnglishSaid, isVietnameseSaid] = [false, false];
  for (const [found] of normal.matchAll(/[\p{Script=Latin}\p{M}]+/gu)) {
    const word = found.normalize('NFC');
    const score = scoreWord(word);
    en += score.en;
    vi += score.vi;
    words += 1;
    isVietnameseSaid ||= score.vi >= 3 || (score.vi === 1.5 && ACCENTED_LETTER.test(word));
    if (english.has(word) && !borrowed.has(word)) isEnglishSaid = true;
    if (ordinaryEnglish.has(word)) ordinary += 1;
  }
  return { en, vi, words, isEnglishSaid: isEnglishSaid || ordinary > 1, isVietnameseSaid };
}

/**
 * The language a text is most likely in: `ja` by script, `vi` by letters or, typed without diacritics, by its
 * syllables. `fallback` when there is nothing to tell by (numbers, emoji).
 */
export function guessLanguage(text: string, fallback: AnswerLanguage = 'en'): AnswerLanguage {
  const normal = normaliseText(text);
  const { en, vi } = scoreText(normal);
  if (isJapanese(normal, Math.max(en, vi))) return 'ja';
  if (en === vi) return fallback;
  return vi > en ? 'vi' : 'en';
}

/**
 * The language a customer is answered in: that of their message where it is clear, or else `fallback`. "OK", a number,
 * a name like "PayPay" and a lone Latin word are written in every language.
 */
export function detectLanguage(text: string, fallback: AnswerLanguage = 'en'): AnswerLanguage {
  return clearLanguage(text) ?? fallback;
}

/** Null: the text may be in any of them. */
export function clearLanguage(text: string): AnswerLanguage | null {
  const normal = normaliseText(text);
  const { en, vi, words, isEnglishSaid, isVietnameseSaid } = scoreText(normal);
  if (isJapanese(normal, Math.max(en, vi))) return 'ja';
  if (isVietnameseSaid && vi > en) return 'vi';
  if (words < 2) return null;
  if (vi - en >= CLEAR_BY) return 'vi';
  return isEnglishSaid && en - vi >= CLEAR_BY ? 'en' : null;
}

const CLEAR_BY = 1;
