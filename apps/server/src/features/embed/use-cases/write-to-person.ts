import type { AccountId, BotId, MessageId, VisitorId } from '@hanasu/contract/ids';
import type { VisitorAnswer, VisitorQuestion } from '@hanasu/contract/visitors';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { insertMessages, newMessage, turns } from '../../inbox/public.ts';

/**
 * Where a person has taken the conversation, the bot stays out of it: what the visitor writes is stored for the
 * person, whose answer the visitor's page fetches. Null: nobody has, and the bot answers.
 */
export async function writeToPerson(
  transaction: SystemTransaction,
  key: { readonly accountId: AccountId; readonly botId: BotId; readonly visitorId: VisitorId },
  { conversationUuid: conversationId, message }: VisitorQuestion,
): Promise<VisitorAnswer | null> {
  if (!conversationId) return null;
  const { accountId } = key;
  const [conversation] = await turns.lockConversations(transaction, [{ accountId, conversationId }]);
  const isOwn = conversation?.visitorId === key.visitorId && conversation.botId === key.botId;
  if (!isOwn || conversation.origin !== 'embed' || conversation.handling !== 'operator') return null;
  const messageId = newId<MessageId>();
  await insertMessages(transaction, [
    newMessage({ accountId, id: messageId, conversationId, sender: 'customer', text: message }),
  ]);
  // Nobody answers, so nothing is leased: only what was said last is noted.
  const touched = { accountId, conversationId, messageId, leaseOwner: messageId, headId: null };
  await turns.leaseChats(transaction, [touched], 0);
  return {
    conversationUuid: conversationId,
    message: { uuid: messageId, text: '', citations: [] },
    outcome: 'handed_over',
  };
}
