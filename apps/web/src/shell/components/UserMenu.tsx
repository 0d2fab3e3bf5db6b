import { Avatar, Menu, Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';
import { log } from '../log.ts';
import { clearToken } from '../session.ts';
import { meQuery, signOut } from '../shell.queries.ts';
import classes from './Sidebar.module.css';

export function UserMenu({ narrow }: { narrow: boolean }) {
  const { t } = useWords();
  const { data: user } = useQuery(meQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const leave = async () => {
    // The session is revoked on the server when it can be reached; this browser forgets it either way.
    await signOut().catch((error: unknown) => log('Sign-out did not reach the server:', error));
    clearToken();
    queryClient.clear();
    await navigate({ to: '/Login', search: {} });
  };

  if (!user) return <Skeleton height={36} radius="md" />;
  return (
    <Menu position="top-start" width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes.user}
          title={t('shell.userMenu')}
          {...(narrow ? { 'aria-label': `${t('shell.userMenu')}: ${user.username}` } : {})}
        >
          <Avatar src={user.avatar?.url ?? null} size={28} radius="md" color="green" alt="">
            <Icon name="user" />
          </Avatar>
          {!narrow && (
            <span className={classes.userWords}>
              <span className={classes.userName}>{user.username}</span>
              <span className={classes.userRole}>{t(`shell.roles.${user.role}`)}</span>
            </span>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item leftSection={<Icon name="log-out" />} onClick={() => void leave()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
