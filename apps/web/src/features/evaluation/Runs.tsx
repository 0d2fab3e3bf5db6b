import {
  type QuestionSetView,
  startTestRun,
  stopTestRun,
  type TestRunView,
} from '@hanasu/contract/question-sets';
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { DataTable } from '../../shell/components/DataTable.tsx';
import { Stat, Stats } from '../../shell/components/Stats.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import classes from './QuestionSets.module.css';
import { useStartRun, useStopRun } from './question-sets.queries.ts';
import { isActive } from './use-run-updates.ts';

const WIDTH = 600;
const HEIGHT = 160;
const LEFT = 40;
const EDGE = 10;
const LINES = ['r1', 'r5', 'mrr'] as const;

/** Three lines over the runs, oldest first. The same numbers stand in the table below it. */
function ScoreChart({ runs }: { runs: readonly TestRunView[] }) {
  const { t } = useWords();
  const format = useFormat();
  const x = (index: number) => LEFT + (index * (WIDTH - LEFT - EDGE)) / Math.max(1, runs.length - 1);
  const y = (share: number) => EDGE + (1 - share) * (HEIGHT - 2 * EDGE);
  return (
    <figure className={classes.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('questionSets.chart')}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={LEFT} x2={WIDTH - EDGE} y1={y(share)} y2={y(share)} className={classes.grid} />
            <text x={LEFT - 6} y={y(share) + 4} textAnchor="end" className={classes.tick}>
              {format.percent(share)}
            </text>
          </g>
        ))}
        {LINES.map((name) => (
          <g key={name} className={classes.line} data-line={name}>
            <polyline
              points={runs.map((run, index) => `${x(index)},${y(run.scores?.[name] ?? 0)}`).join(' ')}
            />
            {runs.map((run, index) => (
              <circle key={run.uuid} cx={x(index)} cy={y(run.scores?.[name] ?? 0)} r={3} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption className={classes.legend}>
        {LINES.map((name) => (
          <span key={name} className={classes.key} data-line={name}>
            {t(`questionSets.${name}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

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

interface RunCardProps {
  set: QuestionSetView;
  /** The last two that were finished. */
  latest: TestRunView | null;
  before: TestRunView | null;
}

/** Starts and stops a run, shows how far it is, and what the last one measured beside the one before. */
export function RunCard({ set, latest, before }: RunCardProps) {
  const { t } = useWords();
  const start = useStartRun(set.uuid);
  const stop = useStopRun();
  const run = set.lastRun;
  const error = start.error ?? stop.error;
  return (
    <Surface aria-label={t('questionSets.scores')}>
      <Group justify="space-between" gap="sm" mb="sm">
        <Text size="sm" c="dimmed">
          {t('questionSets.questionsCount', { count: set.questions })}
          {latest && ' · '}
          {latest && <LastRun run={latest} />}
        </Text>
        {isActive(run) && run ? (
          <Can endpoint={stopTestRun}>
            <Button
              variant="default"
              leftSection={<Icon name="square" />}
              loading={stop.isPending}
              onClick={() => stop.mutate(run.uuid)}
            >
              {t('questionSets.stop')}
            </Button>
          </Can>
        ) : (
          <Can endpoint={startTestRun}>
            <Button
              leftSection={<Icon name="play" />}
              disabled={set.questions === 0}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {t('questionSets.run')}
            </Button>
          </Can>
        )}
      </Group>
      {isActive(run) && run && <RunProgress run={run} />}
      {!isActive(run) && (run?.status === 'stopped' || run?.status === 'failed') && (
        <Text size="sm" mb="sm" role="status">
          {t(`questionSets.ended.${run.status}`)}
        </Text>
      )}
      {error && (
        <Alert color="red" role="alert" mb="sm">
          {errorMessage(error)}
        </Alert>
      )}
      {latest?.scores ? (
        <Scores latest={latest} before={before} />
      ) : (
        <Text size="sm">{t(set.questions === 0 ? 'questionSets.noQuestions' : 'questionSets.noRun')}</Text>
      )}
    </Surface>
  );
}

function LastRun({ run }: { run: TestRunView }) {
  const { t } = useWords();
  const format = useFormat();
  return <>{t('questionSets.lastRun', { ago: format.ago(run.finishedAt ?? run.createdAt) })}</>;
}

function RunProgress({ run }: { run: TestRunView }) {
  const { t } = useWords();
  const words =
    run.status === 'queued' || (run.done === 0 && run.cause !== 'manual')
      ? t('questionSets.waiting')
      : t('questionSets.progress', { done: run.done, total: run.questions });
  return (
    <div style={{ marginBottom: 14 }}>
      <Text size="sm" mb={6} role="status" className="numbers">
        {words}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section
          value={run.questions === 0 ? 0 : (100 * run.done) / run.questions}
          aria-label={t('questionSets.progressLabel')}
        />
      </Progress.Root>
    </div>
  );
}

function Scores({ latest, before }: Pick<RunCardProps, 'latest' | 'before'>) {
  const { t } = useWords();
  const format = useFormat();
  const change = (name: 'r1' | 'r5' | 'mrr') => {
    if (!latest?.scores || !before?.scores) return undefined;
    const points = Math.round(100 * (latest.scores[name] - before.scores[name]));
    return points === 0
      ? t('questionSets.same')
      : t('questionSets.change', { points: format.signed(points) });
  };
  if (!latest?.scores) return null;
  const { r1, r5, mrr } = latest.scores;
  return (
    <Stats>
      <Stat label={t('questionSets.r1')} value={format.percent(r1)} note={change('r1')} />
      <Stat label={t('questionSets.r5')} value={format.percent(r5)} note={change('r5')} />
      <Stat label={t('questionSets.mrr')} value={format.decimal(mrr)} note={change('mrr')} />
      {latest.milliseconds !== null && (
        <Stat label={t('questionSets.time')} value={format.duration(latest.milliseconds)} />
      )}
    </Stats>
  );
}
