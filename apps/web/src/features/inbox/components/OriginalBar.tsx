import { Button } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import type { Writing } from '../use-writing.ts';
import classes from './Composer.module.css';

/** A person's own words, while what stands in the field is a model's. */
export function OriginalBar({ writing, text }: { writing: Writing; text: string }) {
  const { t } = useWords();
  const { original } = writing;
  if (!original || original.text === text.trim()) return null;
  return (
    <div className={classes.original}>
      <span className={classes.originalWords}>
        <strong>{t('inboxWork.composer.yours')}:</strong> {original.text}
      </span>
      <Button size="compact-xs" variant="default" onClick={writing.back}>
        {t('inboxWork.composer.back')}
      </Button>
    </div>
  );
}
