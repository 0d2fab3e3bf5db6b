import type { SubmissionView } from '@hanasu/contract/form-submissions';
import { Textarea } from '@mantine/core';
import { SaveState } from '../../../entities/contact/SavedField.tsx';
import { useSavedDraft } from '../../../entities/contact/use-saved-draft.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { useSaveNote } from './submissions.queries.ts';

interface SubmissionNoteProps {
  submission: Pick<SubmissionView, 'uuid' | 'note'>;
  isReadOnly: boolean;
}

/** Saved when the field is left, or the panel closed. */
export function SubmissionNote({ submission, isReadOnly }: SubmissionNoteProps) {
  const { t } = useWords();
  const { mutateAsync: save } = useSaveNote(submission.uuid);
  const { shown, fault, state, change, commit } = useSavedDraft({ value: submission.note, save });
  return (
    <Textarea
      mt="sm"
      label={t('submissions.note')}
      placeholder={t('submissions.notePlaceholder')}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={5_000}
      readOnly={isReadOnly}
      value={shown}
      error={fault}
      rightSection={<SaveState state={state} />}
      rightSectionWidth={state === 'idle' ? 8 : 28}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={commit}
    />
  );
}
