import { OTHER } from '@hanasu/contract/form-answers';
import type { FormField } from '@hanasu/contract/form-definition';

interface Counted {
  readonly value: string;
  readonly count: number;
}
/** One bar. `to`: it stands for all from `value` to there. `month`: for all days of `value`, a month. */
export interface Bar extends Counted {
  readonly to?: string;
  readonly isMonth?: true;
}

/** More than these stand together, so that the bars can be compared at one look. */
const NUMBERS_MAX = 12;
const DAYS_MAX = 31;
const RANGES = 8;

const countOf = (values: readonly Counted[], wanted: string): number =>
  values.find(({ value }) => value === wanted)?.count ?? 0;

/** Bars of a question, in the order in which they are read; choices that nobody took are there with 0. */
export function barsOf(field: FormField, values: readonly Counted[]): readonly Bar[] {
  switch (field.kind) {
    case 'choice':
    case 'choices': {
      const never = field.options.filter(({ id }) => !values.some(({ value }) => value === id));
      const other = values.filter(({ value }) => value === OTHER);
      const chosen = values.filter(({ value }) => value !== OTHER);
      return [...chosen, ...never.map(({ id }) => ({ value: id, count: 0 })), ...other];
    }
    case 'scale':
      return Array.from({ length: field.to - field.from + 1 }, (_, index) => {
        const value = String(field.from + index);
        return { value, count: countOf(values, value) };
      });
    case 'consent':
      return ['true', 'false'].map((value) => ({ value, count: countOf(values, value) }));
    case 'number':
      return numberBars(values);
    case 'date':
    case 'slot':
      return dayBars(values);
    default:
      return values.toSorted((one, other) => one.value.localeCompare(other.value));
  }
}

function numberBars(values: readonly Counted[]): readonly Bar[] {
  const sorted = values.toSorted((one, other) => Number(one.value) - Number(other.value));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || sorted.length <= NUMBERS_MAX) return sorted;
  const from = Number(first.value);
  const step = niceStep((Number(last.value) - from) / RANGES);
  const begin = Math.floor(from / step) * step;
  const length = Math.floor((Number(last.value) - begin) / step) + 1;
  return Array.from({ length }, (_, index) => {
    const [low, high] = [begin + index * step, begin + (index + 1) * step];
    const inside = sorted.filter(({ value }) => Number(value) >= low && Number(value) < high);
    return {
      value: String(low),
      to: String(high),
      count: inside.reduce((sum, { count }) => sum + count, 0),
    };
  });
}

/** The next of 1, 2, 5, 10, 20, … */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

function dayBars(values: readonly Counted[]): readonly Bar[] {
  const sorted = values.toSorted((one, other) => one.value.localeCompare(other.value));
  if (sorted.length <= DAYS_MAX) return sorted;
  const months = Map.groupBy(sorted, ({ value }) => value.slice(0, 7));
  return [...months].map(([value, days]) => ({
    value,
    isMonth: true,
    count: days.reduce((sum, { count }) => sum + count, 0),
  }));
}
