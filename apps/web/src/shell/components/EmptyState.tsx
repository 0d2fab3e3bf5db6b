import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** What this is and why it helps. */
  text?: ReactNode;
  action?: ReactNode;
}

/** Teaches: what this is, why it helps, one button. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.drawing}>
        <Icon name={icon} size={26} />
      </span>
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
