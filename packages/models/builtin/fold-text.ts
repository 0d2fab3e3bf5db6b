/** Lower case, compatibility forms unified: the form in which texts are compared. Diacritics are kept. */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`]/g, "'");
}

/** Removes Latin diacritics (and đ), keeps the Japanese dakuten. Takes and returns lower case. */
export function foldDiacritics(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/đ/g, 'd')
    .normalize('NFC');
}
