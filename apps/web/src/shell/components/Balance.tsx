import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';
import { balanceQuery } from '../shell.queries.ts';
import classes from './Sidebar.module.css';

interface BalanceProps {
  narrow: boolean;
  /** After it was chosen, to close the drawer. */
  onNavigate: (() => void) | undefined;
}

export function Balance({ narrow, onNavigate }: BalanceProps) {
  const { t } = useWords();
  const format = useFormat();
  const { data } = useQuery(balanceQuery);
  if (!data) return null;
  const label = t('shell.balanceLabel', { tokens: format.number(data.balance) });
  return (
    <Link
      to="/Token"
      className={classes.balance}
      title={label}
      onClick={onNavigate}
      {...(narrow ? { 'aria-label': label } : {})}
    >
      <Icon name="coins" />
      {!narrow && (
        <span className="numbers">{t('shell.balance', { tokens: format.compact(data.balance) })}</span>
      )}
    </Link>
  );
}
