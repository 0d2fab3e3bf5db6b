import type { QuotaOutcome } from '@hanasu/channels/spec/channel';
import type { Database } from '../../../platform/database/database.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { storeQuota } from '../quota.store.ts';

/** Asks the vendor what may be sent and was sent this month, and keeps it. Null: it doesn't count. */
export async function readQuota(database: Database, channel: OpenChannel): Promise<QuotaOutcome | null> {
  const { adapter, connection, accountId, id } = channel;
  const quota = (await adapter.quota?.(connection)) ?? null;
  if (quota?.kind === 'known')
    await database.account(accountId, (transaction) => storeQuota(transaction, id, quota));
  return quota;
}
