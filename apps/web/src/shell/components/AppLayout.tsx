import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Link, Outlet } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';
import { RealtimeProvider, useRealtimeConnected } from '../realtime.tsx';
import { useNewBuildToast } from '../use-new-build-toast.tsx';
import { useNewMessageNotifications } from '../use-new-message-notifications.ts';
import classes from './AppLayout.module.css';
import { Sidebar } from './Sidebar.tsx';

/** Frame of signed-in pages. `focused` is the bot-edit layout: icons only, the page fills the window. */
export function AppLayout({ focused = false }: { focused?: boolean }) {
  return (
    <RealtimeProvider>
      <Frame focused={focused} />
    </RealtimeProvider>
  );
}

function Frame({ focused }: { focused: boolean }) {
  const { t } = useWords();
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawerOpened, drawer] = useDisclosure(false);
  const connected = useRealtimeConnected();
  useNewBuildToast();
  useNewMessageNotifications();
  const narrow = focused || collapsed;
  return (
    <div className={classes.layout} data-narrow={narrow || undefined} data-focused={focused || undefined}>
      <a href="#content" className="skip-link">
        {t('shell.skipToContent')}
      </a>
      <aside className={classes.side}>
        <Sidebar narrow={narrow} {...(focused ? {} : { onToggle: () => setCollapsed(!collapsed) })} />
      </aside>
      <header className={classes.phoneBar}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          onClick={drawer.open}
          aria-label={t('shell.openMenu')}
        >
          <Icon name="menu" size={20} />
        </ActionIcon>
        <Link to="/" className={classes.phoneBrand}>
          {t('shell.product')}
        </Link>
      </header>
      <Drawer.Root
        opened={drawerOpened}
        onClose={drawer.close}
        size={272}
        transitionProps={{ duration: 120 }}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('shell.mainMenu')}>
          <Sidebar narrow={false} onNavigate={drawer.close} />
        </Drawer.Content>
      </Drawer.Root>
      <main id="content" className={classes.content} tabIndex={-1}>
        {!connected && (
          <div className={classes.offline} role="status">
            <Icon name="wifi-off" /> {t('shell.offline')}
          </div>
        )}
        <Outlet />
      </main>
    </div>
  );
}
