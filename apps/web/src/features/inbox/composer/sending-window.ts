import type { ConversationView } from '@hanasu/contract/inbox';

export type SendingWindow =
  | { state: 'free'; until: string }
  /** Possible, but each message costs or counts. */
  | { state: 'counted'; until: string }
  | { state: 'closed' };

/** What the channel's window allows now; null: the channel has none. */
export function sendingWindow(
  window: ConversationView['window'],
  now: number = Date.now(),
): SendingWindow | null {
  if (!window) return null;
  if (now < Date.parse(window.freeUntil)) return { state: 'free', until: window.freeUntil };
  if (now < Date.parse(window.openUntil)) return { state: 'counted', until: window.openUntil };
  return { state: 'closed' };
}
