import type { KeywordReply } from '@hanasu/contract/channel-settings';
import { foldText } from '@hanasu/contract/text';
import { asksForPerson } from '@hanasu/models/builtin/asks-for-person';
import { RE2JS, RE2JSException } from 're2js';

/** All patterns of a channel together: steps of their programs, each of which every letter may have to take. */
const MOST_STEPS = 4_000;
const LONGEST_LOOKED_AT = 5_000;

interface UnsafePattern {
  readonly keyword: number;
  readonly word: number;
  readonly detail: string;
}

/** The first pattern that can't be used, or that makes all of them together too large; null: all are fine. */
export function findUnsafePattern(keywords: readonly KeywordReply[]): UnsafePattern | null {
  let steps = 0;
  for (const [keyword, { match, words }] of keywords.entries()) {
    if (match !== 'pattern') continue;
    for (const [word, pattern] of words.entries()) {
      const compiled = compile(pattern);
      if (typeof compiled === 'string') return { keyword, word, detail: compiled };
      steps += compiled.programSize();
      if (steps > MOST_STEPS)
        return { keyword, word, detail: 'all patterns of the channel together are too large' };
    }
  }
  return null;
}

function compile(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}

type Matcher = (text: string) => boolean;

/** Compiled patterns live as long as the settings they stand in. */
const matchers = new WeakMap<KeywordReply, Matcher>();

/** The first keyword that a text meets. */
export const findKeyword = (keywords: readonly KeywordReply[], text: string): KeywordReply | null =>
  keywords.find((keyword) => keyword.enabled && matcherOf(keyword)(text)) ?? null;

function matcherOf(keyword: KeywordReply): Matcher {
  let matcher = matchers.get(keyword);
  if (!matcher) {
    matcher = MATCHERS[keyword.match](keyword.words);
    matchers.set(keyword, matcher);
  }
  return matcher;
}

const MATCHERS: Record<KeywordReply['match'], (words: readonly string[]) => Matcher> = {
  exact: (words) => {
    const wanted = new Set(words.map(wholeForm));
    return (text) => wanted.has(wholeForm(text));
  },
  contains: (words) => {
    // Pictures and signs are no words; they count wherever they stand.
    const signs = words.filter((word) => !IS_WORD.test(word)).map(foldText);
    return (text) => asksForPerson(text, words) || signs.some((sign) => foldText(text).includes(sign));
  },
  pattern: (words) => {
    const patterns = words.map(compile).filter((pattern) => typeof pattern !== 'string');
    return (text) => patterns.some((pattern) => pattern.matcher(text.slice(0, LONGEST_LOOKED_AT)).find());
  },
};

const IS_WORD = /[\p{L}\p{N}]/u;

/** A whole message as it is compared: what stands between and around words makes no difference. */
function wholeForm(text: string): string {
  const folded = foldText(text.slice(0, LONGEST_LOOKED_AT)).trim();
  return IS_WORD.test(folded) ? (folded.match(/[\p{L}\p{M}\p{N}']+/gu) ?? []).join(' ') : folded;
}
