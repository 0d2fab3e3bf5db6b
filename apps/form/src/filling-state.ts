import { checkAnswers, isEmptyAnswer, problemOfAnswer } from '@hanasu/contract/form-answers';
import { FORM_FILES_MAX, type FormField } from '@hanasu/contract/form-definition';
import type { FormAnswer, PublicForm } from '@hanasu/contract/form-submissions';
import type { Submission, UploadedFile } from './form-api.ts';
import type { Problem, Words } from './words.ts';

// What is known of a form that a person fills in, and what follows from it. Pure.

type Answers = Readonly<Record<string, FormAnswer>>;
type Refusal = keyof Words['refusals'];
export type Sendable = Omit<Submission, 'proof' | 'inApp'>;

/** What a device keeps of a form until it is sent. */
export interface Draft {
  readonly savedAt: number;
  /** Of the submission: sent twice, it is one. */
  readonly key: string;
  readonly page: number;
  readonly answers: Answers;
  readonly files: Readonly<Record<string, UploadedFile>>;
  /** What was about to be sent, and may have arrived. */
  readonly sending: Sendable | null;
  readonly sent: boolean;
}

/** What is said of the files of a question, in the language that is shown. */
export interface UploadNote {
  readonly text: 'uploaded' | 'fileTooMany' | UploadProblem;
  readonly values: Readonly<Record<string, string | number>>;
}
/** Why a file is not kept. */
export type UploadProblem =
  | 'fileTooLarge'
  | 'fileEmpty'
  | 'fileInfected'
  | 'fileType'
  | 'fileFull'
  | 'fileUnchecked'
  | 'fileBusy'
  | 'fileFailed';
export interface UploadState {
  /** Being uploaded now. */
  readonly running: { readonly name: string; readonly percent: number } | null;
  readonly note: UploadNote | null;
}
export const NO_UPLOAD: UploadState = { running: null, note: null };

/** `waiting`: for a connection, or for a server that is busy. `closed`: no more answers are taken. */
type Phase = 'filling' | 'sending' | 'waiting' | 'sent' | 'closed';

export interface FillingState {
  readonly form: PublicForm;
  readonly phase: Phase;
  /** Index among the pages of the definition. */
  readonly page: number;
  readonly answers: Answers;
  readonly files: Readonly<Record<string, UploadedFile>>;
  /** By field, also while its page is not shown. */
  readonly uploads: Readonly<Record<string, UploadState>>;
  /** It is sent as soon as the files are uploaded. */
  readonly isAwaitingFiles: boolean;
  /** Fields whose problem is shown beside them: those of pages that the person has tried to leave. */
  readonly checked: ReadonlySet<string>;
  /** What only the server could know, by field; until the answer changes. */
  readonly refused: Readonly<Record<string, Problem>>;
  readonly refusal: Refusal | null;
  /** Answers that are as the shop knew them. */
  readonly known: ReadonlySet<string>;
}

const NO_PROBLEMS: Readonly<Record<string, Problem>> = {};

interface Begun {
  readonly form: PublicForm;
  /** Of the address of the page. */
  readonly params: URLSearchParams;
}

export function stateOf({ form, params }: Begun, draft: Draft | null): FillingState {
  const isSent = draft?.sent === true;
  const phase = isSent ? 'sent' : draft?.sending ? 'sending' : form.state === 'open' ? 'filling' : 'closed';
  const known = form.person?.answers ?? {};
  const begun = draft && !isSent ? draft.answers : known;
  const fields = form.definition.pages.flatMap((page) => page.fields);
  const answers = Object.fromEntries(
    fields.flatMap((field) => {
      const given =
        field.kind === 'hidden'
          ? (params.get(field.param)?.slice(0, 1_000) ?? begun[field.key])
          : begun[field.key];
      return given !== undefined && canShow(field, given, form.today) ? [[field.key, given]] : [];
    }),
  );
  const state: FillingState = {
    form,
    phase,
    page: 0,
    answers,
    files: isSent ? {} : (draft?.files ?? {}),
    uploads: {},
    isAwaitingFiles: false,
    checked: new Set(),
    refused: NO_PROBLEMS,
    refusal: null,
    known: new Set(),
  };
  const page = shownPages(state).findLast((each) => each <= (isSent ? 0 : (draft?.page ?? 0))) ?? 0;
  return { ...state, page, known: knownAnswers(state) };
}

/** An answer to an earlier version of the question may be of another kind. */
function canShow(field: FormField, answer: FormAnswer, today: string): boolean {
  const problem = problemOfAnswer(field, answer, today);
  // What can't be read as a number is kept as it was typed.
  const isTyped = field.kind === 'number' && typeof answer === 'string';
  return isTyped || (problem !== 'wrongKind' && problem !== 'notOption' && problem !== 'notSlot');
}

export const knownAnswers = ({ form, answers }: FillingState): ReadonlySet<string> =>
  new Set(
    Object.entries(form.person?.answers ?? {})
      .filter(
        ([field, known]) => !isEmptyAnswer(known) && JSON.stringify(known) === JSON.stringify(answers[field]),
      )
      .map(([field]) => field),
  );

/** Fields that are asked for now, on all pages. */
export function shownFields({ form, answers }: FillingState): FormField[] {
  const shown = new Set(checkAnswers(form.definition, answers, form.today).shown);
  return form.definition.pages
    .flatMap((page) => page.fields)
    .filter(({ key, kind }) => shown.has(key) && kind !== 'hidden');
}

export const pageOf = ({ form }: FillingState, key: string): number =>
  form.definition.pages.findIndex(({ fields }) => fields.some((field) => field.key === key));

/** Indexes of the pages that ask anything; at least one. */
export function shownPages(state: FillingState): number[] {
  const pages = [...new Set(shownFields(state).map(({ key }) => pageOf(state, key)))];
  return pages.length > 0 ? pages : [0];
}

/** All that is wrong, whether it is shown already or not. */
export function problemsOf(state: FillingState): Readonly<Record<string, Problem>> {
  const { form, answers, refused } = state;
  const { problems } = checkAnswers(form.definition, answers, form.today);
  const taken = new Set(form.taken);
  const slots = shownFields(state).flatMap(({ key, kind }): [string, Problem][] => {
    const at = answers[key];
    if (kind !== 'slot' || typeof at !== 'string') return [];
    if (at < form.now) return [[key, 'slotOver']];
    return taken.has(at) ? [[key, 'slotTaken']] : [];
  });
  return { ...refused, ...problems, ...Object.fromEntries(slots) };
}

export function pageWithProblem(state: FillingState): number | null {
  const problems = problemsOf(state);
  const field = shownFields(state).find(({ key }) => key in problems);
  return field ? pageOf(state, field.key) : null;
}

export const filesOf = ({ answers }: FillingState, field: string): string[] => {
  const answer = answers[field];
  return Array.isArray(answer) ? answer : [];
};

/** How many more files the submission may have. */
export const filesLeft = (state: FillingState): number =>
  FORM_FILES_MAX -
  shownFields(state).reduce(
    (count, { key, kind }) => count + (kind === 'file' ? filesOf(state, key).length : 0),
    0,
  );
