import type { KnowledgeId, QuestionSetId } from '@hanasu/contract/ids';
import type { MissedQuestion } from '@hanasu/contract/knowledge-health';
import type { QuestionSetView } from '@hanasu/contract/question-sets';
import { Alert, Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useSettleMissed } from '../question-sets.queries.ts';
import { QuestionFields, type QuestionValues, toExpected } from './QuestionFields.tsx';

interface MissedDialogProps {
  action: 'answer' | 'test';
  group: MissedQuestion;
  knowledgeUuid: KnowledgeId;
  sets: readonly QuestionSetView[];
  onClose: () => void;
}

/** Answers a missed question for good, or makes a test of it. */
export function MissedDialog(props: MissedDialogProps) {
  const { t } = useWords();
  const { action, onClose } = props;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`questionSets.missed.${action}`)}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {action === 'answer' ? <AnswerForm {...props} /> : <TestForm {...props} />}
    </Modal>
  );
}

const idsOf = ({ examples }: MissedQuestion) => examples.map(({ messageUuid }) => messageUuid);

function AnswerForm({ group, knowledgeUuid, onClose }: MissedDialogProps) {
  const { t } = useWords();
  const settle = useSettleMissed(knowledgeUuid);
  const form = useForm({ defaultValues: { question: group.question, answer: '' } });
  const { errors } = form.formState;
  const save = form.handleSubmit(async ({ question, answer }) => {
    try {
      await settle.mutateAsync({
        action: 'answer',
        messageUuids: idsOf(group),
        question: question.trim(),
        answer: answer.trim(),
      });
    } catch (error) {
      applyFault(form, error);
      return;
    }
    toasts.add({ title: t('questionSets.missed.answered') });
    onClose();
  });
  const required = { validate: (value: string) => value.trim() !== '' || t('fields.required') };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <Textarea
          label={t('questionSets.question')}
          autosize
          minRows={1}
          maxLength={1_000}
          {...form.register('question', required)}
          error={errors.question?.message}
        />
        <Textarea
          label={t('questionSets.missed.yourAnswer')}
          description={t('questionSets.missed.answerHelp')}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={8_000}
          data-autofocus
          {...form.register('answer', required)}
          error={errors.answer?.message}
        />
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <Buttons isPending={settle.isPending} onClose={onClose} />
      </Stack>
    </form>
  );
}

function TestForm({ group, knowledgeUuid, sets, onClose }: MissedDialogProps) {
  const { t } = useWords();
  const settle = useSettleMissed(knowledgeUuid);
  const [setUuid, setSet] = useState<QuestionSetId | null>(sets[0]?.uuid ?? null);
  const form = useForm<QuestionValues>({
    defaultValues: { question: group.question, text: '', document: null },
  });
  const save = form.handleSubmit(async (values) => {
    if (!setUuid) return;
    try {
      await settle.mutateAsync({
        action: 'test',
        messageUuids: idsOf(group),
        setUuid,
        question: values.question.trim(),
        expected: toExpected(values),
      });
    } catch (error) {
      applyFault(form, error);
      return;
    }
    toasts.add({ title: t('questionSets.saved') });
    onClose();
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <Select
          label={t('questionSets.set')}
          data={sets.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          value={setUuid}
          onChange={(value) => setSet((value as QuestionSetId | null) ?? null)}
          allowDeselect={false}
        />
        <QuestionFields form={form} knowledgeUuid={knowledgeUuid} />
        <Buttons isPending={settle.isPending} onClose={onClose} />
      </Stack>
    </form>
  );
}

function Buttons({ isPending, onClose }: { isPending: boolean; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {t('shell.cancel')}
      </Button>
      <Button type="submit" loading={isPending}>
        {t('questionSets.save')}
      </Button>
    </Group>
  );
}
