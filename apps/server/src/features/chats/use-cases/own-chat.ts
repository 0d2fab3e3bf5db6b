import type { ConversationId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { type ChatRow, lockChat } from '../chats.store.ts';

export const noSuchChat = (): AppError => new AppError('not_found', 'You have no such chat');

/** The chat, locked; refuses one that is not the person's own. */
export async function lockOwnChat(
  transaction: AccountTransaction,
  session: Session,
  id: ConversationId,
): Promise<ChatRow> {
  const chat = await lockChat(transaction, session.userId, id);
  if (!chat) throw noSuchChat();
  return chat;
}

/** An answer that is being made hangs on what is there. */
export function refuseWhileAnswering({ isAnswering }: ChatRow): void {
  if (isAnswering) throw new AppError('conversation_busy', 'The last question is still being answered');
}
