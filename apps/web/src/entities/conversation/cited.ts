import type { Citation } from '@hanasu/contract/chat';

/** Those that the text points to; the others were found but not used. */
export const citedOf = (text: string, citations: readonly Citation[]): Citation[] =>
  citations.filter(({ number }) => text.includes(`[${number}]`));

/** `[`, `[1` or `[12` at the end of a text that is still being written: it may become the mark of a citation. */
export const withoutOpenMark = (text: string): string => text.replace(/ ?\[\d{0,3}$/, '');

/** The text without the marks `[1]` of its citations. */
export const withoutMarks = (text: string, citations: readonly Citation[]): string => {
  const known = new Set(citations.map(({ number }) => number));
  return text.replaceAll(/ ?\[(\d{1,3})\]/g, (mark, number) => (known.has(Number(number)) ? '' : mark));
};
