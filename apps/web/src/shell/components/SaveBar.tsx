import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useWords } from '../../i18n/use-words.ts';
import { SHORTCUTS } from '../layout/shortcuts.ts';
import classes from './SaveBar.module.css';

interface SaveBarProps {
  dirty: boolean;
  pending: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Appears at the foot of a form while something is unsaved; Ctrl/⌘ S saves. */
export function SaveBar({ dirty, pending, onSave, onDiscard }: SaveBarProps) {
  const { t } = useWords();
  useHotkeys([[SHORTCUTS.save.keys[0], () => dirty && onSave()]], []);
  if (!dirty) return null;
  return (
    <div className={classes.bar}>
      <span className={classes.words} role="status">
        {t('shell.unsaved')}
      </span>
      <Button variant="subtle" color="gray" onClick={onDiscard} disabled={pending}>
        {t('shell.discard')}
      </Button>
      <Button onClick={onSave} loading={pending}>
        {t('shell.save')}
      </Button>
    </div>
  );
}
