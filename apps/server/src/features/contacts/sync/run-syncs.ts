import { setTimeout as sleep } from 'node:timers/promises';
import type { FollowersOutcome } from '@hanasu/channels/spec/channel';
import type { FriendSyncView } from '@hanasu/contract/friends';
import type { CustomerId, FriendId } from '@hanasu/contract/ids';
import { UPDATE_FRIEND_SYNC } from '@hanasu/contract/realtime';
import { newId } from '../../../platform/ids.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import { runInLanes } from '../../../platform/workers/run-in-lanes.ts';
import { findUnread, type ReadProfile, storeFollowers, storeProfiles } from '../contacts.store.ts';
import type { OpensChannels, SyncDependencies } from '../dependencies.ts';
import {
  type ClaimedSync,
  claimSyncs,
  failSync,
  keepSync,
  NEXT_SYNC_DUE,
  releaseSync,
  turnPage,
} from './syncs.store.ts';

/** Whoever starts a sync notifies the worker; this finds those of a process that crashed. */
/** Channels side by side; within one, so many profiles at a time as no vendor minds. */
const AT_ONCE = 3;
const PROFILES_AT_ONCE = 4;
/** Profiles between two looks at whether somebody has stopped it. */
const BATCH = 40;
/** Longer than a batch can take: a worker that lives is never overtaken. */
const LEASE_SECONDS = 180;
const PAUSES_MS: readonly number[] = [1_000, 5_000, 15_000];

type Channel = NonNullable<Awaited<ReturnType<OpensChannels['open']>>>;

/** One sync as a worker has it. */
interface Run {
  readonly dependencies: SyncDependencies;
  readonly channel: Channel;
  readonly sync: ClaimedSync;
  readonly stop: AbortSignal;
}

/** Reads followers page by page; what a stop or a crash breaks off goes on at the page it was at. */
export function createFriendSyncer(dependencies: SyncDependencies): LeasedWorker {
  const { database, onError } = dependencies;
  return createLeasedWorker<ClaimedSync>({
    name: 'contact-syncs',
    nextDue: NEXT_SYNC_DUE,
    concurrency: AT_ONCE,
    claim: async ({ limit }) => ({
      items: await database.system((transaction) => claimSyncs(transaction, limit, LEASE_SECONDS)),
      nextIn: null,
    }),
    run: (sync, stop) => runSync(dependencies, sync, stop),
    keyOf: ({ accountId, channelId }) => `${accountId}/${channelId}`,
    onError,
  });
}

async function runSync(dependencies: SyncDependencies, sync: ClaimedSync, stop: AbortSignal): Promise<void> {
  const { database, directory } = dependencies;
  const { accountId } = sync;
  const channel = await directory.open(accountId, sync.channelId);
  if (!channel) return;
  let run: Run | null = { dependencies, channel, sync, stop };
  while (run && !stop.aborted) run = await readPage(run);
  if (run) {
    const { sync: at } = run;
    await database.account(accountId, (transaction) => releaseSync(transaction, at));
  }
}

/** The run at the next page; null: it is done, failed, or somebody has stopped it. */
async function readPage(run: Run): Promise<Run | null> {
  const { sync, stop } = run;
  const page = await askForPage(run);
  if (stop.aborted) return run;
  if (page.kind !== 'page') return fail(run, page.detail);
  if (page.next !== null && page.next === sync.cursor)
    return fail(run, 'The channel gave the same page of followers twice');
  const ids = [...new Set(page.externalIds)];
  const isOurs = (await storePage(run, ids)) && (await readProfiles(run, ids));
  if (!isOurs) return null;
  if (stop.aborted) return run;
  const turned = { next: page.next, done: ids.length, total: page.total };
  const view = await run.dependencies.database.account(sync.accountId, (transaction) =>
    turnPage(transaction, sync, turned),
  );
  publishProgress(run, view);
  return view?.state === 'running' ? { ...run, sync: { ...sync, cursor: page.next } } : null;
}

async function askForPage({ dependencies, channel, sync, stop }: Run): Promise<FollowersOutcome> {
  const { adapter, connection } = channel;
  if (!adapter.followers) return { kind: 'refused', detail: 'This channel does not tell who follows it' };
  for (const pause of [...(dependencies.pausesMs ?? PAUSES_MS), null]) {
    const outcome = await adapter.followers(connection, sync.cursor);
    if (outcome.kind !== 'unreachable' || pause === null) return outcome;
    await sleep(pause, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return outcome;
  }
  throw new Error('the last try returns');
}

async function fail({ dependencies, sync, ...run }: Run, detail: string): Promise<null> {
  const view = await dependencies.database.account(sync.accountId, (transaction) =>
    failSync(transaction, sync, detail),
  );
  publishProgress({ dependencies, sync, ...run }, view);
  return null;
}

/** False: somebody has stopped it. What was found is counted in the transaction that stores it. */
async function storePage(
  { dependencies, channel, sync }: Run,
  externalIds: readonly string[],
): Promise<boolean> {
  const followers = externalIds.map((externalId) => ({
    externalId,
    friendId: newId<FriendId>(),
    customerId: newId<CustomerId>(),
  }));
  return dependencies.database.account(sync.accountId, async (transaction) => {
    // Whoever stops it comes before this page or after it, never in between.
    if (!(await keepSync(transaction, sync, { added: 0, changed: 0, leaseSeconds: LEASE_SECONDS })))
      return false;
    const stored = await storeFollowers(transaction, sync.channelId, {
      followers,
      isShared: channel.adapter.manifest.capabilities.sharedPersonIds,
    });
    const kept = await keepSync(transaction, sync, { ...stored, leaseSeconds: LEASE_SECONDS });
    return kept !== null;
  });
}

/** Of those who are new or were not asked about for a day. False: somebody has stopped it. */
async function readProfiles(run: Run, externalIds: readonly string[]): Promise<boolean> {
  const { dependencies, channel, sync, stop } = run;
  if (!channel.adapter.manifest.capabilities.profile) return true;
  const { database } = dependencies;
  const unread = await database.account(sync.accountId, (transaction) =>
    findUnread(transaction, sync.channelId, externalIds),
  );
  for (let start = 0; start < unread.length && !stop.aborted; start += BATCH) {
    const batch = unread.slice(start, start + BATCH);
    const profiles = await askForProfiles(run, batch);
    const view = await database.account(sync.accountId, async (transaction) => {
      const changed = await storeProfiles(transaction, profiles);
      return keepSync(transaction, sync, { added: 0, changed, leaseSeconds: LEASE_SECONDS });
    });
    if (!view) return false;
    // Only shown: what counts is the page as a whole.
    const shown = externalIds.length - unread.length + start + batch.length;
    publishProgress(run, { ...view, done: view.done + shown });
    // Nobody of so many: the vendor has no answers now. Names come when people write, or with the next sync.
    if (profiles.length === 0) return true;
  }
  return true;
}

async function askForProfiles(
  { channel }: Run,
  friends: readonly { readonly id: FriendId; readonly externalId: string }[],
): Promise<ReadProfile[]> {
  const { adapter, connection } = channel;
  const found: ReadProfile[] = [];
  await runInLanes(friends, PROFILES_AT_ONCE, async ({ id, externalId }) => {
    const outcome = await adapter.profile(connection, externalId);
    if (outcome.kind !== 'found') return;
    const { displayName: name, pictureUrl, language } = outcome.profile;
    found.push({ id, name, pictureUrl, language });
  });
  return found;
}

function publishProgress({ dependencies, sync }: Run, view: FriendSyncView | null): void {
  if (view) dependencies.realtime.emit(sync.accountId, UPDATE_FRIEND_SYNC, { sync: view });
}
