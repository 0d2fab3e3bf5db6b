import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';

/** Room for the longest date below a bar, and for one with its weekday. */
export const LABEL = 36;
const NAMED_LABEL = 50;
const WEEK = 7;
/** Up to so many days each has its total and its name. */
export const NAMED_DAYS = 10;

/** Days between two names below the bars: whole weeks, and far enough that no name runs into the next. */
export function labelEvery(step: number, isNamed: boolean): number {
  const fit = Math.ceil((isNamed ? NAMED_LABEL : LABEL) / Math.max(step, 1));
  return isNamed ? fit : Math.ceil(fit / WEEK) * WEEK;
}

/** Names of days, which are days of a calendar and not moments. */
export function useDayWords() {
  const { locale } = useWords();
  const tag = LOCALE_TAGS[locale];
  const write = (options: Intl.DateTimeFormatOptions) => (day: string) =>
    new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`));
  const long = write({ month: 'short', day: 'numeric', weekday: 'short' });
  // Vietnamese would say “Thứ 3, ngày 17” under a bar; its calendars say T3.
  const named =
    locale === 'vi'
      ? (day: string) => `${write({ weekday: 'narrow' })(day)} ${write({ day: 'numeric' })(day)}`
      : write({ day: 'numeric', weekday: 'short' });
  const plain = write({ month: 'numeric', day: 'numeric' });
  return { long, short: (day: string, isNamed: boolean) => (isNamed ? named(day) : plain(day)) };
}

/** The top of an axis that holds `most`, whose half is a whole number too: 2, 4, 10, 20, 40, 100 … */
export function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return (
    [1, 2, 4, 10].map((factor) => factor * power).find((top) => top >= most && top % 2 === 0) ?? most * 2
  );
}
