import type { FriendSyncView } from '@hanasu/contract/friends';
import type { AccountId, ChannelId, FriendSyncId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

interface SyncRow {
  readonly id: FriendSyncId;
  readonly channelId: ChannelId;
  readonly state: FriendSyncView['state'];
  readonly done: number;
  readonly total: number | null;
  readonly added: number;
  readonly changed: number;
  readonly detail: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

const COLUMNS = `id, channel_id as "channelId", state, done, total, added, changed, detail,
  created_at as "createdAt", ended_at as "endedAt"`;

const view = (row: SyncRow): FriendSyncView => ({
  uuid: row.id,
  channelUuid: row.channelId,
  state: row.state,
  done: row.done,
  total: row.total,
  added: row.added,
  changed: row.changed,
  detail: row.detail,
  startedAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});

const viewOf = async (found: Promise<SyncRow | null>): Promise<FriendSyncView | null> => {
  const row = await found;
  return row && view(row);
};

export interface SyncableChannel {
  readonly id: ChannelId;
  readonly kind: string;
  readonly sandbox: boolean;
}

/** Channels, or the one; who wants to start a sync of the same channel meanwhile waits here. */
export const lockChannels = (transaction: AccountTransaction, channelId: ChannelId | undefined) =>
  transaction.rows<SyncableChannel>(
    `select id, kind, sandbox from channels where account_id = $1 and ($2::uuid is null or id = $2)
     order by id for no key update`,
    [transaction.accountId, channelId],
  );

/** Which of these channels are being read now. */
export async function findRunning(
  transaction: AccountTransaction,
  channelIds: readonly ChannelId[],
): Promise<ReadonlySet<ChannelId>> {
  const rows = await transaction.rows<{ id: ChannelId }>(
    `select channel_id as id from friend_syncs
     where account_id = $1 and channel_id = any($2::uuid[]) and state = 'running'`,
    [transaction.accountId, channelIds],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function insertSyncs(
  transaction: AccountTransaction,
  syncs: readonly { readonly id: FriendSyncId; readonly channelId: ChannelId }[],
  startedBy: UserId,
): Promise<FriendSyncView[]> {
  const rows = await transaction.rows<SyncRow>(
    `insert into friend_syncs (account_id, id, channel_id, state, started_by)
     select $1, s.id, s.channel_id, 'running', $4 from unnest($2::uuid[], $3::uuid[]) as s(id, channel_id)
     returning ${COLUMNS}`,
    [transaction.accountId, syncs.map(({ id }) => id), syncs.map(({ channelId }) => channelId), startedBy],
  );
  return rows.map(view);
}

/** What was read a month ago is of no interest; the newest of each channel stays. */
export const deleteOldSyncs = (transaction: AccountTransaction) =>
  transaction.run(
    `delete from friend_syncs s where account_id = $1 and state <> 'running'
       and created_at < now() - interval '30 days'
       and exists (select 1 from friend_syncs n where n.account_id = $1 and n.channel_id = s.channel_id
         and n.created_at > s.created_at)`,
    [transaction.accountId],
  );

/** The newest of each channel. */
export async function listSyncs(transaction: AccountTransaction): Promise<FriendSyncView[]> {
  const rows = await transaction.rows<SyncRow>(
    `select s.* from channels c cross join lateral (
       select ${COLUMNS} from friend_syncs n where n.account_id = c.account_id and n.channel_id = c.id
       order by n.created_at desc, n.id desc limit 1) s
     where c.account_id = $1 order by s."createdAt" desc`,
    [transaction.accountId],
  );
  return rows.map(view);
}

export const findSync = (transaction: AccountTransaction, id: FriendSyncId) =>
  viewOf(
    transaction.one<SyncRow>(`select ${COLUMNS} from friend_syncs where account_id = $1 and id = $2`, [
      transaction.accountId,
      id,
    ]),
  );

/** Null: it is not running. */
export const stopSync = (transaction: AccountTransaction, id: FriendSyncId) =>
  viewOf(
    transaction.one<SyncRow>(
      `update friend_syncs set state = 'stopped', ended_at = now(), lease_until = null
       where account_id = $1 and id = $2 and state = 'running' returning ${COLUMNS}`,
      [transaction.accountId, id],
    ),
  );

/** From where it stopped. Null: it has neither stopped nor failed. */
export const resumeSync = (transaction: AccountTransaction, id: FriendSyncId) =>
  viewOf(
    transaction.one<SyncRow>(
      `update friend_syncs set state = 'running', ended_at = null, detail = null, lease_until = null
       where account_id = $1 and id = $2 and state in ('stopped', 'failed') returning ${COLUMNS}`,
      [transaction.accountId, id],
    ),
  );

export interface ClaimedSync {
  readonly accountId: AccountId;
  readonly id: FriendSyncId;
  readonly channelId: ChannelId;
  readonly cursor: string | null;
}

/** Syncs nobody works on: new ones, and those whose worker was not heard of for as long as a lease. */
export const claimSyncs = (transaction: SystemTransaction, most: number, leaseSeconds: number) =>
  transaction.rows<ClaimedSync>(
    `update friend_syncs set lease_until = now() + make_interval(secs => $2)
     where ctid = any(array(
       select ctid from friend_syncs where state = 'running' and (lease_until is null or lease_until < now())
       order by created_at limit $1 for update skip locked))
     returning account_id as "accountId", id, channel_id as "channelId", cursor`,
    [most, leaseSeconds],
  );

export const NEXT_SYNC_DUE =
  "(select min(coalesce(lease_until, created_at)) from friend_syncs where state = 'running')";

/** Still at this page, and nobody has stopped it. */
const AT_CURSOR = `account_id = $1 and id = $2 and state = 'running' and cursor is not distinct from $3`;
type At = Pick<ClaimedSync, 'id' | 'cursor'>;

/** The work goes on: counts what was found and keeps the lease. Null: it was stopped, or somebody else has gone on. */
export const keepSync = (
  transaction: AccountTransaction,
  { id, cursor }: At,
  kept: { readonly added: number; readonly changed: number; readonly leaseSeconds: number },
) =>
  viewOf(
    transaction.one<SyncRow>(
      `update friend_syncs set added = added + $4, changed = changed + $5,
         lease_until = now() + make_interval(secs => $6)
       where ${AT_CURSOR} returning ${COLUMNS}`,
      [transaction.accountId, id, cursor, kept.added, kept.changed, kept.leaseSeconds],
    ),
  );

/** A page is read. Null as for `keepSync`. */
export const turnPage = (
  transaction: AccountTransaction,
  { id, cursor }: At,
  page: { readonly next: string | null; readonly done: number; readonly total: number | null },
) =>
  viewOf(
    transaction.one<SyncRow>(
      `update friend_syncs set cursor = $4, done = done + $5, total = coalesce($6, total),
         state = case when $4::text is null then 'done' else state end,
         ended_at = case when $4::text is null then now() end
       where ${AT_CURSOR} returning ${COLUMNS}`,
      [transaction.accountId, id, cursor, page.next, page.done, page.total],
    ),
  );

export const failSync = (transaction: AccountTransaction, { id, cursor }: At, detail: string) =>
  viewOf(
    transaction.one<SyncRow>(
      `update friend_syncs set state = 'failed', ended_at = now(), lease_until = null, detail = $4
       where ${AT_CURSOR} returning ${COLUMNS}`,
      [transaction.accountId, id, cursor, detail],
    ),
  );

/** The server stops: the next one may begin at once. */
export const releaseSync = (transaction: AccountTransaction, { id, cursor }: At) =>
  transaction.run(`update friend_syncs set lease_until = null where ${AT_CURSOR}`, [
    transaction.accountId,
    id,
    cursor,
  ]);
