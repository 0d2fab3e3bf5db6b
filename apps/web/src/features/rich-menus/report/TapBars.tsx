import type { MenuReport } from '@hanasu/contract/menu-reports';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { labelEvery, NAMED_DAYS, niceTop, useDayWords } from '../../../shell/components/day-axis.ts';
import { ValueAxis } from '../../../shell/components/ValueAxis.tsx';
import classes from './Report.module.css';

type Day = MenuReport['days'][number];

const HEIGHT = 200;
const TOP = 20;
const BASE = 176;
const LEFT = 34;
const WIDEST_BAR = 34;

/** Taps day by day, and as a thin line those of as many days before. */
export function TapBars({ days }: { days: readonly Day[] }) {
  const { t } = useWords();
  const format = useFormat();
  const words = useDayWords();
  const [shown, setShown] = useState<Day | null>(null);
  const total = days.reduce((sum, { taps }) => sum + taps, 0);
  const before = days.reduce((sum, day) => sum + day.before, 0);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <section aria-labelledby="tap-days" className={classes.section}>
      <div className={classes.chartHead}>
        <h2 id="tap-days" className={classes.heading}>
          {t('menuReport.days')}
        </h2>
        <ul className={classes.legend}>
          <li>
            <span data-mark="bar" />
            {t('menuReport.now')}
          </li>
          <li>
            <span data-mark="line" />
            {t('menuReport.before')}
          </li>
        </ul>
      </div>
      <p className={classes.hovered} aria-hidden>
        {shown
          ? t('menuReport.hover', {
              day: words.long(shown.day),
              taps: format.number(shown.taps),
              before: format.number(shown.before),
            })
          : total + before === 0 && t('menuReport.noTaps')}
      </p>
      {first && last && (
        <Bars
          days={days}
          shown={shown}
          onShow={setShown}
          label={t('menuReport.spoken', {
            first: words.long(first.day),
            last: words.long(last.day),
            total: format.number(total),
            before: format.number(before),
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
  const format = useFormat();
  const words = useDayWords();
  const { ref, width } = useElementSize();
  const top = niceTop(Math.max(...days.flatMap(({ taps, before }) => [taps, before])));
  const step = Math.max(0, width - LEFT) / days.length;
  const isNamed = days.length <= NAMED_DAYS;
  const bar = Math.min(step * (isNamed ? 0.52 : 0.66), WIDEST_BAR);
  const every = labelEvery(step, isNamed);
  const yOf = (value: number) => BASE - (value / top) * (BASE - TOP);
  const middleOf = (index: number) => LEFT + step * (index + 0.5);
  return (
    <div ref={ref} className={classes.bars} onPointerLeave={() => onShow(null)}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          <ValueAxis top={top} yOf={yOf} left={LEFT} width={width} />
          {days.map((day, index) => (
            <g key={day.day} onPointerEnter={() => onShow(day)}>
              <rect x={LEFT + step * index} y={0} width={step} height={BASE} fill="transparent" />
              <rect
                x={middleOf(index) - bar / 2}
                y={yOf(day.taps)}
                width={bar}
                height={BASE - yOf(day.taps)}
                fill="var(--chart-bot)"
              />
              {isNamed && day.taps > 0 && (
                <text x={middleOf(index)} y={yOf(day.taps) - 6} textAnchor="middle" data-strong>
                  {format.number(day.taps)}
                </text>
              )}
              {(days.length - 1 - index) % every === 0 && (
                <text
                  x={isNamed || index < days.length - 1 ? middleOf(index) : width}
                  y={BASE + 18}
                  textAnchor={isNamed || index < days.length - 1 ? 'middle' : 'end'}
                >
                  {index === days.length - 1 ? t('menuReport.today') : words.short(day.day, isNamed)}
                </text>
              )}
              {shown === day && (
                <path
                  d={`M${middleOf(index)} ${TOP - 8}V${BASE}`}
                  stroke="var(--ink-line)"
                  strokeDasharray="2 3"
                />
              )}
            </g>
          ))}
          <polyline
            points={days.map(({ before }, index) => `${middleOf(index)},${yOf(before)}`).join(' ')}
            fill="none"
            stroke="var(--chart-none)"
            strokeWidth={1.2}
            pointerEvents="none"
          />
          <path d={`M${LEFT} ${BASE}H${width}`} stroke="var(--ink-line)" />
        </svg>
      )}
    </div>
  );
}

function DayTable({ days }: { days: readonly Day[] }) {
  const { t } = useWords();
  const format = useFormat();
  const words = useDayWords();
  return (
    <details className={classes.table}>
      <summary>{t('menuReport.asTable')}</summary>
      <DataTable label={t('menuReport.days')}>
        <thead>
          <tr>
            <th scope="col">{t('menuReport.day')}</th>
            <th scope="col" data-number>
              {t('menuReport.taps')}
            </th>
            <th scope="col" data-number>
              {t('menuReport.before')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <td>{words.long(day.day)}</td>
              <td data-number>{format.number(day.taps)}</td>
              <td data-number>{format.number(day.before)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </details>
  );
}
