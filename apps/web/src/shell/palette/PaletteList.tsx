import { Alert, CloseButton, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { isInputMethodKey } from '../../theme/input-method.ts';
import { errorMessage } from '../api/error-message.ts';
import { Icon } from '../icons/Icon.tsx';
import classes from './CommandPalette.module.css';
import type { Command, CommandKind } from './palette.ts';

export interface CommandGroup {
  readonly kind: CommandKind | 'recent';
  readonly commands: readonly Command[];
}

interface PaletteListProps {
  query: string;
  onQuery: (query: string) => void;
  groups: readonly CommandGroup[];
  isSearching: boolean;
  error: unknown;
  onPick: (command: Command) => void;
  onClose: () => void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** A field and the list it chooses from. The first line is chosen until another is; results that arrive don't move it. */
export function PaletteList(props: PaletteListProps) {
  const { query, onQuery, groups, isSearching, error, onPick, onClose } = props;
  const { t } = useWords();
  const id = useId();
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const all = groups.flatMap(({ commands }) => commands);
  const at = Math.max(
    all.findIndex(({ key }) => key === chosenKey),
    0,
  );
  const chosen = all[at];
  const idOf = ({ key }: Command) => `${id}-${key}`;
  const chosenId = chosen && idOf(chosen);
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    if (isInputMethodKey(nativeEvent)) return;
    const step = STEPS[key];
    if (step) setChosenKey(all[(at + step + all.length) % all.length]?.key ?? null);
    else if (key === 'Enter' && chosen) onPick(chosen);
    else return;
    event.preventDefault();
  };
  const isEmpty = all.length === 0;
  return (
    <>
      <div className={classes.head}>
        <Icon name="search" size={18} />
        <input
          className={classes.field}
          role="combobox"
          aria-expanded={!isEmpty}
          aria-controls={id}
          aria-activedescendant={chosenId}
          aria-autocomplete="list"
          aria-label={t('shell.palette.title')}
          placeholder={t('shell.palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={query}
          onChange={(event) => {
            setChosenKey(null);
            onQuery(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        <CloseButton className={classes.close ?? ''} aria-label={t('shell.close')} onClick={onClose} />
      </div>
      <div className={classes.scroll}>
        {error !== null && (
          <Alert color="red" role="alert" m={8}>
            {errorMessage(error)}
          </Alert>
        )}
        <div id={id} role="listbox" aria-label={t('shell.palette.title')}>
          {groups.map(({ kind, commands }) =>
            commands.length === 0 ? null : (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
              <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className={classes.group}>
                <span id={`${id}-${kind}`} className={classes.groupName}>
                  {t(`shell.palette.groups.${kind}`)}
                </span>
                {commands.map((command) => (
                  <Line
                    key={command.key}
                    id={idOf(command)}
                    command={command}
                    isChosen={command === chosen}
                    onChoose={() => setChosenKey(command.key)}
                    onPick={() => onPick(command)}
                  />
                ))}
              </div>
            ),
          )}
        </div>
        {isEmpty && (
          <p className={classes.nothing}>
            {isSearching ? t('shell.palette.searching') : t('shell.nothingFound', { query: query.trim() })}
          </p>
        )}
      </div>
      <Foot count={all.length} isSearching={isSearching} />
    </>
  );
}

interface LineProps {
  id: string;
  command: Command;
  isChosen: boolean;
  onChoose: () => void;
  onPick: () => void;
}

function Line({ id, command, isChosen, onChoose, onPick }: LineProps) {
  return (
    // The field keeps the focus and hears the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    // biome-ignore lint/a11y/useFocusableInteractive: see above.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes.line}
      onMouseMove={onChoose}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <Icon name={command.icon} size={17} />
      <span className={classes.label}>{command.label}</span>
      <span className={classes.hint}>{command.hint}</span>
      <Icon name="corner-down-left" size={14} className={classes.enter ?? ''} />
    </div>
  );
}

function Foot({ count, isSearching }: { count: number; isSearching: boolean }) {
  const { t } = useWords();
  return (
    <div className={classes.foot}>
      <VisuallyHidden role="status">
        {isSearching ? t('shell.palette.searching') : t('shell.palette.found', { count })}
      </VisuallyHidden>
      <p aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('shell.palette.keys.move')} · <kbd>↵</kbd> {t('shell.palette.keys.pick')}{' '}
        · <kbd>Esc</kbd> {t('shell.palette.keys.close')}
      </p>
    </div>
  );
}
