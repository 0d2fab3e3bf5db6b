import type { InsightsView } from '@hanasu/contract/insights';
import { useElementSize } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { LABEL, labelEvery, NAMED_DAYS, niceTop, useDayWords } from '../../../shell/components/day-axis.ts';
import { ValueAxis } from '../../../shell/components/ValueAxis.tsx';
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

const HEIGHT = 208;
const TOP = 20;
const BASE = 184;
const LEFT = 30;
const WIDEST_BAR = 34;
const GAP = 1.5;

/** Who answered, day by day; a press on a day leads to its conversations. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const { t } = useWords();
  const words = useDayWords();
  const [shown, setShown] = useState<Day | null>(null);
  const total = days.reduce((sum, day) => sum + day.conversations, 0);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <section aria-labelledby="day-bars" className={classes.section}>
      <div className={classes.chartHead}>
        <h2 id="day-bars" className={classes.heading}>
          {t('overview.chart.title')}
        </h2>
        <Legend items={PARTS.map(([by, key]) => [by, t(`overview.numbers.${key}`)])} />
      </div>
      <p className={classes.shown} aria-hidden>
        {shown
          ? t('overview.chart.hover', {
              day: words.long(shown.day),
              total: String(shown.conversations),
              parts: PARTS.map(([, key]) => `${t(`overview.numbers.${key}`)} ${shown[key]}`).join(
                t('overview.chart.comma'),
              ),
            })
          : total === 0 && t('overview.chart.empty')}
      </p>
      {first && last && (
        <Bars
          days={days}
          shown={shown}
          onShow={setShown}
          label={t('overview.chart.spoken', {
            first: words.long(first.day),
            last: words.long(last.day),
            total: String(total),
          })}
        />
      )}
      <DayTable days={days} />
    </section>
  );
}

interface BarsProps {
  days: readonly Day[];
  shown: Day | null;
  onShow: (day: Day | null) => void;
  label: string;
}

function Bars({ days, shown, onShow, label }: BarsProps) {
  const { t } = useWords();
  const words = useDayWords();
  const { ref, width } = useElementSize();
  const top = niceTop(Math.max(...days.map(({ conversations }) => conversations)));
  const step = Math.max(0, width - LEFT) / days.length;
  const isNamed = days.length <= NAMED_DAYS;
  const bar = Math.min(step * (isNamed ? 0.52 : 0.66), WIDEST_BAR);
  const yOf = (value: number) => BASE - (value / top) * (BASE - TOP);
  const every = labelEvery(step, isNamed);
  return (
    <div ref={ref} className={classes.bars} onPointerLeave={() => onShow(null)}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          <Hatch />
          <ValueAxis top={top} yOf={yOf} left={LEFT} width={width} />
          {days.map((day, index) => {
            const x = LEFT + step * index + (step - bar) / 2;
            const isToday = index === days.length - 1;
            return (
              <g key={day.day}>
                <Stack day={day} x={x} width={bar} yOf={yOf} />
                {isNamed && day.conversations > 0 && (
                  <text x={x + bar / 2} y={yOf(day.conversations) - 6} textAnchor="middle" data-strong>
                    {day.conversations}
                  </text>
                )}
                {(days.length - 1 - index) % every === 0 && (
                  <text x={Math.min(x + bar / 2, width - LABEL / 2)} y={BASE + 18} textAnchor="middle">
                    {isToday ? t('overview.chart.today') : words.short(day.day, isNamed)}
                  </text>
                )}
                {shown === day && (
                  <path
                    d={`M${x + bar / 2} ${TOP - 8}V${BASE}`}
                    stroke="var(--ink-line)"
                    strokeDasharray="2 3"
                  />
                )}
              </g>
            );
          })}
          <path d={`M${LEFT} ${BASE}H${width}`} stroke="var(--ink-line)" />
        </svg>
      )}
      {/* The same as the table's links, which are there for keyboards. */}
      <div className={classes.columns} style={{ insetInlineStart: LEFT, height: BASE }} aria-hidden>
        {days.map((day) => (
          <Link
            key={day.day}
            to="/Message"
            search={{ from: day.from, to: day.to }}
            tabIndex={-1}
            onPointerEnter={() => onShow(day)}
          />
        ))}
      </div>
    </div>
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
