import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { branches } from '../../inbox/public.ts';
import { setHead } from '../chats.store.ts';
import { lockOwnChat, refuseWhileAnswering } from './own-chat.ts';

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
      throw new AppError('message_not_found', 'There is no such message in this chat');
    if (chat.headId === null) return;
    await setHead(transaction, id, await branches.findTip(transaction, session.accountId, messageId));
  });
