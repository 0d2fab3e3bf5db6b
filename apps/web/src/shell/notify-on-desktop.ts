import type { ConversationId } from '@hanasu/contract/ids';
import type { UpdateConversation } from '@hanasu/contract/realtime';

/** Spec §7 fixes the title for every language. */
const TITLE = 'Tin nhắn mới';
const ICON = '/welcome-logo.png';

/** Shows a customer's message on the desktop, when the person has allowed it; a click opens the conversation. */
export function notifyOnDesktop(
  { action, data }: UpdateConversation,
  openConversation: (uuid: ConversationId) => void,
): void {
  const message = data[0]?.message;
  if (action !== 'user_chat' || !message) return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const { conversationUuid, text } = message;
  // One per conversation: a quick second message replaces the first instead of stacking up.
  const shown = new Notification(TITLE, { body: text, icon: ICON, tag: conversationUuid });
  shown.onclick = () => {
    window.focus();
    shown.close();
    openConversation(conversationUuid);
  };
}
