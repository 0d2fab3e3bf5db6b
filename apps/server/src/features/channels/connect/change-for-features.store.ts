import type { AccountId, BotId, ChannelId, GroupId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { insertChannel, type NewChannel, setWebhookState } from '../channels.store.ts';

/** SQL of channels that lose what they belong to: their bot, their group, or the member who made them. */

/** The web chat channel of a bot goes with it; the others stay connected and have no bot. */
export async function releaseBot(transaction: AccountTransaction, id: BotId): Promise<void> {
  const values = [transaction.accountId, id];
  await transaction.run('delete from channel_routes where tenant_id = $1 and external_id = $2::text', values);
  await transaction.run('delete from channels where account_id = $1 and external_id = $2::text', values);
  await transaction.run('update channels set bot_id = null where account_id = $1 and bot_id = $2', values);
}

/** Its channels stay connected and have no group. */
export async function releaseGroup(transaction: AccountTransaction, id: GroupId): Promise<void> {
  await transaction.run('update channels set group_id = null where account_id = $1 and group_id = $2', [
    transaction.accountId,
    id,
  ]);
}

/** Another member answers for what this one made. */
export async function handOverChannels(
  transaction: AccountTransaction,
  { from, to }: { readonly from: UserId; readonly to: UserId },
): Promise<void> {
  await transaction.run('update channels set created_by = $3 where account_id = $1 and created_by = $2', [
    transaction.accountId,
    from,
    to,
  ]);
}

/** Nobody comes back from a vendor to where this person, or somebody of these accounts, was sent from. */
export async function deleteGrants(
  transaction: SystemTransaction,
  userId: UserId,
  accountIds: readonly AccountId[],
): Promise<void> {
  await transaction.run('delete from channel_grants where user_id = $1 or account_id = any($2)', [
    userId,
    accountIds,
  ]);
}

/** SQL of channels that come with the product: their external id is what they come with. */

export const findWebChannel = (transaction: AccountTransaction, kind: string, externalId: string) =>
  transaction.one<{ id: ChannelId }>(
    'select id from channels where account_id = $1 and kind = $2 and external_id = $3 for update',
    [transaction.accountId, kind, externalId],
  );

/** Who reads it sees who of the staff writes, unless that is switched off. False: another account has this channel. */
export async function insertWebChannel(
  transaction: AccountTransaction,
  channel: NewChannel,
): Promise<boolean> {
  if (!(await insertChannel(transaction, channel))) return false;
  await setWebhookState(transaction, channel.id, 'ok', null);
  await transaction.run('update channels set settings = $3 where account_id = $1 and id = $2', [
    transaction.accountId,
    channel.id,
    JSON.stringify({ look: { showSender: true } }),
  ]);
  return true;
}

export async function updateWebChannel(
  transaction: AccountTransaction,
  id: ChannelId,
  { displayName, paused }: { displayName: string; paused: boolean },
): Promise<void> {
  await transaction.run(
    'update channels set display_name = $3, paused = $4 where account_id = $1 and id = $2',
    [transaction.accountId, id, displayName, paused],
  );
}
