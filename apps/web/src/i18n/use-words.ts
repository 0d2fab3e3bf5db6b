import { LOCALES, type Locale } from '@hanasu/contract/accounts';
import { useTranslation } from 'react-i18next';
import { FALLBACK_LOCALE, LOCALE_TAGS } from './locales.ts';

/** `t('bots.title')` with typed keys, and the language in use. */
export function useWords() {
  const { t, i18n } = useTranslation();
  const locale: Locale = LOCALES.find((code) => code === i18n.language) ?? FALLBACK_LOCALE;
  return { t, locale };
}

/** Sizes count in 1,024s, as upload limits and file managers do. */
const MEBIBYTE = 1_048_576;
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Numbers, sizes and times in the language in use. */
export function useFormat() {
  const { locale } = useWords();
  const tag = LOCALE_TAGS[locale];
  const format = formats.get(tag) ?? makeFormat(tag);
  formats.set(tag, format);
  return format;
}
const MICROS_OF_CENT = 10_000;

/** One for all: making it takes longer than drawing the row of a list it is for. */
const formats = new Map<string, Format>();

export function makeFormat(tag: string) {
  const number = new Intl.NumberFormat(tag);
  const signed = new Intl.NumberFormat(tag, { signDisplay: 'exceptZero' });
  const compact = new Intl.NumberFormat(tag, {
    notation: 'compact',
    // The short form of Vietnamese, “20 N”, is read by nobody.
    compactDisplay: tag.startsWith('vi') ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const decimal = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const decimal1 = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const usd = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD' });
  const cents = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: 'USD',
    maximumSignificantDigits: 2,
  });
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const alternatives = new Intl.ListFormat(tag, { type: 'disjunction' });
  const names = new Intl.ListFormat(tag, { type: 'conjunction', style: 'narrow' });
  return {
    /** 0 is Sunday, for calendars. */
    firstDayOfWeek: firstDayOfWeek(tag),
    number: (value: number) => number.format(value),
    /** With + or −, for a change. */
    signed: (value: number) => signed.format(value),
    compact: (value: number) => compact.format(value),
    percent: (value: number) => percent.format(value),
    decimal: (value: number) => decimal.format(value),
    /** Of millionths of a US dollar; parts of a cent are shown as such. */
    money: (micros: number) =>
      (micros > 0 && micros < MICROS_OF_CENT ? cents : usd).format(micros / 1_000_000),
    /** “A, B, or C”. */
    anyOf: (items: Iterable<string>) => alternatives.format(items),
    /** “A, B, C”. */
    list: (items: Iterable<string>) => names.format(items),
    dateTime: (iso: string) => dateTime.format(new Date(iso)),
    date: (iso: string) => date.format(new Date(iso)),
    time: (iso: string) => time.format(new Date(iso)),
    /** From milliseconds: `340 ms`, `1.2 s`. */
    duration: (milliseconds: number) =>
      milliseconds < 1000
        ? `${number.format(Math.round(milliseconds))} ms`
        : `${decimal1.format(milliseconds / 1000)} s`,
    bytes: (value: number) => {
      const [unit, size] =
        value >= MEBIBYTE
          ? (['megabyte', value / MEBIBYTE] as const)
          : (['kilobyte', value && Math.max(value / 1024, 0.1)] as const);
      return new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: 1 }).format(size);
    },
    /** “3 minutes ago”; the date when it is more than a week away. */
    ago: (iso: string, now = Date.now()) => {
      const seconds = (Date.parse(iso) - now) / 1000;
      if (Math.abs(seconds) > 7 * 86_400) return date.format(new Date(iso));
      const [unit, size] =
        UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
      const words = relative.format(unit === 'second' ? 0 : Math.trunc(seconds / size), unit);
      // Browsers write “3 分前”; nobody in Japan does.
      return words.replace(/(\d) (?=\p{Script=Han})/u, '$1');
    },
  };
}
export type Format = ReturnType<typeof makeFormat>;

const SUNDAY = 0;
const MONDAY = 1;
/** For browsers that do not know (Firefox). */
const STARTS_ON_MONDAY = ['vi'];

interface WeekInfo {
  /** 1 is Monday, 7 is Sunday. */
  firstDay: number;
}
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/** The day that weeks of this locale begin with, 0 for Sunday to 6 for Saturday. */
export function firstDayOfWeek(
  tag: string,
  describe = (name: string): LocaleWithWeek => new Intl.Locale(name),
) {
  const locale = describe(tag);
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (info) return (info.firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
  return STARTS_ON_MONDAY.includes(locale.language) ? MONDAY : SUNDAY;
}
