import type { ReactNode } from 'react';
import { Mark } from '../../shell/layout/Mark.tsx';
import classes from './chat/ChatPanel.module.css';

/** One message of a chat with a bot: the customer is without a colour, the bot is green and has its stamp. */
export function Bubble({ from, children }: { from: 'person' | 'bot'; children: ReactNode }) {
  const bubble = (
    <div className={classes.bubble} data-from={from}>
      {children}
    </div>
  );
  if (from === 'person') return bubble;
  return (
    <div className={classes.stamped}>
      <span className={classes.stamp} aria-hidden>
        <Mark height={13} />
      </span>
      {bubble}
    </div>
  );
}
