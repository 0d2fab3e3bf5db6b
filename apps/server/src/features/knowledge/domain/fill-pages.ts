import type { ExtractedDocument } from './read-file.ts';

/** Puts text into the pages that had none; pages keep following each other without a gap. */
export function fillPages(
  { title, text, pages }: ExtractedDocument,
  read: ReadonlyMap<number, string>,
): ExtractedDocument {
  let filled = text.slice(0, pages?.[0]?.start ?? 0);
  const spans = (pages ?? []).map(({ number, start, end }) => {
    const from = filled.length;
    const found = read.get(number)?.trim();
    filled += found ? `${found}\n\n` : text.slice(start, end);
    return { number, start: from, end: filled.length };
  });
  return { title, text: filled, pages: spans };
}

/** So many pages, all of them empty. */
export const emptyPages = (pageCount: number): ExtractedDocument => ({
  title: null,
  text: '',
  pages: Array.from({ length: pageCount }, (_, index) => ({ number: index + 1, start: 0, end: 0 })),
});
