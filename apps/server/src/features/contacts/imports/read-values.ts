import type { CustomerFieldValue, CustomerFieldView } from '@hanasu/contract/customer-fields';
import { IMPORT_LIMITS, type ROW_REASONS } from '@hanasu/contract/customer-imports';
import { foldForSearch } from '@hanasu/contract/text';
import { plainDate, plainUrl } from '@hanasu/contract/typed-formats';
import { type NumberStyle, readTypedNumber } from '@hanasu/contract/typed-numbers';
import { getCountries } from 'libphonenumber-js/max';
import { readValues } from '../fields/read-values.ts';

/** What a cell says, or why it says nothing. */
export type Read<Value> = { readonly value: Value } | { readonly reason: (typeof ROW_REASONS)[number] };

/** A quote before these keeps a spreadsheet from reading a formula; an export has written it. */
export const withoutGuard = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '');

const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  r: 2018,
  平成: 1988,
  h: 1988,
  昭和: 1925,
  s: 1925,
  大正: 1911,
  t: 1911,
  明治: 1867,
  m: 1867,
};
const OLDEST_YEAR = 1850;
const LATEST_YEAR = 2200;

/** A day as people write it in Japan and Vietnam, also with the year of an era, as YYYY-MM-DD. */
export function readDate(text: string): Read<string> {
  const plain = plainDate(text).toLowerCase();
  const [year, month, day] = partsOfDate(plain) ?? [];
  const date = new Date(Date.UTC(year ?? Number.NaN, (month ?? 0) - 1, day ?? 0));
  const isReal =
    date.getUTCMonth() + 1 === month && date.getUTCDate() === day && date.getUTCFullYear() === year;
  if (!isReal || year < OLDEST_YEAR || year > LATEST_YEAR) return { reason: 'date_invalid' };
  return { value: date.toISOString().slice(0, 10) };
}

function partsOfDate(text: string): readonly number[] | null {
  const western = /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})日?(?:[ t].*)?$/.exec(text);
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const plain = western ?? digits;
  if (plain) return plain.slice(1).map(Number);
  const era =
    /^(令和|平成|昭和|大正|明治|[rhstm])\.?\s?(\d{1,2}|元)\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})日?$/.exec(
      text,
    );
  if (era) {
    const [, name = '', year = '', month, day] = era;
    return [(ERAS[name] ?? 0) + (year === '元' ? 1 : Number(year)), Number(month), Number(day)];
  }
  const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: .*)?$/.exec(text);
  if (!dayFirst) return null;
  const [first = 0, second = 0, year = 0] = dayFirst.slice(1).map(Number);
  // 31/12/2026, and 12/31/2026 where it can be nothing else.
  return second > 12 ? [year, first, second] : [year, second, first];
}

function readNumber(text: string, style: NumberStyle): Read<number> {
  const read = readTypedNumber(text, style);
  if (read?.kind === 'twoWays') return { reason: 'number_two_ways' };
  return read ? { value: read.value } : { reason: 'number_invalid' };
}

const YES = ['yes', 'y', 'true', '1', 'はい', '有', 'あり', '○', '〇', '◯', '✓', '✔', 'có', 'đúng', 'x'];
const NO = ['no', 'n', 'false', '0', 'いいえ', '無', 'なし', '×', '-', 'không', 'sai'];

function readYesNo(text: string): Read<boolean> {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  if (YES.includes(plain)) return { value: true };
  return NO.includes(plain) ? { value: false } : { reason: 'yesno_invalid' };
}

const SEPARATOR = /[;；,，、|\n]/;
/** A part between separators, or between quotes (doubled inside), as an export writes one that holds a separator. */
const PART = /\s*"((?:[^"]|"")*)"\s*(?=[;；,，、|\n]|$)|[^;；,，、|\n]+/gu;

/** Parts of a cell that holds several: `a;b`, `a、b`. */
export const partsOf = (text: string): string[] =>
  [...text.matchAll(PART)]
    .map(([whole, quoted]) => quoted?.replaceAll('""', '"') ?? withoutGuard(whole.trim()))
    .filter((part) => part !== '');

/** A part of such a cell that `partsOf` gives back whole. */
export const quotedPart = (part: string): string =>
  SEPARATOR.test(part) || /^["']/.test(part) ? `"${part.replaceAll('"', '""')}"` : part;

const sameText = (text: string): string => foldForSearch(text.trim());

function readOptions(field: CustomerFieldView, text: string): Read<CustomerFieldValue> {
  const idOf = (label: string) =>
    field.options.find((option) => sameText(option.label) === sameText(label))?.id ??
    field.options.find(({ id }) => id === label)?.id;
  if (field.kind === 'choice') {
    const id = idOf(text);
    return id === undefined ? { reason: 'option_unknown' } : { value: id };
  }
  // A label may hold a comma itself.
  const whole = idOf(text);
  const ids = whole === undefined ? partsOf(text).map(idOf) : [whole];
  return ids.every((id) => id !== undefined) ? { value: ids } : { reason: 'option_unknown' };
}

/** The value of a field of the account. */
export function readField(
  field: CustomerFieldView,
  text: string,
  style: NumberStyle,
): Read<CustomerFieldValue> {
  switch (field.kind) {
    case 'number':
      return readNumber(text, style);
    case 'yesno':
      return readYesNo(text);
    case 'date':
      return readDate(text);
    case 'choice':
    case 'multi':
      return readOptions(field, text);
    case 'link':
      return isAccepted(field, text) ? { value: plainUrl(text) } : { reason: 'link_invalid' };
    case 'text':
      return text.length > IMPORT_LIMITS.text ? { reason: 'too_long' } : { value: text };
    default:
      return field.kind satisfies never;
  }
}

function isAccepted(field: CustomerFieldView, value: string): boolean {
  try {
    readValues([field], { [field.uuid]: value });
    return true;
  } catch {
    // It says only that the value is not of the field's kind.
    return false;
  }
}

const LANGUAGES = 'ja vi en zh ko th id fr de es pt ru tl ne my hi it km lo ms bn si uk ar tr pl nl'.split(
  ' ',
);
const NAMED_IN = ['en', 'ja', 'vi'] as const;

const namesOf = (type: 'language' | 'region', codes: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    codes.flatMap((code) => {
      const names = NAMED_IN.map((locale) => new Intl.DisplayNames(locale, { type }).of(code) ?? code);
      const own = type === 'language' ? [new Intl.DisplayNames(code, { type }).of(code) ?? code] : [];
      return [code, ...names, ...own].map((name) => [sameText(name), code] as const);
    }),
  );

let languages: ReadonlyMap<string, string> | null = null;
let countries: ReadonlyMap<string, string> | null = null;

/** A code, or a name in one of the languages of the product, or its own. */
export function readLanguage(text: string): Read<string> {
  languages ??= namesOf('language', LANGUAGES);
  const code = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/.test(text) ? text.replaceAll('_', '-') : null;
  const found = languages.get(sameText(text)) ?? code;
  return found === null || found.length > 20 ? { reason: 'language_invalid' } : { value: found };
}

export function readCountry(text: string): Read<string> {
  countries ??= namesOf('region', getCountries());
  const found = countries.get(sameText(text));
  return found === undefined ? { reason: 'country_invalid' } : { value: found };
}
