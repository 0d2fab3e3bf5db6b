import type { UserView } from '@hanasu/contract/accounts';
import {
  ActionIcon,
  Avatar,
  Menu,
  Popover,
  Skeleton,
  Stack,
  Text,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';
import { ConfirmEmailDot } from '../session/AccountBanners.tsx';
import { AccountSwitcher } from '../session/AccountSwitcher.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { balanceQuery, meQuery, systemQuery } from '../shell.queries.ts';
import { ColorModeMenu } from './ColorModeMenu.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Mark, Wordmark } from './Mark.tsx';
import type { NavigationItem } from './navigation.ts';
import classes from './Sidebar.module.css';
import { keyCaps, SHORTCUTS } from './shortcuts.ts';
import { useCurrentItem, useNavigation, useRail } from './use-navigation.ts';
import { usePlace } from './use-place.ts';
import { WaitingCount } from './WaitingCount.tsx';

interface SidebarProps {
  /** A rail of icons, with those of every day only. */
  narrow: boolean;
  /** Absent in the phone's drawer, which can't be collapsed. */
  onToggle?: () => void;
  /** After a page was chosen, to close the drawer. */
  onNavigate?: () => void;
  onSearch: () => void;
  /** Opens the whole menu, from the rail. */
  more?: MoreProps;
}

interface MoreProps {
  onOpen: () => void;
  isOpen: boolean;
}

export function Sidebar({ narrow, onToggle, onNavigate, onSearch, more }: SidebarProps) {
  const { t } = useWords();
  const [all, rail] = [useNavigation(), useRail()];
  const navigation = narrow ? rail : all;
  const keepShown = useCurrentInView();
  const toggleLabel = narrow ? t('shell.expand') : t('shell.collapse');
  return (
    <div className={classes.sidebar} data-narrow={narrow || undefined}>
      <div className={classes.top}>
        <Link to="/" className={classes.brand} aria-label={t('shell.product')} onClick={onNavigate}>
          {narrow ? <Mark /> : <Wordmark />}
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
      <nav ref={keepShown} className={classes.navigation} aria-label={t('shell.mainMenu')}>
        {navigation.map(({ group, items }) => (
          <div key={group ?? 'home'} className={classes.group}>
            {group && !narrow && <span className={classes.groupName}>{t(`shell.groups.${group}`)}</span>}
            {items.map((item) => (
              <SidebarLink key={item.page} item={item} narrow={narrow} onNavigate={onNavigate} />
            ))}
          </div>
        ))}
        {narrow && more && <MorePages {...more} />}
      </nav>
      <div className={classes.bottom}>
        <SandboxPill narrow={narrow} />
        <div className={classes.line}>
          <Balance narrow={narrow} onNavigate={onNavigate} />
          <div className={classes.tools}>
            <LanguageMenu />
            <ColorModeMenu />
          </div>
        </div>
        <UserMenu narrow={narrow} onNavigate={onNavigate} />
      </div>
    </div>
  );
}

/** In a low window the menu scrolls: the page that is open is in sight. */
function useCurrentInView() {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname) menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return menu;
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
  const current = useCurrentItem();
  const { section } = usePlace();
  const label = t(`shell.pages.${item.page}`);
  return (
    <RailTip label={label} narrow={narrow}>
      <Link
        to={item.to}
        activeOptions={{ exact: item.to === '/' || current !== item || section !== undefined }}
        {...(section === item.to ? { 'aria-current': 'page' as const } : {})}
        className={classes.link}
        onClick={onNavigate}
      >
        <Icon name={item.icon} size={17} />
        {narrow ? <VisuallyHidden component="span">{label}</VisuallyHidden> : <span>{label}</span>}
        {item.page === 'inbox' && <WaitingCount onCorner={narrow} />}
        {item.page === 'account' && <ConfirmEmailDot onCorner={narrow} />}
      </Link>
    </RailTip>
  );
}

/** Names what the rail shows as an icon, without a pause: there is no other way to know it. */
function RailTip({ label, narrow, children }: { label: string; narrow: boolean; children: ReactElement }) {
  return (
    <Tooltip label={label} position="right" disabled={!narrow} openDelay={0} events={TIP_EVENTS}>
      {children}
    </Tooltip>
  );
}
const TIP_EVENTS = { hover: true, focus: true, touch: false };

/** What the rail has no room for. */
function MorePages({ onOpen, isOpen }: MoreProps) {
  const { t } = useWords();
  const label = t('shell.morePages');
  return (
    <RailTip label={label} narrow>
      <UnstyledButton
        className={classes.link}
        onClick={onOpen}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <Icon name="ellipsis" size={17} />
      </UnstyledButton>
    </RailTip>
  );
}

interface BalanceProps {
  narrow: boolean;
  /** After it was chosen, to close the drawer. */
  onNavigate: (() => void) | undefined;
}

function Balance({ narrow, onNavigate }: BalanceProps) {
  const { t } = useWords();
  const format = useFormat();
  const { data } = useQuery(balanceQuery);
  if (!data) return null;
  const label = [
    t('shell.balanceLabel', { tokens: format.number(data.balance) }),
    data.withheld > 0 && t('shell.balanceWithheld', { tokens: format.number(data.withheld) }),
  ]
    .filter(Boolean)
    .join('\n');
  return (
    <RailTip label={label} narrow={narrow}>
      <Link
        to="/Token"
        className={classes.balance}
        onClick={onNavigate}
        {...(narrow ? { 'aria-label': label } : { title: label })}
      >
        <Icon name="coins" />
        {!narrow && (
          <span className="numbers">{t('shell.balance', { tokens: format.compact(data.balance) })}</span>
        )}
      </Link>
    </RailTip>
  );
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Looks like a field and opens the palette. */
function SearchButton({ narrow, onClick }: { narrow: boolean; onClick: () => void }) {
  const { t } = useWords();
  const keys = keyCaps(SHORTCUTS.palette.keys[0], isMac()).join(' ');
  return (
    <RailTip label={`${t('shell.palette.open')} ${keys}`} narrow={narrow}>
      <UnstyledButton
        className={classes.search}
        onClick={onClick}
        aria-haspopup="dialog"
        {...(narrow ? { 'aria-label': t('shell.palette.open') } : { title: keys })}
      >
        <Icon name="search" />
        {!narrow && (
          <>
            <span>{t('shell.palette.open')}</span>
            <kbd aria-hidden>{keys}</kbd>
          </>
        )}
      </UnstyledButton>
    </RailTip>
  );
}

interface UserMenuProps {
  narrow: boolean;
  /** After a page was chosen, to close the drawer. */
  onNavigate: (() => void) | undefined;
}

function UserMenu({ narrow, onNavigate }: UserMenuProps) {
  const { t } = useWords();
  const { data: user } = useQuery(meQuery);
  const leave = useSignOut();
  if (!user) return <Skeleton height={36} radius="md" />;
  const name = nameBesideShop(user);
  return (
    <Menu position="top-start" width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes.user}
          title={t('shell.userMenu')}
          {...(narrow ? { 'aria-label': `${t('shell.userMenu')}: ${name}` } : {})}
        >
          <Avatar src={user.avatar?.url ?? null} size={28} radius="md" color="green" alt="">
            <Icon name="user" />
          </Avatar>
          {!narrow && (
            <span className={classes.userWords}>
              <span className={classes.userName}>{name}</span>
              <span className={classes.userRole}>{t(`shell.roles.${user.role}`)}</span>
            </span>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email ?? user.username}</Menu.Label>
        <Menu.Item
          leftSection={<Icon name="settings" />}
          renderRoot={(props) => <Link to="/Account" {...props} />}
          onClick={onNavigate}
        >
          {t('shell.pages.account')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="log-out" />} onClick={() => void leave()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Those who have the shop's name for their own are shown by their address: the shop stands at the top already. */
const nameBesideShop = ({ displayName, account, email, username }: UserView): string =>
  displayName === account.name ? (email ?? username) : displayName;

const PARTS = ['models', 'embeddings', 'channels', 'mail', 'payments', 'files', 'database'] as const;
const knownPart = (part: string) => PARTS.find((known) => known === part);

/** Says which parts are stand-ins and which setting makes each real. */
function SandboxPill({ narrow }: { narrow: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: system } = useQuery(systemQuery);
  if (!system?.sandboxed.length) return null;
  return (
    <Popover width={330} position="top-start" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.sandbox}
          title={t('shell.sandbox.title')}
          {...(narrow ? { 'aria-label': t('shell.sandbox.title') } : {})}
        >
          <Icon name="flask-conical" />
          {!narrow && <span>{t('shell.sandbox.pill')}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text fw={600} size="sm">
            {t('shell.sandbox.title')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('shell.sandbox.text')}
          </Text>
          <ul className={classes.parts}>
            {system.sandboxed.map(({ part, settings }) => {
              const known = knownPart(part);
              return (
                <li key={part}>
                  {known ? t(`shell.sandbox.parts.${known}`) : part}
                  {known === 'mail' && (
                    <>
                      {' '}
                      <Link to="/dev/outbox">{t('session.toOutbox')}</Link>
                    </>
                  )}
                  <br />
                  <span className={classes.partSetting}>
                    {t('shell.sandbox.becomesReal', { setting: format.anyOf(settings) })}
                  </span>
                </li>
              );
            })}
          </ul>
          {!system.publicUrlReachable && <Text size="sm">{t('shell.sandbox.unreachable')}</Text>}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
