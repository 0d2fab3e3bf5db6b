import { useFormat } from '../../i18n/use-words.ts';

interface ValueAxisProps {
  /** The highest value. */
  top: number;
  yOf: (value: number) => number;
  /** Where the bars begin; the numbers stand before it. */
  left: number;
  width: number;
}

/** Lines and numbers behind bars: zero, the half and the top. */
export function ValueAxis({ top, yOf, left, width }: ValueAxisProps) {
  const format = useFormat();
  return [0, top / 2, top].map((value) => (
    <g key={value}>
      <path d={`M${left} ${yOf(value)}H${width}`} stroke="var(--chart-grid)" />
      <text x={left - 6} y={yOf(value) + 4} textAnchor="end">
        {format.compact(value)}
      </text>
    </g>
  ));
}
