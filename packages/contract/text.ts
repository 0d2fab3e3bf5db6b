// The forms in which texts are compared. What is stored folded must stay comparable: a change here needs the stored
// rows folded anew.

const ASCII_ONLY = /^[\0-\x7f]*$/;
/** Only the Latin and Greek marks: U+3099 and U+309A must stay, or が becomes か. */
const LATIN_MARKS = /[\u0300-\u036f]/g;
const APOSTROPHES = /[\u2018\u2019\u02bc`]/g;
const KATAKANA = /[\u30a1-\u30f6]/g;

/** Lower case, one width and one composition of each character. Diacritics are kept. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(APOSTROPHES, "'");
}

/** A normalised text without Latin diacritics: `điện` → `dien`. Japanese voicing marks stay. */
export function foldDiacritics(text: string): string {
  if (ASCII_ONLY.test(text)) return text;
  const folded = text.normalize('NFD').replace(LATIN_MARKS, '').replaceAll('đ', 'd').normalize('NFC');
  // A text that is nothing but marks keeps them.
  return folded || text;
}

/** The form in which case, width and accents make no difference; the sounds of Japanese are kept. */
export const foldText = (text: string): string => foldDiacritics(normaliseText(text));

/** The form in which case, width and white space make no difference. */
export const compactText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u200b\ufeff]+/gu, '');

/** The form in which only letters make a difference, without case and width. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]/gu, '');

/** One katakana character as hiragana (ァ..ヶ); any other character unchanged. */
export function hiraganaOf(character: string): string {
  const code = character.charCodeAt(0);
  return code >= 0x30a1 && code <= 0x30f6 ? String.fromCharCode(code - 0x60) : character;
}

/**
 * The spelling that a search of messages compares: without case, width, Latin marks (also đ) and the difference of the
 * two kana. Voicing marks of kana stay.
 */
export const foldForSearch = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replace(LATIN_MARKS, '')
    .replaceAll('đ', 'd')
    .normalize('NFC')
    .replace(KATAKANA, hiraganaOf);
