import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { HookConversation, HookMessage } from './publish-hook-events.ts';

export const findHookConversation = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.one<HookConversation>(
    `select c.id as uuid, c.origin, c.handling, c.waiting_reason as "waitingReason", c.title,
       c.channel_id as "channelUuid", c.bot_id as "botUuid", f.customer_id as "customerUuid",
       nullif(f.name, '') as "customerName"
     from conversations c left join friends f on f.account_id = c.account_id and f.id = c.friend_id
     where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id],
  );

const MESSAGE = `select m.id as uuid, m.sender, m.kind, m.text, m.outcome,
    to_json(m.created_at at time zone 'UTC')#>>'{}' || 'Z' as "createdAt" from messages m`;

export const findHookMessages = (transaction: AccountTransaction, ids: readonly MessageId[]) =>
  transaction.rows<HookMessage>(`${MESSAGE} where m.account_id = $1 and m.id = any($2) order by m.id`, [
    transaction.accountId,
    ids,
  ]);

/** On web sites a question is stored with its answer's turn and not announced by itself. */
export const findQuestionBefore = (
  transaction: AccountTransaction,
  conversationId: ConversationId,
  answerId: MessageId,
) =>
  transaction.rows<HookMessage>(
    `select q.* from (${MESSAGE} where m.account_id = $1 and m.conversation_id = $2 and m.id < $3
       order by m.id desc limit 1) q where q.sender = 'customer'`,
    [transaction.accountId, conversationId, answerId],
  );
