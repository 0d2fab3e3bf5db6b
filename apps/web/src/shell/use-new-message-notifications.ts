import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { useNavigate } from '@tanstack/react-router';
import { useRealtime } from './realtime.tsx';

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
export function useNewMessageNotifications(): void {
  const navigate = useNavigate();
  useRealtime(UPDATE_CONVERSATION, async (update) => {
    if (!mayAnnounce()) return;
    const { announceMessage } = await import('./announce-message.ts');
    announceMessage(update, (id) => void navigate({ to: '/Channel/conversation/$id', params: { id } }));
  });
}
