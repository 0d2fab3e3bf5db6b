import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { useNavigate } from '@tanstack/react-router';
import { announceMessage } from './announce-message.ts';
import { useRealtime } from './realtime.tsx';

const RECHECK_MS = 1000;
let checkedAt = Number.NEGATIVE_INFINITY;
let mayAnnounce = false;

/** A browser takes milliseconds to say whether it may, which is long when fifty customers write in a second. */
function isAllowed(now = performance.now()): boolean {
  if (now - checkedAt < RECHECK_MS) return mayAnnounce;
  checkedAt = now;
  mayAnnounce = typeof Notification !== 'undefined' && Notification.permission === 'granted';
  return mayAnnounce;
}

/** Announces what customers write while this page is open. */
export function useNewMessageNotifications(): void {
  const navigate = useNavigate();
  useRealtime(UPDATE_CONVERSATION, (update) => {
    if (!isAllowed()) return;
    announceMessage(update, (id) => void navigate({ to: '/Channel/conversation/$id', params: { id } }));
  });
}
