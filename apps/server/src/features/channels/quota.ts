import type { QuotaOutcome } from '@hanasu/channels/spec/channel';
import type { ChannelView } from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/context.ts';
import { runWithKey } from '../../platform/workers/current-work.ts';
import { runInLanes } from '../../platform/workers/run-in-lanes.ts';
import type { ChannelAdapters, ChannelDirectory, OpenChannel } from './channel-directory.ts';
import type { ConnectDependencies } from './connect/store-channel.ts';
import { viewOf } from './connect/store-channel.ts';
import { findQuotaDue, storeQuota } from './quota.store.ts';

export interface QuotaKeeperDependencies {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly directory: ChannelDirectory;
  readonly onError: (error: unknown) => void;
}

const KEEP_QUOTAS_PAGE = 50;

const KEEP_QUOTAS_AT_ONCE = 4;

/** A vendor that doesn't tell is left alone for as long as one that does. */
const REST_MS = 30 * 60_000;

/** Refreshes the quota of channels that send. */
export function createQuotaRefresher({ database, adapters, directory, onError }: QuotaKeeperDependencies) {
  const kinds = adapters.kinds.filter((kind) =>
    [true, false].some((sandbox) => adapters.find(kind, { sandbox })?.manifest.capabilities.quota),
  );
  const resting = new Map<ChannelId, number>();

  async function ask(key: Awaited<ReturnType<typeof findQuotaDue>>[number]): Promise<void> {
    const channel = await directory.open(key.accountId, key.id);
    const quota = channel && (await readQuota(database, channel));
    if (quota?.kind !== 'known') resting.set(key.id, performance.now() + REST_MS);
  }

  return {
    async runOnce(): Promise<number | null> {
      for (const [id, until] of resting) if (until <= performance.now()) resting.delete(id);
      const due = await database.system((transaction) =>
        findQuotaDue(transaction, kinds, [...resting.keys()], KEEP_QUOTAS_PAGE),
      );
      await runInLanes(due, KEEP_QUOTAS_AT_ONCE, (key) =>
        runWithKey(key.id, () =>
          ask(key).catch((error: unknown) => {
            resting.set(key.id, performance.now() + REST_MS);
            onError(error);
          }),
        ),
      );
      return due.length === KEEP_QUOTAS_PAGE ? 0 : null;
    },
  };
}

/** Asks the vendor at once; a channel whose vendor counts nothing is shown as it is. */
export async function refreshQuota(
  dependencies: Pick<ConnectDependencies, 'database' | 'directory' | 'webhookUrl'>,
  { accountId }: Actor,
  id: ChannelId,
): Promise<ChannelView> {
  const { database, directory } = dependencies;
  const channel = await directory.open(accountId, id);
  if (!channel) throw new AppError('not_found', 'Channel not found');
  const quota = await readQuota(database, channel);
  if (quota?.kind === 'unavailable') throw new AppError('channel_vendor_unreachable', quota.detail);
  return viewOf(dependencies, accountId, id);
}

/** Asks the vendor what may be sent and was sent this month, and keeps it. Null: it doesn't count. */
export async function readQuota(database: Database, channel: OpenChannel): Promise<QuotaOutcome | null> {
  const { adapter, connection, accountId, id } = channel;
  const quota = (await adapter.quota?.(connection)) ?? null;
  if (quota?.kind === 'known')
    await database.account(accountId, (transaction) => storeQuota(transaction, id, quota));
  return quota;
}
