import { documentOf } from '@hanasu/retrieval/extract/document';
import type { ExtractedDocument } from './read-file.ts';

/** Puts text into the pages that had none; pages keep following each other without a gap. */
export function fillPages(document: ExtractedDocument, read: ReadonlyMap<number, string>): ExtractedDocument {
  const { text, pages, unreadPages } = document;
  let filled = text.slice(0, pages?.[0]?.start ?? 0);
  const spans = (pages ?? []).map(({ number, start, end }) => {
    const from = filled.length;
    const found = read.get(number)?.trim();
    filled += found ? `${found}\n\n` : text.slice(start, end);
    return { number, start: from, end: filled.length };
  });
  return {
    ...document,
    text: filled,
    pages: spans,
    unreadPages: unreadPages.filter((page) => !read.get(page)?.trim()),
  };
}

/** A document of these pages, none of which has been read. */
export const emptyPages = (numbers: readonly number[]): ExtractedDocument =>
  documentOf({
    title: null,
    text: '',
    pages: numbers.map((number) => ({ number, start: 0, end: 0 })),
    unreadPages: numbers,
  });
