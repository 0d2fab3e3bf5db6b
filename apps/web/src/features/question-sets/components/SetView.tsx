import type { QuestionSetView } from '@hanasu/contract/question-sets';
import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { runsQuery } from '../question-sets.queries.ts';
import { QuestionList } from './QuestionList.tsx';
import { RunCard } from './RunCard.tsx';
import { RunHistory } from './RunHistory.tsx';
import { RunResults } from './RunResults.tsx';

const VIEWS = ['questions', 'results', 'history'] as const;
type View = (typeof VIEWS)[number];

/** One set: how well the search does, and beside it its questions, what was found, and how it was before. */
export function SetView({ set }: { set: QuestionSetView }) {
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
