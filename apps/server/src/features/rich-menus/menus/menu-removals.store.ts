import type { AccountId, ChannelId, RichMenuId } from '@hanasu/contract/ids';
import type { SealedColumn } from '../../../platform/crypto/sealed-column.ts';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { LeftChannel } from '../../../platform/feature.ts';
import { LEASE_SECONDS } from './channel-menus.store.ts';

/** Credentials of channels that were left, until their menus are removed. */
export const SEALED_REMOVALS: SealedColumn = {
  table: 'menu_removals',
  column: 'credentials',
  ids: ['channel_id'],
  contextOf: ([id = '']) => id,
};

/** Queues the removal of what stands at the vendor, and forgets that it stands there; nothing for channels that never had a menu. */
export async function queueRemoval(
  transaction: AccountTransaction,
  { channelId, channelKind, name, sandbox, credentials }: LeftChannel,
): Promise<void> {
  const channel = [transaction.accountId, channelId];
  await transaction.run(
    `insert into menu_removals (account_id, channel_id, channel_kind, channel_name, sandbox, credentials)
     select account_id, channel_id, $3, $4, $5, $6 from channel_menus where account_id = $1 and channel_id = $2
     on conflict (account_id, channel_id) do update set channel_name = excluded.channel_name,
       credentials = excluded.credentials, left_at = now(), due_at = now(), attempts = 0, is_unlinked = false, is_clean = false`,
    [...channel, channelKind, name, sandbox, credentials],
  );
  await transaction.run('delete from line_menus where account_id = $1 and channel_id = $2', channel);
  await transaction.run(
    'update friend_menus set line_id = null where account_id = $1 and channel_id = $2 and line_id is not null',
    channel,
  );
  await transaction.run(
    `update channel_menus set default_set = null, default_found = null, drift = '[]', problems = '[]'
     where account_id = $1 and channel_id = $2`,
    channel,
  );
}

/** Ends a removal: it is done, given up, or the channel is connected again. */
export const endRemoval = (transaction: AccountTransaction, channelId: ChannelId): Promise<number> =>
  transaction.run('delete from menu_removals where account_id = $1 and channel_id = $2', [
    transaction.accountId,
    channelId,
  ]);

export interface DueRemoval extends LeftChannel {
  readonly accountId: AccountId;
  readonly leftAt: Date;
  readonly attempts: number;
  readonly isUnlinked: boolean;
  readonly isClean: boolean;
}

export async function claimRemovals(
  transaction: SystemTransaction,
  limit: number,
): Promise<{ items: DueRemoval[]; nextIn: number | null }> {
  const items = await transaction.rows<DueRemoval>(
    `update menu_removals r set leased_until = now() + $2 * interval '1 second'
     from (select account_id, channel_id from menu_removals
       where due_at <= now() and (leased_until is null or leased_until <= now())
       order by due_at limit $1 for update skip locked) d
     where r.account_id = d.account_id and r.channel_id = d.channel_id
     returning r.account_id as "accountId", r.channel_id as "channelId", r.channel_kind as "channelKind",
       r.channel_name as name, r.sandbox, r.credentials, r.left_at as "leftAt", r.attempts,
       r.is_unlinked as "isUnlinked", r.is_clean as "isClean"`,
    [limit, LEASE_SECONDS],
  );
  const next = await transaction.one<{ ms: number | null }>(
    `select extract(epoch from min(greatest(due_at, coalesce(leased_until, due_at))) - now())::float8 * 1000 as ms
     from menu_removals`,
  );
  return { items, nextIn: next?.ms == null ? null : Math.max(0, next.ms) };
}

export const NEXT_REMOVAL_DUE = '(select due_at from menu_removals order by due_at limit 1)';

export const extendRemoval = (transaction: SystemTransaction, { accountId, channelId }: DueRemoval) =>
  transaction.run(
    `update menu_removals set leased_until = now() + $3 * interval '1 second' where account_id = $1 and channel_id = $2`,
    [accountId, channelId, LEASE_SECONDS],
  );

export interface RemovalProgress extends Pick<DueRemoval, 'attempts' | 'isUnlinked' | 'isClean'> {
  readonly dueAt: Date;
}
/** Keeps the removal for a later run. */
export const postponeRemoval = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  { dueAt, attempts, isUnlinked, isClean }: RemovalProgress,
): Promise<number> =>
  transaction.run(
    `update menu_removals set leased_until = null, due_at = $3, attempts = $4, is_unlinked = $5, is_clean = $6
     where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId, dueAt, attempts, isUnlinked, isClean],
  );

/** Menus of channels that are connected now: those at the vendor stay. */
export const listConnectedMenus = (transaction: AccountTransaction): Promise<{ id: RichMenuId }[]> =>
  transaction.rows<{ id: RichMenuId }>(
    `select m.id from rich_menus m join channels c on c.account_id = m.account_id and c.id = m.channel_id
     where m.account_id = $1 and c.disconnected_at is null`,
    [transaction.accountId],
  );
