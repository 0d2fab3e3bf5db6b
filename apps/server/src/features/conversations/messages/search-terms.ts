import type { AccountId } from '@hanasu/contract/ids';
import { foldForSearch } from '@hanasu/contract/text';

/**
 * Terms of the inbox's search. Scripts with spaces give the first 3, 5 and 8 letters of each word (shorter words as
 * they are), so what is typed is found from its third letter on; scripts without spaces give each pair of characters,
 * and Han characters alone as well. A term is a 32-bit hash of account and word: hits are compared with the text again.
 */

const PREFIXES = [3, 5, 8] as const;
/** A text longer than this is found by its beginning. */
const MOST_TERMS = 3_000;
/** Stands for "looked at, nothing to find": an empty list means that nobody has looked yet. */
const NOTHING = 0;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}ー々〆]/u;
const HAN = /[\p{Script=Han}々]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

interface Run {
  readonly isSpaced: boolean;
  readonly characters: readonly string[];
}

/** Runs of one kind of script; what is no letter parts them. */
function runsOf(folded: string): Run[] {
  const runs: { isSpaced: boolean; characters: string[] }[] = [];
  let current: { isSpaced: boolean; characters: string[] } | null = null;
  for (const character of folded) {
    const isUnspaced = UNSPACED.test(character);
    if (!isUnspaced && !LETTER.test(character)) {
      current = null;
      continue;
    }
    if (current?.isSpaced !== !isUnspaced) {
      current = { isSpaced: !isUnspaced, characters: [] };
      runs.push(current);
    }
    current?.characters.push(character);
  }
  return runs;
}

const pairsOf = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`);

/** FNV-1a over account and term; never `NOTHING`. */
function hash(accountId: AccountId, term: string): number {
  let value = 0x811c9dc5;
  for (const text of [accountId, term]) {
    for (let index = 0; index < text.length; index += 1) {
      value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    }
  }
  return (value | 0) === NOTHING ? 1 : value | 0;
}

function termsOf({ isSpaced, characters }: Run): string[] {
  if (!isSpaced) return [...pairsOf(characters), ...characters.filter((one) => HAN.test(one))];
  if (characters.length < PREFIXES[0]) return [characters.join('')];
  return PREFIXES.filter((length) => length <= characters.length).map((length) => prefix(characters, length));
}

const prefix = (characters: readonly string[], length: number): string =>
  characters.slice(0, length).join('');

/** What is stored with a message; never empty. */
export function searchTerms(accountId: AccountId, text: string): number[] {
  const terms = new Set<number>();
  for (const run of runsOf(foldForSearch(text))) {
    for (const term of termsOf(run)) terms.add(hash(accountId, term));
    if (terms.size >= MOST_TERMS) break;
  }
  return terms.size > 0 ? [...terms].slice(0, MOST_TERMS) : [NOTHING];
}

/** What a message must have to be found, at least; empty: any message may hold what is asked for. */
export function queryTerms(accountId: AccountId, query: string): number[] {
  const terms = runsOf(foldForSearch(query)).flatMap(({ isSpaced, characters }) => {
    if (!isSpaced) {
      if (characters.length > 1) return pairsOf(characters);
      return characters.filter((one) => HAN.test(one));
    }
    const length = PREFIXES.findLast((one) => one <= characters.length) ?? characters.length;
    return [prefix(characters, length)];
  });
  return [...new Set(terms.map((term) => hash(accountId, term)))];
}

/** Where in the folded text the first word of the query stands when all its words do; null: not all of them do. */
export function findWords(folded: string, query: string): number | null {
  const places = foldForSearch(query)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => placeOf(folded, word));
  const [first] = places;
  return first === undefined || places.includes(-1) ? null : first;
}

/** A word of letters with spaces between them is found at its beginning, anything else anywhere. */
function placeOf(folded: string, word: string): number {
  const [first = ''] = word;
  const isSpaced = LETTER.test(first) && !UNSPACED.test(first);
  for (let place = folded.indexOf(word); place >= 0; place = folded.indexOf(word, place + 1)) {
    const [before = ''] = folded.slice(Math.max(0, place - 2), place).match(/.$/su) ?? [];
    if (!isSpaced || place === 0 || !LETTER.test(before) || UNSPACED.test(before)) return place;
  }
  return -1;
}

const BEFORE = 30;
const SNIPPET = 120;

/** The part of a text around the first word of a query. Folding may shift places a little; a snippet is no quotation. */
export function snippetOf(text: string, query: string): string {
  const place = findWords(foldForSearch(text), query) ?? 0;
  const start = Math.max(0, place - BEFORE);
  const cut = text
    .slice(start, start + SNIPPET)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();
  return `${start > 0 ? '…' : ''}${cut}${start + SNIPPET < text.length ? '…' : ''}`;
}
