import { UnstyledButton } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';
import { keyCaps, SHORTCUTS } from '../shortcuts.ts';
import classes from './Sidebar.module.css';

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Looks like a field and opens the palette. */
export function SearchButton({ narrow, onClick }: { narrow: boolean; onClick: () => void }) {
  const { t } = useWords();
  const keys = keyCaps(SHORTCUTS.palette.keys[0], isMac()).join(' ');
  return (
    <UnstyledButton
      className={classes.search}
      onClick={onClick}
      title={keys}
      aria-haspopup="dialog"
      {...(narrow ? { 'aria-label': t('shell.palette.open') } : {})}
    >
      <Icon name="search" />
      {!narrow && (
        <>
          <span>{t('shell.palette.open')}</span>
          <kbd aria-hidden>{keys}</kbd>
        </>
      )}
    </UnstyledButton>
  );
}
