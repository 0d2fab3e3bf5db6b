import type { FormCondition, FormDefinition, FormField, FormPattern } from './form-definition.ts';
import type { FormAnswer } from './form-submissions.ts';
import {
  isPhoneText,
  japanesePostalCode,
  plainEmail,
  plainKana,
  plainLetters,
  plainNumber,
  plainUrl,
} from './typed-formats.ts';

// What decides over answers, the same on the page, in a chat and at the server. Without zod: the page of a form is small.

type Answers = Readonly<Record<string, FormAnswer>>;
type AnswerCondition = Extract<FormCondition['items'][number], { kind: 'answer' }>;

/** Why an answer can't be taken. */
export const ANSWER_PROBLEMS = [
  'required',
  'wrongKind',
  'tooLong',
  'pattern',
  'notNumber',
  'notWhole',
  'tooSmall',
  'tooLarge',
  'notOption',
  'tooFew',
  'tooMany',
  'notDate',
  'tooEarly',
  'tooLate',
  'notTime',
  'notSlot',
  'phone',
  'email',
  'address',
  'notAgreed',
] as const;
export type AnswerProblem = (typeof ANSWER_PROBLEMS)[number];

/** What stands before words that are written instead of a choice. */
export const OTHER = 'other:';
const OTHER_LENGTH = 300;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** None of them can be made slow by what is typed: no part of them can match the same characters in two ways. */
const PATTERNS: Readonly<Record<FormPattern, (text: string) => boolean>> = {
  katakana: (text) => /^[\p{Script=Katakana}ー・\s]+$/u.test(plainKana(text)),
  hiragana: (text) => /^[\p{Script=Hiragana}ー・\s]+$/u.test(plainKana(text)),
  postalCodeJp: (text) => japanesePostalCode(text) !== null,
  letters: (text) => /^[\p{L}\p{M}\s'’.-]+$/u.test(plainLetters(text)),
  digits: (text) => /^\d+$/u.test(plainNumber(text)),
  url: (text) => /^https?:\/\/\S+$/iu.test(plainUrl(text)),
};

const DAY_MS = 86_400_000;
/** The calendar day so many days after `today`, both as `YYYY-MM-DD`. */
const dayAfter = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
/** A limit of a date field as `YYYY-MM-DD`; null: none. */
export const limitDay = (limit: string | { readonly days: number } | null, today: string): string | null =>
  typeof limit === 'object' && limit !== null ? dayAfter(today, limit.days) : limit;

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

export const isEmptyAnswer = (answer: FormAnswer | undefined): boolean =>
  answer === undefined ||
  answer === '' ||
  (Array.isArray(answer) && answer.length === 0) ||
  (typeof answer === 'object' &&
    !Array.isArray(answer) &&
    Object.entries(answer).every(([name, part]) => name === 'country' || part === ''));

const inRange = <Value extends number | string>(
  value: Value,
  from: Value | null,
  to: Value | null,
): boolean => (from === null || value >= from) && (to === null || value <= to);

function holds({ field, test }: AnswerCondition, answers: Answers, today: string): boolean {
  const answer = answers[field];
  if (test.op === 'empty') return isEmptyAnswer(answer);
  if (answer === undefined) return false;
  const chosen = Array.isArray(answer) ? answer : [String(answer)];
  const text = typeof answer === 'object' ? '' : String(answer).normalize('NFKC').toLowerCase();
  switch (test.op) {
    case 'yes':
      return answer === true;
    case 'no':
      return answer === false;
    case 'is':
      return text === test.text.normalize('NFKC').toLowerCase();
    case 'contains':
      return text.includes(test.text.normalize('NFKC').toLowerCase());
    case 'between':
      return typeof answer === 'number' && inRange(answer, test.from, test.to);
    case 'any':
      return test.options.some((option) => chosen.includes(option));
    case 'all':
      return test.options.every((option) => chosen.includes(option));
    case 'dates':
      return typeof answer === 'string' && inRange(answer.slice(0, 10), test.from, test.to);
    case 'days': {
      const [from = null, to = null] = [test.from, test.to].map((days) =>
        days === null ? null : dayAfter(today, days),
      );
      return typeof answer === 'string' && inRange(answer.slice(0, 10), from, to);
    }
    case 'months':
      return typeof answer === 'string' && test.months.includes(Number(answer.slice(5, 7)));
    // A day that comes again each year means nothing for an answer that is given now.
    case 'yearly':
      return false;
  }
}

/** Whether a field is to be shown, after what was answered before it. */
function isAsked(condition: FormCondition | null, answers: Answers, today: string): boolean {
  if (!condition) return true;
  const results = condition.items.map((item) =>
    'items' in item ? isAsked(item, answers, today) : holds(item, answers, today),
  );
  if (condition.kind === 'and') return results.every(Boolean);
  return condition.kind === 'or' ? results.some(Boolean) : !results.some(Boolean);
}

const count = (text: string): number => [...text].length;

function problemOfText(text: string, field: Extract<FormField, { kind: 'text' }>): AnswerProblem | null {
  if (count(text) > field.max) return 'tooLong';
  return field.pattern && !PATTERNS[field.pattern](text) ? 'pattern' : null;
}

function problemOfNumber(
  value: number,
  { min, max, whole }: { readonly min: number | null; readonly max: number | null; readonly whole: boolean },
): AnswerProblem | null {
  if (!Number.isFinite(value)) return 'notNumber';
  if (whole && !Number.isInteger(value)) return 'notWhole';
  if (min !== null && value < min) return 'tooSmall';
  return max !== null && value > max ? 'tooLarge' : null;
}

function problemOfString(text: string, field: FormField, today: string): AnswerProblem | null {
  switch (field.kind) {
    case 'text':
      return problemOfText(text, field);
    case 'longText':
      return count(text) > field.max ? 'tooLong' : null;
    case 'hidden':
      return count(text) > 1_000 ? 'tooLong' : null;
    case 'choice':
      if (field.other && text.startsWith(OTHER)) return count(text) > OTHER_LENGTH ? 'tooLong' : null;
      return field.options.some(({ id }) => id === text) ? null : 'notOption';
    case 'date': {
      const [from, to] = [limitDay(field.from, today), limitDay(field.to, today)];
      if (!isDay(text)) return 'notDate';
      if (from !== null && text < from) return 'tooEarly';
      return to !== null && text > to ? 'tooLate' : null;
    }
    case 'time':
      return TIME.test(text) ? null : 'notTime';
    case 'slot':
      return field.slots.some(({ at }) => at === text) ? null : 'notSlot';
    case 'phone':
      return isPhoneText(text) ? null : 'phone';
    case 'email':
      return text.length <= 254 && EMAIL.test(plainEmail(text)) ? null : 'email';
    default:
      return 'wrongKind';
  }
}

/** Why this can't be the answer to the field; null: it can. Whether a file or a free place is there, the server knows alone. */
export function problemOfAnswer(
  field: FormField,
  answer: FormAnswer | undefined,
  today: string,
): AnswerProblem | null {
  if (field.kind === 'heading') return answer === undefined ? null : 'wrongKind';
  if (answer === undefined || isEmptyAnswer(answer))
    return 'required' in field && field.required ? 'required' : null;
  if (typeof answer === 'string') return problemOfString(answer, field, today);
  if (typeof answer === 'number') {
    if (field.kind === 'scale')
      return problemOfNumber(answer, { min: field.from, max: field.to, whole: true });
    return field.kind === 'number' ? problemOfNumber(answer, field) : 'wrongKind';
  }
  if (typeof answer === 'boolean') {
    if (field.kind !== 'consent') return 'wrongKind';
    return field.required && !answer ? 'notAgreed' : null;
  }
  if (!Array.isArray(answer)) return field.kind === 'address' ? null : 'wrongKind';
  if (new Set(answer).size < answer.length) return 'tooMany';
  if (field.kind === 'file') return answer.length > field.max ? 'tooMany' : null;
  if (field.kind !== 'choices') return 'wrongKind';
  if (!answer.every((id) => field.options.some((option) => option.id === id))) return 'notOption';
  if (answer.length < field.min) return 'tooFew';
  return field.max !== null && answer.length > field.max ? 'tooMany' : null;
}

export interface CheckedAnswers {
  /** Of the fields that are shown, without empty ones. */
  readonly answers: Record<string, FormAnswer>;
  /** Keys of the fields that are shown, in their order. */
  readonly shown: readonly string[];
  /** By the key of the field. */
  readonly problems: Readonly<Record<string, AnswerProblem>>;
  /** Keys that the form does not have. */
  readonly unknown: readonly string[];
}

/** Answers to fields that are not shown are left out, and nothing asks about them. `today`: in the account's time zone. */
export function checkAnswers(
  { pages }: Pick<FormDefinition, 'pages'>,
  given: Answers,
  today: string,
): CheckedAnswers {
  const answers: Record<string, FormAnswer> = {};
  const problems: Record<string, AnswerProblem> = {};
  const fields = pages.flatMap((page) => page.fields);
  const shown = fields.filter((field) => {
    if ('showIf' in field && !isAsked(field.showIf, answers, today)) return false;
    const answer = given[field.key];
    const problem = problemOfAnswer(field, answer, today);
    if (problem) problems[field.key] = problem;
    else if (answer !== undefined && !isEmptyAnswer(answer)) answers[field.key] = answer;
    return true;
  });
  const known = new Set(fields.map(({ key }) => key));
  return {
    answers,
    shown: shown.map(({ key }) => key),
    problems,
    unknown: Object.keys(given).filter((key) => !known.has(key)),
  };
}
