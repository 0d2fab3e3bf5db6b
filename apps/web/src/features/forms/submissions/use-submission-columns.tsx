import type { FormField } from '@hanasu/contract/form-definition';
import type { SubmissionView } from '@hanasu/contract/form-submissions';
import type { ReactNode } from 'react';
import { useFriendName } from '../../../entities/contact/use-friend-name.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import type { Column } from '../../../shell/components/column-choice.ts';
import { StatePill } from './SubmissionAnswers.tsx';
import { useAnswerWords } from './use-answer-words.ts';

export interface SubmissionColumn extends Column {
  readonly label: string;
  readonly cell: (submission: SubmissionView) => ReactNode;
}

/** So many answers stand in the table until somebody chooses others. */
const USUAL_ANSWERS = 5;

/** What can stand beside the time: what is known of the submission, and a column for each question. */
export function useSubmissionColumns(fields: readonly FormField[]): readonly SubmissionColumn[] {
  const { t } = useWords();
  const format = useFormat();
  const { labelOf, textOf } = useAnswerWords();
  const nameOf = useFriendName();
  const own = (id: keyof typeof OWN_WIDTHS, isUsual: boolean, cell: SubmissionColumn['cell']) => ({
    id,
    label: t(`submissions.columns.${id}`),
    width: OWN_WIDTHS[id],
    isUsual,
    cell,
  });
  return [
    own('state', true, ({ state }) => <StatePill state={state} />),
    own('customer', true, ({ customer }) => customer && nameOf(customer.name)),
    ...fields.map((field, index) => ({
      id: `answer:${field.key}`,
      label: labelOf(field),
      width: 180,
      isUsual: index < USUAL_ANSWERS,
      cell: ({ answers, files }: SubmissionView) =>
        field.kind === 'file'
          ? (files[field.key] ?? []).map(({ name }) => name).join(', ')
          : textOf(field, answers[field.key]),
    })),
    own('channel', false, ({ channel }) => channel?.name),
    own('source', false, ({ source }) => t(`submissions.sources.${source}`)),
    own('version', false, ({ version }) => format.number(version)),
    own('note', true, ({ note }) => note),
  ];
}
const OWN_WIDTHS = { state: 110, customer: 160, channel: 150, source: 140, version: 96, note: 180 } as const;
