import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import { checkAnswers } from '@hanasu/contract/form-answers';
import { FORM_FILES_MAX, type FormDefinition, type FormField } from '@hanasu/contract/form-definition';
import { type FormAnswer, FormAnswers } from '@hanasu/contract/form-submissions';
import { fieldsIn, wordsOf } from '../submissions/answers.ts';
import {
  type AskedField,
  type Asker,
  foldSaid,
  isAskable,
  isChoice,
  isSaid,
  questionOf,
  readAnswer,
  shownAnswer,
} from './chat-fields.ts';
import { type FileProblem, fileProblemWords, problemWords } from './field-problems.ts';
import { fitLines } from './fit-lines.ts';
import {
  buttonOf,
  commandButtons,
  halfButtons,
  questionButtons,
  questionOfField,
  summaryOf,
} from './form-buttons.ts';

/** A form that is asked in a chat, without a database: how far it is, and what comes of each thing that is said. */
export interface TalkState {
  readonly step: 'asking' | 'confirming' | 'changing' | 'paused';
  /** What is asked; null: nothing, or whether all of it is right. */
  readonly field: string | null;
  readonly answers: FormAnswers;
  readonly skipped: readonly string[];
  /** Files for the field that is asked, which are still with the vendor. */
  readonly receiving?: number;
  /** Answers to the field that is asked which could not be taken, one after the other. */
  readonly misses?: number;
  /** A time that was said without its half of the day. */
  readonly pending?: string | null;
}
export interface AskedForm extends Asker {
  readonly definition: FormDefinition;
  /** Of the form session that its buttons belong to; null: a try, without a customer. */
  readonly talkId: string | null;
}
export interface Saying {
  readonly text: string;
  readonly quickReplies: readonly QuickReply[];
}
export type TalkStep =
  | { readonly kind: 'said'; readonly state: TalkState; readonly saying: Saying }
  /** The message brings a file: the reply follows when that is here. */
  | { readonly kind: 'receiving'; readonly state: TalkState }
  /** It was confirmed. */
  | { readonly kind: 'submit'; readonly state: TalkState }
  /** Nothing of it is kept. */
  | { readonly kind: 'cancelled'; readonly saying: Saying }
  /** Nothing can be made of what they write: a person is called, and the form waits. */
  | { readonly kind: 'called'; readonly state: TalkState; readonly saying: Saying }
  /** It is no answer: others may make something of it. */
  | { readonly kind: 'passed' };

export const plain = (text: string): Saying => ({ text, quickReplies: [] });

interface Shown {
  readonly field: AskedField;
  /** Words that stand before it. */
  readonly headings: readonly FormField[];
}

/** Fields that are asked for after what was answered, in their order. */
export function shownFields({ definition, today }: AskedForm, { answers }: TalkState): Shown[] {
  const shown = new Set(checkAnswers(definition, answers, today).shown);
  const fields: Shown[] = [];
  let headings: FormField[] = [];
  for (const field of fieldsIn(definition)) {
    if (!shown.has(field.key)) continue;
    if (field.kind === 'heading') headings.push(field);
    if (!isAskable(field)) continue;
    fields.push({ field, headings });
    headings = [];
  }
  return fields;
}

const isOpen = ({ answers, skipped }: TalkState, { key }: AskedField): boolean =>
  answers[key] === undefined && !skipped.includes(key);

/** Asks for what is missing first, or whether all of it is right. `before`: said above it. */
export function askNext(form: AskedForm, state: TalkState, before = ''): TalkStep & { kind: 'said' } {
  const shown = shownFields(form, state);
  const index = shown.findIndex(({ field }) => isOpen(state, field));
  const next = shown[index];
  if (!next) return confirm(form, state, before);
  const { words, languages } = form;
  const { field, headings } = next;
  const above = headings.flatMap((heading) =>
    'label' in heading
      ? [
          wordsOf(heading.label, [...languages]),
          'help' in heading ? wordsOf(heading.help, [...languages]) : '',
        ]
      : [],
  );
  const question = words.question(index + 1, shown.length, questionOf(field, form));
  return {
    kind: 'said',
    state: { ...onlyOf(state, field.key), step: 'asking', field: field.key },
    saying: {
      text: [before, ...above, question].filter(Boolean).join('\n\n'),
      quickReplies: questionButtons(form, field, [
        ...(field.required ? [] : (['skip'] as const)),
        ...(index > 0 ? (['back'] as const) : []),
        'later',
        'cancel',
      ]),
    },
  };
}

/** What was misunderstood belongs to its field. */
const onlyOf = (state: TalkState, key: string | null): TalkState =>
  state.field === key ? state : { ...state, misses: 0, pending: null };

export function confirm(form: AskedForm, state: TalkState, before: string): TalkStep & { kind: 'said' } {
  const { words, languages } = form;
  const lines = shownFields(form, state).map(({ field }, index) => {
    const answer = state.answers[field.key];
    const text = answer === undefined ? '–' : shownAnswer(field, answer, form);
    return { number: index + 1, label: wordsOf(field.label, [...languages]), text };
  });
  return {
    kind: 'said',
    state: { ...onlyOf(state, null), step: 'confirming', field: null },
    saying: {
      text: [before, words.confirm(fitLines(lines).join('\n'))].filter(Boolean).join('\n\n'),
      quickReplies: commandButtons(form, summaryOf(state), ['send', 'change', 'later', 'cancel']),
    },
  };
}

/**
 * What begins a form: what it is, how long it takes, and its first question. `filled`: keys of fields that were told
 * before, which are shown.
 */
export function begin(
  form: AskedForm,
  state: TalkState,
  filled: readonly string[] = [],
): TalkStep & { kind: 'said' } {
  const { definition, words, languages } = form;
  const shown = shownFields(form, state);
  const title = wordsOf(definition.title, [...languages]);
  const count = shown.filter(({ field }) => isOpen(state, field)).length;
  // The summary shows them all.
  if (count === 0) return askNext(form, state, title);
  const minutes = Math.max(1, Math.ceil((count * QUESTION_SECONDS) / 60));
  const told = shown.flatMap(({ field }) => {
    const answer = filled.includes(field.key) ? state.answers[field.key] : undefined;
    return answer === undefined
      ? []
      : [`${wordsOf(field.label, [...languages])}: ${shownAnswer(field, answer, form)}`];
  });
  const lines = [title, words.start(minutes), told.length > 0 ? words.filled(told.join('\n')) : ''];
  return askNext(form, state, lines.filter(Boolean).join('\n'));
}

const QUESTION_SECONDS = 20;

/** Asks anew for what could not be taken when it was sent. */
export function askAgain(
  form: AskedForm,
  state: TalkState,
  problems: Readonly<Record<string, string>>,
): TalkStep & { kind: 'said' } {
  const fields = fieldsIn(form.definition).filter(isAskable);
  const wrong = fields.filter(({ key }) => problems[key] !== undefined);
  const [first] = wrong;
  const before = first ? problemWords(first, problems[first.key] ?? '', form) : form.words.pattern;
  return askNext(form, without(state, ...wrong.map(({ key }) => key)), before);
}

const without = (state: TalkState, ...keys: readonly string[]): TalkState => ({
  ...state,
  answers: Object.fromEntries(Object.entries(state.answers).filter(([key]) => !keys.includes(key))),
  skipped: state.skipped.filter((key) => !keys.includes(key)),
});

/** Takes a message with a file. Words beside it belong to it. */
export function takeFile(form: AskedForm, state: TalkState): TalkStep {
  if (state.step === 'paused') return { kind: 'passed' };
  if (state.step !== 'asking' || fieldAt(form, state)?.kind !== 'file') {
    // One more than was asked for, a moment later.
    if (allFiles(form, state) === 0) return { kind: 'passed' };
    const { fileExtra } = form.words;
    return state.step === 'asking' ? askNext(form, state, fileExtra) : confirm(form, state, fileExtra);
  }
  return { kind: 'receiving', state: { ...state, receiving: (state.receiving ?? 0) + 1 } };
}

export const filesIn = (state: TalkState, key: string): number => {
  const answer = state.answers[key];
  return Array.isArray(answer) ? answer.length : 0;
};
const allFiles = ({ definition }: AskedForm, state: TalkState): number =>
  fieldsIn(definition).reduce((sum, { kind, key }) => sum + (kind === 'file' ? filesIn(state, key) : 0), 0);

/** Adds one more file to the field that asked for it; null: there are as many as it takes. */
export function addFile(form: AskedForm, state: TalkState, file: FormFileOf): TalkState | null {
  const field = fieldsIn(form.definition).find(({ key }) => key === file.field);
  if (field?.kind !== 'file') return null;
  const known = state.answers[field.key];
  const ids = Array.isArray(known) ? known : [];
  if (ids.includes(file.id)) return state;
  if (ids.length >= field.max || allFiles(form, state) >= FORM_FILES_MAX) return null;
  const answers = { ...state.answers, [field.key]: [...ids, file.id] };
  return { ...state, answers, skipped: state.skipped.filter((key) => key !== field.key) };
}

interface FormFileOf {
  readonly field: string;
  readonly id: string;
}

/** Replies once all files that were sent are here, or refused. */
export function afterFiles(
  form: AskedForm,
  state: TalkState,
  problems: readonly FileProblem[],
): TalkStep & { kind: 'said' } {
  const { words } = form;
  const field = fieldAt(form, state);
  if (field?.kind !== 'file') return askNext(form, state);
  const problemTexts = [...new Set(problems)].map((problem) => fileProblemWords(field, problem, form));
  const kept = filesIn(state, field.key);
  if (kept === 0) return askNext(form, state, problemTexts.join('\n'));
  if (kept >= field.max || allFiles(form, state) >= FORM_FILES_MAX)
    return askNext(form, state, [...problemTexts, words.fileThanks].join('\n'));
  return askForMore(form, state, [...problemTexts, words.filesSoFar(kept, field.max)]);
}

/** The field that is asked has files, and takes more. */
export function askForMore(
  form: AskedForm,
  state: TalkState,
  lines: readonly string[],
): TalkStep & { kind: 'said' } {
  const at = questionOfField(form, state.field ?? '');
  const quickReplies = commandButtons(form, at, ['done', 'later', 'cancel']);
  return { kind: 'said', state, saying: { text: lines.join('\n'), quickReplies } };
}

/** What comes of one thing that is said. */
export function takeSaid(form: AskedForm, state: TalkState, said: string): TalkStep {
  const { words } = form;
  if (state.step === 'paused')
    return isSaid(said, (each) => each.continue) ? askNext(form, state) : { kind: 'passed' };
  // What can be chosen may be called like a command.
  if (state.step === 'asking' && isChoice(fieldAt(form, state), said, form))
    return takeAnswer(form, state, said);
  if (isSaid(said, ({ cancel }) => cancel)) return { kind: 'cancelled', saying: plain(words.cancelled) };
  if (isSaid(said, ({ later }) => later) || foldSaid(said) === 'stop') return pause(form, state);
  if (isSaid(said, ({ back }) => back)) return goBack(form, state);
  if (state.step === 'asking') return takeAnswer(form, state, said);
  return takeConfirmation(form, state, said);
}

export const pausedSaying = (form: Pick<AskedForm, 'talkId' | 'words'>): Saying => ({
  text: form.words.paused,
  quickReplies: [buttonOf(form, null, { label: form.words.continue, action: 'continue' })],
});
export const pause = (form: AskedForm, state: TalkState): TalkStep => ({
  kind: 'said',
  state: { ...state, step: 'paused' },
  saying: pausedSaying(form),
});

export const fieldAt = ({ definition }: AskedForm, { field }: TalkState): AskedField | null =>
  fieldsIn(definition)
    .filter(isAskable)
    .find(({ key }) => key === field) ?? null;

/** To what was asked before; from the first question to the same one. */
export function goBack(form: AskedForm, state: TalkState): TalkStep {
  const shown = shownFields(form, state);
  const at = shown.findIndex(({ field }) => field.key === state.field);
  const before = shown[(at < 0 ? shown.length : at) - 1];
  return askNext(form, before ? without(state, before.field.key) : state);
}

export function takeAnswer(form: AskedForm, state: TalkState, said: string): TalkStep {
  const { words } = form;
  const field = fieldAt(form, state);
  if (!field) return askNext(form, state);
  const isSkip = isSaid(said, ({ skip }) => skip);
  const isDone = isSkip || isSaid(said, ({ fileDone }) => fileDone);
  if (field.kind === 'file' && state.receiving)
    return isQuestion(said)
      ? { kind: 'passed' }
      : { kind: 'said', state, saying: plain(words.fileReceiving) };
  if (field.kind === 'file' && isDone && filesIn(state, field.key) > 0) return askNext(form, state);
  if (isSkip) {
    if (field.required) return missed(form, state, words.required);
    return askNext(form, { ...without(state, field.key), skipped: [...state.skipped, field.key] });
  }
  const read = readAnswer(field, said, { ...form, pending: state.pending ?? null });
  if (isQuestion(said) && ('problem' in read || field.kind === 'text')) return { kind: 'passed' };
  if ('problem' in read) {
    if (read.either && pendingOf(read.either) !== state.pending)
      return askHalf(form, state, { field, times: read.either });
    return missed(form, state, problemWords(field, read.problem, form));
  }
  const answered = withAnswer(state, field.key, read.answer);
  if (!answered) return missed(form, state, problemWords(field, 'tooMuch', form));
  return askNext(form, answered, understood(form, field, { answer: read.answer, said }));
}

/** Shows which day or time was understood, unless it was said in the same figures. */
function understood(form: AskedForm, field: AskedField, { answer, said }: Understood): string {
  if (field.kind !== 'date' && field.kind !== 'time' && field.kind !== 'slot') return '';
  const figures = (text: string): string => text.normalize('NFKC').replaceAll(/\D+/gu, '');
  const isSame = figures(said).includes(figures(String(answer)));
  return isSame ? '' : form.words.understood(shownAnswer(field, answer, form));
}
interface Understood {
  readonly answer: FormAnswer;
  readonly said: string;
}

/** Without the zero that would make it a time of the morning. */
const pendingOf = ([morning]: readonly [string, string]): string => morning.replace(/^0/, '');

/** 2時 may be in the morning or in the afternoon. */
function askHalf(
  form: AskedForm,
  state: TalkState,
  { field, times }: { readonly field: AskedField; readonly times: readonly [string, string] },
): TalkStep & { kind: 'said' } {
  const replies = halfButtons(form, field, times);
  const [morning, afternoon] = replies.map(({ label }) => label);
  return {
    kind: 'said',
    state: { ...state, pending: pendingOf(times) },
    saying: {
      text: form.words.whichHalf(morning ?? '', afternoon ?? ''),
      quickReplies: [
        ...replies,
        ...commandButtons(form, questionOfField(form, field.key), ['later', 'cancel']),
      ],
    },
  };
}

/** The page's link is offered after so many answers that can't be taken; after more of them a person is called. */
const MISSES = { page: 2, person: 3 };

/** Asks again, and offers another way to people who can't get through. */
function missed(form: AskedForm, state: TalkState, problem: string): TalkStep {
  const { words } = form;
  const misses = (state.misses ?? 0) + 1;
  if (misses >= MISSES.person)
    return {
      kind: 'called',
      state: { ...state, step: 'paused', misses: 0, pending: null },
      saying: { ...pausedSaying(form), text: words.called },
    };
  const page = misses >= MISSES.page && form.url ? words.onPage(form.url) : '';
  return askNext(form, { ...state, misses, pending: null }, [problem, page].filter(Boolean).join('\n'));
}

/** Null: that is more than a submission holds. */
export function withAnswer(state: TalkState, key: string, answer: FormAnswer): TalkState | null {
  const answers = { ...state.answers, [key]: answer };
  if (!FormAnswers.safeParse(answers).success) return null;
  return { ...state, answers, skipped: state.skipped.filter((one) => one !== key) };
}

/** It ends in a question mark: in the middle of a form people ask the bot. */
const isQuestion = (said: string): boolean => /[?？]\s*$/u.test(said);

export const askWhich = (form: AskedForm, state: TalkState, before = ''): TalkStep & { kind: 'said' } => ({
  kind: 'said',
  state: { ...state, step: 'changing' },
  saying: {
    text: [before, form.words.changeWhich].filter(Boolean).join('\n\n'),
    quickReplies: commandButtons(form, summaryOf(state), ['later', 'cancel']),
  },
});

function takeConfirmation(form: AskedForm, state: TalkState, said: string): TalkStep {
  const isYes = isSaid(said, ({ send }) => send) || isSaid(said, ({ yes }) => yes);
  if (isYes && state.step === 'confirming') return { kind: 'submit', state };
  if (isSaid(said, ({ change }) => change) || isSaid(said, ({ no }) => no)) return askWhich(form, state);
  const index = /^\d{1,3}$/.exec(foldSaid(said))?.[0];
  const meant = shownFields(form, state)[Number(index) - 1];
  if (meant) return askNext(form, without(state, meant.field.key));
  return isQuestion(said) ? { kind: 'passed' } : confirm(form, state, '');
}
