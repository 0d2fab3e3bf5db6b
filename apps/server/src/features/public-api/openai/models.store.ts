import type { BotId, GroupId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface ListedModel {
  readonly id: BotId | GroupId;
  readonly kind: 'bot' | 'group';
  readonly name: string;
  readonly createdAt: Date;
}

/** What a key may ask, newest first: its bots, or all bots and groups of the account. */
export const listModels = (transaction: AccountTransaction, botIds: readonly BotId[] | null) =>
  transaction.rows<ListedModel>(
    `select id, 'bot' as kind, name, created_at as "createdAt" from bots
     where account_id = $1 and ($2::uuid[] is null or id = any($2))
     union all
     select id, 'group', name, created_at from bot_groups where account_id = $1 and $2::uuid[] is null
     order by "createdAt" desc, id limit 1000`,
    [transaction.accountId, botIds],
  );
