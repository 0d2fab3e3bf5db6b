const ASCII_ONLY = /^[\0-\x7f]*$/;
// Only the Latin/Greek combining block: U+3099 and U+309A must stay, or が becomes か.
const LATIN_MARKS = /[\u0300-\u036f]/g;
const CURLY_APOSTROPHES = /[\u2018\u2019\u02bc`]/g;

/** Text with one spelling per character: width, composition (NFC/NFD) and case no longer differ. */
export function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(CURLY_APOSTROPHES, "'");
}

/** A normalised word without Latin diacritics: `điện` → `dien`. Japanese voicing marks stay. */
export function fold(word: string): string {
  if (ASCII_ONLY.test(word)) return word;
  const folded = word.normalize('NFD').replace(LATIN_MARKS, '').replaceAll('đ', 'd').normalize('NFC');
  // A word that is nothing but marks keeps them.
  return folded || word;
}

/** One katakana character as hiragana (ァ..ヶ); any other character unchanged. */
export function toHiragana(character: string): string {
  const code = character.charCodeAt(0);
  return code >= 0x30a1 && code <= 0x30f6 ? String.fromCharCode(code - 0x60) : character;
}

// Longer "words" are base64, identifiers or text without spaces; their shorter pieces still find them.
const KEY_LIMIT = 64;

/** A token cut to the longest that is kept as a key (64 UTF-16 units, never half a character). */
export function clipKey(token: string): string {
  if (token.length <= KEY_LIMIT) return token;
  const cut = token.slice(0, KEY_LIMIT);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
