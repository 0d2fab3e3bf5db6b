import { ActionIcon } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { isInputMethodKey } from '../../theme/input-method.ts';
import { useRealtimeConnected } from '../api/realtime.tsx';
import { ErrorDescription, UnhandledError } from '../error-pages/ErrorView.tsx';
import { FirstStepsBar } from '../first-steps/FirstSteps.tsx';
import { Icon } from '../icons/Icon.tsx';
import { log } from '../log.ts';
import { OpenPalette } from '../palette/open-palette.ts';
import { AccountBanners } from '../session/AccountBanners.tsx';
import { useEver } from '../use-ever.ts';
import classes from './AppLayout.module.css';
import { BottomBar } from './BottomBar.tsx';
import { LostConnection } from './LostConnection.tsx';
import { Wordmark } from './Mark.tsx';
import { Sidebar } from './Sidebar.tsx';
import { hear, SHORTCUTS, type ShortcutName } from './shortcuts.ts';
import { usePlace } from './use-place.ts';
import { WaitingMark } from './waiting.ts';

/** Long enough for slow fingers, short enough that a forgotten `g` surprises nobody. */
const SEQUENCE_MS = 1200;
const TYPED_IN = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

const isTypedIn = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TYPED_IN) !== null;

/** Listens for the shell's shortcuts before any page does, so that `g k` is not also the inbox's `k`. */
function useShellShortcuts(on: { onPalette: () => void; onHelp: () => void }): void {
  const navigate = useNavigate();
  const waiting = useRef<{ key: string; since: number } | null>(null);

  const run = (name: ShortcutName) => {
    if (name === 'palette') return on.onPalette();
    if (name === 'help') return on.onHelp();
    const shortcut = SHORTCUTS[name];
    if ('to' in shortcut) void navigate({ to: shortcut.to });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isInputMethodKey(event) || event.repeat || ['Shift', 'Control', 'Meta'].includes(event.key)) return;
    const { current } = waiting;
    const pending = current && Date.now() - current.since < SEQUENCE_MS ? current.key : null;
    const heard = hear(event, pending, isTypedIn(event.target));
    waiting.current = heard.pending ? { key: heard.pending, since: Date.now() } : null;
    if (!heard.name) return;
    event.preventDefault();
    event.stopPropagation();
    run(heard.name);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

/** What nobody caught stands in the place of the page until somebody tries again or goes elsewhere. */
function useFailure() {
  const { error, forget, frame } = use(UnhandledError);
  const href = useLocation({ select: (location) => location.href });
  const forgets = useEffectEvent(forget);
  const stands = useEffectEvent(frame);
  useEffect(() => stands(), []);
  const failedAt = useRef(href);
  useEffect(() => {
    if (failedAt.current !== href) forgets();
    failedAt.current = href;
  }, [href]);
  return { error, forget };
}

const loadPalette = () => import('../palette/CommandPalette.tsx');
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const loadMenu = () => import('./MenuDrawer.tsx');
const MenuDrawer = lazy(async () => ({ default: (await loadMenu()).MenuDrawer }));
const KeyboardHelp = lazy(async () => ({ default: (await import('./KeyboardHelp.tsx')).KeyboardHelp }));

/** Late enough not to compete with the page, early enough that the first letters typed are not lost. */
const FETCH_AHEAD_MS = 3000;

interface Dialog {
  opened: boolean;
  onClose: () => void;
}

/** The palette and the help, fetched when they are first wanted. */
function ShellDialogs({
  palette,
  help,
  onHelp,
}: {
  palette: Dialog & { query: string };
  help: Dialog;
  onHelp: () => void;
}) {
  const isPaletteThere = useEver(palette.opened);
  const isHelpThere = useEver(help.opened);
  useEffect(() => {
    const timer = setTimeout(() => {
      Promise.all([loadPalette(), loadMenu()]).catch((error: unknown) =>
        log.error('The palette and the menu could not be fetched ahead:', error),
      );
    }, FETCH_AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense fallback={null}>
      {isPaletteThere && <CommandPalette {...palette} onHelp={onHelp} />}
      {isHelpThere && <KeyboardHelp {...help} />}
    </Suspense>
  );
}

/** Frame of signed-in pages. `focused` is the bot-edit layout: icons only, the page fills the window. */
export function AppLayout({ focused = false, children }: { focused?: boolean; children?: ReactNode }) {
  const { t } = useWords();
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawerOpened, drawer] = useDisclosure(false);
  const isMenuThere = useEver(drawerOpened);
  const [paletteOpened, palette] = useDisclosure(false);
  const [query, setQuery] = useState('');
  const [helpOpened, help] = useDisclosure(false);
  const openPalette = (begin = '') => {
    setQuery(begin);
    palette.open();
  };
  const failure = useFailure();
  const isConnected = useRealtimeConnected();
  useShellShortcuts({ onPalette: paletteOpened ? palette.close : () => openPalette(), onHelp: help.open });
  const { fillsWindow, isInside, bottomBar } = usePlace();
  const isRail = focused || fillsWindow;
  const narrow = isRail || collapsed;
  const hasBottomBar = focused ? bottomBar : !isInside;
  return (
    <div className={classes.layout} data-narrow={narrow || undefined} data-focused={focused || undefined}>
      <WaitingMark />
      <a href="#content" className="skip-link">
        {t('shell.skipToContent')}
      </a>
      <aside className={classes.side}>
        <Sidebar
          narrow={narrow}
          onSearch={() => openPalette()}
          more={{ onOpen: drawer.open, isOpen: drawerOpened }}
          {...(isRail ? {} : { onToggle: () => setCollapsed(!collapsed) })}
        />
      </aside>
      {!fillsWindow && !(focused && hasBottomBar) && (
        <PhoneBar onSearch={() => openPalette()} {...(focused ? { onMenu: drawer.open } : {})} />
      )}
      <Suspense fallback={null}>
        {isMenuThere && (
          <MenuDrawer
            opened={drawerOpened}
            onClose={drawer.close}
            onSearch={() => {
              drawer.close();
              openPalette();
            }}
          />
        )}
      </Suspense>
      <main
        id="content"
        className={classes.content}
        tabIndex={-1}
        data-failed={failure.error !== null || undefined}
      >
        {failure.error && (
          <div className={classes.failure}>
            <ErrorDescription error={failure.error} onRetry={failure.forget} />
          </div>
        )}
        <LostConnection isConnected={isConnected} />
        {!fillsWindow && <AccountBanners />}
        {!fillsWindow && <FirstStepsBar />}
        <OpenPalette value={openPalette}>{children ?? <Outlet />}</OpenPalette>
      </main>
      {hasBottomBar && <BottomBar onMore={drawer.open} isMoreOpen={drawerOpened} />}
      <ShellDialogs
        palette={{ opened: paletteOpened, onClose: palette.close, query }}
        help={{ opened: helpOpened, onClose: help.close }}
        onHelp={help.open}
      />
    </div>
  );
}

interface PhoneBarProps {
  /** Where no bar lies at the bottom, whose last button leads to the menu. */
  onMenu?: () => void;
  onSearch: () => void;
}

function PhoneBar({ onMenu, onSearch }: PhoneBarProps) {
  const { t } = useWords();
  return (
    <header className={classes.phoneBar}>
      {onMenu && (
        <ActionIcon variant="subtle" color="gray" size={44} onClick={onMenu} aria-label={t('shell.openMenu')}>
          <Icon name="menu" size={20} />
        </ActionIcon>
      )}
      <Link to="/" className={classes.phoneBrand} aria-label={t('shell.product')}>
        <Wordmark />
      </Link>
      <ActionIcon
        className={classes.phoneSearch ?? ''}
        variant="subtle"
        color="gray"
        size={44}
        onClick={onSearch}
        aria-label={t('shell.palette.open')}
      >
        <Icon name="search" size={20} />
      </ActionIcon>
    </header>
  );
}
