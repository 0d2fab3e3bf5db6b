import { foldDiacritics } from '@hanasu/contract/text';

/** 0 is Sunday, 7 a public holiday. */
const HOLIDAY = 7;
const KANJI = '日月火水木金土祝';

/** Of folded text. */
const WORDS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\bsundays?\b|\bchu nhat\b|\bcn\b/g, [0]],
  [/\bmondays?\b|\bthu (?:hai|2)\b|\bt2\b/g, [1]],
  [/\btue(?:s|sdays?)?\b|\bthu (?:ba|3)\b|\bt3\b/g, [2]],
  [/\bwed(?:nesdays?)?\b|\bthu (?:tu|4)\b|\bt4\b/g, [3]],
  [/\bthurs(?:days?)?\b|\bthu (?:nam|5)\b|\bt5\b/g, [4]],
  [/\bfri(?:days?)?\b|\bthu (?:sau|6)\b|\bt6\b/g, [5]],
  [/\bsaturdays?\b|\bthu (?:bay|7)\b|\bt7\b/g, [6]],
  [/\bweekdays?\b|平日|\bngay thuong\b|\btrong tuan\b/g, [1, 2, 3, 4, 5]],
  [/\bweekends?\b|週末|\bcuoi tuan\b/g, [0, 6]],
  [/\b(?:public |bank )?holidays\b|祝日|祭日|\bngay le\b/g, [HOLIDAY]],
  [/毎日|年中無休|\bevery ?day\b|\bdaily\b|\bhang ngay\b|\bmoi ngay\b/g, [0, 1, 2, 3, 4, 5, 6]],
];
/** Of text as it is written: `món` is a dish, the sun shines, and people sat down. */
const SHORT_WORDS: typeof WORDS = (
  [
    ['Sun', 0],
    ['Mon', 1],
    ['Sat', 6],
  ] as const
).map(([name, day]) => {
  const small = name.toLowerCase();
  const beside = String.raw`(?<=\b(?:on|to|and|or|until|every)\s+)${small}\b|\b${small}(?=\s*[-–~,]|\s+to\b)`;
  return [new RegExp(String.raw`\b(?:${name}|${name.toUpperCase()})\b|${beside}`, 'g'), [day]];
});
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
  const written = text.normalize('NFC');
  const folded = foldDiacritics(written.toLowerCase());
  for (const [run] of text.matchAll(KANJI_DAYS)) addKanji(run, days);
  const found = [...daysOf(WORDS, folded), ...daysOf(SHORT_WORDS, written)].toSorted(
    (one, other) => one.at - other.at,
  );
  for (const [index, { at, named }] of found.entries()) {
    for (const day of named) days.add(day);
    const before = found[index - 1];
    const [from, to] = [before?.named.at(-1), named[0]];
    if (before && from !== undefined && to !== undefined && UNTIL.test(folded.slice(before.end, at)))
      addBetween(from, to, days);
  }
  return days;
}

const daysOf = (words: typeof WORDS, text: string) =>
  words.flatMap(([pattern, named]) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({
      at: index,
      end: index + length,
      named,
    })),
  );

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

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|may';
const DATE = new RegExp(
  `\\p{N}{1,2}\\s*月\\s*\\p{N}{1,2}\\s*日|\\b(?:${MONTHS})\\.? \\p{N}{1,2}\\b|\\b\\p{N}{1,2} (?:${MONTHS})\\b|\\p{N}{1,2}/\\p{N}{1,2}|ngày \\p{N}|(?:tháng|mùng) (?:\\p{N}|chạp|giêng)`,
  'iu',
);
const DURATION =
  /\p{N}+\s*(?:日間?|分間?|時間|週間|か月|ヶ月|年間?)(?!\p{N})|翌日|当日|即日|\p{N}+ ?(?:days?|hours?|minutes?|weeks?|months?)\b|\p{N}+ ?(?:ngày|giờ|phút|tuần|tháng)(?!\p{L})|\b(?:one|two|three|four|five|six|seven|ten) (?:days?|hours?|minutes?|weeks?|months?)\b/iu;

type ValueKind = 'price' | 'clock' | 'duration' | 'note';

/** Kinds of values by the names of columns that hold them. */
const COLUMN_KINDS: readonly (readonly [ValueKind, RegExp])[] = [
  [
    'price',
    /価格|料金|値段|金額|代金|費用|会費|税込|税抜|税別|\b(?:price|cost|fee|charge)s?\b|thành tiền|(?<!\p{L})(?:giá|phí)(?!\p{L})/iu,
  ],
  [
    'clock',
    /開店|閉店|開始|終了|(?:営業|受付|診療|開館|閉館|利用)時間|時刻|^時間$|\b(?:opens?|opening|closes?|closing)\b|^(?:time|hours)$|giờ|(?:mở|đóng) cửa|^thời gian$/iu,
  ],
  ['duration', /所要|施術時間|期間|日数|^時間$|^時間（|\bduration\b|^time$|thời (?:gian|lượng)/iu],
  ['note', /^(?:備考|注記|注意|補足|メモ|ghi chú|lưu ý|chú thích|notes?|remarks?|comments?)$/iu],
];

/** The kinds that a name of a column promises. */
export const columnKinds = (name: string): readonly ValueKind[] =>
  COLUMN_KINDS.filter(([, pattern]) => pattern.test(name)).map(([kind]) => kind);

/** `2時間` is no time of the day. */
const HOURS_LONG = /\p{N}\s*時間/u;

/** The kinds that a value may be of by how it looks: `5,500円`, `9:00〜17:30`, `約60分`. */
export const valueKinds = (value: string): readonly ValueKind[] => [
  ...(PRICE.test(value) ? (['price'] as const) : []),
  ...(CLOCK.test(value) && !HOURS_LONG.test(value) ? (['clock'] as const) : []),
  ...(DURATION.test(value) || /\p{N}\s*分/u.test(value) ? (['duration'] as const) : []),
];

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
  [
    /何日(?:間|で|後|かか|以内|くらい|ぐらい)|何分|何時間|何週間|どのくらいで|\bhow long\b|\bhow many (?:days|hours|minutes|weeks|months)\b|\bmấy ngày\b|bao lâu|\bbao lau\b|\bmay ngay\b/iu,
    DURATION,
  ],
  [
    /何月|何日から|何日まで|日程|日付|\b(?:what|which) dates?\b|\bdates\b|ngày mấy|mùng mấy|tháng mấy|\bngay may\b|\bmung may\b|\bthang may\b/iu,
    DATE,
  ],
];

/** How the answer to a question looks; null: nothing tells. */
export const expectedIn = (question: string): RegExp | null =>
  KINDS.find(([asked]) => asked.test(question))?.[1] ?? null;

/**
 * What people ask for in other words than documents have: how it is asked, and how it may stand there. A part of a longer
 * word is another thing: 集合場所, 昼休み, `đánh giá`, `exchange rates`.
 */
const SAME_THINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /(?<!\p{Script=Han})お?(?:値段|代金|代(?=は|を|って|$)|費用|金額|価格|料金)(?!\p{Script=Han})/u,
    ['料金', '価格', '値段', '代金', '費用', '金額'],
  ],
  [
    /(?:何時|いつ)(?:頃|ごろ)?(?:に|から|まで)?(?:開[いきくけ店]|空[いきくけ]|閉[まめ店]|オープン|やって|営業)\p{Script=Hiragana}*/u,
    ['営業時間', '開店時間', '診療時間', '受付時間', '開館時間'],
  ],
  [
    /(?<!\p{Script=Han})(?:場所|所在地|行き方|道順|住所|アクセス)(?!\p{Script=Han})/u,
    ['住所', '所在地', 'アクセス', '行き方', '場所'],
  ],
  [
    /(?<!\p{Script=Han})(?:お?休み|休業日|休日|定休日|休診日|休館日)(?!\p{Script=Han})/u,
    ['定休日', '休業日', '休診日', '休館日', '休み'],
  ],
  [/パーキング|車(?:を|は)?(?:停|止|と)め\p{Script=Hiragana}*|駐車(?!場)\p{Script=Hiragana}*/u, ['駐車場']],
  [
    /(?<!\p{L})(?:chỗ |bãi |nơi )?(?:đậu|đỗ|gửi|giữ) (?:xe|ô tô)(?!\p{L})/iu,
    ['đậu xe', 'đỗ xe', 'gửi xe', 'giữ xe', 'bãi xe'],
  ],
  [
    /(?<!\p{L})(?<!(?:đánh|định|trị|miễn|lãng|học|kinh|viện) )(?:giá cả|giá tiền|giá|chi phí|phí)(?!\p{L}| trị| đỗ)/iu,
    ['giá', 'chi phí', 'phí'],
  ],
  [/(?<!\p{L})(?:quán|tiệm|shop|cửa hàng) (?:\p{L}+ )?ở (?:đâu|chỗ nào)(?!\p{L})/iu, ['địa chỉ']],
  [
    /\b(?:prices?|costs?|fees?|(?<!(?:exchange|interest) )rates|(?<!\b(?:I|we|to) )charges?)\b/iu,
    ['price', 'cost', 'fee', 'rate', 'charge'],
  ],
  [/\bcar ?parks?\b/iu, ['parking']],
];

/** The question with what the text never says in a word that the text has for the same thing. */
export function inWordsOf(text: string, question: string): string {
  const given = text.toLowerCase();
  return SAME_THINGS.reduce((asked, [pattern, names]) => {
    const said = pattern.exec(asked)?.[0].toLowerCase();
    if (said === undefined || given.includes(said)) return asked;
    const name = names.find((one) => given.includes(one));
    return name === undefined ? asked : asked.replace(pattern, name);
  }, question.normalize('NFC'));
}
