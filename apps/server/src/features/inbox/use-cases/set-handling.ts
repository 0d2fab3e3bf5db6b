import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findConversation } from '../conversation-views.store.ts';
import { type ConversationState, updateHandling } from '../conversations.store.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { windowOf } from '../window-of.ts';
import {
  lockExisting,
  named,
  noSuchConversation,
  refuseIfTaken,
  takeConversation,
  writeLine,
} from './owned-conversation.ts';
import { tellChange } from './tell-change.ts';

export interface HandlingChange {
  readonly handling: 'bot' | 'operator' | 'closed';
  /** Takes it from the colleague who has it. */
  readonly takeOver: boolean;
}

/** Take over, give back to the bot, or close. */
export async function setHandling(
  { database, announce, wakeTurns, wakeDelivery, askSatisfaction, manifestOf }: InboxDependencies,
  session: Session,
  id: ConversationId,
  change: HandlingChange,
): Promise<ConversationView> {
  const { view, line, asked } = await database.account(session.accountId, async (transaction) => {
    const conversation = await lockExisting(transaction, id);
    refuseIfTaken(conversation, session.userId, change);
    const written =
      change.handling === 'operator'
        ? await takeConversation(transaction, conversation, session.userId)
        : await letGo(transaction, conversation, session, change.handling);
    const { channelId } = conversation;
    const isClosing = change.handling === 'closed' && conversation.handling !== 'closed';
    const question =
      isClosing && channelId ? await askSatisfaction(transaction, { conversationId: id, channelId }) : null;
    return {
      line: written,
      asked: question,
      view: await findConversation(transaction, id, session.userId, windowOf(manifestOf)),
    };
  });
  if (!view) throw noSuchConversation();
  wakeTurns();
  if (asked) wakeDelivery();
  tellChange(announce, session.accountId, id, [line, asked]);
  return view;
}

async function letGo(
  transaction: AccountTransaction,
  conversation: ConversationState,
  { userId }: Session,
  handling: 'bot' | 'closed',
): Promise<MessageId | null> {
  const isNew = conversation.handling !== handling;
  await updateHandling(transaction, conversation.id, { handling, operatorId: null, waitingReason: null });
  if (!isNew) return null;
  const event = handling === 'bot' ? 'given_back' : 'closed';
  return writeLine(transaction, conversation.id, event, { by: await named(transaction, userId) });
}
