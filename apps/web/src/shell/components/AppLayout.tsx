import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Link, Outlet } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';
import { useRealtimeConnected } from '../realtime.tsx';
import { useShellShortcuts } from '../use-shell-shortcuts.ts';
import { AccountBanners } from './AccountBanners.tsx';
import classes from './AppLayout.module.css';
import { ShellDialogs } from './ShellDialogs.tsx';
import { Sidebar } from './Sidebar.tsx';

/** Frame of signed-in pages. `focused` is the bot-edit layout: icons only, the page fills the window. */
export function AppLayout({ focused = false }: { focused?: boolean }) {
  const { t } = useWords();
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawerOpened, drawer] = useDisclosure(false);
  const [paletteOpened, palette] = useDisclosure(false);
  const [helpOpened, help] = useDisclosure(false);
  const connected = useRealtimeConnected();
  useShellShortcuts({ onPalette: palette.toggle, onHelp: help.open });
  const narrow = focused || collapsed;
  return (
    <div className={classes.layout} data-narrow={narrow || undefined} data-focused={focused || undefined}>
      <a href="#content" className="skip-link">
        {t('shell.skipToContent')}
      </a>
      <aside className={classes.side}>
        <Sidebar
          narrow={narrow}
          onSearch={palette.open}
          {...(focused ? {} : { onToggle: () => setCollapsed(!collapsed) })}
        />
      </aside>
      <PhoneBar onMenu={drawer.open} onSearch={palette.open} />
      <Drawer.Root
        opened={drawerOpened}
        onClose={drawer.close}
        size={272}
        transitionProps={{ duration: 120 }}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('shell.mainMenu')}>
          <Sidebar
            narrow={false}
            onNavigate={drawer.close}
            onSearch={() => {
              drawer.close();
              palette.open();
            }}
          />
        </Drawer.Content>
      </Drawer.Root>
      <main id="content" className={classes.content} tabIndex={-1}>
        {!connected && (
          <div className={classes.offline} role="status">
            <Icon name="wifi-off" /> {t('shell.offline')}
          </div>
        )}
        <AccountBanners />
        <Outlet />
      </main>
      <ShellDialogs
        palette={{ opened: paletteOpened, onClose: palette.close }}
        help={{ opened: helpOpened, onClose: help.close }}
        onHelp={help.open}
      />
    </div>
  );
}

function PhoneBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const { t } = useWords();
  return (
    <header className={classes.phoneBar}>
      <ActionIcon variant="subtle" color="gray" size={40} onClick={onMenu} aria-label={t('shell.openMenu')}>
        <Icon name="menu" size={20} />
      </ActionIcon>
      <Link to="/" className={classes.phoneBrand}>
        {t('shell.product')}
      </Link>
      <ActionIcon
        className={classes.phoneSearch ?? ''}
        variant="subtle"
        color="gray"
        size={40}
        onClick={onSearch}
        aria-label={t('shell.palette.open')}
      >
        <Icon name="search" size={20} />
      </ActionIcon>
    </header>
  );
}
