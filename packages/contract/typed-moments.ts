import { dayAfter, weekdayOf } from './open-hours.ts';
import { foldText } from './text.ts';
import { withKanjiDigits, withWordDigits } from './typed-counts.ts';
import { plainDate } from './typed-formats.ts';

// Reads days and times as people write them in a chat: in Japanese, Vietnamese or English, whichever the form speaks.

export interface DayStyle {
  /** Decides whether 5/12 begins with the day (vi) or the month (ja, en). */
  readonly language: 'en' | 'ja' | 'vi';
  /** In the account's time zone, as `YYYY-MM-DD`. */
  readonly today: string;
}
/** `twoWays`: 2時 is said of the morning and of the afternoon. */
export type TypedTime =
  | { readonly kind: 'time'; readonly time: string }
  | { readonly kind: 'twoWays'; readonly times: readonly [morning: string, afternoon: string] };

const LONGEST = 80;
const twoDigits = (part: string | number): string => String(part).padStart(2, '0');

/** What stands around a day or a time and says nothing of it. */
const BEFORE =
  /^(?:(?:da|vao|luc|khoang|tam|hen|dat lich|dat|cho (?:em|minh|toi|anh|chi)|on|at|around|about|by|for|maybe|じゃあ|では|えっと|できれば)[\s,、]+)+/u;
const BEHIND =
  /(?:[\s,、]*(?:で(?:お願い(?:いた)?します|す)?|が(?:いい|良い|よい|希望)(?:です)?|を?希望(?:です|します)?|に(?:します)?|頃|ごろ|くらい|ぐらい|お願い(?:いた)?します)|,?\s(?:a|nhe|nha|nghe|di|duoc khong|please|thanks|thank you|works|is fine))$/u;

/** Without accents, politeness and the marks around it. */
function plainSaid(said: string): string {
  let text = foldText(said)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s"'“”「」の、]+|[\s"'“”「」.,!。！、?の]+$/gu, '')
    .replace(BEFORE, '');
  while (BEHIND.test(text)) text = text.replace(BEHIND, '');
  return text.trim();
}

/** The same with numbers in digits. */
const inDigits = (said: string): string =>
  plainSaid(plainDate(withKanjiDigits(withWordDigits(said.normalize('NFKC').toLowerCase()))));

const RELATIVE: readonly (readonly [RegExp, number])[] = [
  [/^(?:今日|本日|きょう|(?:hom |bua )?nay|today)$/u, 0],
  [/^(?:明日|あした|あす|(?:ngay )?mai|tomorrow|tmrw?|tmw)$/u, 1],
  [/^(?:明後日|あさって|(?:ngay )?(?:kia|mot)|(?:the )?day after tomorrow)$/u, 2],
  [/^(?:明[々明]後日|しあさって)$/u, 3],
];
/** In so many days or weeks. */
const LATER: readonly (readonly [RegExp, number])[] = [
  [/^(\d{1,3})\s*日後$/u, 1],
  [/^(\d{1,2})\s*週間後$/u, 7],
  [/^(?:sau )?(\d{1,3}) ngay (?:nua|sau|toi)$/u, 1],
  [/^sau (\d{1,3}) ngay$/u, 1],
  [/^(?:sau )?(\d{1,2}) tuan (?:nua|sau)$/u, 7],
  [/^in (\d{1,3}) days?$/u, 1],
  [/^(\d{1,3}) days? (?:from (?:now|today)|later)$/u, 1],
  [/^in (\d{1,2}) weeks?$/u, 7],
  [/^(\d{1,2}) weeks? (?:from (?:now|today)|later)$/u, 7],
];

/** Sunday first, as `Date` counts them. */
const WEEKDAYS: readonly RegExp[] = [
  /^(?:日(?:曜日?)?|chua? nhat|cn|sun(?:day)?)$/u,
  /^(?:月(?:曜日?)?|(?:thu|t) ?(?:2|hai)|mon(?:day)?)$/u,
  /^(?:火(?:曜日?)?|(?:thu|t) ?(?:3|ba)|tue(?:s(?:day)?)?)$/u,
  /^(?:水(?:曜日?)?|(?:thu|t) ?(?:4|tu|bon)|wed(?:nesday)?)$/u,
  /^(?:木(?:曜日?)?|(?:thu|t) ?(?:5|nam)|thu(?:rs?(?:day)?)?)$/u,
  /^(?:金(?:曜日?)?|(?:thu|t) ?(?:6|sau)|fri(?:day)?)$/u,
  /^(?:土(?:曜日?)?|(?:thu|t) ?(?:7|bay)|sat(?:urday)?)$/u,
];
/** 日 and 月 by themselves are days and months. */
const KANJI_ALONE = /^[日月火水木金土]$/u;

function readWeekday(text: string): number | null {
  const found = WEEKDAYS.findIndex((weekday) => weekday.test(text));
  return found < 0 ? null : found;
}

/** The next one of its kind, today included or not, or that of the week so many weeks from now. */
type Which = 'nearest' | 'coming' | number;

/**
 * Texts before or behind a weekday. A week begins on Monday, as in ISO 8601. "Next Friday" is that of next week, as
 * chrono reads it (wanasit/chrono#121); what was understood is shown with its date.
 */
const OF_WEEKDAY: readonly (readonly [RegExp, Which])[] = [
  [/^(?:今度|次|つぎ|こんど)の?/u, 'coming'],
  [/^(?:再来週|さ来週|さらいしゅう)の?/u, 2],
  [/^(?:来週|らいしゅう)の?/u, 1],
  [/^(?:今週|こんしゅう)の?/u, 0],
  [/^(?:the )?(?:coming|upcoming) /u, 'coming'],
  [/^this (?:coming )?/u, 'nearest'],
  [/^(?:the )?next /u, 1],
  [/ (?:cua )?(?:tuan )?(?:sau|toi|ke tiep) nua$/u, 2],
  [/ (?:cua )?tuan (?:sau|toi|ke tiep|ke)$/u, 1],
  [/ (?:cua )?tuan nay$/u, 0],
  [/ sau$/u, 1],
  [/ nay$/u, 'nearest'],
  [/ (?:toi|gan nhat|ke tiep)$/u, 'coming'],
  [/,? (?:of )?next week$/u, 1],
  [/,? (?:of )?this week$/u, 0],
];

function dayOfWeekday(weekday: number, which: Which, today: string): string {
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  if (which === 'nearest') return dayAfter(today, ahead);
  if (which === 'coming') return dayAfter(today, ahead || 7);
  const fromMonday = (day: number): number => (day + 6) % 7;
  return dayAfter(today, fromMonday(weekday) - fromMonday(weekdayOf(today)) + 7 * which);
}

function readWeekdayPhrase(text: string, today: string): string | null {
  if (KANJI_ALONE.test(text)) return null;
  const alone = readWeekday(text);
  if (alone !== null) return dayOfWeekday(alone, 'nearest', today);
  for (const [beside, which] of OF_WEEKDAY) {
    const weekday = beside.test(text) ? readWeekday(text.replace(beside, '').trim()) : null;
    if (weekday !== null) return dayOfWeekday(weekday, which, today);
  }
  return null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const MONTH_FIRST = new RegExp(`^${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?$`, 'u');
const DATE_FIRST = new RegExp(
  `^(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\.?(?:,? (\\d{4}))?$`,
  'u',
);
const monthOf = (name: string | undefined): number => MONTHS.indexOf((name ?? '').slice(0, 3)) + 1;

/** The first year of each era of Japan. */
const ERAS: Readonly<Record<string, number>> = {
  ...{ 明治: 1868, 大正: 1912, 昭和: 1926, 平成: 1989, 令和: 2019 },
  ...{ m: 1868, t: 1912, s: 1926, h: 1989, r: 2019 },
};
const ERA = /^(明治|大正|昭和|平成|令和|[mtshr])\s?(元|\d{1,2})(?=[年./-])/u;
const withEra = (text: string): string =>
  text.replace(ERA, (_, era: string, year: string) =>
    String((ERAS[era] ?? 0) + (year === '元' ? 0 : Number(year) - 1)),
  );

interface CalendarDay {
  readonly date: string | number | undefined;
  readonly month: string | number | undefined;
  /** Undefined: the one that makes the day lie ahead. */
  readonly year?: string | undefined;
}

function writeDay({ date = '', month = '', year }: CalendarDay, today: string): string {
  const day = `${twoDigits(month)}-${twoDigits(date)}`;
  if (year) return `${year}-${day}`;
  const thisYear = Number(today.slice(0, 4));
  return `${thisYear}-${day}` < today ? `${thisYear + 1}-${day}` : `${thisYear}-${day}`;
}

function readCalendar(text: string, { language, today }: DayStyle): string | null {
  const [, year, month, date] =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/u.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/u.exec(text) ??
    [];
  if (year) return writeDay({ date, month, year }, today);
  const named = readNamedMonth(text);
  if (named) return writeDay(named, today);
  const [, first, second, last] =
    /^(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[-/.](\d{4}))?$/u.exec(text) ?? [];
  if (!first) return readDayOfMonth(text, today);
  const isDateFirst =
    !text.includes('月') && (language === 'vi' || (language === 'en' && Number(first) > 12));
  return writeDay(
    isDateFirst ? { date: first, month: second, year: last } : { date: second, month: first, year: last },
    today,
  );
}

/** December 5, 5th of Dec 2026, ngày 5/12, 5 tháng 12 năm 2026. */
function readNamedMonth(text: string): CalendarDay | null {
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return { month: monthOf(monthFirst[1]), date: monthFirst[2], year: monthFirst[3] };
  const dateFirst = DATE_FIRST.exec(text);
  if (dateFirst) return { date: dateFirst[1], month: monthOf(dateFirst[2]), year: dateFirst[3] };
  const vietnamese =
    /^(?:ngay )?(?:mung |mong )?(\d{1,2}) ?(?:[-/.] ?|thang )(\d{1,2})(?:(?: ?[-/.]|,? nam|,?) ?(\d{4}))?$/u.exec(
      text,
    );
  if (!vietnamese || !/ngay|thang|m[uo]ng/u.test(text)) return null;
  return { date: vietnamese[1], month: vietnamese[2], year: vietnamese[3] };
}

const MONTHS_LATER: Readonly<Partial<Record<string, number>>> = {
  ...{ 今月: 0, 来月: 1, 再来月: 2 },
  ...{ nay: 0, sau: 1, toi: 1 },
};

/** 15日, 来月5日, ngày 15, mùng 5 tháng sau, the 15th; without a month, the next one that comes. */
function readDayOfMonth(text: string, today: string): string | null {
  const japanese = /^(今月|来月|再来月)?の?\s*(\d{1,2})日$/u.exec(text);
  const vietnamese = /^(?:ngay |mung |mong )+(\d{1,2})(?: thang (nay|sau|toi))?$/u.exec(text);
  const english = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/u.exec(text);
  const date = japanese?.[2] ?? vietnamese?.[1] ?? english?.[1];
  if (date === undefined) return null;
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const later = MONTHS_LATER[japanese?.[1] ?? vietnamese?.[2] ?? ''] ?? (Number(date) < day ? 1 : 0);
  const index = month - 1 + later;
  return `${year + Math.floor(index / 12)}-${twoDigits((index % 12) + 1)}-${twoDigits(date)}`;
}

const WEEKDAY_BEHIND = [/^(.*\d.*?)[\s,]*\(([^()]{1,12})\)$/u, /^(.*\d.*?)[\s,]*([日月火水木金土]曜日?)$/u];
const WEEKDAY_BEFORE =
  /^\(?((?:thu|t) ?[2-7a-z]{1,4}|[a-z]+(?: nhat)?|[日月火水木金土]曜日?)\)?[,、.]? ?(?=\S.*\d)(.+)$/u;

/** Without the weekday beside a calendar day: 12/5(土), thứ bảy 5/12, Saturday, December 5. */
function withoutWeekday(text: string): string {
  for (const behind of WEEKDAY_BEHIND) {
    const [, day, weekday = ''] = behind.exec(text) ?? [];
    if (day !== undefined && readWeekday(weekday) !== null) return day;
  }
  const [, weekday = '', day] = WEEKDAY_BEFORE.exec(text) ?? [];
  return day !== undefined && readWeekday(weekday) !== null ? day : text;
}

function readDay(said: string, style: DayStyle): string | null {
  const { today } = style;
  const text = plainSaid(said);
  const relative = RELATIVE.find(([phrase]) => phrase.test(text));
  if (relative) return dayAfter(today, relative[1]);
  const weekday = readWeekdayPhrase(text, today);
  if (weekday !== null) return weekday;
  const digits = withEra(inDigits(said));
  for (const [phrase, days] of LATER) {
    const count = phrase.exec(digits)?.[1];
    if (count !== undefined) return dayAfter(today, Number(count) * days);
  }
  return readCalendar(digits, style) ?? readCalendar(withoutWeekday(digits), style);
}

type Half = 'morning' | 'afternoon' | 'noon' | 'night';
const HALVES: readonly (readonly [RegExp, Half])[] = [
  [/^(?:午前|朝|早朝|あさ|a\.?m\.?|(?:in the )?morning|(?:buoi )?sang(?: som)?)$/u, 'morning'],
  [/^(?:午後|夕方|ゆうがた|p\.?m\.?|(?:in the )?afternoon|(?:buoi )?chieu)$/u, 'afternoon'],
  [/^(?:お?昼|ひる|(?:buoi )?trua)$/u, 'noon'],
  [/^(?:夜|晩|深夜|夜中|よる|(?:in the )?evening|(?:at )?night|tonight|(?:buoi )?(?:toi|dem))$/u, 'night'],
];
const HALF =
  '午前|午後|早朝|朝|あさ|夕方|ゆうがた|お?昼|ひる|深夜|夜中|夜|晩|よる|a\\.?m\\.?|p\\.?m\\.?|(?:in the )?(?:morning|afternoon|evening)|(?:at )?night|tonight|(?:buoi )?(?:sang som|sang|trua|chieu|toi|dem)';
const CLOCK = new RegExp(
  `^(${HALF})?\\s*の?\\s*(\\d{1,2})\\s*(?:(?:[:.時]|h|gio|g)\\s*(\\d{1,2}|半|ruoi)?\\s*(?:分|phut|p(?!\\.?m))?|(半|ruoi)|o'?clock)?\\s*(${HALF})?$`,
  'u',
);
const TO_HOUR = new RegExp(`^(\\d{1,2}) ?(?:gio|h) kem (\\d{1,2})(?: phut)?\\s*(${HALF})?$`, 'u');
const PAST_HOUR = new RegExp(
  `^(half|(?:a )?quarter|\\d{1,2})(?: minutes?)? (past|after|to|before) (\\d{1,2})(?: o'?clock)?\\s*(${HALF})?$`,
  'u',
);
const NOON = /^(?:正午|お?昼|(?:12 gio )?(?:giua )?trua|noon|midday)$/u;
const MIDNIGHT = /^(?:真夜中|(?:12 gio )?nua dem|midnight)$/u;

interface Clock {
  /** As it was written. */
  readonly hour: string;
  readonly minute: number;
  readonly half: string | undefined;
}

const timeOf = (hour: number, minute: number): string => `${twoDigits(hour)}:${twoDigits(minute)}`;
const certain = (hour: number, minute: number): TypedTime | null =>
  hour >= 0 && hour < 24 && minute < 60 ? { kind: 'time', time: timeOf(hour, minute) } : null;

/** Unmarked hours up to this one are said of both halves of a day; later ones of the morning alone. */
const LAST_IN_BOTH = 8;

function resolveClock({ hour: written, minute, half }: Clock): TypedTime | null {
  const hour = Number(written) === 24 ? 0 : Number(written);
  const kind = half === undefined ? null : HALVES.find(([text]) => text.test(half))?.[1];
  if (kind === 'morning') return certain(hour === 12 ? 0 : hour, minute);
  if (kind === 'afternoon') return certain(hour < 12 ? hour + 12 : hour, minute);
  if (kind === 'noon') return certain(hour > 0 && hour < 6 ? hour + 12 : hour, minute);
  if (kind === 'night') return certain(hour === 12 ? 0 : hour > 4 && hour < 12 ? hour + 12 : hour, minute);
  const isInBoth = hour > 0 && hour <= LAST_IN_BOTH && !written.startsWith('0');
  if (!isInBoth || minute > 59) return certain(hour, minute);
  return { kind: 'twoWays', times: [timeOf(hour, minute), timeOf(hour + 12, minute)] };
}

/** So many minutes before the hour. */
const before = ({ hour, minute, half }: Clock): TypedTime | null =>
  resolveClock({ hour: String(Number(hour) - 1 || 12), minute: 60 - minute, half });

function readClock(said: string): TypedTime | null {
  const text = inDigits(said);
  if (NOON.test(text)) return certain(12, 0);
  if (MIDNIGHT.test(text)) return certain(0, 0);
  const digits = /^(\d{2})(\d{2})$/u.exec(text);
  if (digits) return certain(Number(digits[1]), Number(digits[2]));
  const clock = CLOCK.exec(text);
  if (clock) {
    const [, ahead, hour = '', minute, half, behind] = clock;
    const minutes = half || minute === '半' || minute === 'ruoi' ? 30 : Number(minute ?? 0);
    return resolveClock({ hour, minute: minutes, half: ahead ?? behind });
  }
  const toHour = TO_HOUR.exec(text);
  if (toHour) return before({ hour: toHour[1] ?? '', minute: Number(toHour[2]), half: toHour[3] });
  const [, part = '', side = '', hour, half] = PAST_HOUR.exec(text) ?? [];
  if (hour === undefined) return null;
  const minute = part === 'half' ? 30 : part.endsWith('quarter') ? 15 : Number(part);
  return side === 'past' || side === 'after'
    ? resolveClock({ hour, minute, half })
    : before({ hour, minute, half });
}

/** Reads one part of a text whose other part `isOther` takes, in either order. */
function readBeside<Value>(
  said: string,
  read: (part: string) => Value | null,
  isOther: (part: string) => boolean,
): Value | null {
  for (let at = 1; at < said.length; at += 1) {
    if (/\d{2}/u.test(said.slice(at - 1, at + 1).normalize('NFKC'))) continue;
    const [first, second] = [said.slice(0, at), said.slice(at)];
    const found = (isOther(second) ? read(first) : null) ?? (isOther(first) ? read(second) : null);
    if (found !== null) return found;
  }
  return null;
}

/** A time in which something says that it is one. */
const isTime = (part: string): boolean => !/^\s*\d*\s*$/u.test(part) && readClock(part) !== null;

/** The day that is meant, as `YYYY-MM-DD` and perhaps one that the calendar lacks; null: none. A time beside it is left out. */
export function readTypedDay(said: string, style: DayStyle): string | null {
  if (said.length > LONGEST) return null;
  return readDay(said, style) ?? readBeside(said, (part) => readDay(part, style), isTime);
}

/**
 * The time of day that is meant; null: none. A day beside it is left out. `pending`: a time that was said without its
 * half of the day, which this may bring.
 */
export function readTypedTime(
  said: string,
  style: DayStyle,
  pending: string | null = null,
): TypedTime | null {
  if (said.length > LONGEST) return null;
  return (
    readClock(said) ??
    readBeside(said, readClock, (part) => readDay(part, style) !== null) ??
    (pending === null ? null : readClock(`${plainSaid(said)} ${pending}`))
  );
}
