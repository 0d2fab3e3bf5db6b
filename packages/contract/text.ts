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

/** Spaces, marks of direction, joiners, soft hyphens and variation selectors: nothing that people see in a name. */
const UNSEEN =
  '\\t-\\r \\u0085\\u00a0\\u00ad\\u034f\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufe00-\\ufe0f\\ufeff\\u{e0100}-\\u{e01ef}';
/** Hyphens, middle dots, full stops, commas, the double hyphen of foreign names (＝ is = in NFKD), apostrophes. */
const JOINTS =
  "\\u02d7\\u2010-\\u2015\\u2043\\u2212\\u2e17\\u30a0.,\\u3001\\u3002\\u00b7\\u2022\\u2027\\u2219\\u22c5\\u30fb='`\\u02bc\\u2018\\u2019\\-";
const BETWEEN_LETTERS = new RegExp(`[${UNSEEN}${JOINTS}]`, 'gu');
/** The long vowel is often typed as a hyphen, and a hyphen as the long vowel. */
const BETWEEN_LETTERS_OR_LONG = new RegExp(`[ー${UNSEEN}${JOINTS}]`, 'gu');

/** An index holds the key; names are shorter. */
const KEY_CHARACTERS = 300;

/** A name of such characters alone keeps them. */
const stripName = (folded: string, stripped: RegExp): string =>
  folded.replace(stripped, '').normalize('NFC') || folded;

/**
 * The spelling that a search of people's names compares: as `foldForSearch`, and without spaces, hyphens, middle dots
 * and long vowels. Loose: `hoa` finds Hoa and Hòa. The same as `search_name` in SQL.
 */
export const foldName = (text: string): string => stripName(foldForSearch(text), BETWEEN_LETTERS_OR_LONG);

/** A tone of Vietnamese and what follows it in the same group of vowels, in NFD: hòa and hoà, thủy and thuỷ. */
const TONE_BEFORE_VOWELS = /([\u0300\u0301\u0303\u0309\u0323])((?:[aeiouy]|[\u0302\u0306\u031b])+)/g;

/**
 * The spelling by which two customers have the same name: without spaces, hyphens, middle dots, width, case, the
 * difference of the two kana, and the place of a tone. Strict: marks make a difference, Hoa and Hòa are two people.
 * The same as `name_key` in SQL.
 */
export function nameKey(text: string): string {
  const key = stripName(
    text
      .toWellFormed()
      // Its compatibility form is a space with a mark, which would become a mark of the letter before it.
      .replaceAll('\u00b4', "'")
      .normalize('NFKD')
      .toLowerCase()
      .replace(TONE_BEFORE_VOWELS, '$2$1')
      .normalize('NFC')
      .replace(KATAKANA, hiraganaOf),
    BETWEEN_LETTERS,
  );
  return key.length > KEY_CHARACTERS ? [...key].slice(0, KEY_CHARACTERS).join('') : key;
}
