import type { EmbeddingId, KnowledgeId, QuestionSetId } from '@hanasu/contract/ids';
import { addTestQuestions } from '@hanasu/contract/question-sets';
import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { Can } from '../../shell/components/Can.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { QuestionFields, type QuestionValues, toExpected } from './QuestionFields.tsx';
import { setsQuery, useAddQuestion, useCreateSet } from './question-sets.queries.ts';

interface AddTestQuestionProps {
  knowledgeUuid: KnowledgeId;
  question: string;
  /** The one that is right. */
  passage: { readonly embeddingUuid: EmbeddingId; readonly text: string };
}

/** Short enough to stay in one passage when passages are cut otherwise. */
const SPAN = 160;

/** Makes a test of a question and the passage that is right for it. */
export function AddTestQuestion(props: AddTestQuestionProps) {
  const { t } = useWords();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Can endpoint={addTestQuestions}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name="list-checks" size={15} />}
        onClick={dialog.open}
      >
        {t('questionSets.makeTest')}
      </Button>
      {isOpen && <AddDialog {...props} onClose={dialog.close} />}
    </Can>
  );
}

function AddDialog({
  knowledgeUuid,
  question,
  passage,
  onClose,
}: AddTestQuestionProps & { onClose: () => void }) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const sets = useQuery(setsQuery(knowledgeUuid));
  const [chosen, setChosen] = useState<QuestionSetId | null>(null);
  const add = useAddQuestion();
  const create = useCreateSet(knowledgeUuid);
  const form = useForm<QuestionValues>({
    defaultValues: { question, text: spanOf(passage.text), document: null },
  });
  const items = sets.data?.items ?? [];
  const target = chosen ?? items[0]?.uuid ?? null;
  const save = form.handleSubmit(async (values) => {
    try {
      const setUuid = target ?? (await create.mutateAsync(t('questionSets.firstSet'))).uuid;
      await add.mutateAsync({
        setUuid,
        question: values.question.trim(),
        expected: toExpected(values),
      });
    } catch (error) {
      applyFormError(form, error);
      return;
    }
    toasts.add({ title: t('questionSets.saved') });
    onClose();
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('questionSets.makeTest')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          {items.length > 0 && (
            <Select
              label={t('questionSets.set')}
              data={nameOptions(items)}
              value={target}
              onChange={(value) => setChosen((value as QuestionSetId | null) ?? null)}
              allowDeselect={false}
            />
          )}
          <QuestionFields form={form} knowledgeUuid={knowledgeUuid} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={add.isPending || create.isPending} disabled={sets.isPending}>
              {t('questionSets.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The beginning of a passage, up to the end of a sentence when there is one. */
function spanOf(text: string): string {
  const start = text.trim().slice(0, SPAN);
  const end = /^[\s\S]{20,}?(?:[。！？]|[.!?](?=\s))/u.exec(start);
  return (end?.[0] ?? start).toWellFormed().trim();
}
