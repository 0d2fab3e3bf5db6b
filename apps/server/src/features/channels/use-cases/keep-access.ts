import type { Database } from '../../../platform/database/database.ts';
import { type ChannelKey, findLapsing, raiseAlarms } from '../access.store.ts';
import type { ChannelDirectory } from '../channel-directory.ts';
import type { OnChannelTrouble } from './renew-access.ts';

export interface AccessKeeperDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly onTrouble: OnChannelTrouble;
  readonly onError: (error: unknown) => void;
}

const PAGE = 500;
const AT_ONCE = 3;
const ALARM_DAYS = 7;

/** For a pump: renews access ahead of its end, so that nobody waits for it, and says in time when that fails. */
export function createAccessKeeper({ database, directory, onTrouble, onError }: AccessKeeperDependencies) {
  async function renewDue(keys: readonly ChannelKey[]): Promise<void> {
    const queue = [...keys];
    const lane = async (): Promise<void> => {
      for (let key = queue.shift(); key; key = queue.shift())
        await directory.open(key.accountId, key.id).catch(onError);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  return {
    async pass(): Promise<null> {
      await directory.recoverAll();
      let after: ChannelKey | null = null;
      for (;;) {
        const page: Awaited<ReturnType<typeof findLapsing>> = await database.system((transaction) =>
          findLapsing(transaction, after, PAGE),
        );
        await renewDue(page.filter((row) => directory.isDue(row)));
        after = page.at(-1) ?? null;
        if (page.length < PAGE) break;
      }
      const alarms = await database.system((transaction) => raiseAlarms(transaction, ALARM_DAYS));
      for (const { accountId, id } of alarms) onTrouble(accountId, id, 'lapsing');
      return null;
    },
  };
}
