import type { ReactNode } from 'react';
import classes from './chat/ChatPanel.module.css';

/** One thing said; `from` decides side and colour. */
export function Bubble({ from, children }: { from: 'person' | 'bot'; children: ReactNode }) {
  return (
    <div className={classes.bubble} data-from={from}>
      {children}
    </div>
  );
}
