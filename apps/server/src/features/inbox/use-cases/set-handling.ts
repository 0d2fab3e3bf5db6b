import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findConversation, lockConversation, updateHandling } from '../conversations.store.ts';
import type { InboxDependencies } from './send-operator-message.ts';

/** Take over, give back to the bot, or close. */
export async function setHandling(
  { database, announce, wakeTurns }: InboxDependencies,
  session: Session,
  id: ConversationId,
  handling: 'bot' | 'operator' | 'closed',
): Promise<ConversationView> {
  const view = await database.account(session.accountId, async (transaction) => {
    if (!(await lockConversation(transaction, id))) {
      throw new AppError('not_found', 'There is no such conversation');
    }
    const operatorId = handling === 'operator' ? session.userId : null;
    await updateHandling(transaction, id, { handling, operatorId, waitingReason: null });
    return findConversation(transaction, id, session.userId);
  });
  if (!view) throw new AppError('not_found', 'There is no such conversation');
  wakeTurns();
  announce(session.accountId, 'handling', id);
  return view;
}
