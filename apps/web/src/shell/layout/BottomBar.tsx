import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import { meQuery } from '../shell.queries.ts';
import classes from './BottomBar.module.css';
import { usePlace } from './use-place.ts';
import { WaitingCount } from './WaitingCount.tsx';

interface Item {
  readonly page: 'home' | 'inbox' | 'customers' | 'notify';
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: IconName;
}

const HOME: Item = { page: 'home', to: '/', icon: 'house' };
/** What an operator does all day. */
const WORK: readonly Item[] = [
  { page: 'inbox', to: '/Message', icon: 'inbox' },
  { page: 'customers', to: '/Customer', icon: 'contact' },
  { page: 'notify', to: '/Channel/notify', icon: 'bell' },
];
const RUNS_THE_SHOP: readonly string[] = ['owner', 'admin'];

/** On a phone: the pages of a day under the thumb, and all others behind the last button. */
export function BottomBar({ onMore, isMoreOpen }: { onMore: () => void; isMoreOpen: boolean }) {
  const { t } = useWords();
  const { section } = usePlace();
  const { data: user } = useQuery(meQuery);
  const items = user && RUNS_THE_SHOP.includes(user.role) ? [HOME, ...WORK] : WORK;
  return (
    <nav className={classes.bar} aria-label={t('shell.mainPages')}>
      {items.map(({ page, to, icon }) => (
        <Link
          key={page}
          to={to}
          className={classes.item}
          activeOptions={{ exact: true, includeSearch: false }}
          {...(section === to ? { 'aria-current': 'page' as const } : {})}
        >
          <span className={classes.icon}>
            <Icon name={icon} size={20} />
            {page === 'inbox' && <WaitingCount onCorner />}
          </span>
          <span className={classes.word}>{t(`shell.pages.${page}`)}</span>
        </Link>
      ))}
      <UnstyledButton
        className={classes.item}
        onClick={onMore}
        aria-haspopup="dialog"
        aria-expanded={isMoreOpen}
      >
        <span className={classes.icon}>
          <Icon name="menu" size={20} />
        </span>
        <span className={classes.word}>{t('shell.morePages')}</span>
      </UnstyledButton>
    </nav>
  );
}
