import { appendFileSync } from 'node:fs';
import { env } from 'node:process';

type Row = Readonly<Record<string, string | number>>;

/** What a measurement has to keep; a bench that misses one ends with exit code 1. */
export interface Bound {
  readonly what: string;
  readonly measured: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Prints rows as a table; numbers with one decimal. */
export function printTable(title: string, rows: readonly Row[]): void {
  const names = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => names.map((name) => textOf(row[name])));
  const widths = names.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (values: readonly string[]) =>
    `| ${values.map((value, column) => value.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  report(
    [
      title,
      '',
      line(names),
      `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
      ...cells.map(line),
    ].join('\n'),
  );
}

/** Prints what is kept and what is missed. A measurement that is no number is missed. */
export function checkBounds(bounds: readonly Bound[]): void {
  const rows = bounds.map((bound) => {
    const { what, measured, atMost, atLeast } = bound;
    return {
      what,
      measured: Number.isInteger(measured) ? measured : measured.toFixed(2),
      bound: [atMost === undefined ? '' : `≤ ${atMost}`, atLeast === undefined ? '' : `≥ ${atLeast}`].join(
        '',
      ),
      verdict: isKept(bound) ? 'kept' : 'MISSED',
    };
  });
  printTable('Bounds', rows);
  if (!bounds.every(isKept)) process.exitCode = 1;
}

const isKept = ({ measured, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }: Bound) =>
  measured <= atMost && measured >= atLeast;

/** Prints a part of the result; `npm run bench -- … --save` also reads it from the file that it names. */
export function report(text: string): void {
  console.log(`\n${text}`);
  if (env.BENCH_REPORT) appendFileSync(env.BENCH_REPORT, `${text}\n\n`);
}

function textOf(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** The value below which `share` (0..1) of the numbers lie; NaN for none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);
