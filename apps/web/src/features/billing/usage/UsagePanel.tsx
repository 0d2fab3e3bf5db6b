import { PERIODS } from '@hanasu/contract/insights';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Breakdown } from './Breakdown.tsx';
import { TokenBars } from './TokenBars.tsx';
import { GROUPS, isNarrowed, type Narrowed } from './token-search.ts';
import classes from './Usage.module.css';
import { type PeriodDays, usageQuery } from './usage.queries.ts';

const USUAL = '30';

/** What was used in the last days: day by day, and by what it was used for. */
export function UsagePanel() {
  const { t } = useWords();
  const format = useFormat();
  const { bot, model, channel, key, person, tests, days: asked } = useSearch({ from: '/_default/Token' });
  const navigate = useNavigate({ from: '/Token' });
  const filter: Narrowed = { bot, model, channel, key, person, tests };
  const days: PeriodDays = PERIODS.find((each) => Number(each) === asked) ?? USUAL;
  const usage = useQuery(usageQuery('day', days, filter));
  const narrowedBy = [
    ...GROUPS.filter((group) => filter[group] !== undefined).map((group) => t(`tokenUsage.by.${group}`)),
    ...(tests === false ? [t('billing.withoutTests')] : []),
  ];
  return (
    <section className={classes.panel} aria-labelledby="usage-title">
      <div className={classes.head}>
        <h2 id="usage-title" className={classes.heading}>
          {t('tokenUsage.title')}
        </h2>
        <SegmentedControl
          aria-label={t('tokenUsage.period')}
          value={days}
          data={PERIODS.map((each) => ({ value: each, label: t('tokenUsage.days', { days: each }) }))}
          onChange={(value) =>
            void navigate({
              search: (old) => ({ ...old, days: value === '7' ? 7 : value === '90' ? 90 : undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {isNarrowed(filter) && (
        <p className={classes.note}>{t('tokenUsage.narrowed', { by: format.list(narrowedBy) })}</p>
      )}
      {usage.isError && <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      <div className={classes.two}>
        {usage.data ? <TokenBars usage={usage.data} /> : <div className={classes.waitingBars} aria-hidden />}
        <Breakdown days={days} filter={filter} />
      </div>
    </section>
  );
}
