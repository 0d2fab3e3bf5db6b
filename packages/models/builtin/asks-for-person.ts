import { foldText } from '@hanasu/contract/text';

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LONGEST_LOOKED_AT = 8_000;

const wordsOf = (text: string): string => ` ${(text.match(/[\p{L}\p{M}\p{N}']+/gu) ?? []).join(' ')} `;
const withoutSpace = (text: string): string => text.replaceAll(/\s+/gu, '');

/**
 * Whether a message asks for a person with one of the given words. Case, width and accents don't matter. Whole words
 * count where words are written apart; Japanese is found anywhere.
 */
export function asksForPerson(message: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const folded = foldText(message.slice(0, LONGEST_LOOKED_AT));
  const asWords = wordsOf(folded);
  const asOne = withoutSpace(folded);
  return words.some((word) => {
    const wanted = foldText(word);
    if (CJK.test(wanted)) return asOne.includes(withoutSpace(wanted));
    return wanted.trim() !== '' && wordsOf(wanted) !== '  ' && asWords.includes(wordsOf(wanted));
  });
}
