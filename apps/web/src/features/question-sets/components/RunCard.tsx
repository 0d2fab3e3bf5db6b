import {
  type QuestionSetView,
  startTestRun,
  stopTestRun,
  type TestRunView,
} from '@hanasu/contract/question-sets';
import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { useStartRun, useStopRun } from '../question-sets.queries.ts';
import { isActive } from '../use-run-updates.ts';

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
          <OnlyFor endpoint={stopTestRun}>
            <Button
              variant="default"
              leftSection={<Icon name="square" />}
              loading={stop.isPending}
              onClick={() => stop.mutate(run.uuid)}
            >
              {t('questionSets.stop')}
            </Button>
          </OnlyFor>
        ) : (
          <OnlyFor endpoint={startTestRun}>
            <Button
              leftSection={<Icon name="play" />}
              disabled={set.questions === 0}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {t('questionSets.run')}
            </Button>
          </OnlyFor>
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
          {faultWords(error)}
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
