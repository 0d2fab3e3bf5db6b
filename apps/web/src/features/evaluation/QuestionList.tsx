import type { KnowledgeId, QuestionSetId } from '@hanasu/contract/ids';
import {
  addTestQuestions,
  type QuestionSetView,
  type TestQuestionView,
} from '@hanasu/contract/question-sets';
import { ActionIcon, Button, Checkbox, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { documentsQuery } from '../../entities/knowledge/documents.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { Can } from '../../shell/components/Can.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../shell/components/Pager.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { deleteLater, useNotDeleted } from '../../shell/notifications/delete-later.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { GenerateQuestions, ImportQuestions } from './AddQuestions.tsx';
import { QuestionFields, type QuestionValues, toExpected } from './QuestionFields.tsx';
import classes from './QuestionSets.module.css';
import {
  PAGE_SIZE,
  questionsQuery,
  useAddQuestion,
  useChangeQuestion,
  useDeleteQuestion,
} from './question-sets.queries.ts';
import { Rank } from './RunResults.tsx';

type Open = 'add' | 'import' | 'generate' | TestQuestionView | null;

/** The questions of a set, and the ways to get more of them. */
export function QuestionList({ set }: { set: QuestionSetView }) {
  const { t } = useWords();
  const [open, setOpen] = useState<Open>(null);
  const [typed, setTyped] = useState('');
  const [isMissed, setMissed] = useState(false);
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(typed.trim(), 250);
  const list = useQuery(questionsQuery(set.uuid, { page, q, missed: isMissed }));
  const { total = 0 } = list.data ?? {};
  const items = useNotDeleted(list.data?.items ?? NONE);
  const close = () => setOpen(null);
  const isEmpty = set.questions === 0;
  const add = (
    <Can endpoint={addTestQuestions}>
      <Group gap="xs" justify={isEmpty ? 'center' : 'flex-start'}>
        <Button size="sm" leftSection={<Icon name="plus" />} onClick={() => setOpen('add')}>
          {t('questionSets.add')}
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<Icon name="upload" />}
          onClick={() => setOpen('import')}
        >
          {t('questionSets.import')}
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<Icon name="sparkles" />}
          onClick={() => setOpen('generate')}
        >
          {t('questionSets.generate')}
        </Button>
      </Group>
    </Can>
  );
  return (
    <Stack gap="sm">
      {isEmpty ? (
        <EmptyState
          icon="circle-help"
          title={t('questionSets.noQuestionsTitle')}
          text={t('questionSets.noQuestionsText')}
          action={add}
        />
      ) : (
        <>
          {add}
          <Group gap="md">
            <TextInput
              leftSection={<Icon name="search" />}
              placeholder={t('questionSets.search')}
              aria-label={t('questionSets.search')}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setPage(1);
              }}
            />
            <Checkbox
              label={t('questionSets.onlyMissed')}
              checked={isMissed}
              onChange={(event) => {
                setMissed(event.currentTarget.checked);
                setPage(1);
              }}
            />
          </Group>
        </>
      )}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={140} radius="lg" aria-hidden />}
      {list.data && items.length === 0 && !isEmpty && <Text size="sm">{t('questionSets.noneSuch')}</Text>}
      <ul className={classes.list}>
        {items.map((question) => (
          <QuestionRow key={question.uuid} set={set} question={question} onOpen={() => setOpen(question)} />
        ))}
      </ul>
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={total}
        label={t('questionSets.view.questions')}
        onPage={setPage}
      />
      {open === 'import' && <ImportQuestions set={set} onClose={close} />}
      {open === 'generate' && <GenerateQuestions set={set} onClose={close} />}
      {open !== null && open !== 'import' && open !== 'generate' && (
        <QuestionDialog
          knowledgeUuid={set.knowledgeUuid}
          setUuid={set.uuid}
          question={open === 'add' ? null : open}
          onClose={close}
        />
      )}
    </Stack>
  );
}

const NONE: readonly TestQuestionView[] = [];

interface QuestionRowProps {
  set: QuestionSetView;
  question: TestQuestionView;
  onOpen: () => void;
}

function QuestionRow({ set, question, onOpen }: QuestionRowProps) {
  const { t } = useWords();
  const remove = useDeleteQuestion();
  const documents = useQuery({
    ...documentsQuery(set.knowledgeUuid),
    enabled: question.expected.documentUuid !== null,
  });
  const document = documents.data?.items.find(({ uuid }) => uuid === question.expected.documentUuid);
  const expected =
    question.expected.text !== ''
      ? t('questionSets.expectedText', { text: question.expected.text })
      : t('questionSets.expectedDocument', { title: document?.title ?? '…' });
  const button = { variant: 'subtle', color: 'gray', size: 34 } as const;
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <div className={classes.words}>
          <span className={classes.question}>{question.question}</span>
          <span className={classes.sub}>{expected}</span>
          <span className={classes.sub}>{t(`questionSets.origin.${question.origin}`)}</span>
        </div>
        <div className={classes.actions}>
          {set.lastRun && <Rank rank={question.lastRank} />}
          <Can endpoint={addTestQuestions}>
            <ActionIcon
              {...button}
              aria-label={t('questionSets.edit', { question: question.question })}
              onClick={onOpen}
            >
              <Icon name="pencil" />
            </ActionIcon>
            <ActionIcon
              {...button}
              aria-label={t('questionSets.remove', { question: question.question })}
              onClick={() =>
                deleteLater({
                  ids: [question.uuid],
                  title: t('questionSets.removed'),
                  undoLabel: t('shell.undo'),
                  run: () => remove.mutateAsync(question.uuid),
                })
              }
            >
              <Icon name="trash-2" />
            </ActionIcon>
          </Can>
        </div>
      </div>
    </li>
  );
}

interface QuestionDialogProps {
  knowledgeUuid: KnowledgeId;
  setUuid: QuestionSetId;
  question: TestQuestionView | null;
  onClose: () => void;
}

function QuestionDialog({ knowledgeUuid, setUuid, question, onClose }: QuestionDialogProps) {
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
