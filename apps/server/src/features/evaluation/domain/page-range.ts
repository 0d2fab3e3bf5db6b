import type { PageQuery } from '@hanasu/contract/page';

/** A page as the database wants it. */
export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

export const rangeOf = ({ page, pageSize }: PageQuery): PageRange => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
});

/** A pattern for `ilike` that finds the words as they are; null finds everything. */
export const containing = (q: string | undefined): string | null =>
  q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : null;
