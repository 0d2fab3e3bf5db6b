import { createHash } from 'node:crypto';
import { type FormTap, writeFormTap } from '@hanasu/channels/spec/form-taps';
import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import type { FormDefinition } from '@hanasu/contract/form-definition';
import type { FormAnswer, FormAnswers } from '@hanasu/contract/form-submissions';
import { fieldsIn } from '../submissions/answers.ts';
import { type AskedField, type Asker, optionsOf } from './chat-fields.ts';

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
  return optionsOf(field, asker).find(({ index }) => index === action)?.answer;
}

/** What the button of a tap says in full; null: the form has no such button. */
export function labelOfTap({ question, action }: FormTap, asker: Asker & ButtonForm): string | null {
  const { words, definition } = asker;
  if (typeof action === 'number') {
    const field = typeof question === 'number' ? fieldsIn(definition)[question] : undefined;
    const options =
      field && field.kind !== 'heading' && field.kind !== 'hidden' ? optionsOf(field, asker) : [];
    return options.find(({ index }) => index === action)?.label ?? null;
  }
  const labels = { ...words, yes: words.agree, done: words.fileDone } satisfies Record<
    typeof action,
    unknown
  >;
  return labels[action];
}
