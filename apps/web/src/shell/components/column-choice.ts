import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../shell.queries.ts';

/** What a person has chosen of the table's columns; what they have not touched is as it comes. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly shown: Readonly<Record<string, boolean>>;
  /** In pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

export interface Column {
  readonly id: string;
  /** In pixels, until somebody has another wish. */
  readonly width: number;
  /** Shown until somebody hides it. */
  readonly isUsual: boolean;
}

export const NO_CHOICE: ColumnChoice = { order: [], shown: {}, widths: {} };
export const NARROWEST = 72;
const WIDEST = 800;
export const widthWithin = (width: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** What was stored, however old or damaged: what can't be read is as if it had not been chosen. */
export function readChoice(stored: string | undefined): ColumnChoice {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? 'null');
  } catch {
    return NO_CHOICE;
  }
  const { order, shown, widths } = Object.fromEntries(entriesOf(parsed));
  return {
    order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : [],
    shown: Object.fromEntries(
      entriesOf(shown).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    ),
    widths: Object.fromEntries(
      entriesOf(widths).flatMap(([id, width]) =>
        typeof width === 'number' && Number.isFinite(width) ? [[id, widthWithin(width)]] : [],
      ),
    ),
  };
}

/** All columns in the chosen order; those that are new since stand after the one that they come after. */
export function arrangeColumns<Each extends Column>(
  columns: readonly Each[],
  { order }: ColumnChoice,
): Each[] {
  const placed = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  for (const [index, column] of columns.entries()) {
    if (placed.includes(column)) continue;
    const before = columns[index - 1];
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column);
  }
  return placed;
}

export const isColumnShown = ({ id, isUsual }: Column, { shown }: ColumnChoice): boolean =>
  Object.hasOwn(shown, id) ? shown[id] === true : isUsual;

export const widthOf = ({ id, width }: Column, { widths }: ColumnChoice): number =>
  (Object.hasOwn(widths, id) ? widths[id] : undefined) ?? width;

/** The order with one thing so many places further on; at an end it stays. */
export function movedBy<Each>(order: readonly Each[], one: Each, places: number): Each[] {
  const from = order.indexOf(one);
  const to = from + places;
  if (from < 0 || to < 0 || to >= order.length) return [...order];
  return order.toSpliced(from, 1).toSpliced(to, 0, one);
}

/** Columns as this person likes them, on this device; the same wherever a table of that name is shown. */
export function useColumnChoice(table: string) {
  const { data: me } = useQuery(meQuery);
  return useLocalStorage<ColumnChoice>({
    key: `${table}-columns:${me?.uuid ?? ''}`,
    defaultValue: NO_CHOICE,
    getInitialValueInEffect: false,
    deserialize: readChoice,
  });
}
