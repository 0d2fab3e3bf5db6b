import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { useRealtime } from './realtime.tsx';

/** Spec §7 fixes the title for every language. */
const TITLE = 'Tin nhắn mới';

/** Announces a customer's message on the desktop, when the person has allowed it. */
export function useNewMessageNotifications(): void {
  useRealtime(UPDATE_CONVERSATION, ({ action, data }) => {
    const message = data[0]?.message;
    if (action !== 'user_chat' || !message) return;
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    // One per conversation: a quick second message replaces the first instead of stacking up.
    new Notification(TITLE, { body: message.text, icon: '/logo.svg', tag: message.conversationUuid });
  });
}
