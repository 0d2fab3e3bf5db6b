import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import { Drawing, type DrawingName } from './Drawing.tsx';
import classes from './EmptyState.module.css';

/** A drawing where the page itself is empty; else an icon. */
type Picture = { drawing: DrawingName; icon?: never } | { icon: IconName; drawing?: never };

type EmptyStateProps = Picture & {
  title: string;
  /** What this is and why it helps. */
  text?: ReactNode;
  action?: ReactNode;
};

/** Teaches: what this is, why it helps, one button. */
export function EmptyState({ drawing, icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {drawing ? (
        <Drawing name={drawing} className={classes.drawing} />
      ) : (
        <span className={classes.icon}>
          <Icon name={icon} size={26} />
        </span>
      )}
      <h2 className={`${classes.title} display`}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
