import { normaliseText } from '@hanasu/contract/text';

/** What a sentence claims, and its words without that. */
export interface Facts {
  /** Numbers, prices, shares, dates and times in one spelling each: `11:00`, `5000¥`, `20%`, `3/15`. */
  readonly values: readonly string[];
  /** Null: it denies nothing. Else the word that does. */
  readonly denial: string | null;
  /** The normalised sentence with the values taken out. */
  readonly wording: string;
}

const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/(?:¥|円|yen|jpy)/, '¥'],
  [/(?:₫|đồng|đ|dong|vnd|vnđ)/, '₫'],
  [/(?:\$|usd|dollars?|ドル|đô la)/, '$'],
  [/(?:€|eur|euros?|ユーロ)/, '€'],
];

const NUMBER = String.raw`\d+(?:[.,]\d+)*`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;
/** Number 1: hour, 2: minutes. Word before or after tells the half of the day. */
const TIMES: readonly RegExp[] = [
  /(午前|午後)?\s*(?<!\d)(\d{1,2})\s*時(?!間)\s*(?:(\d{1,2})\s*分|(半))?/gu,
  /()(?<![\d:])(\d{1,2}):(\d{2})(?!\d)()\s*(a\.?m\.?|p\.?m\.?)?/gu,
  /()(?<![\d:.])(\d{1,2})()()\s*(a\.?m\.?|p\.?m\.?)(?![\p{L}])/gu,
  /()(?<![\d])(\d{1,2})\s*(?:h|giờ)\s*(\d{2})?(?!\d)()\s*(sáng|trưa|chiều|tối|đêm)?(?![\p{L}])/gu,
];
const DATES: readonly RegExp[] = [
  /(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*日/gu,
  /(?<![\d/])(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?![\d/])/gu,
];
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const ENGLISH_DATES: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{L}])(${MONTHS.join('|')})\s+(\d{1,2})(?:st|nd|rd|th)?${AFTER}(?:,?\s+(\d{4}))?`,
    'gu',
  ),
];
const AMOUNT = new RegExp(
  String.raw`(¥|₫|\$|€|us\$)?\s*(?<![\d.,])(${NUMBER})\s*(%|パーセント|percent|phần trăm|万|千|億|triệu|nghìn|ngàn|k(?![\p{L}])|million|thousand)?\s*(円|yen|jpy|đồng|đ(?![\p{L}])|₫|vnd|vnđ|dong|usd|dollars?|\$|ドル|€|eur(?:os?)?|ユーロ)?`,
  'gu',
);
const SCALES: Readonly<Record<string, number>> = {
  万: 10_000,
  千: 1_000,
  億: 100_000_000,
  triệu: 1_000_000,
  nghìn: 1_000,
  ngàn: 1_000,
  k: 1_000,
  million: 1_000_000,
  thousand: 1_000,
};
const SHARES = new Set(['%', 'パーセント', 'percent', 'phần trăm']);

const DENIALS: readonly RegExp[] = [
  /(?<![\p{L}])(?:not|no|never|cannot|without|none|neither|prohibited|forbidden|unavailable)(?![\p{L}])/u,
  /\p{L}n't(?![\p{L}])/u,
  /(?:ません|ないで|できない|しない|ではない|じゃない|はない|がない|不可|禁止|お断り|なりません|対象外)/u,
  /(?<![\p{L}])(?:không|chưa|chẳng|đừng|cấm|khong)(?![\p{L}])/u,
];

/** Numbers, dates, times and denial of a sentence in English, Japanese or Vietnamese. */
export function readFacts(sentence: string): Facts {
  const values: string[] = [];
  let text = normaliseText(sentence).replace(/^\s*(?:\(?\d{1,2}[.)]|[-*•])\s+/u, '');
  const take = (pattern: RegExp, read: (match: readonly (string | undefined)[]) => string | null): void => {
    text = text.replace(pattern, (...match: (string | undefined)[]) => {
      const value = read(match);
      if (value === null) return match[0] ?? '';
      values.push(value);
      return ' ';
    });
  };
  for (const pattern of DATES) {
    take(pattern, ([, year, month, day]) => dateOf(year, Number(month), Number(day)));
  }
  for (const pattern of ENGLISH_DATES) {
    take(pattern, ([, month = '', day, year]) => dateOf(year, MONTHS.indexOf(month) + 1, Number(day)));
  }
  for (const pattern of TIMES) {
    take(pattern, ([, before, hour, minutes, half, after]) =>
      timeOf(Number(hour), half ? 30 : Number(minutes || 0), before || after),
    );
  }
  take(AMOUNT, ([, sign, number = '', scale, unit]) => amountOf(number, scale, sign ?? unit));
  return { values, denial: denialOf(text), wording: text };
}

const dateOf = (year: string | undefined, month: number, day: number): string | null =>
  month < 1 || month > 12 || day < 1 || day > 31 ? null : `${year ? `${Number(year)}/` : ''}${month}/${day}`;

const LATER = /^(?:午後|p\.?m\.?|chiều|tối)$/;
const EARLIER = /^(?:午前|a\.?m\.?|sáng)$/;

function timeOf(hour: number, minutes: number, half: string | undefined): string | null {
  if (hour > 24 || minutes > 59) return null;
  const isLater = half !== undefined && LATER.test(half) && hour < 12;
  const isMidnight = half !== undefined && EARLIER.test(half) && hour === 12;
  const whole = isMidnight ? 0 : isLater ? hour + 12 : hour;
  return `${whole}:${String(minutes).padStart(2, '0')}`;
}

function amountOf(number: string, scale: string | undefined, unit: string | undefined): string {
  const plain = plainNumber(number);
  if (scale !== undefined && SHARES.has(scale)) return `${plain}%`;
  const value = scale === undefined ? plain : String(Number(plain) * (SCALES[scale] ?? 1));
  const currency = CURRENCIES.find(([pattern]) => unit !== undefined && pattern.test(unit))?.[1] ?? '';
  return `${value}${currency}`;
}

/** `1,000` and `1.000` are a thousand; `1,5` and `1.50` one and a half. */
function plainNumber(text: string): string {
  const groups = text.split(/[.,]/);
  const isGrouped = groups.length > 1 && groups.slice(1).every((group) => group.length === 3);
  if (isGrouped && groups[0] !== '0') return groups.join('').replace(/^0+(?=\d)/, '');
  if (groups.length === 2) return String(Number(`${groups[0]}.${groups[1]}`));
  return groups.length === 1 ? text.replace(/^0+(?=\d)/, '') : text;
}

function denialOf(text: string): string | null {
  for (const pattern of DENIALS) {
    const found = pattern.exec(text);
    if (found) return found[0];
  }
  return null;
}
