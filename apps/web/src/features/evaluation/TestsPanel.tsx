import type { KnowledgeId, QuestionSetId } from '@hanasu/contract/ids';
import { createQuestionSet, deleteQuestionSet, type QuestionSetView } from '@hanasu/contract/question-sets';
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Menu,
  Modal,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { Can } from '../../shell/components/Can.tsx';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import { MissedQuestions } from './MissedQuestions.tsx';
import { QuestionList } from './QuestionList.tsx';
import { runsQuery, setsQuery, useCreateSet, useDeleteSet, useRenameSet } from './question-sets.queries.ts';
import { RunResults } from './RunResults.tsx';
import { RunCard, RunHistory } from './Runs.tsx';
import { useRunUpdates } from './use-run-updates.ts';

const VIEWS = ['questions', 'results', 'history'] as const;
type View = (typeof VIEWS)[number];

/** One set: how well the search does, and beside it its questions, what was found, and how it was before. */
function SetView({ set }: { set: QuestionSetView }) {
  const { t } = useWords();
  const [view, setView] = useState<View>('questions');
  const runs = useQuery(runsQuery(set.uuid));
  const done = (runs.data?.items ?? []).filter(({ status }) => status === 'done');
  const latest = done[0];
  return (
    <Stack gap="md">
      <RunCard set={set} latest={latest ?? null} before={done[1] ?? null} />
      <SegmentedControl
        aria-label={t('questionSets.views')}
        data={VIEWS.map((value) => ({ value, label: t(`questionSets.view.${value}`) }))}
        value={view}
        onChange={(value) => setView(value as View)}
        w="fit-content"
        maw="100%"
      />
      {view === 'questions' && <QuestionList set={set} />}
      {view === 'results' && <RunResults run={latest ?? null} knowledgeUuid={set.knowledgeUuid} />}
      {view === 'history' && <RunHistory runs={runs.data?.items ?? []} />}
    </Stack>
  );
}

/** Sets of test questions with their runs, and what people asked in vain. */
export function TestsPanel({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const sets = useQuery(setsQuery(knowledgeUuid));
  const [chosen, setChosen] = useState<QuestionSetId | null>(null);
  const [isNaming, naming] = useDisclosure(false);
  const create = useCreateSet(knowledgeUuid);
  useRunUpdates();
  const items = sets.data?.items ?? [];
  const set = items.find(({ uuid }) => uuid === chosen) ?? items[0];
  const add = (variant: string) => (
    <Can endpoint={createQuestionSet}>
      <Button variant={variant} leftSection={<Icon name="plus" />} onClick={naming.open}>
        {t('questionSets.create')}
      </Button>
    </Can>
  );
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <Text c="dimmed">{t('questionSets.purpose')}</Text>
        {sets.isError && <ErrorNotice error={sets.error} onRetry={() => void sets.refetch()} />}
        {sets.isPending && <Skeleton height={180} radius="lg" aria-hidden />}
        {sets.data && items.length === 0 && (
          <EmptyState
            icon="list-checks"
            title={t('questionSets.empty')}
            text={t('questionSets.emptyText')}
            action={add('filled')}
          />
        )}
        {set && (
          <>
            <Group gap="xs">
              <Select
                aria-label={t('questionSets.set')}
                data={nameOptions(items)}
                value={set.uuid}
                onChange={(value) => setChosen((value as QuestionSetId | null) ?? null)}
                allowDeselect={false}
                w={240}
              />
              <SetMenu set={set} />
              {add('subtle')}
            </Group>
            <SetView key={set.uuid} set={set} />
          </>
        )}
      </Stack>
      <MissedQuestions knowledgeUuid={knowledgeUuid} sets={items} />
      {isNaming && (
        <NameDialog
          title={t('questionSets.create')}
          name=""
          isPending={create.isPending}
          onClose={naming.close}
          onSave={async (name) => {
            const made = await create.mutateAsync(name);
            setChosen(made.uuid);
          }}
        />
      )}
    </Stack>
  );
}

function SetMenu({ set }: { set: QuestionSetView }) {
  const { t } = useWords();
  const [isNaming, naming] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const rename = useRenameSet(set.uuid);
  const remove = useDeleteSet();
  return (
    <Can endpoint={deleteQuestionSet}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={t('questionSets.moreOf', { name: set.name })}
          >
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="pencil" />} onClick={naming.open}>
            {t('questionSets.rename')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Icon name="trash-2" />} onClick={asking.open}>
            {t('questionSets.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          title={t('questionSets.rename')}
          name={set.name}
          isPending={rename.isPending}
          onClose={naming.close}
          onSave={async (name) => {
            await rename.mutateAsync(name);
          }}
        />
      )}
      <ConfirmDelete
        opened={isAsking}
        onClose={asking.close}
        onConfirm={() => remove.mutate(set.uuid, { onSuccess: asking.close })}
        title={t('questionSets.deleteTitle', { name: set.name })}
        {...(set.questions > 0 && { asksName: set.name })}
        pending={remove.isPending}
        error={remove.error}
      >
        {t('questionSets.deleteText', { count: set.questions })}
      </ConfirmDelete>
    </Can>
  );
}

interface NameDialogProps {
  title: string;
  name: string;
  isPending: boolean;
  onClose: () => void;
  onSave: (name: string) => Promise<void>;
}

/** The name of a set. */
function NameDialog({ title, name, isPending, onClose, onSave }: NameDialogProps) {
  const { t } = useWords();
  const form = useForm({ defaultValues: { name } });
  const save = form.handleSubmit(async (values) => {
    try {
      await onSave(values.name.trim());
    } catch (error) {
      applyFormError(form, error);
      return;
    }
    onClose();
  });
  const { errors } = form.formState;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <TextInput
            label={t('questionSets.name')}
            placeholder={t('questionSets.nameExample')}
            maxLength={120}
            data-autofocus
            {...form.register('name', {
              validate: (value) => value.trim() !== '' || t('fields.required'),
            })}
            error={errors.name?.message}
          />
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('questionSets.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
