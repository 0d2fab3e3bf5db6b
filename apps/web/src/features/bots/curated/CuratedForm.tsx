import { CURATED_QUESTIONS_MAX, CuratedInput, type CuratedView } from '@hanasu/contract/curated';
import type { BotId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import i18next from 'i18next';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useChangeCurated, useCreateCurated } from './curated.queries.ts';

interface CuratedFormProps {
  botUuid: BotId;
  curated: CuratedView | null;
  question: string;
  /** What a new answer begins with. */
  answer?: string;
  onDirty: (isDirty: boolean) => void;
  onSaved?: (() => void) | undefined;
  onClose: () => void;
}

/** Questions stand one on a line. */
interface Values {
  questions: string;
  answer: string;
}

const LONGEST_QUESTION = 300;
const LONGEST_ANSWER = 4_000;

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** What is wrong with the questions; true: nothing. */
function checkQuestions(text: string): string | true {
  const lines = linesOf(text);
  if (CuratedInput.shape.questions.safeParse(lines).success) return true;
  if (lines.length === 0) return i18next.t('fields.required');
  if (lines.length > CURATED_QUESTIONS_MAX)
    return i18next.t('curated.tooManyQuestions', { maximum: CURATED_QUESTIONS_MAX });
  const long = lines.find((line) => line.length > LONGEST_QUESTION) ?? '';
  return i18next.t('curated.questionTooLong', { maximum: LONGEST_QUESTION, start: long.slice(0, 30) });
}

function checkAnswer(text: string): string | true {
  if (text.trim() === '') return i18next.t('fields.required');
  return text.trim().length <= LONGEST_ANSWER || i18next.t('fields.tooLong', { maximum: LONGEST_ANSWER });
}

export function CuratedForm(props: CuratedFormProps) {
  const { botUuid, curated, question, answer: first = '', onDirty, onSaved, onClose } = props;
  const { t } = useWords();
  const form = useForm<Values>({
    defaultValues: {
      questions: curated?.questions.join('\n') ?? question,
      answer: curated?.answer ?? first,
    },
  });
  const create = useCreateCurated(botUuid);
  const change = useChangeCurated(botUuid);
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const save = form.handleSubmit(async ({ questions, answer }) => {
    const body = { questions: linesOf(questions), answer: answer.trim() };
    try {
      if (curated) await change.mutateAsync({ uuid: curated.uuid, body });
      else await create.mutateAsync({ ...body, enabled: true });
    } catch (error) {
      applyFormError(form, error);
      return;
    }
    toasts.add({ title: t('curated.saved') });
    onSaved?.();
    onClose();
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="lg">
        <Textarea
          label={t('curated.questions')}
          description={t('curated.questionsHelp')}
          placeholder={t('curated.questionsExample')}
          autosize
          minRows={3}
          maxRows={12}
          data-autofocus
          {...form.register('questions', { validate: checkQuestions })}
          error={errors.questions?.message}
        />
        <Textarea
          label={t('curated.answer')}
          description={t('curated.answerHelp')}
          autosize
          minRows={4}
          maxRows={16}
          {...form.register('answer', { validate: checkAnswer })}
          error={errors.answer?.message}
        />
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <Group gap="xs">
          <Button type="submit" loading={create.isPending || change.isPending}>
            {t('curated.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
