import type { BotId, ChannelId, ConversationId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { SHOWN_NAME } from '../visitors/visitors.store.ts';

/** SQL of visitors on their bot's channel. */

/** The channel of a conversation that waits for a person; null: it doesn't, or the channel is gone. */
export async function findWaitingChannel(
  transaction: AccountTransaction,
  conversationId: ConversationId,
): Promise<ChannelId | null> {
  const row = await transaction.one<{ channelId: ChannelId | null }>(
    `select channel_id as "channelId" from conversations
     where account_id = $1 and id = $2 and handling = 'waiting'`,
    [transaction.accountId, conversationId],
  );
  return row?.channelId ?? null;
}

interface EarlierVisitor {
  readonly externalId: string;
  readonly name: string;
  readonly lastWroteAt: Date;
  readonly createdAt: Date;
}

/** Visitors who wrote before the bot was a channel. */
export const findVisitorsWithoutChannel = (transaction: AccountTransaction, botId: BotId) =>
  transaction.rows<EarlierVisitor>(
    `select v.id::text as "externalId", ${SHOWN_NAME} as name, v.last_seen_at as "lastWroteAt",
       v.created_at as "createdAt"
     from visitors v where v.account_id = $1 and v.bot_id = $2 and exists (select from conversations c
       where c.account_id = $1 and c.visitor_id = v.id and c.origin = 'embed' and c.channel_id is null)`,
    [transaction.accountId, botId],
  );
