import { classAt, HAN } from './character-class.ts';
import { clipKey, toHiragana } from './normalise.ts';

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
const KATAKANA_RUN = /[\u30a1-\u30fa\u30fc]{2,}/g;
// The dictionary search is not linear on unbroken text; real phrases are far shorter than this.
const SEGMENT_LIMIT = 500;
const MEMO_RUN_LIMIT = 12;
const MEMO_SIZE = 20_000;

const memo = new Map<string, readonly string[]>();

/** Dictionary words (channel S) of one unbroken run of Han and kana. */
export function dictionaryWords(run: string): readonly string[] {
  if (run.length > MEMO_RUN_LIMIT) return segmentRun(run);
  const found = memo.get(run);
  if (found) return found;
  if (memo.size >= MEMO_SIZE) memo.clear();
  const words = segmentRun(run);
  memo.set(run, words);
  return words;
}

/** Adds character pairs (G), single Han characters (U) and katakana runs (K) of one run. */
export function addCharacterTerms(run: string, pairs: string[], single: string[], katakana: string[]): void {
  let previous = '';
  let count = 0;
  for (const character of run) {
    const folded = toHiragana(character);
    if (count > 0) pairs.push(`G${previous}${folded}`);
    if (classAt(character, 0) === HAN) single.push(`U${character}`);
    previous = folded;
    count++;
  }
  if (count === 1) pairs.push(`G${previous}`);
  for (const [word] of run.matchAll(KATAKANA_RUN)) katakana.push(`K${clipKey(word)}`);
}

function segmentRun(run: string): string[] {
  const words: string[] = [];
  for (let start = 0; start < run.length; ) {
    let end = Math.min(start + SEGMENT_LIMIT, run.length);
    if (!run.slice(start, end).isWellFormed()) end++;
    for (const { segment } of segmenter.segment(run.slice(start, end))) words.push(`S${clipKey(segment)}`);
    start = end;
  }
  return words;
}
