import type { AccountId, BotId, GroupId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { deleteChannel } from './disconnect-channel.ts';

/** Channels that lose their bot, their group, or the member who made them. */

/** Takes a bot or a group that is being deleted from its channels. */
const releaseChannelsOf = (
  transaction: AccountTransaction,
  answerer: { readonly botId: BotId } | { readonly groupId: GroupId },
): Promise<void> =>
  'botId' in answerer ? releaseBot(transaction, answerer.botId) : releaseGroup(transaction, answerer.groupId);

/** Deletes the web chat channel of a bot; its other channels stay connected without a bot. */
async function releaseBot(transaction: AccountTransaction, id: BotId): Promise<void> {
  const values = [transaction.accountId, id];
  await transaction.run('delete from channel_routes where tenant_id = $1 and external_id = $2::text', values);
  await transaction.run('delete from channels where account_id = $1 and external_id = $2::text', values);
  await transaction.run('update channels set bot_id = null where account_id = $1 and bot_id = $2', values);
}

/** Its channels stay connected and have no group. */
async function releaseGroup(transaction: AccountTransaction, id: GroupId): Promise<void> {
  await transaction.run('update channels set group_id = null where account_id = $1 and group_id = $2', [
    transaction.accountId,
    id,
  ]);
}

/** Another member answers for what this one made. */
async function handOver(
  transaction: AccountTransaction,
  { from, to }: { readonly from: UserId; readonly to: UserId },
): Promise<void> {
  await transaction.run('update channels set created_by = $3 where account_id = $1 and created_by = $2', [
    transaction.accountId,
    from,
    to,
  ]);
}

/** Ends OAuth authorisations that this person, or a member of these accounts, has started. */
async function endGrants(
  transaction: SystemTransaction,
  userId: UserId,
  accountIds: readonly AccountId[],
): Promise<void> {
  await transaction.run('delete from channel_grants where user_id = $1 or account_id = any($2)', [
    userId,
    accountIds,
  ]);
}

/**
 * Handles the channels of a member who leaves, with the permissions they asked vendors for, and of a bot or a group
 * that is deleted.
 */
export const leftChannels = { handOver, endGrants, disconnect: deleteChannel, releaseOf: releaseChannelsOf };
