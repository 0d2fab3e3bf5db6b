import { foldDiacritics } from '@hanasu/contract/text';

/** 0 is Sunday, 7 a public holiday. */
const HOLIDAY = 7;
const KANJI = '日月火水木金土祝';

const WORDS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\bsun(?:days?)?\b|\bchu nhat\b|\bcn\b/g, [0]],
  [/\bmon(?:days?)?\b|\bthu (?:hai|2)\b|\bt2\b/g, [1]],
  [/\btue(?:s|sdays?)?\b|\bthu (?:ba|3)\b|\bt3\b/g, [2]],
  [/\bwed(?:nesdays?)?\b|\bthu (?:tu|4)\b|\bt4\b/g, [3]],
  [/\bthurs(?:days?)?\b|\bthu (?:nam|5)\b|\bt5\b/g, [4]],
  [/\bfri(?:days?)?\b|\bthu (?:sau|6)\b|\bt6\b/g, [5]],
  [/\bsat(?:urdays?)?\b|\bthu (?:bay|7)\b|\bt7\b/g, [6]],
  [/\bweekdays?\b|平日|\bngay thuong\b|\btrong tuan\b/g, [1, 2, 3, 4, 5]],
  [/\bweekends?\b|週末|\bcuoi tuan\b/g, [0, 6]],
  [/\b(?:public |bank )?holidays\b|祝日|祭日|\bngay le\b/g, [HOLIDAY]],
  [/毎日|年中無休|\bevery ?day\b|\bdaily\b|\bhang ngay\b|\bmoi ngay\b/g, [0, 1, 2, 3, 4, 5, 6]],
];
const KANJI_DAY = `[${KANJI}](?:曜日?)?`;
/** 土曜, (土), 土・日, 月〜金, 土日: a lone 日 or 月 is more often a date. */
const KANJI_DAYS = new RegExp(
  `[${KANJI}]曜日?|(?<=[（(])${KANJI_DAY}(?=[)）])|(?<![${KANJI}\\p{N}\\p{Script=Han}])${KANJI_DAY}(?:[・、,，/／〜~～\\-–—から]{1,2}${KANJI_DAY})+(?!\\p{Script=Han})|土日祝?`,
  'gu',
);
const UNTIL = /^\s*(?:-|–|—|〜|~|～|to|through|until|till|den|から)\s*$/;

/** Weekdays that a text names, with those between: "Mon–Fri", 月〜金, "Thứ Hai – Thứ Sáu". */
export function weekdaysIn(text: string): ReadonlySet<number> {
  const days = new Set<number>();
  const folded = foldDiacritics(text.toLowerCase());
  for (const [run] of text.matchAll(KANJI_DAYS)) addKanji(run, days);
  const found = WORDS.flatMap(([pattern, named]) =>
    [...folded.matchAll(pattern)].map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
      named,
    })),
  ).toSorted((one, other) => one.at - other.at);
  for (const [index, { at, named }] of found.entries()) {
    for (const day of named) days.add(day);
    const before = found[index - 1];
    const [from, to] = [before?.named.at(-1), named[0]];
    if (before && from !== undefined && to !== undefined && UNTIL.test(folded.slice(before.end, at)))
      addBetween(from, to, days);
  }
  return days;
}

function addKanji(run: string, days: Set<number>): void {
  const named = [...run.replaceAll(/曜日?/g, '')];
  let before: number | null = null;
  let isRange = false;
  for (const character of named) {
    const day = KANJI.indexOf(character);
    if (day < 0) {
      isRange ||= /[〜~～\-–—か]/.test(character);
      continue;
    }
    if (isRange && before !== null) addBetween(before, day, days);
    days.add(day);
    before = day;
    isRange = false;
  }
}

function addBetween(from: number, to: number, days: Set<number>): void {
  if (from === HOLIDAY || to === HOLIDAY) return;
  for (let day = from; day !== to; day = (day + 1) % 7) days.add(day);
  days.add(to);
}

const PRICE =
  /\p{N}[\p{N}.,]*\s*(?:円|yen|¥|đ|₫|đồng|dong|vnd|vnđ|k\b|usd|dollars?|euros?|€|%|割)|[$¥€£]\s*\p{N}|無料|\bfree\b|miễn phí/iu;
const CLOCK =
  /\p{N}{1,2}\s*(?:[:：]\s*\p{N}{2}|時|h\b|h\p{N}{2}|giờ|o'clock|[ap]\.?m\b)|正午|深夜|\bnoon\b|\bmidnight\b|休診|定休|休業|\bclosed\b|nghỉ/iu;
const PHONE = /(?:\+\p{N}{1,3}[\s-]?)?\(?\p{N}{2,5}\)?[\s.-]\p{N}{2,4}[\s.-]?\p{N}{3,4}|\p{N}{9,11}/u;

/** What kind of thing a question asks for, and how it looks where it is said. */
const KINDS: readonly (readonly [RegExp, RegExp])[] = [
  [/電話番号|\b(?:tele)?phone number\b|\bsố điện thoại\b|\bso dien thoai\b|\bhotline\b|\bsđt\b/iu, PHONE],
  [
    /いくら|料金|値段|価格|費用|何円|\bhow much (?:is|are|does|do|for)\b|\bprices?\b|\bcosts?\b|\bfees?\b|\bgiá\b|bao nhiêu tiền|bao nhieu tien|\bphí\b/iu,
    PRICE,
  ],
  [
    /何時|営業時間|診療時間|受付時間|\bwhat time\b|\bopening hours\b|\b(?:open|opening|closing)\b|mấy giờ|may gio|giờ mở cửa/iu,
    CLOCK,
  ],
];

/** How the answer to a question looks; null: nothing tells. */
export const expectedIn = (question: string): RegExp | null =>
  KINDS.find(([asked]) => asked.test(question))?.[1] ?? null;
