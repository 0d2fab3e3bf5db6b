import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';
import classes from './Columns.module.css';
import {
  arrangeColumns,
  type Column,
  type ColumnChoice,
  isColumnShown,
  movedBy,
  NO_CHOICE,
} from './column-choice.ts';

interface ColumnsMenuProps {
  /** As they come. */
  columns: readonly (Column & { readonly label: string })[];
  choice: ColumnChoice;
  onChoice: (choice: ColumnChoice) => void;
}

/** Which columns are shown, and in which order. */
export function ColumnsMenu({ columns: all, choice, onChoice }: ColumnsMenuProps) {
  const { t } = useWords();
  const [moved, setMoved] = useState('');
  const columns = arrangeColumns(all, choice);
  const order = columns.map(({ id }) => id);
  const move = (id: string, places: number, label: string) => {
    const next = movedBy(order, id, places);
    onChoice({ ...choice, order: next });
    setMoved(t('shell.columns.place', { name: label, place: next.indexOf(id) + 1, of: next.length }));
  };
  const button = { variant: 'subtle', color: 'gray', size: 30 } as const;
  return (
    <Popover position="bottom-end" width={320} shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="columns-3" />}>
          {t('shell.columns.open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={440} style={{ overflowY: 'auto' }} aria-label={t('shell.columns.open')}>
        <ul className={classes.plain}>
          {columns.map((column, index) => (
            <li key={column.id} className={classes.choice}>
              <Checkbox
                label={column.label}
                checked={isColumnShown(column, choice)}
                onChange={(event) =>
                  onChoice({
                    ...choice,
                    shown: { ...choice.shown, [column.id]: event.currentTarget.checked },
                  })
                }
              />
              <ActionIcon
                {...button}
                // Not disabled at the end, so that the focus stays with who goes on pressing.
                data-disabled={index === 0 || undefined}
                aria-disabled={index === 0}
                aria-label={t('shell.columns.earlier', { name: column.label })}
                onClick={() => move(column.id, -1, column.label)}
              >
                <Icon name="arrow-up" size={14} />
              </ActionIcon>
              <ActionIcon
                {...button}
                data-disabled={index === columns.length - 1 || undefined}
                aria-disabled={index === columns.length - 1}
                aria-label={t('shell.columns.later', { name: column.label })}
                onClick={() => move(column.id, 1, column.label)}
              >
                <Icon name="arrow-down" size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Button variant="subtle" color="gray" size="compact-sm" mt="xs" onClick={() => onChoice(NO_CHOICE)}>
          {t('shell.columns.reset')}
        </Button>
        <p role="status" className="mantine-visually-hidden">
          {moved}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
