import classes from './Overview.module.css';

type AnsweredBy = 'bot' | 'both' | 'person' | 'none' | 'waiting' | 'open';

/** The fills of what persons did, and of what the bot and persons did; `Hatch` defines them. */
export const HATCH = { person: 'url(#hatch-person)', both: 'url(#hatch-both)' } as const;

const COLORS = { person: 'var(--chart-person)', both: 'var(--chart-bot)' } as const;

/** Once in each drawing that uses `HATCH`. */
export const Hatch = () => (
  <defs>
    {(['person', 'both'] as const).map((by) => (
      <pattern
        key={by}
        id={`hatch-${by}`}
        width={5}
        height={5}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={5} height={5} fill={COLORS[by]} />
        <path d="M0 0v5" stroke="var(--surface-page)" strokeWidth={1.6} />
      </pattern>
    ))}
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
  if (by === 'person' || by === 'both')
    return (
      <>
        <Hatch />
        <rect width={12} height={12} fill={HATCH[by]} />
      </>
    );
  if (by === 'waiting')
    return <path d="M6 1l5 5-5 5-5-5z" fill="none" stroke="var(--person-fill)" strokeWidth={2} />;
  if (by === 'open')
    return (
      <rect
        x={1}
        y={1}
        width={10}
        height={10}
        fill="var(--accent-soft)"
        stroke="var(--chart-bot)"
        strokeWidth={1.2}
      />
    );
  return <rect x={1} y={1} width={10} height={10} fill="none" stroke="var(--chart-none)" strokeWidth={2} />;
}
