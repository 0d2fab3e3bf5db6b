import { CUSTOMER_LANGUAGES, customerWords } from '@hanasu/contract/customer-words/customer-words';
import type { CustomerWords } from '@hanasu/contract/customer-words/en';
import { type AnswerProblem, limitDay, OTHER, problemOfAnswer } from '@hanasu/contract/form-answers';
import type { FormField, FormLanguage, FormWords } from '@hanasu/contract/form-definition';
import type { FormAnswer } from '@hanasu/contract/form-submissions';
import { MINUTES_A_DAY, minutesOf, weekdayOf } from '@hanasu/contract/open-hours';
import { readTypedCount } from '@hanasu/contract/typed-counts';
import { plainDate, plainEmail, plainPhone, plainUrl } from '@hanasu/contract/typed-formats';
import { readTypedDay, readTypedTime } from '@hanasu/contract/typed-moments';
import { numberStyleOf, numberText } from '@hanasu/contract/typed-numbers';
import { textOfAnswer, wordsOf } from '../submissions/answers.ts';
import type { ClosedSlot } from '../submissions/slots.ts';
import { fitLines } from './fit-lines.ts';

export type ChatWords = CustomerWords['form'];
/** In whose words a field is asked, and when. */
export interface Asker {
  readonly words: ChatWords;
  readonly language: FormLanguage;
  /** Of the form, that of the customer first. */
  readonly languages: readonly FormLanguage[];
  /** In the account's time zone, as `YYYY-MM-DD`. */
  readonly today: string;
  /** Days and times that are in the past or have no place left. */
  readonly closed: readonly ClosedSlot[];
  /** Of the page with the same form. */
  readonly url: string;
  /** Files can be sent in this chat; else they are sent on the page. */
  readonly takesFiles: boolean;
}

/** A field that waits for an answer; headings and values of an address are never asked for. */
export type AskedField = Exclude<FormField, { kind: 'heading' | 'hidden' }>;
export const isAskable = (field: FormField): field is AskedField =>
  field.kind !== 'heading' && field.kind !== 'hidden';

/** As words are compared: in any width, without capitals and what stands around them. */
export const foldSaid = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/^[\s"'“”「」]+|[\s"'“”「」.!。！]+$/gu, '');

/** Every language's word of what is tapped or written; who speaks another one still finds the way. */
export function isSaid(text: string, word: (words: ChatWords) => string): boolean {
  const said = foldSaid(text);
  return CUSTOMER_LANGUAGES.some((language) => foldSaid(word(customerWords(language).form)) === said);
}

const labelOf = (words: FormWords, { languages }: Asker): string => wordsOf(words, [...languages]);

interface Choice {
  readonly id: string;
  readonly label: string;
  /** In every language. */
  readonly known: readonly string[];
}

function choicesOf(field: AskedField, asker: Asker): Choice[] {
  if (field.kind === 'choice' || field.kind === 'choices')
    return field.options.map(({ id, label }) => ({
      id,
      label: labelOf(label, asker) || id,
      known: [id, ...Object.values(label)],
    }));
  if (field.kind !== 'slot') return [];
  const isFree = (at: string): boolean =>
    !asker.closed.some((slot) => slot.key === field.key && slot.at === at);
  return field.slots
    .filter(({ at }) => isFree(at))
    .map(({ at }) => ({ id: at, label: shownMoment(at, asker.words), known: [at] }));
}

export function shownDay(day: string, words: ChatWords): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-');
  return words.day(year, month, date);
}
const shownMoment = (at: string, words: ChatWords): string => `${shownDay(at, words)} ${at.slice(11, 16)}`;

const DAY_MS = 86_400_000;
export const exampleDay = (from: string | null, { today, words }: Asker): string =>
  shownDay(from ?? new Date(Date.parse(today) + DAY_MS).toISOString(), words);

/** What helps to answer, below the question. */
function hintOf(field: AskedField, asker: Asker): string {
  const { words } = asker;
  switch (field.kind) {
    case 'slot':
      return choicesOf(field, asker).length > 0 ? words.oneOf : words.noSlots;
    case 'choice':
      return words.oneOf;
    case 'choices':
      return words.several;
    case 'scale': {
      const [low, high] = [labelOf(field.low, asker), labelOf(field.high, asker)];
      return words.scale(
        low ? `${field.from} (${low})` : `${field.from}`,
        high ? `${field.to} (${high})` : `${field.to}`,
      );
    }
    case 'date':
      return words.dayHint(exampleDay(limitDay(field.from, asker.today), asker));
    case 'time':
      return words.timeHint;
    case 'address':
      return words.addressHint;
    case 'file':
      if (!asker.takesFiles) return words.files(asker.url);
      return field.picturesOnly ? words.sendPictures(field.max) : words.sendFiles(field.max);
    case 'consent':
      return labelOf(field.text, asker);
    default:
      return '';
  }
}

/** The question with what can be chosen. */
export function questionOf(field: AskedField, asker: Asker): string {
  const listed = fitLines(choicesOf(field, asker).map(({ label }, index) => ({ number: index + 1, label })));
  return [labelOf(field.label, asker), labelOf(field.help, asker), ...listed, hintOf(field, asker)]
    .filter(Boolean)
    .join('\n');
}

/** What one tap can answer. */
interface TapOption {
  /** In the form's version, whatever is left of the others. */
  readonly index: number;
  readonly label: string;
  readonly answer: FormAnswer;
}

/** Where several can be chosen, a tap would end the choice: they are written. */
export function optionsOf(field: AskedField, asker: Asker): TapOption[] {
  if (field.kind === 'scale')
    return Array.from({ length: field.to - field.from + 1 }, (_, index) => ({
      index,
      label: `${field.from + index}`,
      answer: field.from + index,
    }));
  if (field.kind === 'date') return nextDays(field, asker).map((day) => dayOption(day, asker));
  if (field.kind === 'time') return USUAL_TIMES.map(timeOption);
  if (field.kind !== 'choice' && field.kind !== 'slot') return [];
  const all = field.kind === 'choice' ? field.options.map(({ id }) => id) : field.slots.map(({ at }) => at);
  return choicesOf(field, asker).map(({ id, label }) => ({ index: all.indexOf(id), label, answer: id }));
}

const DAYS_OFFERED = 7;
const USUAL_TIMES = ['10:00', '11:00', '13:00', '14:00', '15:00', '16:00', '17:00', '18:00'] as const;

/** The next days that a field takes; none for a day of birth, or where all of them are over. */
function nextDays(field: AskedField & { kind: 'date' }, { today }: Asker): string[] {
  if (field.mapTo && 'fact' in field.mapTo && field.mapTo.fact === 'birthday') return [];
  const { from, to } = dayLimits(field, today);
  const first = from !== null && from > today ? from : today;
  const days = Array.from({ length: DAYS_OFFERED }, (_, index) => indexDay(dayIndex(first) + index));
  return days.filter((day) => to === null || day <= to);
}

export const dayLimits = (
  { from, to }: AskedField & { kind: 'date' },
  today: string,
): { readonly from: string | null; readonly to: string | null } => ({
  from: limitDay(from, today),
  to: limitDay(to, today),
});

/** Days are numbered from 1970, times by their minutes, so that a button keeps its meaning on other days. */
const dayIndex = (day: string): number => Date.parse(day) / DAY_MS;
const indexDay = (index: number): string => new Date(index * DAY_MS).toISOString().slice(0, 10);
const indexTime = (index: number): string => new Date(index * 60_000).toISOString().slice(11, 16);
/** The last one that calendars of vendors have. */
export const LAST_DAY = '2100-12-31';

function dayOption(day: string, { words }: Asker): TapOption {
  const [, month, date] = day.split('-').map(Number);
  const label = words.dayButton(month ?? 0, date ?? 0, weekdayOf(day));
  return { index: dayIndex(day), label, answer: day };
}
const timeOption = (time: string): TapOption => ({ index: minutesOf(time), label: time, answer: time });

/** What a tap with that number answers, also one that was picked among all days and times; undefined: nothing. */
export function tappedOption(field: AskedField, index: number, asker: Asker): TapOption | undefined {
  if (field.kind === 'date')
    return index <= dayIndex(LAST_DAY) ? dayOption(indexDay(index), asker) : undefined;
  if (field.kind === 'time') return index < MINUTES_A_DAY ? timeOption(indexTime(index)) : undefined;
  return optionsOf(field, asker).find((option) => option.index === index);
}

/** An answer in the words of the customer. */
export function shownAnswer(field: AskedField, answer: FormAnswer, asker: Asker): string {
  if (typeof answer === 'boolean') return answer ? asker.words.yes : asker.words.no;
  if (field.kind === 'date' && typeof answer === 'string')
    return asker.words.dayNamed(shownDay(answer, asker.words), weekdayOf(answer));
  if (field.kind === 'slot' && typeof answer === 'string') return shownMoment(answer, asker.words);
  if (field.kind === 'file') return asker.words.fileCount(Array.isArray(answer) ? answer.length : 1);
  return textOfAnswer(field, answer, [...asker.languages]);
}

/** What can be chosen, in the words of the customer. */
export const choiceLabels = (field: AskedField, asker: Asker): string[] =>
  choicesOf(field, asker).map(({ label, id }) => (field.kind === 'slot' ? id : label));

function findChoice(said: string, choices: readonly Choice[]): string | null {
  const folded = foldSaid(said);
  const named = choices.find(({ known, label }) => [label, ...known].some((one) => foldSaid(one) === folded));
  const index = /^(\d{1,3})[.)．、番]?$/u.exec(folded)?.[1];
  return named?.id ?? choices[Number(index) - 1]?.id ?? null;
}

/** Whether it names what can be chosen, number or words. */
export const isChoice = (field: AskedField | null, said: string, asker: Asker): boolean =>
  field !== null && findChoice(said, choicesOf(field, asker)) !== null;

/** The one free place on the day, or at the time, that was said; null: none or several. */
function readSlot(said: string, field: AskedField & { kind: 'slot' }, asker: Asker): string | null {
  const day = readTypedDay(said, asker);
  const time = readTypedTime(said, asker);
  if (day === null && time === null) return null;
  const times = time?.kind === 'twoWays' ? time.times : time ? [time.time] : null;
  const meant = choicesOf(field, asker).filter(
    ({ id }) =>
      (day === null || id.slice(0, 10) === day) && (times === null || times.includes(id.slice(11, 16))),
  );
  return meant.length === 1 ? (meant[0]?.id ?? null) : null;
}

/** `pending`: a time that was said without its half of the day, which this may bring. */
function readTime(
  said: string,
  asker: Asker & { readonly pending?: string | null },
): FormAnswer | AnswerFault {
  const read = readTypedTime(said, asker, asker.pending);
  if (!read) return fault('notTime');
  return read.kind === 'time' ? read.time : new AnswerFault('notTime', read.times);
}

function readConsent(said: string): boolean | null {
  if (isSaid(said, ({ yes }) => yes) || isSaid(said, ({ agree }) => agree) || foldSaid(said) === 'ok')
    return true;
  return isSaid(said, ({ no }) => no) ? false : null;
}

function readAddress(said: string, country: string): FormAnswer {
  const text = country === 'JP' ? plainDate(said) : said.normalize('NFKC').trim();
  const postalCode = /〒?\s*(?<!\d)(\d{3}-?\d{4})(?!\d)/u.exec(text);
  const line1 = text
    .replace(postalCode?.[0] ?? '', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return {
    country,
    postalCode: country === 'JP' ? (postalCode?.[1] ?? '') : '',
    region: '',
    city: '',
    line1: (country === 'JP' ? line1 : text).slice(0, 200),
    line2: '',
  };
}

const SEVERAL = /[,、，;；\n]+/u;

function answerIn(field: AskedField, said: string, asker: Asker): FormAnswer | AnswerFault {
  const text = said.trim();
  switch (field.kind) {
    case 'choice': {
      const id = findChoice(text, choicesOf(field, asker));
      if (id !== null) return id;
      return field.other ? `${OTHER}${text}` : fault('notOption');
    }
    case 'slot':
      return findChoice(text, choicesOf(field, asker)) ?? readSlot(text, field, asker) ?? fault('notSlot');
    case 'choices': {
      const choices = choicesOf(field, asker);
      const whole = findChoice(text, choices);
      const parts = /^[\d\s]+$/.test(text.normalize('NFKC'))
        ? text.normalize('NFKC').split(/\s+/)
        : text.split(SEVERAL);
      const ids = whole === null ? parts.map((part) => findChoice(part, choices)) : [whole];
      const found = ids.filter((id) => id !== null);
      return found.length < ids.length ? fault('notOption') : [...new Set(found)];
    }
    case 'number':
    case 'scale': {
      // A number that can be read in two ways is asked for again.
      const number = readTypedCount(foldSaid(text), numberStyleOf({ language: asker.language }));
      return number ?? fault('notNumber');
    }
    case 'date':
      return readTypedDay(text, asker) ?? fault('notDate');
    case 'time':
      return readTime(text, asker);
    case 'consent':
      return readConsent(text) ?? fault('notOption');
    case 'address':
      return readAddress(text, field.country);
    case 'file':
      return fault('required');
    case 'phone':
      return plainPhone(text);
    case 'email':
      return plainEmail(text);
    case 'text':
      return field.pattern === 'url' ? plainUrl(text) : text;
    default:
      return text;
  }
}

class AnswerFault {
  readonly problem: AnswerProblem;
  /** It is either of them. */
  readonly either: readonly [string, string] | null;
  constructor(problem: AnswerProblem, either: readonly [string, string] | null = null) {
    this.problem = problem;
    this.either = either;
  }
}
const fault = (problem: AnswerProblem): AnswerFault => new AnswerFault(problem);

type Read =
  | { readonly answer: FormAnswer }
  /** `either`: one of these two was meant. */
  | { readonly problem: AnswerProblem; readonly either?: readonly [string, string] | null };

/** Reads a text as the answer to a field. `pending`: what was said before and is to be completed. */
export function readAnswer(
  field: AskedField,
  said: string,
  asker: Asker & { readonly pending?: string | null },
): Read {
  const answer = answerIn(field, said, asker);
  if (answer instanceof AnswerFault) return answer;
  const problem = problemOfAnswer(field, answer, asker.today);
  return problem ? { problem } : { answer };
}

/** The same for a model's reading of what the customer said: `value` fits what `inputSchema` of the tool says of the field. */
export function readValue(field: AskedField, value: unknown, asker: Asker): Read {
  if (field.kind !== 'choices' || !Array.isArray(value))
    return readAnswer(field, typeof value === 'number' ? numberText(value) : String(value), asker);
  const choices = choicesOf(field, asker);
  const ids = value.flatMap((one) => findChoice(String(one), choices) ?? []);
  const problem = ids.length < value.length ? 'notOption' : problemOfAnswer(field, ids, asker.today);
  return problem ? { problem } : { answer: ids };
}
