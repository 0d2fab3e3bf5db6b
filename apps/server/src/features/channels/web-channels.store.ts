import type { ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { insertChannel, type NewChannel, setWebhookState } from './channels.store.ts';

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
