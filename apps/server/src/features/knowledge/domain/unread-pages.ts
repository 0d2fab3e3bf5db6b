import type { ExtractedDocument } from './read-file.ts';

/** Numbers of the pages that gave no text. */
export const unreadPages = ({ text, pages }: Pick<ExtractedDocument, 'text' | 'pages'>): number[] =>
  (pages ?? [])
    .filter(({ start, end }) => !/[\p{L}\p{N}]/u.test(text.slice(start, end)))
    .map(({ number }) => number);
