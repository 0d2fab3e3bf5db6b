import type { QuotaOutcome } from '@hanasu/channels/spec/channel';
import type { ChannelView } from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { type ChannelKey, findLapsing, raiseAlarms } from '../access.store.ts';
import {
  CONTENT_HOURS,
  deleteOldCalls,
  deleteOldEvents,
  deleteOldSends,
  dropContent,
} from '../all-log.store.ts';
import type { ChannelAdapters, ChannelDirectory, OpenChannel } from '../channel-directory.ts';
import { deleteOldGrants } from '../grants.store.ts';
import { findQuotaDue, storeQuota } from '../quota.store.ts';
import type { ConnectDependencies } from './connect.ts';
import type { OnChannelTrouble } from './renew-access.ts';
import { viewOf } from './vendor-webhook.ts';

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
export function createAccessKeeper({ database, directory, onTrouble, onError }: AccessKeeperDependencies) {
  /** True when one of them could not be renewed and is tried again. */
  async function renewDue(due: readonly LapsingChannel[]): Promise<boolean> {
    const queue = [...due];
    let isLeft = false;
    const lane = async (): Promise<void> => {
      for (let row = queue.shift(); row; row = queue.shift()) {
        const channel = await directory.open(row.accountId, row.id).catch(onError);
        if (channel?.credentialsVersion === row.credentialsVersion && !channel.accessLost) isLeft = true;
      }
    };
    await Promise.all(Array.from({ length: CHANNEL_KEEPERS_AT_ONCE }, lane));
    return isLeft;
  }

  return {
    async pass(): Promise<number | null> {
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

interface QuotaKeeperDependencies {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly directory: ChannelDirectory;
  readonly onError: (error: unknown) => void;
}

const KEEP_QUOTAS_PAGE = 50;
const KEEP_QUOTAS_AT_ONCE = 4;
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
        findQuotaDue(transaction, kinds, [...resting.keys()], KEEP_QUOTAS_PAGE),
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
      await Promise.all(Array.from({ length: KEEP_QUOTAS_AT_ONCE }, lane));
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
  if (!channel) throw new AppError('not_found', 'There is no such channel');
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
