import type { ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';

/** SQL of what staff write. */

/** False: this person has no such note there. */
export async function deleteNoteOf(
  transaction: AccountTransaction,
  key: { readonly conversationId: ConversationId; readonly messageId: MessageId; readonly userId: UserId },
): Promise<boolean> {
  const deleted = await transaction.run(
    `delete from messages where account_id = $1 and conversation_id = $2 and id = $3
       and kind = 'note' and operator_id = $4`,
    [transaction.accountId, key.conversationId, key.messageId, key.userId],
  );
  return deleted > 0;
}

/** The message that an earlier try of the same one has stored, within a day. */
export async function findTry(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  userId: UserId,
  clientUuid: MessageId,
): Promise<MessageId | null> {
  const row = await transaction.one<{ id: MessageId }>(
    `select id from (
       select id, operator_id, data from messages where account_id = $1 and conversation_id = $2
         and sender = 'operator' and created_at > now() - interval '1 day' order by id desc limit 500) recent
     where operator_id = $3 and data ->> 'clientUuid' = $4`,
    [transaction.accountId, conversationId, userId, clientUuid],
  );
  return row?.id ?? null;
}

/** By what a channel can quote a message; null: there is no such message in the conversation. */
export const findQuotable = (
  transaction: AccountTransaction,
  conversationId: ConversationId,
  id: MessageId,
) =>
  transaction.one<{ vendorMessageId: string | null; quoteToken: string | null }>(
    `select vendor_message_id as "vendorMessageId", quote_token as "quoteToken" from messages
     where account_id = $1 and conversation_id = $2 and id = $3 and kind <> 'note'`,
    [transaction.accountId, conversationId, id],
  );

/** The kind of the channel of a conversation; null: it has none, or isn't there. */
export async function findChannelKind(
  transaction: AccountTransaction,
  conversationId: ConversationId,
): Promise<string | null> {
  const row = await transaction.one<{ kind: string }>(
    `select ch.kind from conversations c join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
     where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, conversationId],
  );
  return row?.kind ?? null;
}
