import type { AccountId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import { UPDATE_READ_MARKS, type UpdateReadMarks } from '@hanasu/contract/realtime';
import type { Realtime } from '../../platform/realtime/realtime.ts';
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

/** After the commit: what is unread differs from member to member, so only this one's pages are concerned. */
export const publishReadMarks = (
  realtime: Pick<Realtime, 'emitToUser'>,
  userId: UserId,
  marks: UpdateReadMarks,
): void => realtime.emitToUser(userId, UPDATE_READ_MARKS, marks);
