import { type ReactNode, useId } from 'react';
import classes from './SettingsSection.module.css';
import { Surface } from './Surface.tsx';

interface SettingsSectionProps {
  title: string;
  /** What it is for, in a sentence or two. */
  text?: ReactNode;
  tone?: 'danger';
  children: ReactNode;
}

/** One matter of a settings page: what it is on the left, what can be done on the right. */
export function SettingsSection({ title, text, tone, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <Surface aria-labelledby={id}>
      <div className={classes.section} data-tone={tone}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        <div>{children}</div>
      </div>
    </Surface>
  );
}
