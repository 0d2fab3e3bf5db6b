import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findConversation, lockConversation, updateHandling } from '../conversations.store.ts';
import type { InboxDependencies } from './send-operator-message.ts';

/** Take over, give back to the bot, or close. */
export async function setHandling(
  { database, announce, wakeTurns, wakeDelivery, askSatisfaction }: InboxDependencies,
  session: Session,
  id: ConversationId,
  handling: 'bot' | 'operator' | 'closed',
): Promise<ConversationView> {
  const { view, asked } = await database.account(session.accountId, async (transaction) => {
    const before = await lockConversation(transaction, id);
    if (!before) {
      throw new AppError('not_found', 'There is no such conversation');
    }
    const operatorId = handling === 'operator' ? session.userId : null;
    await updateHandling(transaction, id, { handling, operatorId, waitingReason: null });
    const { channelId } = before;
    const isClosing = handling === 'closed' && before.handling !== 'closed';
    const question =
      isClosing && channelId ? await askSatisfaction(transaction, { conversationId: id, channelId }) : null;
    return { view: await findConversation(transaction, id, session.userId), asked: question };
  });
  if (!view) throw new AppError('not_found', 'There is no such conversation');
  wakeTurns();
  if (asked) wakeDelivery();
  announce(session.accountId, 'handling', id, asked ? [asked] : []);
  return view;
}
