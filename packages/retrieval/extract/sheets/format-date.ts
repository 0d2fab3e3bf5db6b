import type { Section } from './format-section.ts';
import { writeDigits, writeWithUnits } from './japanese-numerals.ts';

const DAY = 86_400_000;
/** Excel counts days from 1899-12-30, because it takes 1900 for a leap year. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_466;
/** Days before this one are counted as if 1900 had no 29 February. */
const FIRST_TRUE_DAY = 61;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const WEEKDAYS_JAPANESE = [...'日月火水木金土'];
const MONTHS_VIETNAMESE = 'Giêng Hai Ba Tư Năm Sáu Bảy Tám Chín Mười Mười_Một Mười_Hai'
  .split(' ')
  .map((name) => name.replace('_', ' '));
const WEEKDAYS_VIETNAMESE = ['Chủ Nhật', 'Thứ Hai', 'Thứ Ba', 'Thứ Tư', 'Thứ Năm', 'Thứ Sáu', 'Thứ Bảy'];
const WEEKDAYS_VIETNAMESE_SHORT = ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'];

/** First day of each era of the Japanese calendar, newest first. */
const ERAS: readonly (readonly [from: number, name: string, letter: string])[] = [
  [Date.UTC(2019, 4, 1), '令和', 'R'],
  [Date.UTC(1989, 0, 8), '平成', 'H'],
  [Date.UTC(1926, 11, 25), '昭和', 'S'],
  [Date.UTC(1912, 6, 30), '大正', 'T'],
  [Date.UTC(1868, 0, 25), '明治', 'M'],
];

const TOKEN =
  /\[(?:h+|m+|s+)\](?:\.0+)?|AM\/PM|A\/P|上午\/下午|午前\/午後|y+|m+|d+|h+|s+(?:\.0+)?|a{3,4}|g{1,3}|e+|r{1,2}|[\s\S]/giu;

interface Token {
  readonly text: string;
  readonly isLiteral: boolean;
}

interface Moment {
  readonly date: Date;
  /** Day 0 of the calendar of Excel, 0 January 1900. */
  readonly isDayZero: boolean;
  readonly days: number;
  readonly isHalfDay: boolean;
}

/** The shown text of a day number, or null when it is no date that the calendar has. */
export function formatDate(section: Section, value: number, date1904: boolean): string | null {
  const tokens = section.pieces.flatMap(({ text, isLiteral }): Token[] =>
    isLiteral
      ? [{ text, isLiteral }]
      : (text.match(TOKEN) ?? []).map((token) => ({ text: token, isLiteral: false })),
  );
  const isElapsed = tokens.some(({ text, isLiteral }) => !isLiteral && text.startsWith('['));
  if (value < 0 && isElapsed) {
    const text = formatDate(section, -value, date1904);
    return text === null ? null : `-${text}`;
  }
  if (value < 0 || value > LAST_DAY) return null;
  const finest = Math.max(...tokens.map(({ text, isLiteral }) => (isLiteral ? 0 : fractionDigits(text))));
  const parts = 86_400 * 10 ** Math.min(finest, 3);
  const days = Math.round(value * parts) / parts;
  const moment = {
    date: dateOf(days, date1904),
    isDayZero: !date1904 && days < 1,
    days,
    isHalfDay: tokens.some(({ text, isLiteral }) => !isLiteral && /^(?:A|午|上).*\//i.test(text)),
  };
  return tokens
    .map((token, index) =>
      token.isLiteral
        ? token.text
        : isMinutes(tokens, index)
          ? twoDigits(moment.date.getUTCMinutes(), token.text, section)
          : writeToken(token.text, moment, section),
    )
    .join('');
}

/** Digits of the part of a second that a token shows. */
const fractionDigits = (token: string): number => /^\[?s+\]?\.(0+)$/i.exec(token)?.[1]?.length ?? 0;

function dateOf(days: number, date1904: boolean): Date {
  if (date1904) return new Date(Math.round(EPOCH_1904 + days * DAY));
  const moved = days >= 1 && days < FIRST_TRUE_DAY - 1 ? days + 1 : days;
  return new Date(Math.round(EPOCH_1900 + moved * DAY));
}

const ISO_MOMENT =
  /^(\d{4}-\d{2}-\d{2})?(?:T?(\d{2}:\d{2})(?::(\d{2}(?:\.\d{1,9})?))?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** The day number of a moment of ISO 8601, whose zone is ignored as Excel does; null when it is none. */
export function dayNumberOf(text: string, date1904: boolean): number | null {
  const [, day, time, seconds = '00'] = ISO_MOMENT.exec(text.trim()) ?? [];
  if (day === undefined && time === undefined) return null;
  const at = Date.parse(`${day ?? '1970-01-01'}T${time ?? '00:00'}:${seconds}Z`);
  if (Number.isNaN(at)) return null;
  return (day === undefined ? at : at - (date1904 ? EPOCH_1904 : EPOCH_1900)) / DAY;
}

/** `m` after hours or before seconds is minutes, else months. */
function isMinutes(tokens: readonly Token[], index: number): boolean {
  const { text = '', isLiteral = true } = tokens[index] ?? {};
  if (isLiteral || !/^m{1,2}$/i.test(text)) return false;
  const isPart = (token: Token) => !token.isLiteral && /^\[?[ymdhs]/i.test(token.text);
  const before = tokens.slice(0, index).findLast(isPart)?.text ?? '';
  const after = tokens.slice(index + 1).find(isPart)?.text ?? '';
  return /^\[?h/i.test(before) || /^\[?s/i.test(after);
}

/** As many digits as the token has letters, at most two. */
function twoDigits(value: number, token: string, { numerals }: Section): string {
  return writeWithUnits(String(value).padStart(Math.min(token.length, 2), '0'), numerals);
}

function writeToken(token: string, moment: Moment, section: Section): string {
  const { date, isHalfDay } = moment;
  const lower = token.toLowerCase();
  if (lower.startsWith('[')) return writeElapsed(lower, moment.days);
  if (/^(?:am\/pm|a\/p|上午\/下午|午前\/午後)$/.test(lower)) return writeHalf(token, date, section);
  if (lower.startsWith('s')) return writeSeconds(lower, date);
  if (/^h+$/.test(lower)) {
    const hours = date.getUTCHours();
    return twoDigits(isHalfDay ? hours % 12 || 12 : hours, token, section);
  }
  return writeDay(lower, moment, section);
}

function writeHalf(token: string, date: Date, { language }: Section): string {
  const isMorning = date.getUTCHours() < 12;
  const named = token.includes('午') ? token.split('/') : null;
  if (named) return (isMorning ? named[0] : named[1]) ?? '';
  if (/^a\/p$/i.test(token)) return isMorning ? 'A' : 'P';
  if (language === 'ja') return isMorning ? '午前' : '午後';
  if (language === 'vi') return isMorning ? 'SA' : 'CH';
  return isMorning ? 'AM' : 'PM';
}

function writeElapsed(token: string, days: number): string {
  const [, unit = 's', fraction = ''] = /^\[([hms])+\](\.0+)?$/.exec(token) ?? [];
  const length = token.indexOf(']') - 1;
  const total = days * ({ h: 24, m: 1440 }[unit] ?? 86_400);
  const [whole = '', rest = ''] = (
    fraction === '' ? String(Math.floor(total + 1e-6)) : total.toFixed(fraction.length - 1)
  ).split('.');
  return `${whole.padStart(length, '0')}${rest === '' ? '' : `.${rest}`}`;
}

function writeSeconds(token: string, date: Date): string {
  const [whole = '', fraction] = token.split('.');
  const seconds = String(date.getUTCSeconds()).padStart(Math.min(whole.length, 2), '0');
  const thousandths = String(date.getUTCMilliseconds()).padStart(3, '0');
  return fraction === undefined ? seconds : `${seconds}.${thousandths.slice(0, fraction.length)}`;
}

function writeDay(token: string, { date, isDayZero }: Moment, section: Section): string {
  const year = isDayZero ? 1900 : date.getUTCFullYear();
  const month = isDayZero ? 0 : date.getUTCMonth();
  const day = isDayZero ? 0 : date.getUTCDate();
  if (/^y+$/.test(token))
    return writeDigits(
      token.length <= 2 ? String(year % 100).padStart(2, '0') : String(year),
      section.numerals,
    );
  if (/^m{1,2}$/.test(token)) return twoDigits(month + 1, token, section);
  if (/^m{3,}$/.test(token)) return monthName(token, month, section);
  if (/^d{1,2}$/.test(token)) return twoDigits(day, token, section);
  if (/^(?:d{3,}|a{3,4})$/.test(token)) return weekdayName(token, isDayZero ? 6 : date.getUTCDay(), section);
  if (/^(?:g+|e+|r+)$/.test(token)) return writeEra(token, date, section);
  return token;
}

function writeEra(token: string, date: Date, section: Section): string {
  const era = ERAS.find(([from]) => date.getTime() >= from);
  const year = date.getUTCFullYear();
  if (token.startsWith('g'))
    return (token.length === 1 ? era?.[2] : era?.[1].slice(0, token.length - 1)) ?? '';
  if (token === 'rr') return `${era?.[1] ?? ''}${writeEra('ee', date, section)}`;
  const count = era ? year - new Date(era[0]).getUTCFullYear() + 1 : year;
  if (count === 1 && section.hasGannen) return '元';
  return twoDigits(count, token === 'r' ? 'ee' : token, section);
}

function monthName(token: string, month: number, { language }: Section): string {
  if (language === 'ja') return token.length === 3 ? String(month + 1) : `${month + 1}月`;
  if (language === 'vi')
    return token.length === 3 ? `Thg${month + 1}` : `Tháng ${MONTHS_VIETNAMESE[month] ?? ''}`;
  const name = MONTHS[month] ?? '';
  return token.length === 3 ? name.slice(0, 3) : token.length === 5 ? name.slice(0, 1) : name;
}

function weekdayName(token: string, weekday: number, { language }: Section): string {
  const isShort = token.length === 3;
  if (language === 'ja' || token.startsWith('a'))
    return `${WEEKDAYS_JAPANESE[weekday] ?? ''}${isShort ? '' : '曜日'}`;
  if (language === 'vi')
    return (isShort ? WEEKDAYS_VIETNAMESE_SHORT[weekday] : WEEKDAYS_VIETNAMESE[weekday]) ?? '';
  return (WEEKDAYS[weekday] ?? '').slice(0, isShort ? 3 : undefined);
}
