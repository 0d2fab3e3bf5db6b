import type { KnowledgeId, QuestionSetId } from '@hanasu/contract/ids';
import { createQuestionSet } from '@hanasu/contract/question-sets';
import { Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { setsQuery, useCreateSet } from '../question-sets.queries.ts';
import { useRunUpdates } from '../use-run-updates.ts';
import { MissedQuestions } from './MissedQuestions.tsx';
import { NameDialog } from './NameDialog.tsx';
import { SetMenu } from './SetMenu.tsx';
import { SetView } from './SetView.tsx';

/** Sets of test questions with their runs, and what people asked in vain. */
export function TestsPanel({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const sets = useQuery(setsQuery(knowledgeUuid));
  const [chosen, setChosen] = useState<QuestionSetId | null>(null);
  const [isNaming, naming] = useDisclosure(false);
  const create = useCreateSet(knowledgeUuid);
  useRunUpdates();
  const items = sets.data?.items ?? [];
  const set = items.find(({ uuid }) => uuid === chosen) ?? items[0];
  const add = (variant: string) => (
    <OnlyFor endpoint={createQuestionSet}>
      <Button variant={variant} leftSection={<Icon name="plus" />} onClick={naming.open}>
        {t('questionSets.create')}
      </Button>
    </OnlyFor>
  );
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <Text c="dimmed">{t('questionSets.purpose')}</Text>
        {sets.isError && <FaultNotice error={sets.error} onRetry={() => void sets.refetch()} />}
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
                data={items.map(({ uuid, name }) => ({ value: uuid, label: name }))}
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
