import {
  type AskedField,
  type Asker,
  type ChatWords,
  dayLimits,
  exampleDay,
  shownDay,
} from './chat-fields.ts';

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

/** Why a file that was sent in a chat is not kept. `full`: the account has no space. `unchecked`: the scanner is down. */
export type FileProblem =
  | 'type'
  | 'empty'
  | 'tooLarge'
  | 'infected'
  | 'tooMany'
  | 'notHere'
  | 'full'
  | 'unchecked';

export function fileProblemWords(field: FileField, problem: FileProblem, { words, url }: Asker): string {
  switch (problem) {
    case 'type':
      return field.picturesOnly ? words.pictureType : words.fileType;
    case 'empty':
      return words.fileEmpty;
    case 'notHere':
      return words.fileNotHere(url);
    case 'tooLarge':
      return words.fileTooLarge;
    case 'infected':
      return words.fileInfected;
    case 'tooMany':
      return words.fileTooMany(field.max);
    case 'full':
      return words.fileFull;
    case 'unchecked':
      return words.fileUnchecked;
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
  tooMuch: 'tooMuch',
  notOption: 'notOption',
  notSlot: 'notOption',
  slotTaken: 'slotTaken',
  slotOver: 'slotOver',
  notTime: 'notTime',
  notNumber: 'notNumber',
  notWhole: 'notWhole',
  email: 'email',
  phone: 'phone',
  notAgreed: 'notAgreed',
};

function dayProblem(field: AskedField & { kind: 'date' }, asker: Asker): string {
  const { words, today } = asker;
  const { from, to } = dayLimits(field, today);
  const example = exampleDay(from, asker);
  if (from !== null) return words.dayFrom(shownDay(from, words), example);
  return to === null ? words.notDay(example) : words.dayUntil(shownDay(to, words));
}

function rangeProblem(min: number | null, max: number | null, words: ChatWords): string {
  if (min !== null && max !== null) return words.between(min, max);
  if (min !== null) return words.least(min);
  return max === null ? words.notNumber : words.most(max);
}
