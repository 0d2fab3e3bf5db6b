import type { ReactNode } from 'react';
import { Surface } from '../../../shell/components/Surface.tsx';
import classes from './ConnectGuide.module.css';

interface StepProps {
  number: number;
  title: string;
  text?: string;
  children: ReactNode;
}

/** One numbered step on a card. */
export function GuideStep({ number, title, text, children }: StepProps) {
  return (
    <Surface>
      <div className={classes.step}>
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <div className={classes.body}>
          <h2>{title}</h2>
          {text && <p className={classes.text}>{text}</p>}
          {children}
        </div>
      </div>
    </Surface>
  );
}
