import type { CustomerFieldKind, CustomerFieldView } from '@hanasu/contract/customer-fields';
import type { FormFieldKind } from '@hanasu/contract/form-definition';
import type { ConditionOf, DayTest, FieldTest, ShownCondition } from '@hanasu/contract/segments';
import { formPhrases } from './form-phrases.ts';
import { type Kind, type Phrase, phrase, type RowWord } from './phrase.ts';

const USUAL_TIMES = 3;
const tapped = phrase('tapped');

/** Wordings of who has tapped a menu. */
const MENU_PHRASES: readonly Phrase[] = [
  ...tapped(
    ['menuTapped', 'menuNotTapped'],
    ({ atLeast }) => atLeast === 1,
    (condition) => ({ ...condition, atLeast: 1 }),
  ),
  ...tapped(
    ['menuTappedOften', 'menuTappedLess'],
    () => true,
    (condition) => ({ ...condition, atLeast: condition.atLeast > 1 ? condition.atLeast : USUAL_TIMES }),
  ),
];

/** Kinds of conditions that ask for a day. */
type DayTested = 'birthday' | 'created' | 'field';
type Test = DayTest | FieldTest;
type Op = 'days' | 'yearly';
type DayWord = Extract<RowWord, `day${string}` | `year${string}`>;

interface DayPhrase {
  readonly word: DayWord;
  readonly fits: (test: Test) => boolean;
  readonly turn: (test: Test) => DayTest;
}

/** From one day to another, counted from today. */
interface Span {
  readonly from: number | null;
  readonly to: number | null;
}
const USUAL_DAYS = 7;

interface SpanWord {
  readonly days: DayWord;
  /** Absent: it is not asked of what comes back each year. */
  readonly yearly?: DayWord;
  readonly fits: (span: Span) => boolean;
  readonly make: (number: number) => Span;
}
const SPANS: readonly SpanWord[] = [
  {
    days: 'dayToday',
    yearly: 'yearToday',
    fits: ({ from, to }) => from === 0 && to === 0,
    make: () => ({ from: 0, to: 0 }),
  },
  {
    days: 'dayNext',
    yearly: 'yearNext',
    fits: ({ from, to }) => from === 0 && to !== null && to >= 0,
    make: (number) => ({ from: 0, to: number }),
  },
  {
    days: 'dayLast',
    yearly: 'yearLast',
    fits: ({ from, to }) => to === 0 && from !== null && from <= 0,
    make: (number) => ({ from: -number, to: 0 }),
  },
  {
    days: 'dayIn',
    yearly: 'yearIn',
    fits: ({ from, to }) => from !== null && from === to && from >= 0,
    make: (number) => ({ from: number, to: number }),
  },
  {
    days: 'dayAgo',
    yearly: 'yearAgo',
    fits: ({ from, to }) => from !== null && from === to && from <= 0,
    make: (number) => ({ from: -number, to: -number }),
  },
  {
    days: 'dayBefore',
    fits: ({ from, to }) => from === null && to !== null && to <= 0,
    make: (number) => ({ from: null, to: -number }),
  },
  {
    days: 'dayAfter',
    fits: ({ from, to }) => to === null && from !== null && from >= 0,
    make: (number) => ({ from: number, to: null }),
  },
  {
    days: 'dayRange',
    yearly: 'yearRange',
    fits: () => true,
    make: (number) => ({ from: 0, to: number }),
  },
];

const isSpan = (test: Test): test is Test & { op: Op } & Span => test.op === 'days' || test.op === 'yearly';

/** The number of days in a sentence that has one. */
export const daysOf = (test: Test): number =>
  isSpan(test) ? Math.abs(test.from || test.to || 0) : USUAL_DAYS;

/** The same sentence with another number of days. */
export function withDays(test: Test, word: string, number: number): DayTest | null {
  const span = SPANS.find(({ days, yearly }) => days === word || yearly === word);
  return span && isSpan(test) ? spanTest(test.op, span.make(number)) : null;
}

function spanTest(op: Op, { from, to }: Span): DayTest {
  return op === 'days' ? { op, from, to } : { op, from: from ?? 0, to: to ?? 0 };
}

/** Of what comes back each year no year is said where that goes without saying, as with birthdays. */
const spans = (op: Op, isBirthday: boolean): DayPhrase[] =>
  SPANS.flatMap(({ days, yearly, fits, make }) => {
    const word = op === 'days' || (isBirthday && yearly) ? days : yearly;
    if (!word) return [];
    return [
      {
        word,
        fits: (test) => isSpan(test) && test.op === op && fits(test),
        turn: (test) => spanTest(op, make(daysOf(test) || USUAL_DAYS)),
      },
    ];
  });

const datesOf = (test: Test) => (test.op === 'dates' ? test : { from: null, to: null });
const DATES: readonly DayPhrase[] = [
  {
    word: 'dayFrom',
    fits: (test) => test.op === 'dates' && test.to === null,
    turn: (test) => ({ op: 'dates', from: datesOf(test).from, to: null }),
  },
  {
    word: 'dayUntil',
    fits: (test) => test.op === 'dates' && test.from === null,
    turn: (test) => ({ op: 'dates', from: null, to: datesOf(test).to }),
  },
  {
    word: 'dayDates',
    fits: ({ op }) => op === 'dates',
    turn: (test) => ({ op: 'dates', from: datesOf(test).from, to: datesOf(test).to }),
  },
];
const MONTHS: DayPhrase = {
  word: 'dayMonths',
  fits: ({ op }) => op === 'months',
  turn: () => ({ op: 'months', months: [] }),
};

function dayPhrasesOf<Of extends DayTested>(
  kind: Of,
  test: FieldTest | ConditionOf<Of>['test'],
): readonly DayPhrase[] {
  if (kind === 'created') return [...spans('days', false), ...DATES];
  if (kind === 'field') return [...spans('days', false), ...DATES, ...spans('yearly', false), MONTHS];
  // Days of the very year of birth are asked for by programs alone.
  return [...spans(test.op === 'days' ? 'days' : 'yearly', true), MONTHS, ...DATES];
}

/** Wordings of the kinds that do not depend on what a row says. */
const PLAIN: Readonly<Partial<Record<Kind, readonly Phrase[]>>> = {
  everybody: phrase('everybody')(['everybody', null]),
  language: phrase('language')(['languageIs', 'languageIsNot']),
  contact: [
    ...phrase('contact')(
      ['phone', 'noPhone'],
      ({ contact }) => contact === 'phone',
      (condition) => ({ ...condition, contact: 'phone' }),
    ),
    ...phrase('contact')(
      ['email', 'noEmail'],
      ({ contact }) => contact === 'email',
      (condition) => ({ ...condition, contact: 'email' }),
    ),
  ],
  source: phrase('source')(['sourceIs', 'sourceIsNot']),
  owner: phrase('owner')(['ownerIs', 'ownerIsNot']),
  friend: phrase('friend')(['friend', 'noFriend']),
  window: phrase('window')(['window', 'noWindow']),
  lastWrote: (
    [
      [['wroteWithin', 'wroteNotWithin'], 'within'],
      [['wroteBefore', null], 'before'],
      [['wroteNever', 'wroteEver'], 'never'],
    ] as const
  ).flatMap(([words, when]) =>
    phrase('lastWrote')(
      words,
      (condition) => condition.when === when,
      (condition) => ({ ...condition, when }),
    ),
  ),
  messages: phrase('messages')(['messages', 'fewerMessages']),
  handling: phrase('handling')(['handlingIs', 'handlingIsNot']),
  tapped: MENU_PHRASES,
};

const matching = (match: 'any' | 'all', words: readonly [RowWord, RowWord]) =>
  phrase('tag')(
    words,
    (condition) => condition.match === match,
    (condition) => ({ ...condition, match }),
  );
const ONE_TAG = phrase('tag')(['tag', 'tagNot']);
const SEVERAL_TAGS = [...matching('any', ['tagAny', 'tagNone']), ...matching('all', ['tagAll', 'tagNotAll'])];

const field = phrase('field');
const tested = (
  words: readonly [RowWord, RowWord | null],
  fits: (test: FieldTest) => boolean,
  turn: (test: FieldTest) => FieldTest,
): Phrase[] =>
  field(
    words,
    ({ test }) => fits(test),
    (condition) => ({ ...condition, test: turn(condition.test) }),
  );

const textOf = (test: FieldTest): string => ('text' in test ? test.text : '');
const TEXTS = [
  ...tested(
    ['textIs', 'textIsNot'],
    ({ op }) => op === 'is',
    (test) => ({ op: 'is', text: textOf(test) }),
  ),
  ...tested(
    ['textContains', 'textLacks'],
    ({ op }) => op === 'contains',
    (test) => ({ op: 'contains', text: textOf(test) }),
  ),
];

type Between = Extract<FieldTest, { op: 'between' }>;
const isBetween = (test: FieldTest): test is Between => test.op === 'between';
/** The number that a sentence with one number had. */
const numberOf = (test: FieldTest): number => (isBetween(test) ? (test.from ?? test.to ?? 0) : 0);
const between = (
  words: readonly [RowWord, RowWord | null],
  fits: (test: Between) => boolean,
  turn: (number: number) => Pick<Between, 'from' | 'to'>,
): Phrase[] =>
  tested(
    words,
    (test) => isBetween(test) && fits(test),
    (test) => ({ op: 'between', ...turn(numberOf(test)) }),
  );
const NUMBERS = [
  ...between(
    ['numberIs', 'numberIsNot'],
    ({ from, to }) => from === to,
    (number) => ({ from: number, to: number }),
  ),
  ...between(
    ['numberFrom', null],
    ({ from, to }) => from !== null && to === null,
    (number) => ({ from: number, to: null }),
  ),
  ...between(
    ['numberTo', null],
    ({ from, to }) => from === null && to !== null,
    (number) => ({ from: null, to: number }),
  ),
  ...between(
    ['numberBetween', null],
    ({ from, to }) => from !== null && to !== null,
    (number) => ({ from: number, to: number }),
  ),
];

const optionsOf = (test: FieldTest): string[] => ('options' in test ? test.options : []);
const choosing = (op: 'any' | 'all', words: readonly [RowWord, RowWord]) =>
  tested(
    words,
    (test) => test.op === op,
    (test) => ({ op, options: optionsOf(test) }),
  );
const answered = (op: 'yes' | 'no', word: RowWord) =>
  tested(
    [word, null],
    (test) => test.op === op,
    () => ({ op }),
  );
const EMPTY = tested(
  ['empty', 'filled'],
  ({ op }) => op === 'empty',
  () => ({ op: 'empty' }),
);

function optionPhrases(kind: 'choice' | 'multi', test: FieldTest): Phrase[] {
  const any = choosing('any', ['optionAny', 'optionNone']);
  if (kind === 'multi' && optionsOf(test).length > 1)
    return [...any, ...choosing('all', ['optionAll', 'optionNotAll'])];
  return optionsOf(test).length > 1 ? any : choosing('any', ['optionIs', 'optionIsNot']);
}

function fieldPhrases(kind: CustomerFieldKind | undefined, test: FieldTest): readonly Phrase[] {
  switch (kind) {
    case 'text':
    case 'link':
      return [...TEXTS, ...EMPTY];
    case 'number':
      return [...NUMBERS, ...EMPTY];
    case 'date':
      return [...dayPhrases('field', test), ...EMPTY];
    case 'choice':
    case 'multi':
      return [...optionPhrases(kind, test), ...EMPTY];
    case 'yesno':
      return [...answered('yes', 'yes'), ...answered('no', 'no'), ...EMPTY];
    default:
      // The field is gone: the sentence is said as well as can be.
      return [...TEXTS, ...NUMBERS, ...choosing('any', ['optionIs', 'optionIsNot']), ...EMPTY];
  }
}

function dayPhrases<Of extends DayTested>(kind: Of, test: FieldTest | ConditionOf<Of>['test']): Phrase[] {
  return dayPhrasesOf(kind, test).flatMap(({ word, fits, turn }) =>
    phrase(kind as DayTested)(
      [word satisfies DayWord, null],
      (condition) => fits(condition.test),
      (condition) => ({ ...condition, test: turn(condition.test) }) as ConditionOf<DayTested>,
    ),
  );
}

/** Every wording that a condition can be given. */
export function phrasesOf(
  condition: ShownCondition,
  fields: readonly CustomerFieldView[],
  /** Of the question that an answer is asked of; absent: it is not known. */
  question?: FormFieldKind,
): readonly Phrase[] {
  switch (condition.kind) {
    case 'unreadable':
      return [];
    case 'tag':
      return condition.tagUuids.length > 1 ? SEVERAL_TAGS : ONE_TAG;
    case 'field': {
      const known = fields.find(({ uuid }) => uuid === condition.fieldUuid);
      return fieldPhrases(known?.kind, condition.test);
    }
    case 'birthday':
      return [
        ...dayPhrases('birthday', condition.test),
        ...phrase('birthday')(
          ['empty', 'filled'],
          ({ test }) => test.op === 'empty',
          (birthday) => ({ ...birthday, test: { op: 'empty' } }),
        ),
      ];
    case 'created':
      return dayPhrases('created', condition.test);
    case 'submitted':
      return formPhrases(condition, question);
    default:
      return PLAIN[condition.kind] ?? [];
  }
}

/** How a row is worded now: as it was chosen, while that fits. `isPlain`: the words say the condition, and not its opposite. */
export function wordingOf(
  row: { readonly condition: ShownCondition; readonly isNot: boolean; readonly word: string | null },
  phrases: readonly Phrase[],
): { readonly phrase: Phrase | null; readonly isPlainNot: boolean } {
  const fitting = phrases.filter((one) => one.fits(row.condition));
  const chosen = fitting.filter((one) => one.word === row.word);
  const own = [...chosen, ...fitting].find((one) => one.isNot === row.isNot);
  if (own) return { phrase: own, isPlainNot: false };
  return { phrase: [...chosen, ...fitting].find((one) => !one.isNot) ?? null, isPlainNot: row.isNot };
}
