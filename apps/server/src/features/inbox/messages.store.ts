import type { ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';

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

/** Finds the channel of a conversation; null: it has none, or isn't there. */
export const findChannelOf = (transaction: AccountTransaction, conversationId: ConversationId) =>
  transaction.one<{ kind: string; isSandbox: boolean }>(
    `select ch.kind, ch.sandbox as "isSandbox"
     from conversations c join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
     where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, conversationId],
  );

/** The language the vendor knows of a customer, and what they last said; null: there is no such conversation. */
export const findCustomerLanguage = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.one<{ language: string | null; said: string }>(
    `select f.language, coalesce((select m.text from messages m
         where m.account_id = c.account_id and m.conversation_id = c.id and m.sender = 'customer'
           and m.kind = 'text' and m.text <> ''
         order by m.id desc limit 1), '') as said
     from conversations c left join friends f on f.account_id = c.account_id and f.id = c.friend_id
     where c.account_id = $1 and c.id = $2 and c.origin <> 'test'`,
    [transaction.accountId, id],
  );
