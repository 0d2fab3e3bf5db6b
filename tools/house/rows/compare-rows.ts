import type { DeclaredProperty, DeclaredRow } from './declared-rows.ts';
import type { Column } from './statement-columns.ts';

export interface ReturnedRow {
  readonly text: string;
  readonly columns: readonly Column[];
  /** Columns that were null in a test. */
  readonly nulls: ReadonlySet<string>;
}

/** What is wrong with a declared row, in words; empty when it is what the statement returns. */
export function compareRow(declared: DeclaredRow, returned: ReturnedRow): string[] {
  const names = returned.columns.map(({ name }) => name);
  const missing = [...declared.properties]
    .filter(([name, { isOptional }]) => !isOptional && !names.includes(name))
    .map(([name]) => `${name} is declared, but not returned`);
  const twice = names.filter((name, place) => names.indexOf(name) !== place);
  return [
    ...missing,
    ...twice.map((name) => `${name} is returned twice`),
    ...returned.columns.flatMap((column) => compareColumn(declared, column, returned)),
  ];
}

function compareColumn(
  { properties, isOpen }: DeclaredRow,
  column: Column,
  { text, nulls }: ReturnedRow,
): string[] {
  const { name, type } = column;
  const declared = properties.get(name);
  if (declared === undefined) return isOpen ? [] : [`${name} is returned, but not declared`];
  const problems = fits(declared, column) ? [] : [`${name} is ${type}, but declared as ${declared.type}`];
  if (declared.mayBeNull) return problems;
  const why = nulls.has(name) ? 'was null' : whyNull(column, text);
  return why === null ? problems : [...problems, `${name} ${why}, but is declared as ${declared.type}`];
}

function fits({ kinds, holdsClass }: DeclaredProperty, { kind }: Column): boolean {
  if (kinds.includes('anything')) return true;
  // What is in JSON is checked where it is written.
  if (kind === 'json') return !holdsClass;
  if (kind === 'anything[]') return kinds.some((each) => each.endsWith('[]'));
  return kinds.includes(kind) || kinds.length === 0;
}

/** For a column of a table that may be null there, or whose row may be missing. */
function whyNull({ source }: Column, text: string): string | null {
  if (source === null) return null;
  const place = `${source.table}.${source.column}`;
  if (new RegExp(`\\b(?:left|full) join (?:lateral )?${source.table}\\b`, 'i').test(text)) {
    return `is ${place}, which may be missing`;
  }
  return source.isNullable && !excludesNull(text, source.column) ? `is ${place}, which may be null` : null;
}

/** The statement takes only rows that have a value in the column. */
const excludesNull = (text: string, column: string): boolean =>
  new RegExp(`\\b(?:where|and|on) (?:\\w+\\.)?${column} (?:is not null(?! as| then)|= any|in) ?`, 'i').test(
    text.replace(/\s+/g, ' '),
  );
