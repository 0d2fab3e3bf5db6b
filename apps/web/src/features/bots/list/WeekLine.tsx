import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from './BotCard.module.css';

const WIDTH = 118;
const HEIGHT = 30;
const EDGE = 4;

/** Conversations of the last days as a line; today's is the dot. */
export function WeekLine({ days }: { days: readonly number[] }) {
  const { t } = useWords();
  const format = useFormat();
  const most = Math.max(1, ...days);
  const points = days.map((count, index): [number, number] => [
    EDGE + (index * (WIDTH - 2 * EDGE)) / Math.max(1, days.length - 1),
    HEIGHT - EDGE - (count / most) * (HEIGHT - 2 * EDGE),
  ]);
  const [x = 0, y = 0] = points.at(-1) ?? [];
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('botList.week', { counts: days.map((count) => format.number(count)).join(', ') })}
    >
      <path d={`M0 ${HEIGHT - 1}h${WIDTH}`} className={classes.ground} />
      <polyline points={points.map((point) => point.join(',')).join(' ')} className={classes.trend} />
      <circle cx={x} cy={y} r={3} className={classes.today} />
    </svg>
  );
}
