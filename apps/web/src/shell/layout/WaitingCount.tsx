import { VisuallyHidden } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import classes from './WaitingCount.module.css';
import { useWaiting } from './waiting.ts';

/** Customers who wait for a person. */
export function WaitingCount({ onCorner = false }: { onCorner?: boolean }) {
  const { t } = useWords();
  const waiting = useWaiting();
  if (waiting === 0) return null;
  return (
    <span className={classes.count} data-on-corner={onCorner || undefined}>
      <span aria-hidden>{waiting > 99 ? '99+' : waiting}</span>
      <VisuallyHidden component="span">{t('shell.waiting', { waiting })}</VisuallyHidden>
    </span>
  );
}
