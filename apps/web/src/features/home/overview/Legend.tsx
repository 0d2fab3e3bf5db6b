import classes from './Overview.module.css';

type AnsweredBy = 'bot' | 'person' | 'nobody' | 'waiting';

/** The fill of what persons did; `Hatch` defines it. */
export const HATCH = 'url(#hatch)';

/** Once in each drawing that uses `HATCH`. */
export const Hatch = () => (
  <defs>
    <pattern id="hatch" width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={5} height={5} fill="var(--chart-person)" />
      <path d="M0 0v5" stroke="var(--surface-page)" strokeWidth={1.6} />
    </pattern>
  </defs>
);

/** Shape and colour of each with its words, so that nothing rests on colour alone. */
export const Legend = ({ items }: { items: readonly (readonly [AnsweredBy, string])[] }) => (
  <ul className={classes.legend}>
    {items.map(([by, words]) => (
      <li key={by}>
        <svg width={12} height={12} aria-hidden>
          <Sign by={by} />
        </svg>
        {words}
      </li>
    ))}
  </ul>
);

function Sign({ by }: { by: AnsweredBy }) {
  if (by === 'bot') return <rect width={12} height={12} fill="var(--chart-bot)" />;
  if (by === 'person')
    return (
      <>
        <Hatch />
        <rect width={12} height={12} fill={HATCH} />
      </>
    );
  if (by === 'waiting')
    return <path d="M6 1l5 5-5 5-5-5z" fill="none" stroke="var(--person-fill)" strokeWidth={2} />;
  return <rect x={1} y={1} width={10} height={10} fill="none" stroke="var(--chart-none)" strokeWidth={2} />;
}
