import { plainNumber } from './typed-formats.ts';

// Reads numbers as people of Japan, Vietnam and Europe write them. Without zod: the page of a form is small.

/** The mark before the decimals; the other one stands between thousands. */
export type DecimalMark = '.' | ',';

/** How numbers of one column, form or account are written. */
export interface NumberStyle {
  /** Null: not known. */
  readonly decimal: DecimalMark | null;
  /** A person chose it, or other values of the column prove it: both marks are read by it. */
  readonly isCertain?: boolean;
}

export type TypedNumber =
  /** `proves`: the decimal mark that its thousands show, or the mark behind them; null: they show none. */
  | { readonly kind: 'number'; readonly value: number; readonly proves: DecimalMark | null }
  /** `150.000` and `1,500`: by each decimal mark, the number that it would be. */
  | { readonly kind: 'twoWays'; readonly readings: Readonly<Record<DecimalMark, number>> };

/** Currencies without smaller units in use: three digits behind a mark are thousands. */
const WHOLE_CURRENCY = '円|yen|jpy|¥|₫|vnđ|vnd|đồng|đ|₩|원';
const CURRENCY = `${WHOLE_CURRENCY}|us\\$|usd|\\$|€|eur|£|gbp`;
const BEFORE = new RegExp(`^(${CURRENCY})\\s?`, 'iu');
const BEHIND = new RegExp(`\\s?(${CURRENCY}|%)$`, 'iu');
const IS_WHOLE = new RegExp(`^(?:${WHOLE_CURRENCY})$`, 'iu');
/** `¥1,500-` and `1.500,-` are how amounts are closed, and no minus. */
const CLOSED = /(?<=\d)(?:[.,]-{1,2}|-)$/u;
const SIGN = /^(?:[-+▲△]\s?)/u;

/** Powers of ten that are written as a word behind a number. */
const MULTIPLES: Readonly<Record<string, number>> = {
  k: 3,
  nghìn: 3,
  ngàn: 3,
  千: 3,
  万: 4,
  tr: 6,
  triệu: 6,
  億: 8,
  tỷ: 9,
  tỉ: 9,
};
const MULTIPLE = new RegExp(`^(\\d+)(?:[.,](\\d{1,2}))?\\s?(${Object.keys(MULTIPLES).join('|')})$`, 'iu');

const DIGITS = /^\d+$/u;
const EXPONENT = /^\d+(?:\.\d+)?e[+-]?\d+$/iu;
/** With spaces or apostrophes between thousands, as in France and Switzerland. */
const SPACED = /^(\d{1,3}(?:[ '’]\d{3})+)(?:([.,])(\d+))?$/u;
const GROUPED = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/u;
const DECIMALS = /^(\d*)([.,])(\d*)$/u;
/** Raised and lowered digits are no digits of the number beside them. */
const RAISED = /[\u00b2\u00b3\u00b9\u2070-\u209f]/u;
const LONGEST = 60;

const otherMark = (mark: string): DecimalMark => (mark === '.' ? ',' : '.');
const decimalOf = (whole: string, part: string | undefined): number =>
  Number(`${whole.replaceAll(/\D/g, '') || '0'}.${part || '0'}`);
const certain = (value: number, proves: DecimalMark | null = null): TypedNumber => ({
  kind: 'number',
  value,
  proves,
});

/** A number as it was typed, with its currency; null: it is none, or not one number for sure. */
export function readTypedNumber(text: string, style: NumberStyle): TypedNumber | null {
  if (text.length > LONGEST || RAISED.test(text)) return null;
  const { body, isNegative, isWhole } = bareNumber(plainNumber(text));
  const read = readBody(body, style, isWhole);
  if (!read || !isNegative) return read;
  if (read.kind === 'number') return { ...read, value: -read.value };
  return { kind: 'twoWays', readings: { '.': -read.readings['.'], ',': -read.readings[','] } };
}

/** Takes the sign and the currency away, in either order. */
function bareNumber(plain: string) {
  let body = plain;
  let sign = '';
  const currencies: string[] = [];
  const takeSign = () => {
    const [found = ''] = sign === '' ? (SIGN.exec(body) ?? []) : [];
    sign += found;
    body = body.slice(found.length);
  };
  takeSign();
  const [before = '', first] = BEFORE.exec(body) ?? [];
  body = body.slice(before.length);
  if (first) currencies.push(first);
  takeSign();
  const [behind = '', last] = first ? [] : (BEHIND.exec(body) ?? []);
  if (behind !== '') body = body.slice(0, -behind.length);
  if (last) currencies.push(last);
  const isClosed = currencies.length > 0 || /[.,]-+$/u.test(body);
  return {
    body: isClosed ? body.replace(CLOSED, '') : body,
    isNegative: /[-▲△]/u.test(sign),
    isWhole: currencies.some((currency) => IS_WHOLE.test(currency)),
  };
}

function readBody(body: string, style: NumberStyle, isWhole: boolean): TypedNumber | null {
  if (DIGITS.test(body) || EXPONENT.test(body)) return finite(Number(body));
  const multiple = MULTIPLE.exec(body);
  if (multiple) {
    const [, whole = '', part = '', name = ''] = multiple;
    return finite(Number(`${whole}.${part || '0'}e${MULTIPLES[name.toLowerCase()] ?? 0}`));
  }
  const spaced = SPACED.exec(body);
  if (spaced) {
    const [, whole = '', mark, part] = spaced;
    return certain(decimalOf(whole, part), (mark as DecimalMark | undefined) ?? null);
  }
  return readGrouped(body, style, isWhole) ?? readDecimals(body, style);
}

const finite = (value: number): TypedNumber | null => (Number.isFinite(value) ? certain(value) : null);

/** Thousands with a mark between them; one group alone could be decimals as well. */
function readGrouped(body: string, style: NumberStyle, isWhole: boolean): TypedNumber | null {
  const [, whole = '', group = '', mark, part] = GROUPED.exec(body) ?? [];
  if (whole === '' || whole.startsWith('0') || mark === group) return null;
  const decimal = otherMark(group);
  if (mark || whole.split(group).length > 2) return certain(decimalOf(whole, part), decimal);
  const thousands = decimalOf(whole, undefined);
  const small = decimalOf(...(whole.split(group) as [string, string]));
  if (style.isCertain && style.decimal) return certain(style.decimal === group ? small : thousands);
  if (isWhole) return certain(thousands, decimal);
  if (style.decimal === decimal) return certain(thousands);
  const readings = group === '.' ? { '.': small, ',': thousands } : { '.': thousands, ',': small };
  return { kind: 'twoWays', readings };
}

/** One mark that no thousands follow: `12.5`, `0,5`, `.5`, `1500.125`. */
function readDecimals(body: string, { decimal }: NumberStyle): TypedNumber | null {
  const [, whole = '', mark = '', part = ''] = DECIMALS.exec(body) ?? [];
  if (mark === '' || (whole === '' && part === '')) return null;
  // `12,3456` is a slip where a comma stands between thousands.
  if (mark === ',' && (whole === '' || part === '' || (decimal === '.' && part.length > 3))) return null;
  return certain(decimalOf(whole, part));
}

/** A number as text that `readTypedNumber` gives back in every style: `1.234` would be thousands in Vietnam. */
export const numberText = (value: number): string => String(value).replace(/^-?[1-9]\d{0,2}\.\d{3}$/, '$&0');

const DECIMAL_OF_ZONE: Readonly<Record<string, DecimalMark>> = {
  'Asia/Ho_Chi_Minh': ',',
  'Asia/Saigon': ',',
  'Asia/Tokyo': '.',
};
const DECIMAL_OF_LANGUAGE: Readonly<Record<string, DecimalMark>> = { ja: '.', en: '.', vi: ',' };

/** By the account's time zone, else by the language that numbers are typed in; English says nothing in most of Europe. */
export function numberStyleOf({
  timeZone,
  language,
}: {
  readonly timeZone?: string | undefined;
  readonly language?: string | undefined;
}): NumberStyle {
  const ofZone = timeZone === undefined ? undefined : DECIMAL_OF_ZONE[timeZone];
  if (ofZone) return { decimal: ofZone };
  const isEurope = /^Europe\/(?!London|Dublin)/.test(timeZone ?? '');
  const ofLanguage = language === undefined || (isEurope && language === 'en') ? null : language;
  return { decimal: ofLanguage === null ? null : (DECIMAL_OF_LANGUAGE[ofLanguage] ?? null) };
}

/** The number that is meant for sure; null: it is none, or it can be read in two ways. */
export function readOneNumber(text: string, style: NumberStyle): number | null {
  const read = readTypedNumber(text, style);
  return read?.kind === 'number' ? read.value : null;
}
