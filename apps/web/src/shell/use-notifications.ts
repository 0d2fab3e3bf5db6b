import { NOTIFICATION } from '@hanasu/contract/realtime';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { chatSocket } from './chat-socket.ts';

/** Shows what this person wants to be told of; how that looks comes with the first of them. */
export function useNotifications(): void {
  const navigate = useNavigate();
  const { socket } = useSyncExternalStore(chatSocket.subscribe, chatSocket.state);
  const show = useEffectEvent(async (raw: unknown) => {
    const { showNotification } = await import('./show-notification.ts');
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
