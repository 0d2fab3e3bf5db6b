import { NOTIFICATION, UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { chatSocket } from '../api/chat-socket.ts';
import { useRealtime } from '../api/realtime.tsx';
import { toasts } from '../notifications/toasts.tsx';
import { systemQuery } from '../shell.queries.ts';

const RECHECK_MS = 1000;
let checkedAt = 0;
let isAllowed = false;

/** A browser takes milliseconds to say whether it may, which is long when fifty customers write in a second. */
function mayAnnounce(): boolean {
  if (Date.now() - checkedAt > RECHECK_MS) {
    checkedAt = Date.now();
    isAllowed = globalThis.Notification?.permission === 'granted';
  }
  return isAllowed;
}

/** Announces what customers write while this page is open; how comes with the first of it. */
function useNewMessageNotifications(): void {
  const navigate = useNavigate();
  useRealtime(UPDATE_CONVERSATION, async (update) => {
    if (!mayAnnounce()) return;
    const { notifyOnDesktop } = await import('../notifications/notify-on-desktop.ts');
    notifyOnDesktop(update, (id) => void navigate({ to: '/Channel/conversation/$id', params: { id } }));
  });
}

/** Around every page, whatever its layout. */
export function RootShell() {
  useFocusAfterNavigation();
  useNewBuildToast();
  useNewMessageNotifications();
  useNotifications();
  return (
    <>
      <LoadingBar />
      <Outlet />
    </>
  );
}

function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    let stop = watchFocus({ isFirstPage: true });
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return;
      stop();
      stop = watchFocus({ isFirstPage: false });
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [router]);
}

/** What a page fetches first has arrived by then, also over a slow line. */
const WATCHED_MS = 15_000;

/**
 * Puts the focus on the heading of a page that was just opened, so that a screen reader reads it and the next thing to
 * do is near, and into a dialog that its address opens. It stays where the page has put it, and where the person goes on
 * by key or pointer nothing moves any more. Returns how to stop.
 */
export function watchFocus({ isFirstPage }: { isFirstPage: boolean }): () => void {
  let heading: HTMLElement | null = null;
  // The browser begins at the top of the first page by itself.
  let isPlaced = isFirstPage;
  const settle = () => {
    const { activeElement } = document;
    const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1);
    if (dialog) {
      if (!dialog.contains(activeElement)) focusQuietly(dialog.querySelector('[data-autofocus]') ?? dialog);
      return;
    }
    // A page that first draws a frame of its own puts another heading in the place of the first.
    if (heading && !heading.isConnected && activeElement === document.body) isPlaced = false;
    if (isPlaced) return;
    const main = document.querySelector('main');
    if (main !== activeElement && main?.contains(activeElement)) {
      isPlaced = true;
      return;
    }
    heading = [...document.querySelectorAll<HTMLElement>('main h1')].find(isShown) ?? null;
    if (!heading) return;
    heading.tabIndex = -1;
    focusQuietly(heading);
    isPlaced = true;
  };
  const observer = new MutationObserver(settle);
  observer.observe(document.body, { childList: true, subtree: true });
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    for (const event of GOES_ON) window.removeEventListener(event, stop, { capture: true });
  };
  const timer = setTimeout(stop, WATCHED_MS);
  for (const event of GOES_ON) window.addEventListener(event, stop, { capture: true });
  settle();
  return stop;
}

const GOES_ON = ['keydown', 'pointerdown'] as const;
const isShown = (element: HTMLElement): boolean => element.checkVisibility?.() ?? true;
const focusQuietly = (element: HTMLElement): void => element.focus({ preventScroll: true });

function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  return loading ? <div className="page-loading-bar" aria-hidden /> : null;
}

/** Shows what this person wants to be told of; how that looks comes with the first of them. */
function useNotifications(): void {
  const navigate = useNavigate();
  const { socket } = useSyncExternalStore(chatSocket.subscribe, chatSocket.state);
  const show = useEffectEvent(async (raw: unknown) => {
    const { showNotification } = await import('../notifications/show-notification.ts');
    await showNotification(raw, (to) => void navigate({ to }));
  });
  useEffect(() => {
    if (!socket) return;
    const listener = (raw: unknown) => void show(raw);
    socket.on(NOTIFICATION as string, listener);
    return () => {
      socket.off(NOTIFICATION as string, listener);
    };
  }, [socket]);
}

/** Says once, quietly, when the server has begun to serve another build than the one that was first seen. */
export function useNewBuildToast(): void {
  const { t } = useWords();
  const { data } = useQuery(systemQuery);
  const firstBuild = useRef<string>(undefined);
  useEffect(() => {
    if (!data) return;
    firstBuild.current ??= data.build;
    if (firstBuild.current === data.build) return;
    firstBuild.current = data.build;
    const reload = { label: t('shell.reload'), onClick: () => location.reload() };
    toasts.add({ title: t('shell.newBuild'), color: 'info', stays: true, action: reload }, 'new-build');
  }, [data, t]);
}
