import type { Database } from '../../../platform/database/database.ts';
import { runWithKey } from '../../../platform/workers/current-work.ts';
import { runInLanes } from '../../../platform/workers/run-in-lanes.ts';
import type { ChannelDirectory } from '../channel-directory.ts';
import { type ChannelKey, findLapsing, raiseAlarms } from './access.store.ts';
import type { OnChannelTrouble } from './renew-access.ts';

interface AccessKeeperDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly onTrouble: OnChannelTrouble;
  readonly onError: (error: unknown) => void;
}

const CHANNEL_KEEPERS_PAGE = 500;
const CHANNEL_KEEPERS_AT_ONCE = 3;
const ALARM_DAYS = 7;
/** The directory knows how long each of them rests. */
const AGAIN_MS = 30_000;

type LapsingChannel = Awaited<ReturnType<typeof findLapsing>>[number];

/** Renews access before it ends, and notifies the owner in time when that fails. */
export function createAccessRefresher({ database, directory, onTrouble, onError }: AccessKeeperDependencies) {
  /** True when one of them could not be renewed and is tried again. */
  async function renewDue(due: readonly LapsingChannel[]): Promise<boolean> {
    let isLeft = false;
    await runInLanes(due, CHANNEL_KEEPERS_AT_ONCE, async ({ accountId, id, credentialsVersion }) => {
      const channel = await runWithKey(id, () => directory.open(accountId, id).catch(onError));
      if (channel?.credentialsVersion === credentialsVersion && !channel.accessLost) isLeft = true;
    });
    return isLeft;
  }

  return {
    async runOnce(): Promise<number | null> {
      await directory.recoverAll();
      let isLeft = false;
      let after: ChannelKey | null = null;
      for (;;) {
        const page: Awaited<ReturnType<typeof findLapsing>> = await database.system((transaction) =>
          findLapsing(transaction, after, CHANNEL_KEEPERS_PAGE),
        );
        if (await renewDue(page.filter((row) => directory.isDue(row)))) isLeft = true;
        after = page.at(-1) ?? null;
        if (page.length < CHANNEL_KEEPERS_PAGE) break;
      }
      const alarms = await database.system((transaction) => raiseAlarms(transaction, ALARM_DAYS));
      for (const { accountId, id } of alarms) onTrouble(accountId, id, 'lapsing');
      return isLeft ? AGAIN_MS : null;
    },
  };
}
