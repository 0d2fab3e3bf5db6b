import type { ReactNode } from 'react';
import classes from './Stats.module.css';

/** A row of numbers, each with its words. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={classes.stats}>{children}</dl>;
}

export function Stat({ label, value, note }: { label: string; value: string; note?: string | undefined }) {
  return (
    <div className={classes.stat}>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}
