import type { ProfileOutcome } from '@hanasu/channels/spec/channel';
import type { Database } from '../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../platform/database/group-commit.ts';
import type { ChannelDirectory, OpenChannel, ThreadKey } from '../channels/public.ts';
import { contacts } from '../contacts/public.ts';
import { conversations, type PublishConversationUpdate } from '../conversations/public.ts';

import type { Applied } from './apply-events.ts';

/** Stores who people are, many in one transaction: a crowd of new friends comes at once. */
export type StoreProfiles = GroupCommit<contacts.FriendProfile, void>;

export const createStoreProfiles = (database: Database): StoreProfiles =>
  groupCommit(
    async (profiles) => {
      await database.system((transaction) => contacts.setProfiles(transaction, profiles));
      return profiles.map(() => undefined);
    },
    { maxBatch: 64, lanes: 1 },
  );

interface ProfileDependencies {
  readonly database: Database;
  readonly storeProfiles: StoreProfiles;
  readonly directory: ChannelDirectory;
  readonly announce: PublishConversationUpdate;
}

const FRESH_MS = 24 * 60 * 60 * 1000;

const isStale = ({ profileAt }: contacts.FriendState, now: number): boolean =>
  profileAt === null || now - profileAt.getTime() > FRESH_MS;

/** Of those who wrote in one batch; the others are asked for at their next message. */
const MOST_AT_ONCE = 5;

/**
 * Asks the vendor who wrote, when that was not done for a day, and for the name of a group that has none. Best effort:
 * whoever stays nameless is asked for again at their next message.
 */
export async function freshProfiles(
  { database, storeProfiles, directory, announce }: ProfileDependencies,
  key: ThreadKey,
  applied: Applied,
): Promise<void> {
  const stale = applied.present.filter((one) => isStale(one, database.now())).slice(-MOST_AT_ONCE);
  const isNameless = applied.isGroup && !applied.hasGroupName;
  if (stale.length === 0 && !isNameless) return;
  const channel = await directory.open(key.accountId, key.channelId);
  if (!channel) return;
  const isKnown = await Promise.all(
    stale.map(async (friend) => {
      const person = await personProfile(channel, key, applied, friend);
      if (person?.kind !== 'found') return false;
      const { displayName: name, pictureUrl, language } = person.profile;
      await storeProfiles.add({ accountId: key.accountId, id: friend.id, name, pictureUrl, language });
      return true;
    }),
  );
  const group = await groupProfile(channel, key, applied);
  if (group?.kind === 'found') {
    const { displayName: name, pictureUrl } = group.profile;
    await database.account(key.accountId, (transaction) =>
      conversations.setGroupProfile(transaction, applied.conversationId, { name, pictureUrl }),
    );
  }
  if (isKnown.includes(true) || group?.kind === 'found') {
    announce(key.accountId, 'handling', applied.conversationId);
  }
}

/** Members of a group need not be friends of the account, so they are asked for by way of the group. */
async function personProfile(
  { adapter, connection }: OpenChannel,
  { thread }: ThreadKey,
  { isGroup }: Applied,
  { externalId }: contacts.FriendState,
): Promise<ProfileOutcome | null> {
  if (isGroup) return (await adapter.memberProfile?.(connection, thread, externalId)) ?? null;
  return adapter.manifest.capabilities.profile ? adapter.profile(connection, externalId) : null;
}

async function groupProfile(
  { adapter, connection }: OpenChannel,
  { thread }: ThreadKey,
  { isGroup, hasGroupName }: Applied,
): Promise<ProfileOutcome | null> {
  if (!isGroup || hasGroupName) return null;
  return (await adapter.groupProfile?.(connection, thread)) ?? null;
}
