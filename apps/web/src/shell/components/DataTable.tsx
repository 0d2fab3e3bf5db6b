import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

interface ColumnWidth {
  readonly id: string;
  readonly width: number;
}

interface DataTableProps {
  label: string;
  children: ReactNode;
  /** Pixels of each column, where people choose them; what is left over is shared out among all. */
  widths?: readonly ColumnWidth[];
}

/**
 * A plain table on a card. Cells carry `data-number` (right-aligned), `data-fit` (as narrow as can be), `data-minor`
 * (left out on a phone) and `data-pin` (stays in view while the others are scrolled; pixels from the start by `--pin`).
 */
export function DataTable({ label, children, widths }: DataTableProps) {
  const total = widths?.reduce((sum, { width }) => sum + width, 0);
  return (
    <div className={classes.scroll}>
      <table
        className={classes.table}
        aria-label={label}
        {...(widths ? { 'data-fixed': true, style: { minWidth: total } } : {})}
      >
        {widths && (
          <colgroup>
            {widths.map(({ id, width }) => (
              <col key={id} style={{ width }} />
            ))}
          </colgroup>
        )}
        {children}
      </table>
    </div>
  );
}

/** Class names of the first cell's link and of small words under it. */
export const cellClasses = { main: classes.main ?? '', sub: classes.sub ?? '' };
