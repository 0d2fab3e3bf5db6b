import type { TokenUsageView } from '@hanasu/contract/billing';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { DayChart } from '../../../shell/components/DayChart.tsx';
import { useDayWords } from '../../../shell/components/day-axis.ts';
import classes from './Usage.module.css';

type Day = TokenUsageView['items'][number];

/** Of an axis without bars. */
const EMPTY_TOP = 1_000;
const dayOf = ({ key }: Day): string => key ?? '';

/** Entries of one day in the history below. */
const rowsOf = ({ from, to }: Day) => ({ from, to, kind: 'call' as const, page: undefined });

/** Tokens day by day; a press on a day leads to its entries. */
export function TokenBars({ usage: { items: days, total } }: { usage: TokenUsageView }) {
  const { t } = useWords();
  const format = useFormat();
  const words = useDayWords();
  const [shown, setShown] = useState<Day | null>(null);
  const [first, last] = [days[0], days.at(-1)];
  const nameOf = (day: Day) =>
    t('tokenUsage.hover', {
      count: day.calls,
      day: words.long(dayOf(day)),
      tokens: format.number(day.tokens),
      calls: format.number(day.calls),
    });
  return (
    <div className={classes.chart}>
      <h3 className={classes.small}>{t('tokenUsage.perDay')}</h3>
      <p className={classes.shown} aria-hidden>
        {shown
          ? nameOf(shown)
          : t(total.calls === 0 ? 'tokenUsage.none' : 'tokenUsage.sum', {
              count: total.calls,
              tokens: format.number(total.tokens),
              calls: format.number(total.calls),
            })}
      </p>
      {first && last && (
        <DayChart
          days={days}
          dateOf={dayOf}
          numberOf={({ tokens }) => tokens}
          emptyTop={EMPTY_TOP}
          today={t('tokenUsage.today')}
          shown={shown}
          onShow={setShown}
          nameOf={nameOf}
          label={t('tokenUsage.spoken', {
            first: words.long(dayOf(first)),
            last: words.long(dayOf(last)),
            tokens: format.number(total.tokens),
          })}
          renderBar={({ tokens }, { x, width, yOf }) => (
            <rect x={x} y={yOf(tokens)} width={width} height={yOf(0) - yOf(tokens)} fill="var(--chart-4)" />
          )}
          renderLink={(day, props) => (
            <Link to="/Token" search={(old) => ({ ...old, ...rowsOf(day) })} hash="history" {...props} />
          )}
        />
      )}
      <DayTable days={days} />
    </div>
  );
}

function DayTable({ days }: { days: readonly Day[] }) {
  const { t } = useWords();
  const format = useFormat();
  const words = useDayWords();
  return (
    <details className={`${classes.details} ${classes.days}`}>
      <summary>{t('tokenUsage.table')}</summary>
      <DataTable label={t('tokenUsage.perDay')}>
        <thead>
          <tr>
            <th scope="col">{t('tokenUsage.day')}</th>
            <th scope="col" data-number>
              {t('tokenUsage.calls')}
            </th>
            <th scope="col" data-number>
              {t('billing.tokens')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.key}>
              <td>
                <Link
                  to="/Token"
                  search={(old) => ({ ...old, ...rowsOf(day) })}
                  hash="history"
                  className={cellClasses.main}
                >
                  {words.long(dayOf(day))}
                </Link>
              </td>
              <td data-number>{format.number(day.calls)}</td>
              <td data-number>{format.number(day.tokens)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </details>
  );
}
