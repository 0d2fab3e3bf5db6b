import { Avatar, Menu, Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';
import { meQuery } from '../shell.queries.ts';
import { useSignOut } from '../use-sign-out.ts';
import classes from './Sidebar.module.css';

interface UserMenuProps {
  narrow: boolean;
  /** After a page was chosen, to close the drawer. */
  onNavigate: (() => void) | undefined;
}

export function UserMenu({ narrow, onNavigate }: UserMenuProps) {
  const { t } = useWords();
  const { data: user } = useQuery(meQuery);
  const leave = useSignOut();
  if (!user) return <Skeleton height={36} radius="md" />;
  return (
    <Menu position="top-start" width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes.user}
          title={t('shell.userMenu')}
          {...(narrow
            ? { 'aria-label': `${t('shell.userMenu')}: ${user.displayName || user.username}` }
            : {})}
        >
          <Avatar src={user.avatar?.url ?? null} size={28} radius="md" color="green" alt="">
            <Icon name="user" />
          </Avatar>
          {!narrow && (
            <span className={classes.userWords}>
              <span className={classes.userName}>{user.displayName || user.username}</span>
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
