import type { ChannelId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { ChannelAdapters, ChannelDirectory } from '../channel-directory.ts';
import { findQuotaDue } from '../quota.store.ts';
import { readQuota } from './read-quota.ts';

export interface QuotaKeeperDependencies {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly directory: ChannelDirectory;
  readonly onError: (error: unknown) => void;
}

const PAGE = 50;
const AT_ONCE = 4;
/** A vendor that doesn't tell is left alone for as long as one that does. */
const REST_MS = 30 * 60_000;

/** For a pump: keeps what may still be sent known for channels that send. */
export function createQuotaKeeper({ database, adapters, directory, onError }: QuotaKeeperDependencies) {
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
    async pass(): Promise<number | null> {
      for (const [id, until] of resting) if (until <= performance.now()) resting.delete(id);
      const due = await database.system((transaction) =>
        findQuotaDue(transaction, kinds, [...resting.keys()], PAGE),
      );
      const queue = [...due];
      const lane = async (): Promise<void> => {
        for (let key = queue.shift(); key; key = queue.shift()) {
          const { id } = key;
          await ask(key).catch((error: unknown) => {
            resting.set(id, performance.now() + REST_MS);
            onError(error);
          });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      return due.length === PAGE ? 0 : null;
    },
  };
}
