import type { TokenUsageView } from '@hanasu/contract/billing';
import { useElementSize } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { LABEL, labelEvery, NAMED_DAYS, niceTop, useDayWords } from '../../../shell/components/day-axis.ts';
import { ValueAxis } from '../../../shell/components/ValueAxis.tsx';
import classes from './Usage.module.css';

type Day = TokenUsageView['items'][number];

const HEIGHT = 208;
const TOP = 20;
const BASE = 184;
const WIDEST_BAR = 34;
/** Width of a character of the axis, and of the gap behind it. */
const CHARACTER = 6.4;
const AXIS_GAP = 12;
/** Room for the name of today, which is the longest. */
const TODAY_LABEL = 52;
const STRONG_CHARACTER = 7;
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
  return (
    <div className={classes.chart}>
      <h3 className={classes.small}>{t('tokenUsage.perDay')}</h3>
      <p className={classes.shown} aria-hidden>
        {shown
          ? t('tokenUsage.hover', {
              day: words.long(dayOf(shown)),
              tokens: format.number(shown.tokens),
              calls: format.number(shown.calls),
            })
          : t(total.calls === 0 ? 'tokenUsage.none' : 'tokenUsage.sum', {
              tokens: format.number(total.tokens),
              calls: format.number(total.calls),
            })}
      </p>
      {first && last && (
        <Bars
          days={days}
          shown={shown}
          onShow={setShown}
          label={t('tokenUsage.spoken', {
            first: words.long(dayOf(first)),
            last: words.long(dayOf(last)),
            tokens: format.number(total.tokens),
          })}
        />
      )}
      <DayTable days={days} />
    </div>
  );
}

interface BarsProps {
  days: readonly Day[];
  shown: Day | null;
  onShow: (day: Day | null) => void;
  label: string;
}

function Bars({ days, shown, onShow, label }: BarsProps) {
  const format = useFormat();
  const { ref, width } = useElementSize();
  const top = niceTop(Math.max(...days.map(({ tokens }) => tokens)) || EMPTY_TOP);
  const left =
    AXIS_GAP + CHARACTER * Math.max(...[top, top / 2].map((value) => format.compact(value).length));
  const step = Math.max(0, width - left) / days.length;
  const isNamed = days.length <= NAMED_DAYS;
  const yOf = (value: number) => BASE - (value / top) * (BASE - TOP);
  const every = labelEvery(step, isNamed);
  return (
    <div ref={ref} className={classes.bars} onPointerLeave={() => onShow(null)}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          <ValueAxis top={top} yOf={yOf} left={left} width={width} />
          {days.map((day, index) => (
            <DayBar
              key={day.key}
              day={day}
              place={{ x: left + step * index, step, y: yOf(day.tokens), width }}
              isNamed={isNamed}
              hasDate={(days.length - 1 - index) % every === 0}
              isToday={index === days.length - 1}
              isShown={shown === day}
            />
          ))}
          <path d={`M${left} ${BASE}H${width}`} stroke="var(--ink-line)" />
        </svg>
      )}
      {/* The same as the table's links, which are there for keyboards. */}
      <div className={classes.columns} style={{ insetInlineStart: left, height: BASE }} aria-hidden>
        {days.map((day) => (
          <Link
            key={day.key}
            to="/Token"
            search={(old) => ({ ...old, ...rowsOf(day) })}
            hash="history"
            tabIndex={-1}
            onPointerEnter={() => onShow(day)}
          />
        ))}
      </div>
    </div>
  );
}

interface DayBarProps {
  day: Day;
  /** Where its step begins, how wide it is, how high its bar, and how wide the drawing. */
  place: { readonly x: number; readonly step: number; readonly y: number; readonly width: number };
  /** Each day has its total and its name. */
  isNamed: boolean;
  hasDate: boolean;
  isToday: boolean;
  isShown: boolean;
}

function DayBar({ day, place, isNamed, hasDate, isToday, isShown }: DayBarProps) {
  const { t } = useWords();
  const format = useFormat();
  const words = useDayWords();
  const { step, y, width } = place;
  const bar = Math.min(step * (isNamed ? 0.52 : 0.66), WIDEST_BAR);
  const middle = place.x + step / 2;
  const total = format.compact(day.tokens);
  const isNamedBelow = isToday || (hasDate && middle < width - TODAY_LABEL);
  return (
    <g>
      <rect x={middle - bar / 2} y={y} width={bar} height={BASE - y} fill="var(--chart-4)" />
      {isNamed && day.tokens > 0 && STRONG_CHARACTER * total.length < step && (
        <text x={middle} y={y - 6} textAnchor="middle" data-strong>
          {total}
        </text>
      )}
      {isNamedBelow && (
        <text
          x={Math.min(middle, width - (isToday ? TODAY_LABEL : LABEL) / 2)}
          y={BASE + 18}
          textAnchor="middle"
        >
          {isToday ? t('tokenUsage.today') : words.short(dayOf(day), isNamed)}
        </text>
      )}
      {isShown && <path d={`M${middle} ${TOP - 8}V${BASE}`} stroke="var(--ink-line)" strokeDasharray="2 3" />}
    </g>
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
