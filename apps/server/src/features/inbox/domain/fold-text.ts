const MARKS = /[\u0300-\u036f]/g;
const KATAKANA = /[\u30a1-\u30f6]/g;
const TO_HIRAGANA = 0x60;

/**
 * The spelling that a search compares: without case, width, Latin marks (also đ) and the difference of the two kana.
 * Voicing marks of kana stay.
 */
export const foldText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replaceAll('đ', 'd')
    .normalize('NFC')
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA));
