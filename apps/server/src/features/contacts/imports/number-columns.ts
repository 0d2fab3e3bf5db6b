import { type ImportTarget, NumberColumn } from '@hanasu/contract/customer-imports';
import { type DecimalMark, type NumberStyle, readTypedNumber } from '@hanasu/contract/typed-numbers';
import { z } from 'zod';
import type { FileRow } from './rows-file.ts';

const Columns = z.array(NumberColumn);
type Column = z.output<typeof NumberColumn>;

/** As the check has stored them; empty: the file was not checked yet, or no value can be read in two ways. */
export const numberColumnsOf = (found: Readonly<Record<string, unknown>>): Column[] =>
  Columns.safeParse(found.numbers).data ?? [];

interface Asked {
  readonly columns: readonly (ImportTarget | null)[];
  /** Those that hold numbers. */
  readonly targets: ReadonlySet<ImportTarget>;
  /** How numbers are written in the account. */
  readonly usual: NumberStyle;
  readonly chosen: Readonly<Record<string, DecimalMark>>;
}

interface Doubt {
  readonly text: string;
  readonly readings: Readonly<Record<DecimalMark, number>>;
  rows: number;
}

interface Gathered {
  readonly target: ImportTarget;
  readonly index: number;
  readonly proved: Set<DecimalMark>;
  /** Values that can be read in two ways, by the mark in them. */
  readonly doubts: Map<DecimalMark, Doubt>;
}

/** Decides how each number column is written that holds a value with two readings; columns without one are left out. */
export async function readNumberColumns(rows: AsyncIterable<FileRow>, asked: Asked): Promise<Column[]> {
  const gathered = asked.columns.flatMap((target, index): Gathered[] =>
    target !== null && asked.targets.has(target)
      ? [{ target, index, proved: new Set(), doubts: new Map() }]
      : [],
  );
  if (gathered.length === 0) return [];
  for await (const { cells } of rows)
    for (const column of gathered) noteValue(column, cells[column.index] ?? '');
  return gathered.flatMap((column) => decideColumn(column, asked));
}

function noteValue({ proved, doubts }: Gathered, text: string): void {
  const read = text === '' ? null : readTypedNumber(text, { decimal: null });
  if (read?.kind === 'number' && read.proves) proved.add(read.proves);
  if (read?.kind !== 'twoWays') return;
  const { readings } = read;
  const mark = Math.abs(readings['.']) < Math.abs(readings[',']) ? '.' : ',';
  const doubt = doubts.get(mark) ?? { text, readings, rows: 0 };
  doubts.set(mark, { ...doubt, rows: doubt.rows + 1 });
}

function decideColumn({ target, proved, doubts }: Gathered, { usual, chosen }: Asked): Column[] {
  const style = styleOf(proved, usual, chosen[target]);
  const all = [...doubts.values()];
  const open = all.filter(({ text }) => readTypedNumber(text, style)?.kind === 'twoWays');
  const shown = open[0] ?? all[0];
  if (!shown) return [];
  const { text: example, readings } = shown;
  const value = readTypedNumber(example, style);
  return [
    {
      target,
      example,
      readings,
      style: { decimal: style.decimal, isCertain: style.isCertain === true },
      decimal: value?.kind === 'number' ? (value.value === readings['.'] ? '.' : ',') : null,
      rows: open.reduce((sum, { rows }) => sum + rows, 0),
    },
  ];
}

/**
 * As a person chose, else as the column's own thousands prove, else as the account writes. Where the account and the column
 * contradict each other, nothing is known.
 */
function styleOf(
  proved: ReadonlySet<DecimalMark>,
  usual: NumberStyle,
  chosen: DecimalMark | undefined,
): NumberStyle {
  if (chosen) return { decimal: chosen, isCertain: true };
  const [proof] = proved;
  if (proof === undefined || proved.size > 1) return usual;
  if (usual.decimal !== null && usual.decimal !== proof) return { decimal: null };
  return { decimal: proof, isCertain: true };
}
