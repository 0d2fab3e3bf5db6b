import type { QuestionRow } from '@hanasu/contract/documents';
import { ActionIcon, Textarea } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './QuestionFields.module.css';

interface QuestionFieldsProps {
  form: UseFormReturn<{ title: string; rows: QuestionRow[] }>;
  index: number;
  onRemove: () => void;
  /** True when the text was rows, which stand in the form now. */
  onPaste: (text: string) => boolean;
}

export function QuestionFields({ form, index, onRemove, onPaste }: QuestionFieldsProps) {
  const { t } = useWords();
  const number = String(index + 1);
  const errors = form.formState.errors.rows?.[index];
  return (
    <li className={classes.row}>
      <Textarea
        className={classes.question ?? ''}
        label={t('documents.question', { number })}
        autosize
        minRows={1}
        maxRows={6}
        {...form.register(`rows.${index}.question`)}
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
        }}
        error={errors?.question?.message}
      />
      <Textarea
        className={classes.answer ?? ''}
        label={t('documents.answer', { number })}
        autosize
        minRows={1}
        maxRows={10}
        {...form.register(`rows.${index}.answer`)}
        error={errors?.answer?.message}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={onRemove}
        aria-label={t('documents.removeRow', { number })}
      >
        <Icon name="x" />
      </ActionIcon>
    </li>
  );
}
