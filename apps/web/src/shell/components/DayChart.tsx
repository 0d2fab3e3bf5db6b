import { useElementSize } from '@mantine/hooks';
import { Fragment, type ReactNode } from 'react';
import { useFormat } from '../../i18n/use-words.ts';
import classes from './DayChart.module.css';
import { LABEL, labelEvery, NAMED_DAYS, niceTop, useDayWords } from './day-axis.ts';
import { ValueAxis } from './ValueAxis.tsx';

const HEIGHT = 208;
const TOP = 20;
const BASE = 184;
/** Least room for the numbers of the axis, and what each character of a longer one takes. */
const LEFT = 30;
const CHARACTER = 6.4;
const AXIS_GAP = 12;
const WIDEST_BAR = 34;
/** Room for the name of today, which is the longest. */
const TODAY_LABEL = 52;
const STRONG_CHARACTER = 7;

interface Bar {
  x: number;
  width: number;
  yOf: (value: number) => number;
}

interface ColumnProps {
  tabIndex: -1;
  'aria-label': string;
  onPointerEnter: () => void;
}

interface DayChartProps<Day> {
  /** Oldest first; the last one is today. */
  days: readonly Day[];
  /** `2026-01-31`. */
  dateOf: (day: Day) => string;
  numberOf: (day: Day) => number;
  /** Top of the axis while every value is zero. */
  emptyTop?: number;
  /** Name of today below its bar. */
  today: string;
  /** The chart in words, for screen readers. */
  label: string;
  /** A day and its values in words: the name of its link. */
  nameOf: (day: Day) => string;
  /** The day that is pointed at. */
  shown: Day | null;
  onShow: (day: Day | null) => void;
  /** Patterns that bars are filled with. */
  patterns?: ReactNode;
  renderBar: (day: Day, bar: Bar) => ReactNode;
  /** The column of a day leads where the day's row in the table does, which is there for keyboards. */
  renderLink: (day: Day, props: ColumnProps) => ReactNode;
}

/** Bars day by day over an axis, with a column for the pointer on each day. */
export function DayChart<Day>({ days, dateOf, numberOf, emptyTop = 0, ...props }: DayChartProps<Day>) {
  const format = useFormat();
  const { ref, width } = useElementSize();
  const { label, nameOf, shown, onShow, patterns, renderBar, renderLink, today } = props;
  const top = niceTop(Math.max(...days.map(numberOf)) || emptyTop);
  const characters = Math.max(...[top, top / 2].map((value) => format.compact(value).length));
  const left = Math.max(LEFT, AXIS_GAP + CHARACTER * characters);
  const step = Math.max(0, width - left) / days.length;
  const isNamed = days.length <= NAMED_DAYS;
  const bar = Math.min(step * (isNamed ? 0.52 : 0.66), WIDEST_BAR);
  const yOf = (value: number) => BASE - (value / top) * (BASE - TOP);
  const every = labelEvery(step, isNamed);
  return (
    <div ref={ref} className={classes.bars} onPointerLeave={() => onShow(null)}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          {patterns}
          <ValueAxis top={top} yOf={yOf} left={left} width={width} />
          {days.map((day, index) => {
            const middle = left + step * (index + 0.5);
            const fromEnd = days.length - 1 - index;
            return (
              <g key={dateOf(day)}>
                {renderBar(day, { x: middle - bar / 2, width: bar, yOf })}
                {isNamed && <Total value={numberOf(day)} middle={middle} step={step} yOf={yOf} />}
                {fromEnd % every === 0 && (
                  <DateLabel
                    {...{ middle, width, isNamed }}
                    date={dateOf(day)}
                    today={fromEnd === 0 ? today : null}
                  />
                )}
                {shown === day && (
                  <path d={`M${middle} ${TOP - 8}V${BASE}`} stroke="var(--ink-line)" strokeDasharray="2 3" />
                )}
              </g>
            );
          })}
          <path d={`M${left} ${BASE}H${width}`} stroke="var(--ink-line)" />
        </svg>
      )}
      <div className={classes.columns} style={{ insetInlineStart: left, height: BASE }} aria-hidden>
        {days.map((day) => (
          <Fragment key={dateOf(day)}>
            {renderLink(day, { tabIndex: -1, 'aria-label': nameOf(day), onPointerEnter: () => onShow(day) })}
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** The value of a day over its bar, where there is room for it. */
function Total({ value, middle, step, yOf }: Pick<Bar, 'yOf'> & Record<'value' | 'middle' | 'step', number>) {
  const text = useFormat().compact(value);
  if (value === 0 || STRONG_CHARACTER * text.length >= step) return null;
  return (
    <text x={middle} y={yOf(value) - 6} textAnchor="middle" data-strong>
      {text}
    </text>
  );
}

interface DateLabelProps {
  date: string;
  /** Null: of another day. */
  today: string | null;
  middle: number;
  /** Of the chart. */
  width: number;
  isNamed: boolean;
}

/** The date below a bar; dates that would run into today's name are left out. */
function DateLabel({ date, today, middle, width, isNamed }: DateLabelProps) {
  const words = useDayWords();
  if (today === null && middle >= width - TODAY_LABEL) return null;
  const room = today === null ? LABEL : TODAY_LABEL;
  return (
    <text x={Math.min(middle, width - room / 2)} y={BASE + 18} textAnchor="middle">
      {today ?? words.short(date, isNamed)}
    </text>
  );
}

/** Class names of the frame and of the columns, for charts with another axis. */
export const chartClasses = { bars: classes.bars ?? '', columns: classes.columns ?? '' };
