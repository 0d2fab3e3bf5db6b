import { stemmer } from 'stemmer';
import { clipKey, fold } from './normalise.ts';

/** The term keys one word gives, and the form that pairs with its neighbour. */
export interface WordForms {
  readonly written: string;
  readonly stem: string;
  readonly paired: string;
  readonly pieces: readonly string[];
}

const PIECE = 4;
const STEM_LIMIT = 40;
// V8 copies slices up to this length; a longer slice would keep the whole text it was cut from alive.
const MEMO_WORD_LIMIT = 12;
const MEMO_SIZE = 20_000;
const PLAIN_ENGLISH = /^[a-z]+$/;
const SURROGATE = /[\ud800-\udfff]/;

const memo = new Map<string, WordForms>();

/** Forms of a normalised word (no spaces or punctuation inside). */
export function wordForms(word: string): WordForms {
  if (word.length > MEMO_WORD_LIMIT) return formsOf(word);
  const found = memo.get(word);
  if (found) return found;
  if (memo.size >= MEMO_SIZE) memo.clear();
  const forms = formsOf(word);
  memo.set(word, forms);
  return forms;
}

function formsOf(word: string): WordForms {
  const folded = fold(word);
  const stemmed = folded === word && word.length <= STEM_LIMIT ? stemmer(word) : folded;
  return {
    written: `W${clipKey(word)}`,
    stem: `P${PLAIN_ENGLISH.test(word) ? clipKey(stemmed) : clipKey(folded)}`,
    paired: clipKey(stemmed),
    pieces: piecesOf(folded),
  };
}

function piecesOf(folded: string): string[] {
  const bounded = `^${folded}$`;
  const pieces: string[] = [];
  if (bounded.length < PIECE + 2) return pieces;
  if (SURROGATE.test(folded)) return piecesByCharacter([...bounded]);
  for (let start = 0; start + PIECE <= bounded.length; start++) {
    pieces.push(`C${bounded.slice(start, start + PIECE)}`);
  }
  return pieces;
}

function piecesByCharacter(characters: readonly string[]): string[] {
  const pieces: string[] = [];
  for (let start = 0; start + PIECE <= characters.length; start++) {
    pieces.push(`C${characters.slice(start, start + PIECE).join('')}`);
  }
  return pieces;
}
