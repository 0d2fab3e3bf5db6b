import { ActionIcon, Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';
import { NAVIGATION, type NavigationItem } from '../navigation.ts';
import { useNavigation } from '../use-navigation.ts';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { Balance } from './Balance.tsx';
import { ColorModeMenu } from './ColorModeMenu.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { SandboxPill } from './SandboxPill.tsx';
import { SearchButton } from './SearchButton.tsx';
import classes from './Sidebar.module.css';
import { UserMenu } from './UserMenu.tsx';

interface SidebarProps {
  /** Icons only. */
  narrow: boolean;
  /** Absent in the phone's drawer, which can't be collapsed. */
  onToggle?: () => void;
  /** After a page was chosen, to close the drawer. */
  onNavigate?: () => void;
  onSearch: () => void;
}

export function Sidebar({ narrow, onToggle, onNavigate, onSearch }: SidebarProps) {
  const { t } = useWords();
  const navigation = useNavigation();
  const toggleLabel = narrow ? t('shell.expand') : t('shell.collapse');
  return (
    <div className={classes.sidebar} data-narrow={narrow || undefined}>
      <div className={classes.top}>
        <Link to="/" className={classes.brand} aria-label={t('shell.product')} onClick={onNavigate}>
          <img src="/logo.svg" width={26} height={26} alt="" />
          {!narrow && <span>{t('shell.product')}</span>}
        </Link>
        {onToggle && (
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={onToggle}
            aria-label={toggleLabel}
            title={toggleLabel}
          >
            <Icon name={narrow ? 'chevrons-right' : 'chevrons-left'} />
          </ActionIcon>
        )}
      </div>
      <AccountSwitcher narrow={narrow} onSwitched={onNavigate} />
      <SearchButton narrow={narrow} onClick={onSearch} />
      <nav className={classes.navigation} aria-label={t('shell.mainMenu')}>
        {navigation.map(({ group, items }) => (
          <div key={group ?? 'home'} className={classes.group}>
            {group && !narrow && <span className={classes.groupName}>{t(`shell.groups.${group}`)}</span>}
            {items.map((item) => (
              <SidebarLink key={item.page} item={item} narrow={narrow} onNavigate={onNavigate} />
            ))}
          </div>
        ))}
      </nav>
      <div className={classes.bottom}>
        <SandboxPill narrow={narrow} />
        <Balance narrow={narrow} onNavigate={onNavigate} />
        <div className={classes.tools}>
          <LanguageMenu />
          <ColorModeMenu />
        </div>
        <UserMenu narrow={narrow} onNavigate={onNavigate} />
      </div>
    </div>
  );
}

function SidebarLink({
  item,
  narrow,
  onNavigate,
}: {
  item: NavigationItem;
  narrow: boolean;
  onNavigate: (() => void) | undefined;
}) {
  const { t } = useWords();
  const isAnotherNearer = useIsAnotherNearer(item);
  const label = t(`shell.pages.${item.page}`);
  return (
    <Tooltip label={label} position="right" disabled={!narrow}>
      <Link
        to={item.to}
        activeOptions={{ exact: item.to === '/' || isAnotherNearer }}
        className={classes.link}
        onClick={onNavigate}
        aria-label={narrow ? label : undefined}
      >
        <Icon name={item.icon} size={17} />
        {!narrow && <span>{label}</span>}
      </Link>
    </Tooltip>
  );
}

/** Whether the page belongs to an item whose address begins with this one's: only that one is marked. */
function useIsAnotherNearer({ to }: NavigationItem): boolean {
  const { pathname } = useLocation();
  return NAVIGATION.some(({ items }) =>
    items.some((other) => other.to?.startsWith(`${to}/`) && pathname.startsWith(other.to)),
  );
}
