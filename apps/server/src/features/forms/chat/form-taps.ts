import type { FormTap } from '@hanasu/channels/spec/form-taps';
import { problemOfAnswer } from '@hanasu/contract/form-answers';
import { fieldsIn, wordsOf } from '../submissions/answers.ts';
import { type AskedField, isChoice, isSaid, shownAnswer } from './chat-fields.ts';
import { problemWords } from './field-problems.ts';
import { summaryOf, tappedAnswer } from './form-buttons.ts';
import {
  type AskedForm,
  askForMore,
  askNext,
  askWhich,
  confirm,
  fieldAt,
  filesIn,
  goBack,
  pause,
  plain,
  shownFields,
  type TalkState,
  type TalkStep,
  takeAnswer,
  takeSaid,
  withAnswer,
} from './form-talk.ts';

type Action = FormTap['action'];

/** Says something and repeats what is asked now, which stays as it is. */
function repeat(form: AskedForm, state: TalkState, before: string): TalkStep & { kind: 'said' } {
  if (state.step === 'paused') return { kind: 'said', state, saying: plain(before) };
  if (state.step === 'confirming') return confirm(form, state, before);
  if (state.step === 'changing') return askWhich(form, state, before);
  const field = fieldAt(form, state);
  return field?.kind === 'file' && filesIn(state, field.key) > 0
    ? askForMore(form, state, [before, form.words.filesSoFar(filesIn(state, field.key), field.max)])
    : askNext(form, state, before);
}

/** Reply to a button whose question is over. */
const isOver = (form: AskedForm, state: TalkState): TalkStep => repeat(form, state, form.words.over);

/**
 * Takes a tap on a button of a form, however long ago it was offered: it answers its own question and no other. One of
 * an earlier question changes the answer to that, and says so.
 */
export function takeTap(form: AskedForm, state: TalkState, { talkId, question, action }: FormTap): TalkStep {
  if (talkId !== form.talkId) return isOver(form, state);
  const { words } = form;
  if (action === 'continue') return state.step === 'paused' ? askNext(form, state) : repeat(form, state, '');
  if (action === 'cancel') return { kind: 'cancelled', saying: plain(words.cancelled) };
  if (action === 'later' || state.step === 'paused') return pause(form, state);
  if (question === null) return isOver(form, state);
  if (typeof question === 'object') {
    if (state.step === 'asking' || question.summary !== summaryOf(state).summary) return isOver(form, state);
    if (action === 'send') return { kind: 'submit', state };
    return action === 'change' ? askWhich(form, state) : isOver(form, state);
  }
  const key = fieldsIn(form.definition)[question]?.key;
  const field = shownFields(form, state).find((one) => one.field.key === key)?.field;
  if (!field) return isOver(form, state);
  const isAsked = state.step === 'asking' && state.field === field.key;
  if (action === 'skip' || action === 'back' || action === 'done')
    return isAsked ? takeCommand(form, state, action) : isOver(form, state);
  return answerByTap(form, state, { field, action, isAsked });
}

function takeCommand(form: AskedForm, state: TalkState, action: 'skip' | 'back' | 'done'): TalkStep {
  if (action === 'back') return goBack(form, state);
  return takeAnswer(form, state, action === 'skip' ? form.words.skip : form.words.fileDone);
}

function answerByTap(
  form: AskedForm,
  state: TalkState,
  {
    field,
    action,
    isAsked,
  }: { readonly field: AskedField; readonly action: Action; readonly isAsked: boolean },
): TalkStep {
  const answer = tappedAnswer(field, action, form);
  const problem =
    answer === undefined ? lackOf(form, field, action) : problemOfAnswer(field, answer, form.today);
  const answered = answer === undefined || problem ? null : withAnswer(state, field.key, answer);
  if (!answered || answer === undefined)
    return isAsked
      ? askNext(form, state, problemWords(field, problem ?? 'tooMuch', form))
      : isOver(form, state);
  if (isAsked) return askNext(form, answered);
  const label = wordsOf(field.label, [...form.languages]);
  return askNext(form, answered, form.words.changed(label, shownAnswer(field, answer, form)));
}

/** Why a button answers nothing any more. */
function lackOf(form: AskedForm, field: AskedField, action: Action): string {
  const at = field.kind === 'slot' && typeof action === 'number' ? field.slots[action]?.at : undefined;
  return form.closed.find((slot) => slot.key === field.key && slot.at === at)?.reason ?? 'notOption';
}

/**
 * Words of a button that belongs to no question. Those that the question that is asked offers may be older than it:
 * it is asked again instead of being answered.
 */
export function takeButton(form: AskedForm, state: TalkState, said: string): TalkStep {
  if (state.step === 'paused') return takeSaid(form, state, said);
  const field = state.step === 'asking' ? fieldAt(form, state) : null;
  const isOffered =
    isChoice(field, said, form) || COMMANDS.some((command) => isSaid(said, (words) => words[command]));
  return isOffered ? isOver(form, state) : { kind: 'passed' };
}
const COMMANDS = [
  'skip',
  'back',
  'later',
  'cancel',
  'send',
  'change',
  'yes',
  'no',
  'agree',
  'fileDone',
] as const;
