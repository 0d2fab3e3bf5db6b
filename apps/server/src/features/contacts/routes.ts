import type { listFriends as contactsContract, FriendSyncView, FriendView } from '@hanasu/contract/friends';
import * as routesContract from '@hanasu/contract/friends';
import type { ChannelId, FriendId, FriendSyncId } from '@hanasu/contract/ids';
import { UPDATE_FRIEND_SYNC } from '@hanasu/contract/realtime';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Session } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { newId } from '../../platform/ids.ts';
import { countFriends, findFriend, findVendorId, listFriends, storeProfiles } from './contacts.store.ts';
import type { FriendDependencies } from './dependencies.ts';
import {
  deleteOldSyncs,
  findRunning,
  findSync,
  insertSyncs,
  listSyncs,
  lockChannels,
  resumeSync as resumeRow,
  type SyncableChannel,
  stopSync as stopRow,
} from './sync/syncs.store.ts';

export function addFriendRoutes(implement: Implement, dependencies: FriendDependencies): void {
  const { database, segments } = dependencies;
  implement(routesContract.listFriends, ({ query }, { session }) =>
    segments.within(() => friendPage(dependencies, session, query)),
  );
  implement(routesContract.getFriend, async ({ params }, { session }) => {
    const friend = await database.account(session.accountId, (transaction) =>
      findFriend(transaction, params.uuid),
    );
    if (!friend) throw new AppError('not_found', 'Friend not found');
    return friend;
  });
  implement(routesContract.refreshFriend, ({ params }, { session }) =>
    refreshFriend(dependencies, session, params.uuid),
  );
  implement(routesContract.reloadCustomers, async ({ body }, { session }) => ({
    items: await startSync(dependencies, session, body.channelUuid),
  }));
  implement(routesContract.listSyncs, async (_input, { session }) => ({
    items: await database.account(session.accountId, listSyncs),
  }));
  implement(routesContract.stopSync, ({ params }, { session }) =>
    stopSync(dependencies, session, params.uuid),
  );
  implement(routesContract.resumeSync, ({ params }, { session }) =>
    resumeSync(dependencies, session, params.uuid),
  );
}

/** A page of friends, with how many there are of each state, whichever is shown. */
const friendPage = (
  { database, segments }: Pick<FriendDependencies, 'database' | 'segments'>,
  { accountId, role }: Session,
  query: z.output<typeof contactsContract.query>,
): Promise<z.output<typeof contactsContract.output>> =>
  database.snapshot(accountId, async (transaction) => {
    const { page, pageSize, channelUuid: channelId, state, sort = '-createdAt' } = query;
    const segment = query.segmentUuid
      ? await segments.friendsIn(transaction, { id: query.segmentUuid, role })
      : null;
    const filter = { q: query.q || undefined, channelId, tagId: query.tagUuid, segment };
    const counts = await countFriends(transaction, filter);
    const total = state ? counts[state] : counts.following + counts.blocked + counts.unknown;
    const offset = (page - 1) * pageSize;
    const items =
      offset < total
        ? await listFriends(transaction, { ...filter, state, sort, limit: pageSize, offset })
        : [];
    return { items, total, page, pageSize, counts };
  });

/** Name, picture and language as the vendor has them now. */
async function refreshFriend(
  { database, directory }: FriendDependencies,
  { accountId }: Session,
  id: FriendId,
): Promise<FriendView> {
  const friend = await database.account(accountId, (transaction) => findVendorId(transaction, id));
  const channel = friend && (await directory.open(accountId, friend.channelId));
  if (!friend || !channel) throw contactsMissing();
  const { adapter, connection } = channel;
  if (!adapter.manifest.capabilities.profile)
    throw new AppError('channel_action_unsupported', 'This channel provides no profiles');
  const outcome = await adapter.profile(connection, friend.externalId);
  if (outcome.kind === 'unavailable') throw new AppError('channel_vendor_unreachable', outcome.detail);
  const { displayName: name, pictureUrl, language } = outcome.profile;
  return database.account(accountId, async (transaction) => {
    await storeProfiles(transaction, [{ id, name, pictureUrl, language }]);
    const view = await findFriend(transaction, id);
    if (!view) throw contactsMissing();
    return view;
  });
}

const contactsMissing = () => new AppError('not_found', 'Friend not found');

const running = () => new AppError('sync_running', "A sync of this channel's followers is already running");

/** Reads the followers of one channel, or of all that tell them and are not being read; goes on in the background. */
export async function startSync(
  dependencies: FriendDependencies,
  { accountId, userId }: Session,
  channelId: ChannelId | undefined,
): Promise<FriendSyncView[]> {
  const { database } = dependencies;
  const started = await database.account(accountId, async (transaction) => {
    const channels = await lockChannels(transaction, channelId);
    if (channelId && channels.length === 0) throw new AppError('not_found', 'Channel not found');
    const able = channels.filter((channel) => tellsFollowers(dependencies, channel));
    if (able.length === 0)
      throw new AppError('sync_unsupported', 'No channel of this account can list its followers');
    const ids = able.map(({ id }) => id);
    const busy = await findRunning(transaction, ids);
    const free = ids.filter((id) => !busy.has(id));
    if (free.length === 0) throw running();
    await deleteOldSyncs(transaction);
    const syncs = free.map((id) => ({ id: newId<FriendSyncId>(), channelId: id }));
    return insertSyncs(transaction, syncs, userId);
  });
  publishSyncs(dependencies, accountId, started);
  return started;
}

const tellsFollowers = ({ adapters }: FriendDependencies, { kind, sandbox }: SyncableChannel): boolean =>
  adapters.find(kind, { sandbox })?.manifest.capabilities.followers ?? false;

function publishSyncs(
  { realtime, notifySyncs }: FriendDependencies,
  accountId: Session['accountId'],
  syncs: readonly FriendSyncView[],
): void {
  for (const sync of syncs) realtime.emit(accountId, UPDATE_FRIEND_SYNC, { sync });
  notifySyncs();
}

const startSyncMissing = () => new AppError('not_found', 'Sync not found');

/** One that has ended stays as it is. */
export async function stopSync(
  dependencies: FriendDependencies,
  { accountId }: Session,
  id: FriendSyncId,
): Promise<FriendSyncView> {
  const sync = await dependencies.database.account(
    accountId,
    async (transaction) => (await stopRow(transaction, id)) ?? findSync(transaction, id),
  );
  if (!sync) throw startSyncMissing();
  publishSyncs(dependencies, accountId, [sync]);
  return sync;
}

/** From the page where it stopped or failed; one that is done, or runs, stays as it is. */
export async function resumeSync(
  dependencies: FriendDependencies,
  { accountId }: Session,
  id: FriendSyncId,
): Promise<FriendSyncView> {
  const sync = await dependencies.database.account(accountId, async (transaction) => {
    const before = await findSync(transaction, id);
    if (!before) throw startSyncMissing();
    await lockChannels(transaction, before.channelUuid);
    const resumed = before.state === 'running' ? before : await resumeUnlessBusy(transaction, before);
    return resumed ?? before;
  });
  publishSyncs(dependencies, accountId, [sync]);
  return sync;
}

async function resumeUnlessBusy(
  transaction: Parameters<typeof resumeRow>[0],
  { uuid, channelUuid }: FriendSyncView,
): Promise<FriendSyncView | null> {
  const busy = await findRunning(transaction, [channelUuid]);
  if (busy.size > 0) throw running();
  return resumeRow(transaction, uuid);
}
