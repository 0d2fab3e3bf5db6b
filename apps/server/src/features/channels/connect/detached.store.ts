import type { ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** SQL of channels that were disconnected and keep their conversations. */

/** `credentials` null: they stay. False: it is disconnected already. */
export async function detachChannel(
  transaction: AccountTransaction,
  id: ChannelId,
  credentials: Buffer | null,
): Promise<boolean> {
  const values = [transaction.accountId, id];
  const detached = await transaction.run(
    `update channels set disconnected_at = now(), credentials = coalesce($3, credentials),
       credentials_version = credentials_version + 1, access_lost = true, access_lapses_at = null, paused = true,
       attention = null, access_detail = null, webhook_state = 'unknown', app_hook_id = null,
       quota_limit = null, quota_used = null, quota_at = null
     where account_id = $1 and id = $2 and disconnected_at is null`,
    [...values, credentials],
  );
  // From now on whoever can prove that it is theirs may connect the official account, also in another account.
  await transaction.run('delete from channel_routes where tenant_id = $1 and channel_id = $2', values);
  return detached > 0;
}

/** False: meanwhile another channel has this official account. */
export async function routeAgain(transaction: AccountTransaction, id: ChannelId): Promise<boolean> {
  await transaction.run(
    `insert into channel_routes (kind, external_id, tenant_id, channel_id)
     select kind, external_id, account_id, id from channels
     where account_id = $1 and id = $2 and disconnected_at is not null
     on conflict do nothing`,
    [transaction.accountId, id],
  );
  const route = await transaction.one(
    'select 1 from channel_routes where tenant_id = $1 and channel_id = $2',
    [transaction.accountId, id],
  );
  return route !== null;
}

/** The channel of this official account that was disconnected last; null: it never was one of this account. */
export const findDetached = (
  transaction: AccountTransaction,
  { kind, externalId }: { readonly kind: string; readonly externalId: string },
) =>
  transaction.one<{ id: ChannelId }>(
    `select id from channels where account_id = $1 and kind = $2 and external_id = $3 and disconnected_at is not null
     order by disconnected_at desc limit 1 for update`,
    [transaction.accountId, kind, externalId],
  );
