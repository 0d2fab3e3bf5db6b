import { type FirstStepsView, getInsights, PERIODS, type Period } from '@hanasu/contract/insights';
import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api/api-client.ts';
import { useRealtime, useRealtimeRejoin } from '../../shell/api/realtime.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { doneOf, STEPS } from '../../shell/first-steps/FirstSteps.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { firstStepsQuery, homeQuery, meQuery } from '../../shell/shell.queries.ts';
import { FirstRun } from './first-run/FirstRun.tsx';
import classes from './Home.module.css';
import { Attention } from './overview/Attention.tsx';
import { DayBars } from './overview/DayBars.tsx';
import { HourBars } from './overview/HourBars.tsx';
import { NumberStrip } from './overview/NumberStrip.tsx';
import { BotRows, Questions } from './overview/Rows.tsx';
import { TodayLines } from './overview/TodayLines.tsx';

const REFRESH_AT_MOST_EVERY_MS = 3000;
/** The shortest one, and what the address leaves out. */
const FIRST_PERIOD: Period = '7';
const LONGER = [30, 90] as const;

/** What needs me, and what happened; before the first answer, the way there. */
export function HomePage() {
  const { t } = useWords();
  const { days: asked } = useSearch({ from: '/_default/' });
  const days = PERIODS.find((each) => Number(each) === asked) ?? FIRST_PERIOD;
  const queryClient = useQueryClient();
  const { data: user } = useQuery(meQuery);
  const home = useQuery(homeQuery);
  const steps = useQuery(firstStepsQuery);
  const insights = useQuery(insightsQuery(days));
  const refetch = useThrottledCallback(
    () => void queryClient.invalidateQueries({ queryKey: homeQuery.queryKey }),
    REFRESH_AT_MOST_EVERY_MS,
  );
  useRealtime(UPDATE_CONVERSATION, refetch);
  useRealtimeRejoin(refetch);

  const parts = [home, steps, insights];
  const failed = parts.find(({ isError }) => isError);
  const isFirstRun = steps.data !== undefined && !steps.data.steps.answered;
  const hasHistory = insights.data !== undefined && insights.data.numbers.conversations > 0;
  const isQuiet = isFirstRun && !hasHistory;
  return (
    <PageFrame
      title={
        user
          ? t('home.hello', { name: user.role === 'owner' ? user.account.name : user.displayName })
          : t('home.title')
      }
      purpose={<Purpose left={isFirstRun ? steps.data : undefined} />}
      actions={!isQuiet && <PeriodSwitch days={days} />}
    >
      {failed && (
        <ErrorNotice error={failed.error} onRetry={() => parts.forEach((part) => void part.refetch())} />
      )}
      {(home.isPending || steps.isPending) && <Skeleton height={320} radius="lg" aria-hidden />}
      {isFirstRun && <FirstRun view={steps.data} />}
      {home.data && steps.data && <Attention home={home.data} isQuiet={isQuiet} />}
      {insights.data && steps.data && !isQuiet && (
        <div className={classes.overview} aria-busy={insights.isPlaceholderData}>
          <NumberStrip insights={insights.data} days={days} balance={home.data?.balance} />
          <TodayLines lines={insights.data.lines} />
          <div className={classes.two}>
            <DayBars days={insights.data.days} />
            <HourBars hours={insights.data.hours} />
          </div>
          <div className={classes.two}>
            <Questions {...insights.data} />
            <BotRows bots={insights.data.bots} />
          </div>
        </div>
      )}
    </PageFrame>
  );
}

function Purpose({ left }: { left: FirstStepsView | undefined }) {
  const { t } = useWords();
  if (!left) return t('home.purpose');
  return t('overview.firstRun.left', { count: STEPS.length - doneOf(left) });
}

function PeriodSwitch({ days }: { days: Period }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/' });
  return (
    <SegmentedControl
      aria-label={t('overview.period')}
      value={days}
      data={PERIODS.map((each) => ({ value: each, label: t('overview.days', { days: each }) }))}
      onChange={(value) => {
        void navigate({ search: { days: LONGER.find((each) => String(each) === value) }, replace: true });
      }}
    />
  );
}

/** Under `['home']`, so that what refreshes the one refreshes the other. */
const insightsQuery = (days: Period) =>
  queryOptions({
    queryKey: ['home', 'insights', days],
    queryFn: ({ signal }) => call(getInsights, { query: { days }, signal }),
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
