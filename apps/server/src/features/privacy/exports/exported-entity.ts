/** One file of an export: a line of JSON for each row, with these members and no others. */
export interface ExportedEntity {
  readonly name: string;
  readonly tables: string;
  /** The column that names the account. */
  readonly account: string;
  /** Rows are read in the order of these, a page at a time. */
  readonly key: readonly string[];
  /** When a row was made; what is younger than the export is left to the next one. */
  readonly made?: string;
  /** Member of the line → column. Written out: a column that comes later is not exported until somebody decides so. */
  readonly members: Readonly<Record<string, string>>;
}

/** What most tables have. */
export const own = { account: 'account_id', key: ['id'], made: 'created_at' } as const;
