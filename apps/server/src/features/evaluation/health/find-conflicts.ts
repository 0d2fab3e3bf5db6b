import { compactText, normaliseText } from '@hanasu/contract/text';
import { splitSentences } from '@hanasu/retrieval/split/sentences';
import { termsOf } from '../question-terms.ts';

export interface ComparedPassage {
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
}

export interface Conflict {
  readonly one: string;
  readonly other: string;
  /** What one says and the other says instead: `11:00 ≠ 10:00`. */
  readonly differs: readonly string[];
}

/** Sentences that are looked at; what a larger base has beyond is left out. */
const SENTENCES_MAX = 40_000;
/** Pairs of sentences that are compared at most. */
const PAIRS_MAX = 400_000;
export const CONFLICTS_MAX = 100;
/** Two sentences are compared when they share one of their rarest words … */
const LOOKED_UP = 5;
/** … that not more than so many sentences have. */
const MOST_SENTENCES = 40;
const SENTENCE_LENGTH = 600;
/** Content words that a sentence needs to be about something. */
const LEAST_TERMS = 2;
/** Of all their content words, the share that two sentences must have in common (Jaccard by rarity). */
const ALIKE = 0.7;
/** Short ones differ in what they are about by a single word. */
const SHORT_TERMS = 4;
const SHORT_ALIKE = 0.85;

interface Sentence {
  readonly passage: ComparedPassage;
  readonly facts: Facts;
  readonly terms: readonly string[];
  readonly topic: string;
}

/**
 * Pairs of passages of different documents or sections with a sentence in almost the same words that states another
 * number, price, date or time, or denies what the other says. Sections of one document are compared with their
 * headings: the same sentence under "Plan A" and "Plan B" is no conflict.
 */
export function findConflicts(passages: readonly ComparedPassage[]): Conflict[] {
  const sentences = readSentences(passages);
  const frequency = new Map<string, number>();
  for (const { terms } of sentences) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const weightOf = (term: string): number =>
    Math.log(1 + sentences.length / (frequency.get(term) ?? 1)) + 0.2;
  const found = new Map<string, Conflict>();
  for (const [one, other] of pairs(sentences, frequency)) {
    const differs = differences(one.facts, other.facts);
    if (differs.length === 0 || !areAlike(one.terms, other.terms, weightOf)) continue;
    const key = [one.passage.id, other.passage.id].toSorted().join(' ');
    const known = found.get(key);
    if (known === undefined && found.size >= CONFLICTS_MAX) break;
    found.set(key, {
      one: known?.one ?? one.passage.id,
      other: known?.other ?? other.passage.id,
      differs: [...new Set([...(known?.differs ?? []), ...differs])],
    });
  }
  return [...found.values()];
}

function readSentences(passages: readonly ComparedPassage[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const passage of passages) {
    const topic = compactText(passage.headingPath.join('›'));
    for (const line of passage.text.split('\n')) {
      for (const { start, end } of splitSentences(line, 0, line.length)) {
        if (end - start > SENTENCE_LENGTH) continue;
        if (sentences.length >= SENTENCES_MAX) return sentences;
        const facts = readFacts(line.slice(start, end));
        const terms = termsOf(facts.wording).content.filter((term) => !isDenial(term));
        if (terms.length >= LEAST_TERMS) sentences.push({ passage, facts, terms, topic });
      }
    }
  }
  return sentences;
}

/** Words that only deny are counted apart. */
const isDenial = (term: string): boolean =>
  /^[PSU](?:no|not|prohibit|forbidden|cam|禁止|禁|不可|不|ん|ない)$/.test(term);

function* pairs(
  sentences: readonly Sentence[],
  frequency: ReadonlyMap<string, number>,
): Generator<readonly [Sentence, Sentence]> {
  const byTerm = new Map<string, number[]>();
  let left = PAIRS_MAX;
  for (const [index, sentence] of sentences.entries()) {
    const rarest = sentence.terms
      .filter((term) => {
        const count = frequency.get(term) ?? 0;
        return count > 1 && count <= MOST_SENTENCES;
      })
      .toSorted((one, other) => (frequency.get(one) ?? 0) - (frequency.get(other) ?? 0));
    const earlier = new Set(rarest.slice(0, LOOKED_UP).flatMap((term) => byTerm.get(term) ?? []));
    for (const position of earlier) {
      const other = sentences[position];
      if (!other || !areApart(other, sentence)) continue;
      if (left-- <= 0) return;
      yield [other, sentence];
    }
    for (const term of rarest) {
      const known = byTerm.get(term);
      if (known) known.push(index);
      else byTerm.set(term, [index]);
    }
  }
}

/** Of different documents, or of different passages under the same headings of one. */
const areApart = (one: Sentence, other: Sentence): boolean =>
  one.passage.documentId !== other.passage.documentId ||
  (one.passage.id !== other.passage.id && one.topic === other.topic);

function areAlike(
  one: readonly string[],
  other: readonly string[],
  weightOf: (term: string) => number,
): boolean {
  const others = new Set(other);
  let shared = 0;
  let all = 0;
  for (const term of one) {
    const weight = weightOf(term);
    all += weight;
    if (others.delete(term)) shared += weight;
  }
  for (const term of others) all += weightOf(term);
  const isShort = Math.min(one.length, other.length) < SHORT_TERMS;
  return shared / all >= (isShort ? SHORT_ALIKE : ALIKE);
}

/** Both must say something else: a number that only one of them has adds to the other. */
function differences(one: Facts, other: Facts): string[] {
  const mine = one.values.filter((value) => !other.values.includes(value));
  const theirs = other.values.filter((value) => !one.values.includes(value));
  const values = mine.length > 0 && theirs.length > 0 ? [`${mine.join(', ')} ≠ ${theirs.join(', ')}`] : [];
  const isDenied = (one.denial === null) !== (other.denial === null);
  return isDenied ? [...values, one.denial ?? other.denial ?? ''] : values;
}

/** What a sentence claims, and its words without that. */
interface Facts {
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
