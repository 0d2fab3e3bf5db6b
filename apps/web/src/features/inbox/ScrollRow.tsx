import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../../shell/icons/Icon.tsx';
import classes from './ScrollRow.module.css';

interface ScrollRowProps {
  className: string;
  /** A landmark of this name; absent: a plain row. */
  navLabel?: string;
  /** When it changes, what is `aria-current` in the row is brought into view. */
  current?: string;
  children: ReactNode;
}

/** A row in one line, also where it is longer than there is room: it fades, with an arrow, where there is more of it. */
export function ScrollRow({ className, navLabel, current, children }: ScrollRowProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { before, after } = useHidden(scroller);
  useChosenInView(scroller, current);
  const Row = navLabel ? 'nav' : 'div';
  const arrow = (side: 'before' | 'after') => (
    <button
      type="button"
      className={classes.arrow}
      data-side={side}
      // Keys and screen readers reach what is in the row itself.
      aria-hidden
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        const { current: element } = scroller;
        element?.scrollBy({ left: (side === 'after' ? STEP : -STEP) * element.clientWidth });
      }}
    >
      <Icon name={side === 'after' ? 'chevron-right' : 'chevron-left'} size={16} />
    </button>
  );
  return (
    <Row className={classes.row} {...(navLabel ? { 'aria-label': navLabel } : {})}>
      <div
        ref={scroller}
        className={classes.scroller}
        data-before={before || undefined}
        data-after={after || undefined}
      >
        <div className={`${classes.content} ${className}`}>{children}</div>
      </div>
      {before && arrow('before')}
      {after && arrow('after')}
    </Row>
  );
}

/** Brings a new current one into view, and keeps it there while the row gets its widths, until the row is scrolled by hand. */
function useChosenInView(scroller: RefObject<HTMLDivElement | null>, current: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current one is the reason.
  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const show = () => {
      const chosen = element.querySelector('[aria-current]');
      chosen?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    };
    show();
    const size = new ResizeObserver(show);
    size.observe(element);
    size.observe(content);
    const leave = () => size.disconnect();
    const row = element.parentElement;
    for (const event of MOVES) row?.addEventListener(event, leave, { once: true, passive: true });
    return () => {
      leave();
      for (const event of MOVES) row?.removeEventListener(event, leave);
    };
  }, [scroller, current]);
}

const MOVES = ['pointerdown', 'wheel', 'keydown'] as const;

/** Share of the width that a press of an arrow moves. */
const STEP = 0.7;
const ROUNDING_PX = 2;

/** At which ends of the row something is out of sight. */
function useHidden(scroller: RefObject<HTMLDivElement | null>) {
  const [hidden, setHidden] = useState({ before: false, after: false });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const before = scrollLeft > ROUNDING_PX;
      const after = scrollWidth - clientWidth - scrollLeft > ROUNDING_PX;
      setHidden((now) => (now.before === before && now.after === after ? now : { before, after }));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const size = new ResizeObserver(measure);
    size.observe(element);
    if (element.firstElementChild) size.observe(element.firstElementChild);
    return () => {
      element.removeEventListener('scroll', measure);
      size.disconnect();
    };
  }, [scroller]);
  return hidden;
}
