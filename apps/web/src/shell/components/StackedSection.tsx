import { type ReactNode, useId } from 'react';
import classes from './SettingsSection.module.css';
import { Surface } from './Surface.tsx';

interface StackedSectionProps {
  title: string;
  /** What it is for, in a sentence or two. */
  text: ReactNode;
  children: ReactNode;
}

/** A settings section for narrow places: what it is, and what can be done below it. */
export function StackedSection({ title, text, children }: StackedSectionProps) {
  const id = useId();
  return (
    <Surface aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.text}>{text}</p>
      <div className={classes.below}>{children}</div>
    </Surface>
  );
}
