import type { Channel } from './channels.ts';
import { clipKey, normalise, toHiragana } from './normalise.ts';
import { wordForms } from './word-forms.ts';

/** Separator that neighbouring words may be paired across: a space, a hyphen, an emoji. */
const GAP = 0;
/** Punctuation that ends a phrase: words are never paired across it. */
const PHRASE_END = 1;
/** Letter, mark or digit of a script that is written with spaces. */
const LETTER = 2;
/** Thai, Lao, Khmer, Myanmar: scripts written without spaces that have no channel of their own. */
const UNSPACED = 3;
const HANGUL = 4;
const KANA = 5;
const HAN = 6;

const UNKNOWN = 255;
const IS_HAN = /\p{Script=Han}/u;
const IS_KANA = /[\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3006]/u;
const IS_UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IS_HANGUL = /\p{Script=Hangul}/u;
const IS_LETTER = /[\p{L}\p{M}\p{N}]/u;
const IS_PHRASE_END = /[.,;:!?()[\]{}"“”«»\n\t|<>=…、。「」『』（）・]/u;

// Filled as characters are met: asking Unicode properties for every character costs more than the rest.
const known = new Uint8Array(0x10000).fill(UNKNOWN);

/** Class of the character that starts at `index`; a surrogate pair is read as one character. */
function classAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit >= 0xd800 && unit <= 0xdfff)
    return classify(String.fromCodePoint(text.codePointAt(index) ?? unit));
  const cached = known[unit] ?? UNKNOWN;
  if (cached !== UNKNOWN) return cached;
  const found = classify(String.fromCharCode(unit));
  known[unit] = found;
  return found;
}

/** Length in UTF-16 units of the character at `index`. */
function widthAt(text: string, index: number): 1 | 2 {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

function classify(character: string): number {
  if (IS_HAN.test(character)) return HAN;
  if (IS_KANA.test(character)) return KANA;
  if (IS_UNSPACED.test(character)) return UNSPACED;
  if (IS_HANGUL.test(character)) return HANGUL;
  if (IS_LETTER.test(character)) return LETTER;
  return IS_PHRASE_END.test(character) ? PHRASE_END : GAP;
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
const KATAKANA_RUN = /[\u30a1-\u30fa\u30fc]{2,}/g;
// The dictionary search is not linear on unbroken text; real phrases are far shorter than this.
const SEGMENT_LIMIT = 500;
const MEMO_RUN_LIMIT = 12;
const MEMO_SIZE = 20_000;

const memo = new Map<string, readonly string[]>();

/** Dictionary words (channel S) of one unbroken run of Han and kana. */
function dictionaryWords(run: string): readonly string[] {
  if (run.length > MEMO_RUN_LIMIT) return segmentRun(run);
  const found = memo.get(run);
  if (found) return found;
  if (memo.size >= MEMO_SIZE) memo.clear();
  const words = segmentRun(run);
  memo.set(run, words);
  return words;
}

/** Adds character pairs (G), single Han characters (U) and katakana runs (K) of one run. */
function addCharacterTerms(run: string, pairs: string[], single: string[], katakana: string[]): void {
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

/**
 * Changes whenever the same text may give other terms. Store it with an index and rebuild when it
 * differs: the Japanese dictionary and the Unicode tables come with the runtime's ICU.
 */
export const ANALYSER_VERSION = `1-icu${process.versions.icu ?? 'none'}`;

/** Term keys by channel, in the order of the text. A key starts with its channel: `Whello`. */
export type Analysis = Record<Channel, string[]>;

/** Cuts text of any language into terms. Linear in the text; never throws. */
export function analyse(text: string): Analysis {
  const source = normalise(text);
  const found: Analysis = { W: [], P: [], B: [], C: [], S: [], G: [], U: [], K: [] };
  let previous = '';
  for (let start = 0; start < source.length; ) {
    const kind = classAt(source, start);
    const end = kind <= PHRASE_END ? start + widthAt(source, start) : runEnd(source, start, kind);
    if (kind === PHRASE_END) previous = '';
    else if (isJapanese(kind)) {
      addJapaneseRun(found, source.slice(start, end));
      previous = '';
    } else if (kind !== GAP) previous = addWord(found, source.slice(start, end), previous);
    start = end;
  }
  return found;
}

function runEnd(source: string, start: number, kind: number): number {
  let end = start + widthAt(source, start);
  while (end < source.length && sameRun(kind, classAt(source, end))) end += widthAt(source, end);
  return end;
}

function sameRun(first: number, next: number): boolean {
  return isJapanese(first) ? isJapanese(next) : first === next && next >= LETTER;
}

function isJapanese(kind: number): boolean {
  return kind === HAN || kind === KANA;
}

function addWord(found: Analysis, word: string, previous: string): string {
  const forms = wordForms(word);
  found.W.push(forms.written);
  found.P.push(forms.stem);
  for (const piece of forms.pieces) found.C.push(piece);
  if (previous !== '') found.B.push(`B${previous}_${forms.paired}`);
  return forms.paired;
}

function addJapaneseRun(found: Analysis, run: string): void {
  for (const word of dictionaryWords(run)) found.S.push(word);
  addCharacterTerms(run, found.G, found.U, found.K);
}
