import classes from './Sparkline.module.css';

const WIDTH = 88;
const HEIGHT = 26;
const EDGE = 4;

/** The shape of some days beside their number; it says nothing that a table does not say. */
export function Sparkline({ values, color }: { values: readonly number[]; color: string }) {
  const most = Math.max(...values, 1);
  const step = (WIDTH - 2 * EDGE) / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => ({
    x: EDGE + index * step,
    y: HEIGHT - 3 - (value / most) * (HEIGHT - 3 - EDGE),
  }));
  const last = points.at(-1);
  return (
    <svg className={classes.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <path d={`M0 ${HEIGHT - 1}H${WIDTH}`} stroke="var(--chart-grid)" />
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke={color}
        strokeWidth={1.8}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle cx={last.x} cy={last.y} r={2.8} fill={color} />}
    </svg>
  );
}
