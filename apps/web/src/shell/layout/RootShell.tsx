import { NOTIFICATION, UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { chatSocket } from '../api/chat-socket.ts';
import { useRealtime } from '../api/realtime.tsx';
import { systemQuery } from '../shell.queries.ts';
import { toasts } from '../toasts.tsx';

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
    const { notifyOnDesktop } = await import('../notify-on-desktop.ts');
    notifyOnDesktop(update, (id) => void navigate({ to: '/Channel/conversation/$id', params: { id } }));
  });
}

/** Around every page, whatever its layout. */
export function RootShell() {
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

function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  return loading ? <div className="page-loading-bar" aria-hidden /> : null;
}

/** Shows what this person wants to be told of; how that looks comes with the first of them. */
function useNotifications(): void {
  const navigate = useNavigate();
  const { socket } = useSyncExternalStore(chatSocket.subscribe, chatSocket.state);
  const show = useEffectEvent(async (raw: unknown) => {
    const { showNotification } = await import('../show-notification.ts');
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
