import { deleteOldGrants } from '../grants.store.ts';
import { type AccessKeeperDependencies, createAccessKeeper } from './keep-access.ts';
import { createQuotaKeeper, type QuotaKeeperDependencies } from './keep-quotas.ts';

/** Passes of the pumps that keep channels connected. */
export const createChannelKeepers = (dependencies: AccessKeeperDependencies & QuotaKeeperDependencies) => ({
  access: createAccessKeeper(dependencies).pass,
  quotas: createQuotaKeeper(dependencies).pass,
  clean: () => dependencies.database.system(deleteOldGrants),
});
