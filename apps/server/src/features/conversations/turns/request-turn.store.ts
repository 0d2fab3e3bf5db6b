import type { BotId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';

/**
 * The bot has something to tell though nothing new was asked. On a channel the turn is due at once; a chat gets a turn
 * that whoever is free runs. A conversation that a person has, or that is closed, gets none: false.
 */
export async function requestTurn(
  transaction: AccountTransaction,
  id: ConversationId,
  botId: BotId,
): Promise<boolean> {
  const { accountId } = transaction;
  const due = await transaction.run(
    `update conversations set turn_due_at = coalesce(turn_due_at, now())
     where account_id = $1 and id = $2 and origin = 'channel' and channel_id is not null
       and handling in ('bot', 'waiting')`,
    [accountId, id],
  );
  if (due > 0) return true;
  const begun = await transaction.run(
    `insert into chat_turns (account_id, id, conversation_id, bot_id, question_id, parent_id, is_regenerated, is_report)
     select c.account_id, $3, c.id, $4, m.id, c.head_id, true, true from conversations c
     cross join lateral (select id from messages where account_id = c.account_id and conversation_id = c.id
       and sender = 'customer' and kind = 'text' order by id desc limit 1) m
     where c.account_id = $1 and c.id = $2 and c.origin <> 'channel' and c.handling in ('bot', 'waiting')`,
    [accountId, id, newId<MessageId>(), botId],
  );
  return begun > 0;
}

/** Staff have decided on what a conversation waited for: the bot has it again, unless it waits for something else. */
export async function endApproval(transaction: AccountTransaction, id: ConversationId): Promise<void> {
  await transaction.run(
    `update conversations c set handling = 'bot', waiting_reason = null, operator_id = null, waiting_since = null,
       respond_by = null, snoozed_until = null, updated_at = now()
     where c.account_id = $1 and c.id = $2 and c.handling = 'waiting' and c.waiting_reason = 'tool_approval'
       and not exists (select from tool_confirmations t where t.account_id = c.account_id
         and t.conversation_id = c.id and t.confirmer = 'staff' and t.state in ('pending', 'confirmed', 'running'))`,
    [transaction.accountId, id],
  );
}
