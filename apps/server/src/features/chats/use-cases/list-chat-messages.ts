import type { ChatMessage } from '@hanasu/contract/chats';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { branches, countMessages, listBranch, listMessages } from '../../inbox/public.ts';
import { type ChatRow, chatView, findChat } from '../chats.store.ts';
import { noSuchChat } from './own-chat.ts';

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
