import type { ConversationId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { findGroupSize, storeGroupSize } from '../quota.store.ts';

interface Target {
  readonly conversationId: ConversationId;
  readonly recipient: string;
}

/**
 * As how many messages the vendor counts a push: one, or one for each member of a group. The vendor is asked when
 * nobody knows; when it doesn't say, the largest group that can be is assumed, so that what is kept stays kept.
 */
export async function countRecipients(
  database: Database,
  { accountId, adapter, connection }: OpenChannel,
  { conversationId, recipient }: Target,
): Promise<number> {
  const most = adapter.manifest.limits.groupMembers;
  if (most === undefined) return 1;
  const known = await database.account(accountId, (transaction) =>
    findGroupSize(transaction, conversationId),
  );
  if (!known?.isGroup) return 1;
  if (known.people !== null) return Math.max(1, known.people);
  const size = await adapter.groupSize?.(connection, recipient);
  if (size?.kind !== 'known') return most;
  await database.account(accountId, (transaction) =>
    storeGroupSize(transaction, conversationId, size.people),
  );
  return Math.max(1, size.people);
}
