import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { redeliver } from '../deliveries.store.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { findMessages } from '../messages.store.ts';

/** A person asks for a failed (or unconfirmed) delivery to be tried again. */
export async function resendMessage(
  { database, announce, retryDelivery, wakeDelivery }: InboxDependencies,
  session: Session,
  conversationId: ConversationId,
  messageId: MessageId,
): Promise<MessageView> {
  const message = await database.account(session.accountId, async (transaction) => {
    const before = (await findMessages(transaction, [messageId]))[0];
    if (!before || before.conversationUuid !== conversationId) {
      throw new AppError('not_found', 'There is no such message');
    }
    const isStuck = before.delivery.state === 'failed' || before.delivery.state === 'unconfirmed';
    if (!isStuck || !(await retryDelivery(transaction, messageId))) {
      throw new AppError('message_not_failed', 'This message did not fail');
    }
    await redeliver(transaction, messageId);
    return (await findMessages(transaction, [messageId]))[0];
  });
  if (!message) throw new AppError('not_found', 'There is no such message');
  wakeDelivery();
  announce(session.accountId, 'delivery', conversationId, [messageId]);
  return message;
}
