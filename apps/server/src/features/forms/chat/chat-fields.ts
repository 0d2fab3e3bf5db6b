import { CUSTOMER_LANGUAGES, customerWords } from '@hanasu/contract/customer-words/customer-words';
import type { CustomerWords } from '@hanasu/contract/customer-words/en';
import { type AnswerProblem, limitDay, OTHER, problemOfAnswer } from '@hanasu/contract/form-answers';
import type { FormField, FormLanguage, FormWords } from '@hanasu/contract/form-definition';
import type { FormAnswer } from '@hanasu/contract/form-submissions';
import { plainDate, plainEmail, plainPhone, plainUrl } from '@hanasu/contract/typed-formats';
import { numberStyleOf, numberText, readOneNumber } from '@hanasu/contract/typed-numbers';
import { textOfAnswer, wordsOf } from '../submissions/answers.ts';

export type ChatWords = CustomerWords['form'];
/** In whose words a field is asked, and when. */
export interface Asker {
  readonly words: ChatWords;
  readonly language: FormLanguage;
  /** Of the form, that of the customer first. */
  readonly languages: readonly FormLanguage[];
  /** In the account's time zone, as `YYYY-MM-DD`. */
  readonly today: string;
  /** Days and times that have no place left, by the key of their field. */
  readonly full: readonly { readonly key: string; readonly at: string }[];
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
    !asker.full.some((slot) => slot.key === field.key && slot.at === at);
  return field.slots
    .filter(({ at }) => isFree(at))
    .map(({ at }) => ({ id: at, label: shownMoment(at, asker.words), known: [at] }));
}

function shownDay(day: string, words: ChatWords): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-');
  return words.day(year, month, date);
}
const shownMoment = (at: string, words: ChatWords): string => `${shownDay(at, words)} ${at.slice(11, 16)}`;

const DAY_MS = 86_400_000;
const exampleDay = (from: string | null, { today, words }: Asker): string =>
  shownDay(from ?? new Date(Date.parse(today) + DAY_MS).toISOString(), words);

/** What helps to answer, below the question. */
function hintOf(field: AskedField, asker: Asker): string {
  const { words } = asker;
  switch (field.kind) {
    case 'choice':
    case 'slot':
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
  const listed = choicesOf(field, asker).map(({ label }, index) => `${index + 1}. ${label}`);
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
  if (field.kind !== 'choice' && field.kind !== 'slot') return [];
  const all = field.kind === 'choice' ? field.options.map(({ id }) => id) : field.slots.map(({ at }) => at);
  return choicesOf(field, asker).map(({ id, label }) => ({ index: all.indexOf(id), label, answer: id }));
}

/** An answer in the words of the customer. */
export function shownAnswer(field: AskedField, answer: FormAnswer, asker: Asker): string {
  if (typeof answer === 'boolean') return answer ? asker.words.yes : asker.words.no;
  if (field.kind === 'date' && typeof answer === 'string') return shownDay(answer, asker.words);
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

const twoDigits = (part: string | undefined): string => (part ?? '').padStart(2, '0');

/** A calendar day as people of that language write it, or null. A year that is missing is the one that makes it lie ahead. */
function readDay(said: string, { language, today }: Asker): string | null {
  const text = foldSaid(plainDate(said));
  const after = (days: number): string =>
    new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
  if (isSaid(text, ({ today: word }) => word)) return after(0);
  if (isSaid(text, ({ tomorrow: word }) => word)) return after(1);
  const whole = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/u.exec(text);
  if (whole) return `${whole[1]}-${twoDigits(whole[2])}-${twoDigits(whole[3])}`;
  const short = /^(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[-/.](\d{4}))?$/u.exec(text);
  if (!short) return null;
  const isDayFirst = language === 'vi' || (language === 'en' && Number(short[1]) > 12);
  const [month, date] = isDayFirst ? [short[2], short[1]] : [short[1], short[2]];
  const day = `${twoDigits(month)}-${twoDigits(date)}`;
  if (short[3]) return `${short[3]}-${day}`;
  const year = Number(today.slice(0, 4));
  return `${year}-${day}` < today ? `${year + 1}-${day}` : `${year}-${day}`;
}

function readTime(said: string): string | null {
  const found = /^(\d{1,2})\s*(?:[:h時]\s*(\d{1,2})?)\s*分?$/u.exec(foldSaid(plainDate(said)));
  return found ? `${twoDigits(found[1])}:${twoDigits(found[2] ?? '00')}` : null;
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
      return findChoice(text, choicesOf(field, asker)) ?? fault('notSlot');
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
      const number = readOneNumber(foldSaid(text), numberStyleOf({ language: asker.language }));
      return number ?? fault('notNumber');
    }
    case 'date':
      return readDay(text, asker) ?? fault('notDate');
    case 'time':
      return readTime(text) ?? fault('notTime');
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
  constructor(problem: AnswerProblem) {
    this.problem = problem;
  }
}
const fault = (problem: AnswerProblem): AnswerFault => new AnswerFault(problem);

/** What somebody wrote as the answer to a field, or why it is none. */
export function readAnswer(
  field: AskedField,
  said: string,
  asker: Asker,
): { readonly answer: FormAnswer } | { readonly problem: AnswerProblem } {
  const answer = answerIn(field, said, asker);
  if (answer instanceof AnswerFault) return answer;
  const problem = problemOfAnswer(field, answer, asker.today);
  return problem ? { problem } : { answer };
}

/** The same for what a model was told by the customer: `value` fits what `inputSchema` of the tool says of the field. */
export function readValue(
  field: AskedField,
  value: unknown,
  asker: Asker,
): { readonly answer: FormAnswer } | { readonly problem: AnswerProblem } {
  if (field.kind !== 'choices' || !Array.isArray(value))
    return readAnswer(field, typeof value === 'number' ? numberText(value) : String(value), asker);
  const choices = choicesOf(field, asker);
  const ids = value.flatMap((one) => findChoice(String(one), choices) ?? []);
  const problem = ids.length < value.length ? 'notOption' : problemOfAnswer(field, ids, asker.today);
  return problem ? { problem } : { answer: ids };
}

/** Why an answer can't be taken, in the words of the customer. */
export function problemWords(field: AskedField, problem: string, asker: Asker): string {
  const { words } = asker;
  if (field.kind === 'file') return problemOfFiles(field, problem, asker);
  const of = PROBLEMS[problem];
  if (typeof of === 'string') return String(words[of]);
  if (field.kind === 'date') return dayProblem(field, asker);
  if (field.kind === 'scale') return words.between(field.from, field.to);
  if (field.kind === 'number') return rangeProblem(field.min, field.max, words);
  if (problem === 'tooLong')
    return words.tooLong('max' in field && field.max !== null ? field.max : OTHER_LENGTH);
  if (field.kind === 'choices' && problem === 'tooFew') return words.tooFew(field.min);
  if (field.kind === 'choices' && problem === 'tooMany') return words.tooMany(field.max ?? 1);
  return words.pattern;
}

type FileField = AskedField & { kind: 'file' };

/** Why a file that was sent in a chat is not kept. `later`: neither the account nor the vendor is to blame. */
export type FileProblem = 'type' | 'empty' | 'tooLarge' | 'infected' | 'tooMany' | 'notHere' | 'later';

export function fileProblemWords(field: FileField, problem: FileProblem, { words, url }: Asker): string {
  switch (problem) {
    case 'type':
      return field.picturesOnly ? words.pictureType : words.fileType;
    case 'empty':
    case 'notHere':
      return words.fileNotHere(url);
    case 'tooLarge':
      return words.fileTooLarge;
    case 'infected':
      return words.fileInfected;
    case 'tooMany':
      return words.fileTooMany(field.max);
    case 'later':
      return words.fileLater;
  }
}

/** Text instead of a file gets the question again; a file that the server refused has to be sent again. */
function problemOfFiles(field: FileField, problem: string, asker: Asker): string {
  if (problem === 'required') return '';
  return fileProblemWords(field, problem === 'tooMany' ? 'tooMany' : 'notHere', asker);
}

const OTHER_LENGTH = 300;
type PlainWord = {
  [Name in keyof ChatWords]: ChatWords[Name] extends string ? Name : never;
}[keyof ChatWords];
/** Those that say the same of every field. */
const PROBLEMS: Readonly<Partial<Record<string, PlainWord>>> = {
  required: 'required',
  notOption: 'notOption',
  notSlot: 'notOption',
  slotTaken: 'slotTaken',
  notTime: 'notTime',
  notNumber: 'notNumber',
  notWhole: 'notWhole',
  email: 'email',
  phone: 'phone',
  notAgreed: 'notAgreed',
};

function dayProblem(field: AskedField & { kind: 'date' }, asker: Asker): string {
  const { words, today } = asker;
  const [from, to] = [limitDay(field.from, today), limitDay(field.to, today)];
  const example = exampleDay(from, asker);
  if (from !== null) return words.dayFrom(shownDay(from, words), example);
  return to === null ? words.notDay(example) : words.dayUntil(shownDay(to, words));
}

function rangeProblem(min: number | null, max: number | null, words: ChatWords): string {
  if (min !== null && max !== null) return words.between(min, max);
  if (min !== null) return words.least(min);
  return max === null ? words.notNumber : words.most(max);
}
