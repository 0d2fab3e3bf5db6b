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
export function isDatePattern(section: string): boolean {
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
export function formatDate(pattern: string, value: number, date1904: boolean): string | null {
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
