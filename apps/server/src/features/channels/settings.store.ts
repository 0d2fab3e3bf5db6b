import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { ChannelId, ConversationId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { StoredSettings } from './domain/read-settings.ts';

export interface SettingsRow extends StoredSettings {
  readonly name: string;
}

export const findSettings = (transaction: AccountTransaction, id: ChannelId) =>
  transaction.one<SettingsRow>(
    `select c.name, c.settings::text as settings, c.batching_delay as "batchingDelay", a.time_zone as "timeZone"
     from channels c join accounts a on a.id = c.account_id where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id],
  );

/** Of the channel that a conversation is on. */
export const findSettingsOf = (transaction: AccountTransaction, conversationId: ConversationId) =>
  transaction.one<SettingsRow>(
    `select c.name, c.settings::text as settings, c.batching_delay as "batchingDelay", a.time_zone as "timeZone"
     from conversations o join channels c on c.account_id = o.account_id and c.id = o.channel_id
       join accounts a on a.id = c.account_id
     where o.account_id = $1 and o.id = $2`,
    [transaction.accountId, conversationId],
  );

/** Those of the channels that are there; in one order, so that two copies can't wait for each other. */
export const lockChannels = (transaction: AccountTransaction, ids: readonly ChannelId[]) =>
  transaction.rows<{ id: ChannelId; name: string }>(
    'select id, name from channels where account_id = $1 and id = any($2) order by id for update',
    [transaction.accountId, ids],
  );

export async function saveSettings(
  transaction: AccountTransaction,
  ids: readonly ChannelId[],
  { batchingDelay, ...settings }: ChannelSettings,
): Promise<void> {
  await transaction.run(
    'update channels set settings = $3, batching_delay = $4 where account_id = $1 and id = any($2)',
    [transaction.accountId, ids, JSON.stringify(settings).replaceAll('\\u0000', ''), batchingDelay],
  );
}
