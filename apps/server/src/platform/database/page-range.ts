import type { PageQuery } from '@hanasu/contract/page';

/** A page as SQL needs it. */
export interface PageRange {
  readonly limit: number;
  readonly offset: number;
  readonly q: string | undefined;
}

export const rangeOf = ({ page, pageSize, q }: PageQuery): PageRange => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
  q,
});

/** `ilike` pattern that finds the words as they are; null when nothing is looked for. */
export const containing = (words: string | undefined): string | null =>
  words ? `%${words.replaceAll(/[\\%_]/g, '\\$&')}%` : null;
