import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

/**
 * A plain table on a card. Cells carry `data-number` (right-aligned), `data-fit` (as narrow as can be)
 * and `data-minor` (left out on a phone).
 */
export function DataTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        {children}
      </table>
    </div>
  );
}

/** Class names of the first cell's link and of small words under it. */
export const cellClasses = { main: classes.main ?? '', sub: classes.sub ?? '' };
