import { deleteOldGrants } from '../grants.store.ts';
import { createLogCleaner } from './clean-log.ts';
import { type AccessKeeperDependencies, createAccessKeeper } from './keep-access.ts';
import { createQuotaKeeper, type QuotaKeeperDependencies } from './keep-quotas.ts';

/** Passes of the pumps that keep channels connected. */
export function createChannelKeepers(dependencies: AccessKeeperDependencies & QuotaKeeperDependencies) {
  const cleanLog = createLogCleaner(dependencies.database);
  return {
    access: createAccessKeeper(dependencies).pass,
    quotas: createQuotaKeeper(dependencies).pass,
    async clean() {
      await dependencies.database.system(deleteOldGrants);
      await cleanLog();
    },
  };
}
