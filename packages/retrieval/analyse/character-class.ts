/** Separator that neighbouring words may be paired across: a space, a hyphen, an emoji. */
export const GAP = 0;
/** Punctuation that ends a phrase: words are never paired across it. */
export const PHRASE_END = 1;
/** Letter, mark or digit of a script that is written with spaces. */
export const LETTER = 2;
/** Thai, Lao, Khmer, Myanmar: scripts written without spaces that have no channel of their own. */
export const UNSPACED = 3;
export const HANGUL = 4;
export const KANA = 5;
export const HAN = 6;

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
export function classAt(text: string, index: number): number {
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
export function widthAt(text: string, index: number): 1 | 2 {
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
