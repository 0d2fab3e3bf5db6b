import type { TestRunView } from '@hanasu/contract/question-sets';
import { Stack, Text } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { ScoreChart } from './ScoreChart.tsx';

/** How the scores went over the runs, with what each ran for and on which settings. */
export function RunHistory({ runs }: { runs: readonly TestRunView[] }) {
  const { t } = useWords();
  const format = useFormat();
  if (runs.length === 0) return <Text size="sm">{t('questionSets.noRun')}</Text>;
  const done = runs.filter(({ scores }) => scores !== null).toReversed();
  return (
    <Stack gap="md">
      {done.length > 1 && (
        <Surface>
          <ScoreChart runs={done} />
        </Surface>
      )}
      <Surface flush>
        <DataTable label={t('questionSets.history')}>
          <thead>
            <tr>
              <th>{t('questionSets.when')}</th>
              <th data-number>{t('questionSets.r1')}</th>
              <th data-number>{t('questionSets.r5')}</th>
              <th data-number data-minor>
                {t('questionSets.mrr')}
              </th>
              <th data-number data-minor>
                {t('questionSets.time')}
              </th>
              <th data-minor>{t('questionSets.settings')}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.uuid}>
                <td title={format.dateTime(run.createdAt)}>
                  {format.ago(run.createdAt)}
                  <Text size="xs" c="dimmed">
                    {run.status === 'done'
                      ? t(`questionSets.cause.${run.cause}`)
                      : t(`questionSets.status.${run.status}`)}
                  </Text>
                </td>
                <td data-number>{run.scores ? format.percent(run.scores.r1) : '–'}</td>
                <td data-number>{run.scores ? format.percent(run.scores.r5) : '–'}</td>
                <td data-number data-minor>
                  {run.scores ? format.decimal(run.scores.mrr) : '–'}
                </td>
                <td data-number data-minor>
                  {run.milliseconds === null ? '–' : format.duration(run.milliseconds)}
                </td>
                <td data-minor>
                  <SettingsWords run={run} />
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </Surface>
    </Stack>
  );
}

function SettingsWords({ run: { settings } }: { run: TestRunView }) {
  const { t } = useWords();
  const words = [
    t('questionSets.size', { tokens: settings.chunkTokens, overlap: settings.overlapPercent }),
    settings.embeddingModel ?? t('questionSets.wordsOnly'),
    ...(settings.reranker === null ? [] : [settings.reranker]),
  ];
  return (
    <Text size="xs" c="dimmed" component="span">
      {words.join(' · ')}
    </Text>
  );
}
