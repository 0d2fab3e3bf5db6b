import type { UserId } from '@hanasu/contract/ids';

/** A row of one of the tables of published versions. */
export interface VersionRow {
  readonly number: number;
  readonly definition: unknown;
  readonly publishedBy: UserId | null;
  readonly publishedByName: string | null;
  readonly createdAt: Date;
}

/** Of a version as the API has it. */
export const versionView = <Definition>(
  { number, definition, publishedBy, publishedByName, createdAt }: VersionRow,
  parse: (definition: unknown) => Definition,
) => ({
  number,
  definition: parse(definition),
  publishedBy: publishedBy && { uuid: publishedBy, name: publishedByName ?? '' },
  at: createdAt.toISOString(),
});
