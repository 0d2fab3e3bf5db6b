import type { FormFieldKind } from '@hanasu/contract/form-definition';
import type { ConditionOf } from '@hanasu/contract/segments';
import { type Phrase, phrase, type RowWord } from './phrase.ts';

type Submitted = ConditionOf<'submitted'>;
type Answer = NonNullable<Submitted['answer']>;
type AnswerTest = Answer['test'];
type Between = Extract<AnswerTest, { op: 'between' }>;

const USUAL_DAYS = 30;
const form = phrase('submitted');

const SENT: readonly Phrase[] = [
  ...form(
    ['formSent', 'formNotSent'],
    ({ answer, days }) => answer === null && days === null,
    (condition) => ({ ...condition, answer: null, days: null }),
  ),
  ...form(
    ['formSentWithin', 'formNotSentWithin'],
    ({ answer, days }) => answer === null && days !== null,
    (condition) => ({ ...condition, answer: null, days: condition.days ?? USUAL_DAYS }),
  ),
];

const answered = (
  words: readonly [RowWord, RowWord | null],
  fits: (test: AnswerTest) => boolean,
  turn: (test: AnswerTest | undefined) => AnswerTest,
): Phrase[] =>
  form(
    words,
    ({ answer }) => answer !== null && fits(answer.test),
    (condition) => ({
      ...condition,
      answer: { field: condition.answer?.field ?? '', test: turn(condition.answer?.test) },
    }),
  );

const optionsOf = (test: AnswerTest | undefined): string[] => (test && 'options' in test ? test.options : []);
const ANY = answered(
  ['formAnswerAny', 'formAnswerNone'],
  ({ op }) => op === 'any',
  (test) => ({ op: 'any', options: optionsOf(test) }),
);
const ALL = answered(
  ['formAnswerAll', null],
  ({ op }) => op === 'all',
  (test) => ({ op: 'all', options: optionsOf(test) }),
);

/** The number that a sentence with one number had. */
const numberOf = (test: AnswerTest | undefined): number =>
  test?.op === 'between' ? (test.from ?? test.to ?? 0) : 0;
const between = (
  word: RowWord,
  fits: (test: Between) => boolean,
  turn: (number: number) => Pick<Between, 'from' | 'to'>,
): Phrase[] =>
  answered(
    [word, null],
    (test) => test.op === 'between' && fits(test),
    (test) => ({ op: 'between', ...turn(numberOf(test)) }),
  );
const NUMBERS = [
  ...between(
    'formAnswerFrom',
    ({ from, to }) => from !== null && to === null,
    (number) => ({ from: number, to: null }),
  ),
  ...between(
    'formAnswerTo',
    ({ from, to }) => from === null && to !== null,
    (number) => ({ from: null, to: number }),
  ),
  ...between(
    'formAnswerBetween',
    ({ from, to }) => from !== null && to !== null,
    (number) => ({ from: number, to: number }),
  ),
];
const agreed = (op: 'yes' | 'no', word: RowWord) =>
  answered(
    [word, null],
    (test) => test.op === op,
    () => ({ op }),
  );
const AGREED = [...agreed('yes', 'formAgreed'), ...agreed('no', 'formNotAgreed')];

/** What a question is first asked for. */
export function firstTest(kind: FormFieldKind): AnswerTest {
  if (kind === 'consent') return { op: 'yes' };
  if (kind === 'number' || kind === 'scale') return { op: 'between', from: 0, to: null };
  return { op: 'any', options: [] };
}

function answerPhrases({ answer }: Submitted, question: FormFieldKind | undefined): readonly Phrase[] {
  const op = answer?.test.op ?? 'any';
  if (question === 'consent' || op === 'yes' || op === 'no') return AGREED;
  if (question === 'number' || question === 'scale' || op === 'between') return NUMBERS;
  return question === 'choices' || op === 'all' ? [...ANY, ...ALL] : ANY;
}

/** Wordings of who has sent a form, and of what they answered. */
export const formPhrases = (condition: Submitted, question: FormFieldKind | undefined): readonly Phrase[] => [
  ...SENT,
  ...answerPhrases(condition, question),
];
