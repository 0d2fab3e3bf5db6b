import type { KnowledgeId, QuestionSetId } from '@hanasu/contract/ids';
import type { TestQuestionView } from '@hanasu/contract/question-sets';
import { Button, Group, Modal } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useAddQuestion, useChangeQuestion } from '../question-sets.queries.ts';
import { QuestionFields, type QuestionValues, toExpected } from './QuestionFields.tsx';

interface QuestionDialogProps {
  knowledgeUuid: KnowledgeId;
  setUuid: QuestionSetId;
  question: TestQuestionView | null;
  onClose: () => void;
}

export function QuestionDialog({ knowledgeUuid, setUuid, question, onClose }: QuestionDialogProps) {
  const { t } = useWords();
  const add = useAddQuestion();
  const change = useChangeQuestion();
  const form = useForm<QuestionValues>({
    defaultValues: {
      question: question?.question ?? '',
      text: question?.expected.text ?? '',
      document: question?.expected.documentUuid ?? null,
    },
  });
  const save = form.handleSubmit(async (values) => {
    const body = { question: values.question.trim(), expected: toExpected(values) };
    try {
      if (question) await change.mutateAsync({ uuid: question.uuid, ...body });
      else await add.mutateAsync({ setUuid, ...body });
    } catch (error) {
      applyFault(form, error);
      return;
    }
    toasts.add({ title: t('questionSets.saved') });
    onClose();
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(question ? 'questionSets.editTitle' : 'questionSets.add')}
      size="lg"
      closeOnClickOutside={!form.formState.isDirty}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <QuestionFields form={form} knowledgeUuid={knowledgeUuid} />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={add.isPending || change.isPending}>
            {t('questionSets.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
