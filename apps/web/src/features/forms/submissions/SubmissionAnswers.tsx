import type { FormField } from '@hanasu/contract/form-definition';
import type { SubmissionView } from '@hanasu/contract/form-submissions';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { formVersionQuery, isFieldSeen } from '../../../entities/form/forms.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import classes from './Submissions.module.css';
import { useSaveFile } from './submissions.queries.ts';
import { useAnswerWords } from './use-answer-words.ts';

const STATE_ICONS = {
  new: 'circle',
  seen: 'eye',
  done: 'check-circle-2',
} as const satisfies Record<SubmissionView['state'], IconName>;

/** How far staff are with a submission. */
export function StatePill({ state }: { state: SubmissionView['state'] }) {
  const { t } = useWords();
  return (
    <span className={classes.pill} data-state={state}>
      <Icon name={STATE_ICONS[state]} size={13} />
      {t(`submissions.states.${state}`)}
    </span>
  );
}

interface SubmissionAnswersProps {
  submission: SubmissionView;
  /** On paper nothing is clicked. */
  isPrinted?: boolean;
}

/** Every question of the version that was filled in, with its answer; headings where they stood. */
export function SubmissionAnswers({ submission, isPrinted = false }: SubmissionAnswersProps) {
  const { labelOf } = useAnswerWords();
  const { form, version, answers, files } = submission;
  const { data } = useQuery(formVersionQuery(form.uuid, version));
  const fields = data?.definition.pages.flatMap((page) => page.fields) ?? [];
  const { data: known = [] } = useQuery(customerFieldsQuery);
  const isAnswered = ({ key }: FormField) => answers[key] !== undefined || files[key] !== undefined;
  return (
    <dl className={classes.answers}>
      {fields
        // What was not asked for, because of what was answered before it, is no open question; nor is what is hidden.
        .filter(
          (field) =>
            field.kind !== 'heading' &&
            (isAnswered(field) || (!isConditional(field) && isFieldSeen(field, known))),
        )
        .map((field) => (
          <div key={field.key}>
            <dt>{labelOf(field)}</dt>
            <dd>
              <Answer field={field} submission={submission} isPrinted={isPrinted} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

const isConditional = (field: FormField): boolean => 'showIf' in field && field.showIf !== null;

function Answer({
  field,
  submission: { uuid, answers, files },
  isPrinted,
}: {
  field: FormField;
  submission: SubmissionView;
  isPrinted: boolean;
}): ReactNode {
  const { t } = useWords();
  const { textOf } = useAnswerWords();
  const given = files[field.key];
  if (given && isPrinted) return given.map(({ name }) => name).join(', ');
  if (given) return given.map((file) => <FileButton key={file.uuid} uuid={uuid} file={file} />);
  const text = textOf(field, answers[field.key]);
  if (text === '') return <span className={classes.none}>{t('submissions.noAnswer')}</span>;
  if (isPrinted) return text;
  if (field.kind === 'email') return <a href={`mailto:${text}`}>{text}</a>;
  return field.kind === 'phone' ? <a href={`tel:${text.normalize('NFKC')}`}>{text}</a> : text;
}

interface FileButtonProps {
  uuid: SubmissionView['uuid'];
  file: SubmissionView['files'][string][number];
}

function FileButton({ uuid, file }: FileButtonProps) {
  const { t } = useWords();
  const format = useFormat();
  const { mutate, isPending } = useSaveFile(uuid);
  return (
    <Button
      variant="default"
      className={classes.file ?? ''}
      leftSection={<Icon name="download" />}
      loading={isPending}
      onClick={() => mutate(file)}
    >
      {t('submissions.download', { name: file.name })}{' '}
      <span className={classes.sub}>{format.bytes(file.bytes)}</span>
    </Button>
  );
}
