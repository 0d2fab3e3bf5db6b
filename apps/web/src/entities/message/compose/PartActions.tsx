import { ActionIcon } from '@mantine/core';
import i18next from 'i18next';
import type { DOMAttributes } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { STEP_TOAST } from '../../../shell/draft/use-draft.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import classes from './Compose.module.css';

/** Says what was taken away, with a way back. */
export function toastUndo(title: string, undo: () => void): void {
  const onClick = () => {
    undo();
    toasts.remove(STEP_TOAST);
  };
  toasts.add({ title, color: 'info', action: { label: i18next.t('shell.undo'), onClick } }, STEP_TOAST);
}

/** Moves its row by a pointer or the arrow keys. */
export function Handle({ name, handles }: { name: string; handles: DOMAttributes<HTMLElement> }) {
  const { t } = useWords();
  return (
    <button
      type="button"
      className={classes.handle}
      aria-label={t('messageComposer.handle', { name })}
      aria-roledescription={t('messageComposer.handleRole')}
      {...handles}
    >
      <Icon name="grip-vertical" size={16} />
    </button>
  );
}

interface PartActionsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  isFull: boolean;
  onMove: (by: -1 | 1) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** What is done with a bubble or a card. */
export function PartActions(props: PartActionsProps) {
  const { name, isFirst, isLast, isFull, onMove, onDuplicate, onRemove } = props;
  const { t } = useWords();
  const button = { variant: 'subtle', color: 'gray', size: 34 } as const;
  return (
    <span className={classes.moves}>
      <ActionIcon
        {...button}
        disabled={isFirst}
        aria-label={t('messageComposer.up', { name })}
        onClick={() => onMove(-1)}
      >
        <Icon name="arrow-up" />
      </ActionIcon>
      <ActionIcon
        {...button}
        disabled={isLast}
        aria-label={t('messageComposer.down', { name })}
        onClick={() => onMove(1)}
      >
        <Icon name="arrow-down" />
      </ActionIcon>
      <ActionIcon
        {...button}
        disabled={isFull}
        aria-label={t('messageComposer.duplicate', { name })}
        onClick={onDuplicate}
      >
        <Icon name="copy" />
      </ActionIcon>
      <ActionIcon {...button} aria-label={t('messageComposer.remove', { name })} onClick={onRemove}>
        <Icon name="trash-2" />
      </ActionIcon>
    </span>
  );
}
