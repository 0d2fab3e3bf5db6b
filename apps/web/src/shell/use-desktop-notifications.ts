import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { useRealtime } from './realtime.tsx';

/** The title is Vietnamese in every language, as the product has always had it. */
const TITLE = 'Tin nhắn mới';

/** Announces what customers write, if the person has allowed it. */
export function useDesktopNotifications(): void {
  useRealtime(UPDATE_CONVERSATION, ({ action, data }) => {
    const first = data[0];
    if (action !== 'user_chat' || !first?.message) return;
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    const { uuid } = first.conversation;
    new Notification(TITLE, { body: first.message.text, icon: '/logo.svg', tag: uuid });
  });
}
