import type { listFriends as contract, FriendView } from '@hanasu/contract/friends';
import type { FriendId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import { countFriends, findFriend, findVendorId, listFriends, storeProfiles } from './contacts.store.ts';
import type { FriendDependencies } from './dependencies.ts';

/** A page of friends, with how many there are of each state, whichever is shown. */
export const friendPage = (
  database: Database,
  { accountId }: Session,
  query: z.output<typeof contract.query>,
): Promise<z.output<typeof contract.output>> =>
  database.snapshot(accountId, async (transaction) => {
    const { page, pageSize, channelUuid: channelId, state, sort = '-createdAt' } = query;
    const filter = { q: query.q || undefined, channelId };
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
export async function refreshFriend(
  { database, directory }: FriendDependencies,
  { accountId }: Session,
  id: FriendId,
): Promise<FriendView> {
  const friend = await database.account(accountId, (transaction) => findVendorId(transaction, id));
  const channel = friend && (await directory.open(accountId, friend.channelId));
  if (!friend || !channel) throw missing();
  const { adapter, connection } = channel;
  if (!adapter.manifest.capabilities.profile)
    throw new AppError('channel_action_unsupported', 'This channel tells no profiles');
  const outcome = await adapter.profile(connection, friend.externalId);
  if (outcome.kind === 'unavailable') throw new AppError('channel_vendor_unreachable', outcome.detail);
  const { displayName: name, pictureUrl, language } = outcome.profile;
  return database.account(accountId, async (transaction) => {
    await storeProfiles(transaction, [{ id, name, pictureUrl, language }]);
    const view = await findFriend(transaction, id);
    if (!view) throw missing();
    return view;
  });
}

const missing = () => new AppError('not_found', 'There is no such friend');
