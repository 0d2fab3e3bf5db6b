import type { ChatMessage } from '@hanasu/contract/chats';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Session } from '../../../platform/http/context.ts';
import type { PublishConversationUpdate } from '../events.ts';
import * as branches from '../messages/message-tree.store.ts';
import { countMessages, listBranch, listMessages } from '../messages/messages.store.ts';
import { type ChatRow, chatView, findChat, findTip, lockChat, setHead } from './chats.store.ts';

export interface ChatsDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly publishConversationUpdate: PublishConversationUpdate;
  /** Throws when the account may not keep so many bytes more. Called in the transaction that writes the row they count by. */
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
}

export const noSuchChat = (): AppError => new AppError('not_found', 'Chat not found, or it is not yours');

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
  if (isAnswering) throw new AppError('conversation_busy', 'The previous question is still being answered');
}

interface Window {
  readonly page: number;
  readonly pageSize: number;
  readonly before?: MessageId | undefined;
}

/** A page of the shown branch; the first one holds the newest messages. */
export const listChatMessages = (
  database: Database,
  session: Session,
  id: ConversationId,
  { page, pageSize, before }: Window,
) =>
  database.snapshot(session.accountId, async (transaction) => {
    const chat = await findChat(transaction, session.userId, id);
    if (!chat) throw noSuchChat();
    const items = await shown(transaction, chat, { before, limit: pageSize, offset: (page - 1) * pageSize });
    const total = await countMessages(transaction, id);
    return { items, total, page, pageSize, isAnswering: chat.isAnswering, chat: chatView(chat) };
  });

async function shown(
  transaction: AccountTransaction,
  { id, headId }: ChatRow,
  window: { before: MessageId | undefined; limit: number; offset: number },
): Promise<ChatMessage[]> {
  if (headId === null) {
    const line = await listMessages(transaction, id, window);
    return line.map((message) => ({ ...message, siblings: [message.uuid] }));
  }
  const { before } = window;
  const from = before
    ? (await branches.findPlaced(transaction, transaction.accountId, before))?.parentId
    : headId;
  const branch = from ? await listBranch(transaction, from, window) : [];
  return branch.filter((message) => message.conversationUuid === id);
}

/** Shows the branch a message is in; in a chat without branches it is shown already. */
export const switchBranch = (
  database: Database,
  session: Session,
  id: ConversationId,
  messageId: MessageId,
): Promise<void> =>
  database.account(session.accountId, async (transaction) => {
    const chat = await lockOwnChat(transaction, session, id);
    refuseWhileAnswering(chat);
    const message = await branches.findPlaced(transaction, session.accountId, messageId);
    if (message?.conversationId !== id)
      throw new AppError('message_not_found', 'This chat has no such message');
    if (chat.headId === null) return;
    await setHead(transaction, id, await findTip(transaction, messageId));
  });
