import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { runWithKey } from '../../../platform/workers/current-work.ts';
import { runInLanes } from '../../../platform/workers/run-in-lanes.ts';
import type { ChannelDirectory } from '../channel-directory.ts';
import {
  CONTENT_HOURS,
  deleteOldCalls,
  deleteOldEvents,
  deleteOldSends,
  dropContent,
} from '../log/log.store.ts';
import { createQuotaRefresher, type QuotaKeeperDependencies } from '../quota.ts';
import { type ChannelKey, findLapsing, raiseAlarms } from './access.store.ts';
import { deleteOldOauthStates } from './oauth-states.store.ts';
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

/** For a pump: renews access ahead of its end, so that nobody waits for it, and says in time when that fails. */
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

/** Of one pass, so that the cleaner's other work gets its turn. */
const MOST_BATCHES = 50;
/** Before the last pass something may have been late. */
const SLACK_MS = 24 * 60 * 60 * 1000;

/** Lets go of what came in and went out long ago. */
function createLogCleaner(database: Database) {
  let contentDroppedAt = new Date(0);

  async function repeat(clean: (transaction: SystemTransaction) => Promise<number>): Promise<void> {
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      if ((await database.system(clean)) === 0) return;
    }
  }

  return async (): Promise<void> => {
    const begunAt = database.now();
    await repeat(deleteOldEvents);
    await repeat(deleteOldCalls);
    await repeat(deleteOldSends);
    // Only what came since the last pass is looked at: the content of the rest is gone.
    const since = contentDroppedAt;
    await repeat((transaction) => dropContent(transaction, since));
    contentDroppedAt = new Date(begunAt - CONTENT_HOURS * 60 * 60 * 1000 - SLACK_MS);
  };
}

/** Passes of the pumps that keep channels connected. */
export function createRefreshJobs(dependencies: AccessKeeperDependencies & QuotaKeeperDependencies) {
  const cleanLog = createLogCleaner(dependencies.database);
  return {
    access: createAccessRefresher(dependencies).runOnce,
    quotas: createQuotaRefresher(dependencies).runOnce,
    async clean() {
      await dependencies.database.system(deleteOldOauthStates);
      await cleanLog();
    },
  };
}
