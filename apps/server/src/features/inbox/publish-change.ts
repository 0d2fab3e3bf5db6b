import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { PublishConversationUpdate } from '../conversations/public.ts';

/** After the commit: pages show the lines that were written and how the conversation stands. */
export function publishChange(
  publishConversationUpdate: PublishConversationUpdate,
  accountId: AccountId,
  conversationId: ConversationId,
  lines: readonly (MessageId | null)[] = [],
): void {
  const written = lines.filter((id) => id !== null);
  if (written.length > 0) publishConversationUpdate(accountId, 'system', conversationId, written);
  publishConversationUpdate(accountId, 'handling', conversationId);
}
