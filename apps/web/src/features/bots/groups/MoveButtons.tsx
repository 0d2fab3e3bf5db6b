import { ActionIcon } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './GroupEdit.module.css';

/** A place up or down. */
export type Move = -1 | 1;

interface MoveButtonsProps {
  readonly index: number;
  readonly count: number;
  readonly name: string;
  readonly onMove: (by: Move) => void;
}

export function MoveButtons({ index, count, name, onMove }: MoveButtonsProps) {
  const { t } = useWords();
  const button = (by: Move, label: string, disabled: boolean) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={34}
      className={classes.tool ?? ''}
      data-move={by}
      disabled={disabled}
      onClick={() => onMove(by)}
      aria-label={label}
    >
      <span className={by === 1 ? classes.down : undefined} style={{ display: 'flex' }}>
        <Icon name="arrow-up" />
      </span>
    </ActionIcon>
  );
  return (
    <>
      {button(-1, t('groups.moveUp', { name }), index === 0)}
      {button(1, t('groups.moveDown', { name }), index === count - 1)}
    </>
  );
}
