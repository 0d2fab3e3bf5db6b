/** Turns the number of a cell into the text that the sheet shows. */
export type NumberFormat = (value: number) => string;

/** Formats that files name by number only (ECMA-376 part 1, 18.8.30); dates in the order that is never mistaken. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  27: 'yyyy年m月d日',
  28: 'yyyy年m月d日',
  29: 'yyyy年m月d日',
  30: 'yyyy-mm-dd',
  31: 'yyyy年m月d日',
  32: 'h時mm分',
  33: 'h時mm分ss秒',
  34: 'yyyy年m月',
  35: 'm月d日',
  36: 'yyyy年m月d日',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
  48: '##0.0E+0',
  50: 'yyyy年m月d日',
  51: 'm月d日',
  52: 'yyyy年m月',
  53: 'm月d日',
  54: 'm月d日',
  55: 'yyyy年m月',
  56: 'm月d日',
  57: 'yyyy年m月d日',
  58: 'm月d日',
};

const LONGEST = 300;

/** The number without the noise of binary fractions. */
export const general: NumberFormat = (value) => String(Number(value.toPrecision(15)));

/** `code` is the file's own format, used when the number is not a built-in one. `date1904`: days count from 1904. */
export function makeNumberFormat(id: number, code: string | undefined, date1904: boolean): NumberFormat {
  const pattern = code ?? BUILT_IN[id] ?? '';
  if (pattern === '' || pattern.length > LONGEST || /^general/i.test(pattern)) return general;
  const sections = splitSections(pattern);
  return (value) => {
    const section = (value < 0 && sections[1]) || (value === 0 && sections[2]) || sections[0] || '';
    if (isDatePattern(section)) return formatDate(section, value, date1904) ?? general(value);
    return formatNumber(section, section === sections[1] ? -value : value);
  };
}

function splitSections(pattern: string): string[] {
  return (
    pattern.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[])*(?:;|$)/g)?.map((part) => part.replace(/;$/, '')) ?? []
  );
}

/** What stands around the digits: quoted or escaped text, currencies in brackets, spaces. */
function readLiterals(part: string): string {
  return part
    .replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, '$1')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/_.|\*./g, '')
    .replaceAll(/"([^"]*)"|\\(.)/g, (_, quoted, escaped) => quoted ?? escaped);
}

const DIGITS = /[#0?][#0?,]*(?:\.[#0?]+)?|\.[#0?]+/;

function formatNumber(section: string, value: number): string {
  const bare = section.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, (part) => ' '.repeat(part.length));
  const match = DIGITS.exec(bare);
  // Fractions, text and formats without digits.
  if (bare.includes('@') || bare.includes('/') || (!match && /general/i.test(bare))) return general(value);
  if (!match) return readLiterals(section).trim();
  const end = match.index + match[0].length;
  const exponent = /^E[+-]0+/i.exec(bare.slice(end));
  const before = readLiterals(section.slice(0, match.index));
  const after = readLiterals(section.slice(end + (exponent?.[0].length ?? 0)));
  const percent = bare.includes('%');
  const digits = writeDigits(match[0], percent ? value * 100 : value, exponent !== null);
  const negative = digits.startsWith('-');
  return `${negative ? '-' : ''}${before}${negative ? digits.slice(1) : digits}${after}`.trim();
}

function writeDigits(pattern: string, value: number, scientific: boolean): string {
  const [whole = '', fraction = ''] = pattern.split('.');
  const scale = /,+$/.exec(whole)?.[0].length ?? 0;
  const decimals = Math.min(fraction.length, 15);
  if (scientific) return value.toExponential(decimals).toUpperCase();
  const scaled = value / 1000 ** scale;
  if (!Number.isFinite(scaled) || Math.abs(scaled) >= 1e21) return general(value);
  const fixed = roundHalfUp(scaled, decimals);
  const [digits = '', rest = ''] = fixed.replace('-', '').split('.');
  const least = whole.replaceAll(/[^0]/g, '').length;
  const padded = (digits === '0' && least === 0 ? '' : digits).padStart(least, '0');
  const grouped = whole.replace(/,+$/, '').includes(',')
    ? padded.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
    : padded;
  const optional = fraction.length - fraction.replace(/[#?]+$/, '').length;
  const kept = optional === 0 ? rest : rest.replace(new RegExp(`0{1,${optional}}$`), '');
  const text = kept === '' ? grouped || '0' : `${grouped}.${kept}`;
  return scaled < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** As people round: 1.005 is 1.01, though the double next to it lies below. */
function roundHalfUp(value: number, decimals: number): string {
  const moved = Number(`${Number(Math.abs(value).toPrecision(15))}e${decimals}`);
  if (!Number.isFinite(moved) || moved > Number.MAX_SAFE_INTEGER) return value.toFixed(decimals);
  const rounded = Number(`${Math.round(moved)}e-${decimals}`).toFixed(decimals);
  return value < 0 ? `-${rounded}` : rounded;
}

const DAY = 86_400_000;
/** Excel counts days from 1899-12-30, because it takes 1900 for a leap year. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_466;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const WEEKDAYS_JAPANESE = [...'日月火水木金土'];
/** First day of each era of the Japanese calendar, newest first. */
const ERAS: readonly (readonly [from: number, name: string, letter: string])[] = [
  [Date.UTC(2019, 4, 1), '令和', 'R'],
  [Date.UTC(1989, 0, 8), '平成', 'H'],
  [Date.UTC(1926, 11, 25), '昭和', 'S'],
  [Date.UTC(1912, 6, 30), '大正', 'T'],
  [Date.UTC(1868, 0, 25), '明治', 'M'],
];

const TOKEN =
  /"[^"]*"|\\.|\[\$[^\]]*\]|\[(h+|m+|s+)\]|\[[^\]]*\]|_.|\*.|AM\/PM|A\/P|上午\/下午|y+|m+|d+|h+|s+(?:\.0+)?|a{3,4}|g{1,3}|e+|./gi;

/** Whether a format shows a date or a time: date letters outside quotes, brackets and escapes. */
function isDatePattern(section: string): boolean {
  if (/\[(?:h+|m+|s+)\]/i.test(section)) return true;
  const bare = section.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '');
  return /[ymdhsg]|a{3}/i.test(bare.replaceAll(/general/gi, '')) && !/[#?]/.test(bare);
}

interface Moment {
  readonly date: Date;
  readonly value: number;
  readonly half: boolean;
}

/** The shown text of a day number, or null when it is no date that the calendar has. */
function formatDate(pattern: string, value: number, date1904: boolean): string | null {
  if (value < 0 || value > LAST_DAY) return null;
  const seconds = /s\.0/i.test(pattern) ? value : Math.round(value * 86_400) / 86_400;
  const date = new Date(Math.round((date1904 ? EPOCH_1904 : EPOCH_1900) + seconds * DAY));
  const tokens = pattern.match(TOKEN) ?? [];
  const half = tokens.some((token) => /^(?:AM\/PM|A\/P)$/i.test(token));
  const moment = { date, value: seconds, half };
  return tokens
    .map((token, index) => writeToken(token, moment, isMinutes(tokens, index)))
    .join('')
    .trim();
}

/** `m` after hours or before seconds is minutes, else months. */
function isMinutes(tokens: readonly string[], index: number): boolean {
  if (!/^m{1,2}$/i.test(tokens[index] ?? '')) return false;
  const isPart = (token: string) => /^\[?[ymdhs]/i.test(token);
  const before = tokens.slice(0, index).findLast(isPart) ?? '';
  const after = tokens.slice(index + 1).find(isPart) ?? '';
  return /^\[?h/i.test(before) || /^\[?s/i.test(after);
}

function writeToken(token: string, moment: Moment, minutes: boolean): string {
  const { date, value, half } = moment;
  const lower = token.toLowerCase();
  const pad = (number: number) => String(number).padStart(Math.min(token.length, 2), '0');
  if (token.startsWith('"')) return token.slice(1, -1);
  if (token.startsWith('\\')) return token.slice(1);
  if (token.startsWith('[')) return writeElapsed(lower, value);
  if (/^[_*]./.test(token)) return '';
  if (lower === 'am/pm' || lower === 'a/p') return date.getUTCHours() < 12 ? 'AM' : 'PM';
  if (minutes) return pad(date.getUTCMinutes());
  if (/^s/.test(lower)) return writeSeconds(lower, date);
  if (/^h+$/.test(lower)) return pad(half ? date.getUTCHours() % 12 || 12 : date.getUTCHours());
  return writeDay(lower, date, pad);
}

function writeElapsed(token: string, value: number): string {
  if (/^\[h+\]$/.test(token)) return String(Math.floor(value * 24 + 1e-9));
  if (/^\[m+\]$/.test(token)) return String(Math.floor(value * 1440 + 1e-9));
  return /^\[s+\]$/.test(token) ? String(Math.floor(value * 86_400 + 1e-9)) : '';
}

function writeSeconds(token: string, date: Date): string {
  const [whole = '', fraction] = token.split('.');
  const seconds = String(date.getUTCSeconds()).padStart(Math.min(whole.length, 2), '0');
  const thousandths = String(date.getUTCMilliseconds()).padStart(3, '0');
  return fraction === undefined ? seconds : `${seconds}.${thousandths.slice(0, fraction.length)}`;
}

function writeDay(token: string, date: Date, pad: (number: number) => string): string {
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const weekday = date.getUTCDay();
  const era = ERAS.find(([from]) => date.getTime() >= from);
  if (/^y+$/.test(token)) return token.length <= 2 ? String(year % 100).padStart(2, '0') : String(year);
  if (/^m{1,2}$/.test(token)) return pad(month + 1);
  if (/^m{3,}$/.test(token)) return (MONTHS[month] ?? '').slice(0, token.length === 3 ? 3 : undefined);
  if (/^d{1,2}$/.test(token)) return pad(date.getUTCDate());
  if (/^d{3,}$/.test(token)) return (WEEKDAYS[weekday] ?? '').slice(0, token.length === 3 ? 3 : undefined);
  if (/^a{3,4}$/.test(token)) return `${WEEKDAYS_JAPANESE[weekday]}${token.length === 4 ? '曜日' : ''}`;
  if (/^g+$/.test(token))
    return (token.length === 1 ? era?.[2] : era?.[1]?.slice(0, token.length - 1 || 1)) ?? '';
  if (/^e+$/.test(token)) return pad(era ? year - new Date(era[0]).getUTCFullYear() + 1 : year);
  return token;
}
