import type { FriendSyncView } from '@hanasu/contract/friends';
import type { ChannelId, FriendSyncId } from '@hanasu/contract/ids';
import { UPDATE_FRIEND_SYNC } from '@hanasu/contract/realtime';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { FriendDependencies } from '../dependencies.ts';
import {
  deleteOldSyncs,
  findRunning,
  findSync,
  insertSyncs,
  lockChannels,
  resumeSync as resumeRow,
  type SyncableChannel,
  stopSync as stopRow,
} from './syncs.store.ts';

const running = () => new AppError('sync_running', 'The followers of this channel are being read already');

/** Reads the followers of one channel, or of all that tell them and are not being read; goes on in the background. */
export async function startSync(
  dependencies: FriendDependencies,
  { accountId, userId }: Session,
  channelId: ChannelId | undefined,
): Promise<FriendSyncView[]> {
  const { database } = dependencies;
  const started = await database.account(accountId, async (transaction) => {
    const channels = await lockChannels(transaction, channelId);
    if (channelId && channels.length === 0) throw new AppError('not_found', 'There is no such channel');
    const able = channels.filter((channel) => tellsFollowers(dependencies, channel));
    if (able.length === 0) throw new AppError('sync_unsupported', 'No channel here tells who follows it');
    const ids = able.map(({ id }) => id);
    const busy = await findRunning(transaction, ids);
    const free = ids.filter((id) => !busy.has(id));
    if (free.length === 0) throw running();
    await deleteOldSyncs(transaction);
    const syncs = free.map((id) => ({ id: newId<FriendSyncId>(), channelId: id }));
    return insertSyncs(transaction, syncs, userId);
  });
  tell(dependencies, accountId, started);
  return started;
}

const tellsFollowers = ({ adapters }: FriendDependencies, { kind, sandbox }: SyncableChannel): boolean =>
  adapters.find(kind, { sandbox })?.manifest.capabilities.followers ?? false;

function tell(
  { realtime, wakeSyncs }: FriendDependencies,
  accountId: Session['accountId'],
  syncs: readonly FriendSyncView[],
): void {
  for (const sync of syncs) realtime.emit(accountId, UPDATE_FRIEND_SYNC, { sync });
  wakeSyncs();
}

const missing = () => new AppError('not_found', 'There is no such sync');

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
  if (!sync) throw missing();
  tell(dependencies, accountId, [sync]);
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
    if (!before) throw missing();
    await lockChannels(transaction, before.channelUuid);
    const resumed = before.state === 'running' ? before : await resumeUnlessBusy(transaction, before);
    return resumed ?? before;
  });
  tell(dependencies, accountId, [sync]);
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
