import { foldDiacritics, hiraganaOf, normaliseText } from '@hanasu/contract/text';
import { stemmer } from 'stemmer';

/**
 * Changes whenever the same text may give other terms. Store it with an index and rebuild when it
 * differs: the Japanese dictionary and the Unicode tables come with the runtime's ICU.
 */
export const ANALYSER_VERSION = `1-icu${process.versions.icu ?? 'none'}`;

/** Term keys by channel, in the order of the text. A key starts with its channel: `Whello`. */
type Analysis = Record<Channel, string[]>;

/** Cuts text of any language into terms. Linear in the text; never throws. */
export function analyse(text: string): Analysis {
  const source = normaliseText(text);
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

const knownRuns = new Map<string, readonly string[]>();

/** Dictionary words (channel S) of one unbroken run of Han and kana. */
function dictionaryWords(run: string): readonly string[] {
  if (run.length > MEMO_RUN_LIMIT) return segmentRun(run);
  const found = knownRuns.get(run);
  if (found) return found;
  if (knownRuns.size >= MEMO_SIZE) knownRuns.clear();
  const words = segmentRun(run);
  knownRuns.set(run, words);
  return words;
}

/** Adds character pairs (G), single Han characters (U) and katakana runs (K) of one run. */
function addCharacterTerms(run: string, pairs: string[], single: string[], katakana: string[]): void {
  let previous = '';
  let count = 0;
  for (const character of run) {
    const folded = hiraganaOf(character);
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

/** Terms of one chunk: `lengths[channel]` tokens a channel has, `terms` key → how often. All integers. */
export interface ChunkTerms {
  readonly lengths: readonly number[];
  readonly terms: ReadonlyMap<string, number>;
}

const TITLE_WEIGHT = 2;

/** Terms of a chunk's text and title; a title token counts twice. */
export function chunkTerms(chunk: { readonly title: string; readonly text: string }): ChunkTerms {
  const lengths = CHANNELS.map(() => 0);
  const terms = new Map<string, number>();
  count(chunk.text, 1, lengths, terms);
  if (chunk.title) count(chunk.title, TITLE_WEIGHT, lengths, terms);
  return { lengths, terms };
}

function count(text: string, weight: number, lengths: number[], terms: Map<string, number>): void {
  const found = analyse(text);
  for (const [index, channel] of CHANNELS.entries()) {
    const tokens = found[channel];
    lengths[index] = (lengths[index] ?? 0) + tokens.length * weight;
    for (const token of tokens) terms.set(token, (terms.get(token) ?? 0) + weight);
  }
}

/** One way of cutting text into terms. Scores of all channels are added. */
export const CHANNELS = ['W', 'P', 'B', 'C', 'S', 'G', 'U', 'K'] as const;

/**
 * W words as written · P folded words, English ones stemmed · B pairs of neighbouring P ·
 * C four-character pieces of words · S Japanese dictionary words · G pairs of Japanese characters,
 * kana folded · U single Han characters · K runs of katakana.
 */
export type Channel = (typeof CHANNELS)[number];

/** Channel index (0..7) of a term key: the key's first character is its channel. */
export function channelOf(term: string): number {
  return CHANNELS.indexOf(term.charAt(0) as Channel);
}

/** The term keys one word gives, and the form that pairs with its neighbour. */
interface WordForms {
  readonly written: string;
  readonly stem: string;
  readonly paired: string;
  readonly pieces: readonly string[];
}

const PIECE = 4;
const STEM_LIMIT = 40;
// V8 copies slices up to this length; a longer slice would keep the whole text it was cut from alive.
const MEMO_WORD_LIMIT = 12;
const PLAIN_ENGLISH = /^[a-z]+$/;
const SURROGATE = /[\ud800-\udfff]/;

const knownForms = new Map<string, WordForms>();

/** Forms of a normalised word (no spaces or punctuation inside). */
function wordForms(word: string): WordForms {
  if (word.length > MEMO_WORD_LIMIT) return formsOf(word);
  const found = knownForms.get(word);
  if (found) return found;
  if (knownForms.size >= MEMO_SIZE) knownForms.clear();
  const forms = formsOf(word);
  knownForms.set(word, forms);
  return forms;
}

function formsOf(word: string): WordForms {
  const folded = foldDiacritics(word);
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

// Longer "words" are base64, identifiers or text without spaces; their shorter pieces still find them.
const KEY_LIMIT = 64;

/** A token cut to the longest that is kept as a key (64 UTF-16 units, never half a character). */
function clipKey(token: string): string {
  if (token.length <= KEY_LIMIT) return token;
  const cut = token.slice(0, KEY_LIMIT);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
