import type { BroadcastCheck } from '@hanasu/contract/broadcasts';
import type { AccountId, BroadcastId, ChannelId, UserId } from '@hanasu/contract/ids';
import type { MessageContent } from '@hanasu/contract/message-content';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { type ChannelDirectory, channelQuota, type OpenChannel } from '../channels/public.ts';
import type { SavedSegments } from '../contacts/public.ts';
import type { TrackedLinks } from '../links/public.ts';
import {
  isSameForAll,
  type MessageComposer,
  readContent,
  readersOfFriends,
} from '../message-templates/public.ts';
import {
  type ChosenChannel,
  compileAudience,
  countAudience,
  countVariants,
  freezeAudience,
  type Meant,
  reasonOf,
  type SampledFriend,
  type SharedPart,
  sampleAudience,
} from './audience.ts';
import { recipientsPerCall } from './begin-shared.ts';
import * as store from './broadcasts.store.ts';
import { type Body, callsFor, composeBody } from './compose-body.ts';
import { findUrls, isPersonal, keepLinks, type MessageLinks, showUrls } from './message-links.ts';
import { quietEnd } from './quiet-hours.ts';
import { analyzeRecipients, openLanes } from './recipients.store.ts';
import { fillCalls } from './shared-calls.store.ts';

export interface StartDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly segments: SavedSegments;
  readonly composer: MessageComposer;
  readonly trackedLinks: TrackedLinks;
}

interface Which {
  readonly accountId: AccountId;
  readonly id: BroadcastId;
}

const SAMPLED = 5;
/** Freezing an audience may take longer than showing one. */
const FREEZE_MS = 60_000;

/** A broadcast with everything that is found outside of the transaction. */
interface Prepared {
  readonly version: number;
  /** Contents of the variants, A first. */
  readonly contents: readonly MessageContent[];
  readonly chosen: readonly ChosenChannel[];
}

/** Channels are opened, and pictures made, before the transaction. */
async function prepare(
  { database, directory, composer }: StartDependencies,
  { accountId, id }: Which,
): Promise<Prepared> {
  const row = orNotFound(
    await database.account(accountId, (transaction) => store.findBroadcast(transaction, id)),
    'broadcast',
  );
  const contents = contentsOf(row);
  await composer.prepare(accountId, contents);
  const chosen = await Promise.all(
    row.channelIds.map(async (channelId) => {
      const channel = await directory.find(accountId, channelId);
      return { id: channelId, channel, reason: reasonOf(channel), isLater: row.later === 'next_contact' };
    }),
  );
  return { version: row.version, contents, chosen };
}

/** Reads the stored content; one of a form that is no longer read counts as an empty message. */
export const contentOf = ({ content }: Pick<store.BroadcastRow, 'content'>): MessageContent =>
  readContent(content) ?? { bubbles: [], quickReplies: [], sender: null, variants: {} };

/** Contents of the variants of its A/B test, A first; without a test its only one. */
export const contentsOf = (row: Pick<store.BroadcastRow, 'content' | 'abTest'>): MessageContent[] => [
  contentOf(row),
  ...(store.abTestOf(row)?.others ?? []),
];

const WHOLE_AUDIENCE = [100];

/** Checks who would get it now, and what it would cost. */
export async function checkBroadcast(
  dependencies: StartDependencies,
  which: Which,
  userId: UserId,
): Promise<BroadcastCheck> {
  const { database, segments, composer, trackedLinks } = dependencies;
  const { contents, chosen } = await prepare(dependencies, which);
  return segments.within(() =>
    database.snapshot(which.accountId, async (transaction) => {
      const row = orNotFound(await store.findBroadcast(transaction, which.id), 'broadcast');
      const found = await composer.findProblems(transaction, contents);
      const problems = found.flatMap((own, variant) => own.map((each) => ({ ...each, variant })));
      const meant = await compileAudience(transaction, segments, store.audienceOf(row));
      const first = await sampleAudience(transaction, { chosen, meant, limit: SAMPLED });
      const fitting = await withoutTooLong(transaction, dependencies, {
        ...{ broadcastId: which.id, contents, chosen, userId, meant },
        links: { ...row, kept: [] },
      });
      const counts = await countAudience(transaction, fitting, meant);
      const channels = await Promise.all(
        fitting.map(async ({ id: channelUuid, channel, calls = 1 }) => {
          const own = counts.find(({ channelId, reason }) => channelId === channelUuid && reason === null);
          const [count, cost] = [own?.count ?? 0, (own?.paid ?? 0) * calls];
          const left =
            channel?.adapter.manifest.capabilities.quota === true
              ? await channelQuota.left(transaction, channelUuid)
              : null;
          const keep = channel ? channelQuota.keepOf(channel) : 0;
          return {
            channelUuid,
            count,
            cost,
            left,
            keep,
            isShort: left !== null && cost > Math.max(0, left - keep),
          };
        }),
      );
      const abTest = store.abTestOf(row);
      const count = channels.reduce((sum, channel) => sum + channel.count, 0);
      return {
        isReady: count > 0 && problems.length === 0 && meant.problem === null,
        count,
        channels,
        sample: first.map(({ customerId, name, channelId }) => ({
          customerUuid: customerId,
          name,
          channelUuid: channelId,
        })),
        excluded: counts.flatMap(({ channelId, reason, count: people }) =>
          reason ? [{ channelUuid: channelId, reason, count: people }] : [],
        ),
        problems,
        audienceProblem: meant.problem,
        quietUntil:
          quietEnd(meant.settings, row.startAt ?? new Date(transaction.now()))?.toISOString() ?? null,
        links: showUrls(await findUrls(transaction, composer, { contents, channels: openOf(chosen) }), {
          linkTracking: row.linkTracking,
          trackedLinks,
        }),
        missing: await findMissing(transaction, composer, { contents, sample: first, userId }),
        variants: abTest
          ? await countVariants(transaction, which.id, { chosen: fitting, meant, shares: abTest.shares })
          : [],
      };
    }),
  );
}

const openOf = (chosen: readonly ChosenChannel[]): OpenChannel[] =>
  chosen.flatMap(({ channel, reason }) => (channel && !reason ? [channel] : []));

/** Finds variables that some of these people have no value for. */
async function findMissing(
  transaction: AccountTransaction,
  composer: MessageComposer,
  {
    contents,
    sample,
    userId,
  }: {
    readonly contents: readonly MessageContent[];
    readonly sample: readonly SampledFriend[];
    readonly userId: UserId;
  },
): Promise<string[]> {
  const missing = new Set<string>();
  const ids = sample.map(({ friendId }) => friendId);
  for (const reader of (await readersOfFriends(transaction, ids, userId)).values()) {
    for (const content of contents) {
      const built = await composer.build(transaction, content, reader);
      for (const name of built.missing) missing.add(name);
    }
  }
  return [...missing];
}

interface Sharing extends Omit<Prepared, 'version'> {
  readonly broadcastId: BroadcastId;
  readonly links: MessageLinks;
  readonly meant: Meant;
  readonly userId: UserId | null;
}

/** Closes channels on which one message takes too many calls; for the others, counts how many they take at most. */
async function withoutTooLong(
  transaction: AccountTransaction,
  { composer, trackedLinks }: StartDependencies,
  { broadcastId, links, contents, chosen, meant, userId }: Sharing,
): Promise<ChosenChannel[]> {
  const fitting: ChosenChannel[] = [];
  for (const one of chosen) {
    const { channel, reason } = one;
    const [friend] =
      channel && !reason ? await sampleAudience(transaction, { chosen: [one], meant, limit: 1 }) : [];
    const reader = await readerOf(transaction, friend, userId);
    let isTooLong = false;
    let calls = 0;
    for (const [variant, content] of (channel && friend ? contents : []).entries()) {
      const given = { broadcastId, content, reader };
      const addressing = { links, trackedLinks, personId: broadcastId, variant };
      const composed =
        channel && (await composeBody(transaction, composer, { ...given, channel, addressing }));
      isTooLong ||= composed?.kind === 'none' && composed.reason === 'too_many_messages';
      if (channel && composed?.kind === 'body')
        calls = Math.max(calls, callsFor(channel, composed.body.messages.length));
    }
    if (isTooLong) fitting.push({ ...one, reason: 'too_many_messages' });
    else fitting.push(calls > 0 ? { ...one, calls } : one);
  }
  return fitting;
}

const readerOf = async (
  transaction: AccountTransaction,
  friend: SampledFriend | undefined,
  userId: UserId | null,
) =>
  friend
    ? ((await readersOfFriends(transaction, [friend.friendId], userId)).get(friend.friendId) ?? null)
    : null;

/** Recipients from which on their number makes a difference to the planner. */
const ANALYZED_FROM = 1_000;

const notReady = (detail: string) => new AppError('broadcast_not_ready', detail);

/**
 * Finds its audience, which stays the same from then on, and lets it be sent. `from`: the states in which it may be.
 * `userId`: the person who starts it; null: the clock does.
 */
export async function startBroadcast(
  dependencies: StartDependencies,
  which: Which,
  given: {
    readonly userId: UserId | null;
    readonly from: readonly store.BroadcastRow['state'][];
    readonly note?: (transaction: AccountTransaction, row: store.BroadcastRow) => Promise<unknown>;
  },
): Promise<void> {
  const { database, segments, composer, trackedLinks } = dependencies;
  const prepared = await prepare(dependencies, which);
  await segments.within(() =>
    database.account(which.accountId, async (transaction) => {
      const row = orNotFound(
        await store.findBroadcast(transaction, which.id, { isLocked: true }),
        'broadcast',
      );
      if (!given.from.includes(row.state))
        throw new AppError('broadcast_state', `The broadcast is ${row.state}`);
      if (row.version !== prepared.version)
        throw new AppError('broadcast_changed', `The broadcast is at version ${row.version} now`);
      await given.note?.(transaction, row);
      const startedBy = given.userId === null ? {} : { startedBy: given.userId };
      await store.moveBroadcast(transaction, row.id, { state: 'sending', ...startedBy });
      if (row.people !== null) {
        await openLanes(transaction, row.id, new Map());
        return;
      }
      const contents = contentsOf(row);
      const problems = (await composer.findProblems(transaction, contents)).flat();
      if (problems.length > 0) throw notReady('The message lacks something');
      const meant = await compileAudience(transaction, segments, store.audienceOf(row));
      if (meant.problem) throw notReady(`The audience is empty: ${meant.problem}`);
      const userId = given.userId ?? row.startedBy;
      const found = await findUrls(transaction, composer, { contents, channels: openOf(prepared.chosen) });
      const links = await keepLinks(transaction, trackedLinks, { ...row, found });
      const chosen = await withoutTooLong(transaction, dependencies, {
        ...{ ...prepared, broadcastId: row.id, links, contents, meant, userId },
      });
      const bodies = await sharedBodies(transaction, dependencies, {
        ...{ broadcastId: row.id, links, contents, chosen, meant, userId },
      });
      const shares = store.abTestOf(row)?.shares ?? WHOLE_AUDIENCE;
      await transaction.run(`set local statement_timeout = ${FREEZE_MS}`);
      const parts = sharedParts(chosen, { bodies, peoplePerHour: row.peoplePerHour });
      const people = await freezeAudience(transaction, row.id, { chosen, meant, shares, parts });
      if (people >= ANALYZED_FROM) await analyzeRecipients(transaction);
      if (parts.length > 0) await fillCalls(transaction, row.id);
      await store.setPeople(transaction, row.id, people);
      if ((await openLanes(transaction, row.id, bodies)) === 0)
        throw notReady('No recipient can be reached on the chosen channels');
      for (const content of contents) await composer.markSent(transaction, content);
    }),
  );
}

/** Composes what all of a variant get on a channel, by variant, where that is the same. */
async function sharedBodies(
  transaction: AccountTransaction,
  { composer, trackedLinks }: StartDependencies,
  { broadcastId, links, contents, chosen, meant, userId }: Sharing,
): Promise<ReadonlyMap<ChannelId, Readonly<Record<string, Body>>>> {
  const bodies = new Map<ChannelId, Record<string, Body>>();
  if (isPersonal(links)) return bodies;
  for (const one of chosen) {
    const { id, channel, reason } = one;
    const shared = [...contents.entries()].filter(([, each]) => channel && isSameForAll(each, channel.kind));
    if (!channel || reason || shared.length === 0) continue;
    const [friend] = await sampleAudience(transaction, { chosen: [one], meant, limit: 1 });
    if (!friend) continue;
    const reader = await readerOf(transaction, friend, userId);
    const byVariant: Record<string, Body> = {};
    for (const [variant, content] of shared) {
      const given = { broadcastId, content, reader, channel };
      const addressing = { links, trackedLinks, personId: null, variant };
      const composed = await composeBody(transaction, composer, { ...given, addressing });
      if (composed.kind === 'body') byVariant[variant] = composed.body;
    }
    bodies.set(id, byVariant);
  }
  return bodies;
}

/** Who is called together: those who get the same on a channel that takes many in a call. */
function sharedParts(
  chosen: readonly ChosenChannel[],
  {
    bodies,
    peoplePerHour,
  }: {
    readonly bodies: ReadonlyMap<ChannelId, Readonly<Record<string, Body>>>;
    readonly peoplePerHour: number | null;
  },
): SharedPart[] {
  return chosen.flatMap(({ id: channelId, channel }) => {
    const size = channel && recipientsPerCall(channel, peoplePerHour);
    if (!size) return [];
    return Object.keys(bodies.get(channelId) ?? {}).map((variant) => ({
      channelId,
      variant: Number(variant),
      size,
    }));
  });
}

/** Starts broadcasts whose time has come. One that can't be started is a draft again, with the reason. */
export async function startDue(
  dependencies: StartDependencies & { readonly onError: (error: unknown) => void },
): Promise<void> {
  const { database, onError } = dependencies;
  const due = await database.system((transaction) => store.findDue(transaction, 20));
  for (const which of due) {
    try {
      await startBroadcast(dependencies, which, { userId: null, from: ['scheduled'] });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // One that can't be started holds up no other; staff are notified of the draft.
      if (!(error instanceof AppError)) onError(error);
      await database.account(which.accountId, async (transaction) => {
        const row = await store.findBroadcast(transaction, which.id, { isLocked: true });
        const isStillDue = row?.startAt && row.startAt.getTime() <= transaction.now();
        if (row?.state === 'scheduled' && isStillDue)
          await store.moveBroadcast(transaction, which.id, {
            state: 'draft',
            reason: 'not_ready',
            startAt: null,
          });
      });
    }
  }
}
