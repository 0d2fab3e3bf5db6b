import type { InsightsView } from '@hanasu/contract/insights';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { DayChart } from '../../../shell/components/DayChart.tsx';
import { useDayWords } from '../../../shell/components/day-axis.ts';
import { HATCH, Hatch, Legend } from './Legend.tsx';
import classes from './Overview.module.css';

type Day = InsightsView['days'][number];

/** Who answered, by sign and by number: each conversation once. */
const PARTS = [
  ['bot', 'botOnly'],
  ['both', 'botAndStaff'],
  ['person', 'staffOnly'],
  ['none', 'unanswered'],
] as const;

const GAP = 1.5;

/** Who answered, day by day; a press on a day leads to its conversations. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const { t } = useWords();
  const words = useDayWords();
  const [shown, setShown] = useState<Day | null>(null);
  const total = days.reduce((sum, day) => sum + day.conversations, 0);
  const [first, last] = [days[0], days.at(-1)];
  const nameOf = (day: Day) =>
    t('overview.chart.hover', {
      day: words.long(day.day),
      total: String(day.conversations),
      parts: PARTS.map(([, key]) => `${t(`overview.numbers.${key}`)} ${day[key]}`).join(
        t('overview.chart.comma'),
      ),
    });
  return (
    <section aria-labelledby="day-bars" className={classes.section}>
      <div className={classes.chartHead}>
        <h2 id="day-bars" className={classes.heading}>
          {t('overview.chart.title')}
        </h2>
        <Legend items={PARTS.map(([by, key]) => [by, t(`overview.numbers.${key}`)])} />
      </div>
      <p className={classes.shown} aria-hidden>
        {shown ? nameOf(shown) : total === 0 && t('overview.chart.empty')}
      </p>
      {first && last && (
        <DayChart
          days={days}
          dateOf={({ day }) => day}
          numberOf={({ conversations }) => conversations}
          today={t('overview.chart.today')}
          shown={shown}
          onShow={setShown}
          nameOf={nameOf}
          patterns={<Hatch />}
          label={t('overview.chart.spoken', {
            first: words.long(first.day),
            last: words.long(last.day),
            total: String(total),
          })}
          renderBar={(day, bar) => <Stack day={day} {...bar} />}
          renderLink={({ from, to }, props) => <Link to="/Message" search={{ from, to }} {...props} />}
        />
      )}
      <DayTable days={days} />
    </section>
  );
}

interface StackProps {
  day: Day;
  x: number;
  width: number;
  yOf: (value: number) => number;
}

/** Bot, bot and staff, staff, no one, from the bottom up: solid, two hatches, empty. */
function Stack({ day, x, width, yOf }: StackProps) {
  const both = day.botOnly + day.botAndStaff;
  const answered = both + day.staffOnly;
  const part = (from: number, to: number) => ({
    x,
    width,
    y: yOf(to),
    height: Math.max(yOf(from) - yOf(to) - (from > 0 ? GAP : 0), 0),
  });
  const unanswered = part(answered, day.conversations);
  return (
    <>
      <rect {...part(0, day.botOnly)} fill="var(--chart-bot)" />
      <rect {...part(day.botOnly, both)} fill={HATCH.both} />
      <rect {...part(both, answered)} fill={HATCH.person} />
      {day.unanswered > 0 && width > 4 && (
        <rect
          x={unanswered.x + 1}
          y={unanswered.y + 1}
          width={Math.max(unanswered.width - 2, 1)}
          height={Math.max(unanswered.height - 2, 1)}
          fill="none"
          stroke="var(--chart-none)"
          strokeWidth={2}
        />
      )}
      {day.unanswered > 0 && width <= 4 && <rect {...unanswered} fill="var(--chart-none)" />}
    </>
  );
}

function DayTable({ days }: { days: readonly Day[] }) {
  const { t } = useWords();
  const format = useFormat();
  const words = useDayWords();
  return (
    <details className={classes.table}>
      <summary>{t('overview.chart.table')}</summary>
      <p className={classes.note}>{t('overview.chart.twice')}</p>
      <DataTable label={t('overview.chart.title')}>
        <thead>
          <tr>
            <th scope="col">{t('overview.chart.day')}</th>
            <th scope="col" data-number>
              {t('overview.chart.total')}
            </th>
            {PARTS.map(([, key]) => (
              <th key={key} scope="col" data-number>
                {t(`overview.numbers.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <td>
                <Link to="/Message" search={{ from: day.from, to: day.to }} className={cellClasses.main}>
                  {words.long(day.day)}
                </Link>
              </td>
              <td data-number>{format.number(day.conversations)}</td>
              {PARTS.map(([, key]) => (
                <td key={key} data-number>
                  {format.number(day[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </details>
  );
}
