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
  // What is in it is checked where it is written; the driver has parsed it.
  if (kind === 'json') return !holdsClass && !kinds.includes('string');
  if (kind === 'anything[]') return kinds.some((each) => each.endsWith('[]'));
  return kinds.includes(kind) || kinds.length === 0;
}

/** For a column of a table that may be null there, or whose row may be missing. */
function whyNull({ source }: Column, text: string): string | null {
  if (source === null) return null;
  const { table, column, isNullable } = source;
  const sql = text.replace(/\s+/g, ' ');
  if (isOnlyJoinedFromLeft(sql, table)) return `is ${table}.${column}, which may be missing`;
  return isNullable && !excludesNull(sql, column) ? `is ${table}.${column}, which may be null` : null;
}

function isOnlyJoinedFromLeft(sql: string, table: string): boolean {
  const count = (before: string): number =>
    [...sql.matchAll(new RegExp(`\\b${before} (?:only |lateral )?${table}\\b`, 'gi'))].length;
  const optional = count('(?:left|full) (?:outer )?join');
  return optional > 0 && optional === count('(?:from|join|into|update|using)');
}

/** Conditions on rows that may be missing, and those of an expression, leave out no row. */
const OPTIONAL =
  /\b(?:left|full) (?:outer )?join .*? on .*?(?=\b(?:left|full|inner|cross|join|where|group|order|limit|returning|union)\b|$)|\bcase .*? end\b/gi;

/** The statement takes only rows that have a value in the column, as far as its words tell. */
function excludesNull(sql: string, column: string): boolean {
  const value = `(?:\\w+\\.)?${column}`;
  const compares = `${value} (?:is not null(?! as| then)|in\\b|[<>=]+ )`;
  const isCompared = `[\\w.]+ = ${value}\\b`;
  return new RegExp(`\\b(?:where|and|on) (?:${compares}|${isCompared})`, 'i').test(
    sql.replace(OPTIONAL, ' '),
  );
}
