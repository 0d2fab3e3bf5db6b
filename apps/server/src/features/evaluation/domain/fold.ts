/** Text as it is compared: without case, width and white space. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u200b\ufeff]+/gu, '');
