import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
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
  const scroller = useRef<HTMLDivElement>(null);
  const isWider = useIsWider(scroller);
  const total = widths?.reduce((sum, { width }) => sum + width, 0);
  return (
    <div
      ref={scroller}
      className={classes.scroll}
      // Without a link in it, keys could not move it.
      {...(isWider ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {})}
    >
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

/** Whether what is in it has no room beside itself. */
function useIsWider(scroller: RefObject<HTMLDivElement | null>): boolean {
  const [isWider, setIsWider] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const size = new ResizeObserver(() => setIsWider(element.scrollWidth > element.clientWidth));
    size.observe(element);
    if (element.firstElementChild) size.observe(element.firstElementChild);
    return () => size.disconnect();
  }, [scroller]);
  return isWider;
}

/** Class names of the first cell's link and of small words under it. */
export const cellClasses = { main: classes.main ?? '', sub: classes.sub ?? '' };
