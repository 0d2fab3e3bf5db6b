import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';

/** What can be done with the steps of a draft. */
export interface Steps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** `isFor`: whether a key that was pressed there is about the draft; else it does what it does everywhere. */
export function useUndoKeys(
  { undo, redo }: Pick<Steps, 'undo' | 'redo'>,
  isFor: (place: EventTarget | null) => boolean = () => true,
): void {
  const unless = (step: () => void) => (event: KeyboardEvent) => {
    if (!isFor(event.target)) return;
    event.preventDefault();
    step();
  };
  useHotkeys(
    [
      ['mod+Z', unless(undo), { preventDefault: false }],
      ['mod+shift+Z', unless(redo), { preventDefault: false }],
      ['mod+Y', unless(redo), { preventDefault: false }],
    ],
    [],
  );
}

interface UndoButtonsProps {
  steps: Steps;
  size: number;
}

export function UndoButtons({ steps: { canUndo, canRedo, undo, redo }, size }: UndoButtonsProps) {
  const { t } = useWords();
  const button = (isOff: boolean) =>
    ({
      variant: 'subtle',
      color: 'gray',
      size,
      disabled: isOff,
      ...(isOff && { style: { background: 'none' } }),
    }) as const;
  return (
    <>
      <ActionIcon {...button(!canUndo)} aria-label={t('shell.undo')} onClick={() => undo()}>
        <Icon name="undo-2" />
      </ActionIcon>
      <ActionIcon {...button(!canRedo)} aria-label={t('shell.redo')} onClick={() => redo()}>
        <Icon name="redo-2" />
      </ActionIcon>
    </>
  );
}
