import type { KnowledgeId, QuestionSetId } from '@hanasu/contract/ids';
import { type MissedQuestion, settleMissedQuestions } from '@hanasu/contract/knowledge-health';
import type { QuestionSetView } from '@hanasu/contract/question-sets';
import { Alert, Badge, Button, Group, Modal, Select, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../shell/components/Pager.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { QuestionFields, type QuestionValues, toExpected } from './QuestionFields.tsx';
import classes from './QuestionSets.module.css';
import { missedQuery, PAGE_SIZE, useSettleMissed } from './question-sets.queries.ts';

const DAYS = [7, 30, 90] as const;
const EXAMPLES = 5;

interface MissedQuestionsProps {
  knowledgeUuid: KnowledgeId;
  sets: readonly QuestionSetView[];
}

/** What people asked the bots of this base in vain, alike questions together. */
export function MissedQuestions({ knowledgeUuid, sets }: MissedQuestionsProps) {
  const { t } = useWords();
  const [days, setDays] = useState(30);
  const [page, setPage] = useState(1);
  const list = useQuery(missedQuery(knowledgeUuid, { page, days }));
  const { items = [], total = 0 } = list.data ?? {};
  return (
    <Stack gap="sm" component="section" aria-label={t('questionSets.missed.title')}>
      <Group justify="space-between" gap="sm">
        <h2 className={classes.heading}>{t('questionSets.missed.title')}</h2>
        <Select
          aria-label={t('questionSets.missed.period')}
          data={DAYS.map((value) => ({
            value: String(value),
            label: t('questionSets.missed.days', { count: value }),
          }))}
          value={String(days)}
          onChange={(value) => {
            setDays(Number(value ?? days));
            setPage(1);
          }}
          allowDeselect={false}
          w={160}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('questionSets.missed.purpose')}
      </Text>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={140} radius="lg" aria-hidden />}
      {list.data && items.length === 0 && (
        <EmptyState
          icon="message-circle"
          title={t('questionSets.missed.empty')}
          text={t('questionSets.missed.emptyText')}
        />
      )}
      <ul className={classes.list}>
        {items.map((group) => (
          <MissedGroup key={group.key} group={group} knowledgeUuid={knowledgeUuid} sets={sets} />
        ))}
      </ul>
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={total}
        label={t('questionSets.missed.title')}
        onPage={setPage}
      />
    </Stack>
  );
}

function MissedGroup({ group, knowledgeUuid, sets }: MissedQuestionsProps & { group: MissedQuestion }) {
  const { t } = useWords();
  const format = useFormat();
  const [open, setOpen] = useState<'answer' | 'test' | null>(null);
  const settle = useSettleMissed(knowledgeUuid);
  const messageUuids = group.examples.map(({ messageUuid }) => messageUuid);
  const dismiss = () =>
    settle.mutate(
      { action: 'dismiss', messageUuids },
      {
        onSuccess: () => toasts.add({ title: t('questionSets.missed.dismissed') }),
        onError: (error) => toasts.add({ title: errorMessage(error), color: 'error' }),
      },
    );
  return (
    <li className={classes.item}>
      <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap">
        <span className={classes.question}>{group.question}</span>
        <Badge variant="light" className="numbers" style={{ flex: 'none' }}>
          {t('questionSets.missed.times', { count: group.times })}
        </Badge>
      </Group>
      <span className={classes.sub}>
        {group.reasons.map((reason) => t(`questionSets.missed.reason.${reason}`)).join(' · ')}
        {' · '}
        {format.ago(group.lastAt)}
      </span>
      <details className={classes.found}>
        <summary>{t('questionSets.missed.examples')}</summary>
        <ol>
          {group.examples.slice(0, EXAMPLES).map((example) => (
            <li key={example.messageUuid}>
              <Link to="/Channel/conversation/$id" params={{ id: example.conversationUuid }}>
                {example.text}
              </Link>
              <span className={classes.sub}>{example.answer}</span>
            </li>
          ))}
        </ol>
      </details>
      <Can endpoint={settleMissedQuestions}>
        <Group gap="xs" mt="sm">
          <Button
            size="xs"
            leftSection={<Icon name="text-quote" size={14} />}
            onClick={() => setOpen('answer')}
          >
            {t('questionSets.missed.answer')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="list-checks" size={14} />}
            disabled={sets.length === 0}
            title={sets.length === 0 ? t('questionSets.missed.needsSet') : undefined}
            onClick={() => setOpen('test')}
          >
            {t('questionSets.missed.test')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" loading={settle.isPending} onClick={dismiss}>
            {t('questionSets.missed.dismiss')}
          </Button>
        </Group>
      </Can>
      {open && (
        <MissedDialog
          action={open}
          group={group}
          knowledgeUuid={knowledgeUuid}
          sets={sets}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  );
}

interface MissedDialogProps {
  action: 'answer' | 'test';
  group: MissedQuestion;
  knowledgeUuid: KnowledgeId;
  sets: readonly QuestionSetView[];
  onClose: () => void;
}

/** Answers a missed question for good, or makes a test of it. */
function MissedDialog(props: MissedDialogProps) {
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
      applyFormError(form, error);
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
  const nameOptions = useNameOptions();
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
      applyFormError(form, error);
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
          data={nameOptions(sets)}
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
