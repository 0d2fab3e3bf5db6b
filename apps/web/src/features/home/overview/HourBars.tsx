import type { InsightsView } from '@hanasu/contract/insights';
import { MINUTES_A_DAY, minutesOf, spanMinutes } from '@hanasu/contract/open-hours';
import { useElementSize } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { chartClasses } from '../../../shell/components/DayChart.tsx';
import { niceTop } from '../../../shell/components/day-axis.ts';
import { ValueAxis } from '../../../shell/components/ValueAxis.tsx';
import { Legend } from './Legend.tsx';
import classes from './Overview.module.css';

type Hours = InsightsView['hours'];

const HOURS_A_DAY = 24;
const LABEL_EVERY_HOURS = 3;
const HEIGHT = 208;
const BASE = 184;
/** Of the longest bar: below the curtain, or where none hangs. */
const TOP = { curtain: 52, plain: 20 };
const LEFT = 30;
const BAR_SHARE = 0.78;

const hourName = (hour: number): string => `${hour}:00`;
const byHour = (asked: Hours['asked']) => asked.map((counts, hour) => ({ hour, ...counts }));

/** When customers write. A curtain hangs over the opening hours; in other hours the bot answers alone. */
export function HourBars({ hours }: { hours: Hours }) {
  const { t } = useWords();
  const format = useFormat();
  const [shown, setShown] = useState<number | null>(null);
  const total = hours.asked.reduce((sum, { open, closed }) => sum + open + closed, 0);
  const hasHours = hours.usual.length > 0;
  return (
    <section aria-labelledby="hour-bars" className={classes.section}>
      <div className={classes.chartHead}>
        <h2 id="hour-bars" className={classes.heading}>
          {t('overview.hours.title')}
        </h2>
        {hasHours && (
          <Legend
            items={[
              ['open', t('overview.hours.open')],
              ['bot', t('overview.hours.closed')],
            ]}
          />
        )}
      </div>
      <p className={classes.shown}>
        {shown === null ? <Share hours={hours} total={total} /> : <ShownHour hour={shown} hours={hours} />}
      </p>
      <Bars
        hours={hours}
        shown={shown}
        onShow={setShown}
        label={t('overview.hours.spoken', { total: format.number(total) })}
      />
      <HourTable hours={hours} />
    </section>
  );
}

/** How much of its work the bot does while the shop is closed; or where opening hours are set. */
function Share({ hours: { usual, answered, answeredClosed }, total }: { hours: Hours; total: number }) {
  const { t } = useWords();
  const format = useFormat();
  if (usual.length === 0)
    return (
      <Link to="/Channel/setting" className={classes.hint}>
        {t('overview.hours.set')}
      </Link>
    );
  if (total === 0) return t('overview.hours.empty');
  if (answered === 0) return null;
  return t('overview.hours.share', { share: format.percent(answeredClosed / answered) });
}

function ShownHour({ hour, hours }: { hour: number; hours: Hours }) {
  const { t } = useWords();
  const { open = 0, closed = 0 } = hours.asked[hour] ?? {};
  const range = `${hourName(hour)}–${hourName(hour + 1)}`;
  return (
    <span aria-hidden>
      {hours.usual.length === 0
        ? t('overview.hours.hoverPlain', { range, total: String(open) })
        : t('overview.hours.hover', { range, open: String(open), closed: String(closed) })}
    </span>
  );
}

interface BarsProps {
  hours: Hours;
  shown: number | null;
  onShow: (hour: number | null) => void;
  label: string;
}

function Bars({ hours: { asked, usual }, shown, onShow, label }: BarsProps) {
  const { ref, width } = useElementSize();
  const hasHours = usual.length > 0;
  const top = niceTop(Math.max(...asked.map(({ open, closed }) => open + closed)));
  const plotHeight = BASE - (hasHours ? TOP.curtain : TOP.plain);
  const yOf = (value: number) => BASE - (value / top) * plotHeight;
  const step = Math.max(0, width - LEFT) / HOURS_A_DAY;
  const xOf = (hour: number) => LEFT + step * hour;
  const bar = step * BAR_SHARE;
  return (
    <div ref={ref} className={`${chartClasses.bars} ${classes.hours}`} onPointerLeave={() => onShow(null)}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          <ValueAxis top={top} yOf={yOf} left={LEFT} width={width} />
          {byHour(asked).map(({ hour, open, closed }) => {
            const x = xOf(hour) + (step - bar) / 2;
            const sides = { x, width: bar, stroke: 'var(--chart-bot)' };
            const alone = hasHours ? closed : open;
            return (
              <g key={hour} opacity={shown === null || shown === hour ? 1 : 0.45}>
                {alone > 0 && (
                  <rect {...sides} y={yOf(alone)} height={BASE - yOf(alone)} fill="var(--chart-bot)" />
                )}
                {hasHours && open > 0 && (
                  <rect
                    {...sides}
                    y={yOf(open + closed)}
                    height={yOf(closed) - yOf(open + closed)}
                    fill="var(--accent-soft)"
                    strokeWidth={1.2}
                  />
                )}
              </g>
            );
          })}
          {Array.from({ length: HOURS_A_DAY / LABEL_EVERY_HOURS }, (_, index) => {
            const hour = index * LABEL_EVERY_HOURS;
            return (
              <text key={hour} x={xOf(hour)} y={BASE + 18}>
                {hourName(hour)}
              </text>
            );
          })}
          {usual.map((span) => (
            <OpenSpan key={span.from} span={span} xOf={xOf} width={width} />
          ))}
          <path d={`M${LEFT} ${BASE}H${width}`} stroke="var(--ink-line)" />
        </svg>
      )}
      {/* The same as the rows of the table. */}
      <div className={chartClasses.columns} style={{ insetInlineStart: LEFT, height: BASE }} aria-hidden>
        {byHour(asked).map(({ hour }) => (
          <span key={hour} onPointerEnter={() => onShow(hour)} />
        ))}
      </div>
    </div>
  );
}

interface OpenSpanProps {
  span: Hours['usual'][number];
  xOf: (hour: number) => number;
  width: number;
}

const ROD = 20;
/** Half of what `09:00–19:00` takes. */
const HALF_LABEL = 36;

/** From when until when, above its curtain. What goes on over midnight hangs at both ends of the day. */
function OpenSpan({ span: { from, until }, xOf, width }: OpenSpanProps) {
  const start = minutesOf(from);
  const end = start + spanMinutes({ day: 0, from, until });
  const parts = [
    { from: start, until: Math.min(end, MINUTES_A_DAY) },
    ...(end > MINUTES_A_DAY ? [{ from: 0, until: end - MINUTES_A_DAY }] : []),
  ].map((part) => ({ x: xOf(part.from / 60), end: xOf(part.until / 60) }));
  const [longest] = parts.toSorted((one, other) => other.end - other.x - (one.end - one.x));
  const middle = longest ? (longest.x + longest.end) / 2 : 0;
  return (
    <g>
      <text
        x={Math.min(Math.max(middle, HALF_LABEL), width - HALF_LABEL)}
        y={ROD - 6}
        textAnchor="middle"
        data-strong
      >
        {from}–{until}
      </text>
      {parts.map((part) => (
        <Curtain key={part.x} {...part} />
      ))}
    </g>
  );
}

const PANEL = { top: ROD + 3, height: 20, gap: 3, wide: 42 };
const LETTERS = [...'営業時間中'];
/** What a letter needs; a narrower cloth is empty. */
const LETTERED = 18;

function Curtain({ x, end }: { x: number; end: number }) {
  const { locale } = useWords();
  const panels = Math.max(1, Math.min(LETTERS.length, Math.floor((end - x) / PANEL.wide) || 1));
  const isLettered = locale === 'ja' && (end - x) / LETTERS.length >= LETTERED;
  const count = isLettered ? LETTERS.length : panels;
  const step = (end - x) / count;
  return (
    <>
      <path d={`M${x} ${ROD}H${end}`} stroke="var(--ink-line)" strokeWidth={2.5} strokeLinecap="round" />
      {LETTERS.slice(0, count).map((letter, index) => (
        <g key={letter}>
          <rect
            x={x + step * index + PANEL.gap / 2}
            y={PANEL.top}
            width={Math.max(step - PANEL.gap, 1)}
            height={PANEL.height}
            fill="var(--chart-bot)"
          />
          {isLettered && (
            <text
              x={x + step * (index + 0.5)}
              y={PANEL.top + 15}
              textAnchor="middle"
              className={classes.clothLetter}
            >
              {letter}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

function HourTable({ hours: { asked, usual } }: { hours: Hours }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <details className={classes.table}>
      <summary>{t('overview.chart.table')}</summary>
      <DataTable label={t('overview.hours.title')}>
        <thead>
          <tr>
            <th scope="col">{t('overview.hours.hour')}</th>
            <th scope="col" data-number>
              {t('overview.hours.messages')}
            </th>
            {usual.length > 0 && (
              <th scope="col" data-number>
                {t('overview.hours.closed')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {byHour(asked).map(({ hour, open, closed }) => (
            <tr key={hour}>
              <td>{hourName(hour)}</td>
              <td data-number>{format.number(open + closed)}</td>
              {usual.length > 0 && <td data-number>{format.number(closed)}</td>}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </details>
  );
}
