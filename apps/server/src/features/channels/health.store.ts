import type { ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { ACCOUNT_SUSPENDED, SECRET_WRONG, storedAs } from './attention.ts';
import { isQuietSince, setAttention } from './channels.store.ts';

/** What calls of the vendor say about a channel. */
export type HealthSign = 'received' | 'suspended' | 'resumed' | 'secret_wrong';

/** Writes it on the channel's row. True: it changes what the owner is shown about the official account. */
export async function updateHealth(
  transaction: AccountTransaction,
  id: ChannelId,
  sign: HealthSign,
): Promise<boolean> {
  if (sign === 'suspended' || sign === 'resumed') return setAccountState(transaction, id, sign);
  await (sign === 'received' ? touchInbound(transaction, id) : setAttention(transaction, id, SECRET_WRONG));
  return false;
}

/** Where the vendor can't be asked to test the webhook, the first event is the proof that it works. */
async function touchInbound(transaction: AccountTransaction, id: ChannelId): Promise<void> {
  await transaction.run(
    `update channels set last_inbound_at = now(), attention = case when attention = any($3) then null else attention end,
       webhook_state = case when webhook_state = 'unknown' then 'ok' else webhook_state end where account_id = $1 and id = $2
       and ${isQuietSince('last_inbound_at')}`,
    [transaction.accountId, id, storedAs(SECRET_WRONG)],
  );
}

/** The vendor has suspended the official account, or no longer. False: it is known already. */
async function setAccountState(
  transaction: AccountTransaction,
  id: ChannelId,
  state: 'suspended' | 'resumed',
): Promise<boolean> {
  const changed =
    state === 'suspended'
      ? 'attention = $3 where account_id = $1 and id = $2 and not access_lost and attention is distinct from $3'
      : 'attention = null where account_id = $1 and id = $2 and attention = $3';
  return (
    (await transaction.run(`update channels set ${changed}`, [
      transaction.accountId,
      id,
      ACCOUNT_SUSPENDED,
    ])) > 0
  );
}
