import { createHash } from 'node:crypto';
import { type FormTap, writeFormTap } from '@hanasu/channels/spec/form-taps';
import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import type { FormDefinition } from '@hanasu/contract/form-definition';
import type { FormAnswer, FormAnswers } from '@hanasu/contract/form-submissions';
import { minutesOf } from '@hanasu/contract/open-hours';
import { fieldsIn } from '../submissions/answers.ts';
import {
  type AskedField,
  type Asker,
  type ChatWords,
  dayLimits,
  LAST_DAY,
  optionsOf,
  tappedOption,
} from './chat-fields.ts';

/** Buttons of a form in a chat. Each carries its form session and its question, as people tap old ones. */

/** What buttons are made for. `talkId` null: a try, whose buttons say no more than their words. */
interface ButtonForm {
  readonly talkId: string | null;
  readonly definition: FormDefinition;
}
type Question = FormTap['question'];
type ButtonAction = FormTap['action'];

export function buttonOf(
  { talkId }: Pick<ButtonForm, 'talkId'>,
  question: Question,
  { label, action }: { readonly label: string; readonly action: ButtonAction },
): QuickReply {
  const reply = { label, text: label };
  return talkId === null ? reply : { ...reply, data: writeFormTap({ talkId, question, action, label }) };
}

/** As many as the strictest vendor shows. */
const MOST_REPLIES = 13;

type Command = Exclude<ButtonAction, number | 'pick'>;
const ownLabels = (words: ChatWords) => ({ yes: words.agree, done: words.fileDone, pick: words.pickDay });

/** Buttons that say what they do, under a question or a summary. */
export const commandButtons = (
  form: Asker & ButtonForm,
  question: Question,
  actions: readonly Command[],
): QuickReply[] =>
  actions.map((action) =>
    buttonOf(form, question, { label: { ...form.words, ...ownLabels(form.words) }[action], action }),
  );

/** Buttons that answer a question, and those behind them, as many as fit. */
export function questionButtons(
  form: Asker & ButtonForm,
  field: AskedField,
  controls: readonly Command[],
): QuickReply[] {
  const at = questionOfField(form, field.key);
  const answers =
    field.kind === 'consent'
      ? commandButtons(form, at, field.required ? ['yes'] : ['yes', 'no'])
      : [
          ...pickerButtons(form, at, field),
          ...optionsOf(field, form).map(({ label, index }) => buttonOf(form, at, { label, action: index })),
        ];
  return [...answers.slice(0, MOST_REPLIES - controls.length), ...commandButtons(form, at, controls)];
}

/** Of the calendars of vendors. */
const FIRST_DAY = '1900-01-01';

/** The vendor's own calendar or clock, on channels that have one; the others leave the button out. */
function pickerButtons(form: Asker & ButtonForm, question: Question, field: AskedField): QuickReply[] {
  if (form.talkId === null || (field.kind !== 'date' && field.kind !== 'time')) return [];
  const isDate = field.kind === 'date';
  const button = buttonOf(form, question, {
    label: isDate ? form.words.pickDay : form.words.pickTime,
    action: 'pick',
  });
  if (!isDate) return [{ ...button, picker: { mode: 'time' } }];
  const { from: min, to: max } = dayLimits(field, form.today);
  // The vendor refuses a calendar with a single day.
  if (min !== null && max !== null && min >= max) return [];
  const limits = {
    ...(min !== null && min > FIRST_DAY ? { min } : {}),
    ...(max !== null && max < LAST_DAY ? { max } : {}),
  };
  return [{ ...button, picker: { mode: 'date', ...limits } }];
}

/** The two times that were meant, to choose from. */
export const halfButtons = (
  form: Asker & ButtonForm,
  field: AskedField,
  times: readonly [string, string],
): QuickReply[] =>
  times.map((time) => {
    const label = form.words.clock(Number(time.slice(0, 2)), Number(time.slice(3)));
    return buttonOf(form, questionOfField(form, field.key), { label, action: minutesOf(time) });
  });

/** Where a field stands in the form's version. */
export const questionOfField = ({ definition }: Pick<ButtonForm, 'definition'>, key: string): number =>
  fieldsIn(definition).findIndex((field) => field.key === key);

/** Distinguishes summaries of different answers: an old one confirms only what it shows. */
export const summaryOf = ({ answers }: { readonly answers: FormAnswers }): { readonly summary: string } => ({
  summary: createHash('sha256')
    .update(JSON.stringify(Object.entries(answers).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest('base64url')
    .slice(0, 6),
});

/** What a tap answers to its own question; undefined: that is no answer any more. */
export function tappedAnswer(field: AskedField, action: ButtonAction, asker: Asker): FormAnswer | undefined {
  if (field.kind === 'consent') return action === 'yes' || (action === 'no' ? false : undefined);
  return typeof action === 'number' ? tappedOption(field, action, asker)?.answer : undefined;
}

/** What the button of a tap says in full; null: the form has no such button. */
export function labelOfTap({ question, action }: FormTap, asker: Asker & ButtonForm): string | null {
  const { words, definition } = asker;
  if (typeof action === 'number') {
    const field = typeof question === 'number' ? fieldsIn(definition)[question] : undefined;
    const isAsked = field && field.kind !== 'heading' && field.kind !== 'hidden';
    return isAsked ? (tappedOption(field, action, asker)?.label ?? null) : null;
  }
  const labels = { ...words, ...ownLabels(words) } satisfies Record<typeof action, unknown>;
  return labels[action];
}
