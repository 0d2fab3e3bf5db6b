import { setTimeout } from 'node:timers/promises';
import type { ProfileOutcome } from '@hanasu/channels/spec/channel';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../platform/database/group-commit.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { newId } from '../../platform/ids.ts';
import { runWithKey } from '../../platform/workers/current-work.ts';
import { runInLanes } from '../../platform/workers/run-in-lanes.ts';
import type { FormTalk, MenuTaps } from '../automations/public.ts';
import {
  type ChannelDirectory,
  type OnChannelTrouble,
  type OpenChannel,
  updateHealth,
} from '../channels/public.ts';
import { contacts } from '../contacts/public.ts';
import {
  messages,
  type PublishConversationUpdate,
  threads,
  vendorMessages,
} from '../conversations/public.ts';
import type { MessageComposer } from '../message-templates/public.ts';
import { type Applied, applyEvents } from './apply-events.ts';
import { purgeUnsent } from './apply-message.ts';
import {
  findOpenEvents,
  findOpenThreads,
  lockThread,
  markDone,
  type StoredEvent,
  type ThreadKey,
} from './events.store.ts';
import { placeholderOf } from './thread-entry.ts';

const BATCH = 100;

/** Applies events about the official account itself. Returns what the owner has to be notified of; null: nothing. */
const applyAccountEvents = (database: Database, key: ThreadKey): Promise<'suspended' | null> =>
  database.account(key.accountId, async (transaction) => {
    await lockThread(transaction, key);
    const stored = await findOpenEvents(transaction, key, BATCH);
    if (stored.length === 0) return null;
    const ids = stored.map(({ vendorEventId }) => vendorEventId);
    await markDone(transaction, key, ids);
    const states = stored.flatMap(({ event }) => stateIn(event) ?? []);
    const newest = states.at(-1);
    if (newest === undefined) return null;
    const isNews = await updateHealth(transaction, key.channelId, newest);
    return isNews && newest === 'suspended' ? 'suspended' : null;
  });

const STATES: Readonly<Record<string, 'suspended' | 'resumed'>> = {
  botSuspended: 'suspended',
  botResumed: 'resumed',
};

const stateIn = ({ what }: StoredEvent): 'suspended' | 'resumed' | null =>
  what?.kind === 'happening' ? (STATES[what.event] ?? null) : null;

interface InboundProcessorDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly publishConversationUpdate: PublishConversationUpdate;
  /** Called after the commit: a bot owes an answer in so many milliseconds. */
  readonly notifyTurns: (inMs: number) => void;
  /** Called after the commit: an answer that is being made does not know the newest words. */
  readonly abortTurn: (conversationId: ConversationId) => void;
  readonly notifyDelivery: () => void;
  /** Waits a moment while callers outside wait for too long. */
  readonly waitForThrottle: () => Promise<unknown>;
  /** So many milliseconds after it was received something stands in the inbox. */
  readonly onApplied: (afterMs: number) => void;
  /** Absent: forms are not asked in chats. */
  readonly formTalk: FormTalk | null;
  readonly menuTaps: MenuTaps | null;
  readonly composer: MessageComposer | null;
  readonly onTrouble: OnChannelTrouble;
  readonly onError: (error: unknown) => void;
}

interface RunningDependencies extends InboundProcessorDependencies {
  readonly storeProfiles: StoreProfiles;
}

const AT_ONCE = 10;
/** Few, so that what has just come in for a quiet channel is soon among them. */
const SWEEP = 100;
const AFTER_FAILURE_MS = 1_000;
/** A thread that fails this often, for at least this long, holds an event that can't be applied. */
const FAILURES = 3;
const PATIENCE_MS = 3_000;

/** Why a thread is tried in smaller steps. */
interface Trouble {
  readonly since: number;
  failures: number;
}

/** Turns stored events into messages: several threads side by side, each one in order. */
export function createInboundProcessor(given: InboundProcessorDependencies) {
  const dependencies: RunningDependencies = {
    ...given,
    storeProfiles: createStoreProfiles(given.database),
  };
  const { database, directory, publishConversationUpdate, waitForThrottle, onError } = dependencies;
  const troubles = new Map<string, Trouble>();

  /** True: there may be more events of it than were applied. */
  async function workThread(key: ThreadKey): Promise<boolean> {
    // What was received is applied whether the vendor can be asked or not.
    const channel = await directory.find(key.accountId, key.channelId);
    if (!channel) return false;
    if (key.thread === '') {
      await workAccount(key);
      return true;
    }
    const id = `${key.channelId}/${key.thread}`;
    const trouble = troubles.get(id);
    const isStuck =
      trouble && trouble.failures >= FAILURES && performance.now() - trouble.since >= PATIENCE_MS;
    try {
      let hasMore = await applyThread(dependencies, channel, key, isStuck ? 1 : BATCH);
      while (isStuck && hasMore) hasMore = await applyThread(dependencies, channel, key, 1);
      troubles.delete(id);
      return hasMore;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (isStuck) await setOldestAside(key, id, causeOf(error));
      else
        troubles.set(id, {
          since: trouble?.since ?? performance.now(),
          failures: (trouble?.failures ?? 0) + 1,
        });
      throw error;
    }
  }

  async function workAccount(key: ThreadKey): Promise<void> {
    const trouble = await applyAccountEvents(database, key);
    directory.forget(key.channelId);
    if (trouble) dependencies.onTrouble(key.accountId, key.channelId, trouble);
  }

  async function setOldestAside(key: ThreadKey, id: string, cause: string): Promise<void> {
    const aside = await deadLetterEvent(database, key, cause, onError);
    troubles.delete(id);
    onError(new Error(`an event of ${id} can't be applied and was set aside`));
    if (aside) publishConversationUpdate(key.accountId, 'user_chat', aside.conversationId, [aside.messageId]);
  }

  return {
    /** One pass over the threads that have stored events. */
    async runOnce(): Promise<number | null> {
      const threads = await database.system((transaction) =>
        transaction.last(() => findOpenThreads(transaction, SWEEP)),
      );
      let failures = 0;
      let hasMore = threads.length === SWEEP;
      await runInLanes(threads, AT_ONCE, async (key) => {
        await waitForThrottle();
        await runWithKey(`${key.channelId}/${key.thread}`, () =>
          workThread(key).then(
            (isUnfinished) => {
              hasMore ||= isUnfinished;
            },
            (error: unknown) => {
              failures += 1;
              onError(error);
            },
          ),
        );
      });
      if (failures > 0) return AFTER_FAILURE_MS;
      return hasMore ? 0 : null;
    },
  };
}

const LONGEST_CAUSE = 300;

const causeOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_CAUSE);

/** Applies the oldest `most` events. True: as many were found, so there may be more. */
async function applyThread(
  dependencies: RunningDependencies,
  channel: OpenChannel,
  key: ThreadKey,
  most: number,
): Promise<boolean> {
  const { database, formTalk, menuTaps, composer } = dependencies;
  const talks = { formTalk, menuTaps, composer };
  let applied = await applyEvents(database, channel, key, { most, languages: null, ...talks });
  if (applied && 'newcomers' in applied) {
    const languages = await languagesOf(dependencies, key, applied.newcomers);
    applied = await applyEvents(database, channel, key, { most, languages, ...talks });
  }
  if (applied && 'newcomers' in applied) throw new Error('newcomers were asked for twice');
  if (applied) publishApplied(dependencies, key, applied);
  return applied?.hasMore ?? false;
}

/** A greeting does not wait longer than this for the vendor. */
const GREETING_WAITS_MS = 2_000;

/** Languages of the profiles of people who have just come; whoever can't be asked for has none. */
async function languagesOf(
  { directory }: InboundProcessorDependencies,
  key: ThreadKey,
  newcomers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const languages = new Map<string, string>();
  const channel = await directory.open(key.accountId, key.channelId);
  if (!channel) return languages;
  const ask = async (externalId: string): Promise<void> => {
    const outcome = await channel.adapter.profile(channel.connection, externalId);
    if (outcome.kind === 'found' && outcome.profile.language)
      languages.set(externalId, outcome.profile.language);
  };
  const asked = Promise.allSettled([...new Set(newcomers)].slice(-MOST_AT_ONCE).map(ask));
  await Promise.race([asked, setTimeout(GREETING_WAITS_MS, null, { ref: false })]);
  return languages;
}

function publishApplied(dependencies: RunningDependencies, key: ThreadKey, applied: Applied): void {
  const { publishConversationUpdate, notifyTurns, notifyDelivery, onApplied, onError } = dependencies;
  const { conversationId } = applied;
  applied.after?.();
  onApplied(dependencies.database.now() - applied.receivedAt.getTime());
  if (applied.isAnswerOwed) {
    dependencies.abortTurn(conversationId);
    notifyTurns(applied.answerInMs);
    // Vendors show it until something is said, LINE for a minute.
    if (!applied.mayBeSilent) void showTyping(dependencies, key).catch(onError);
  }
  if (applied.hasSpoken) notifyDelivery();
  if (applied.customerMessages.length > 0) {
    publishConversationUpdate(key.accountId, 'user_chat', conversationId, applied.customerMessages);
  }
  if (applied.otherMessages.length > 0) {
    publishConversationUpdate(key.accountId, 'system', conversationId, applied.otherMessages);
  }
  void freshProfiles(dependencies, key, applied).catch(onError);
}

async function showTyping({ directory }: InboundProcessorDependencies, key: ThreadKey): Promise<void> {
  const channel = await directory.open(key.accountId, key.channelId);
  await channel?.adapter.showTyping(channel.connection, key.thread);
}

/** Where the event is shown as something that could not be read; null when it can't even be shown. */
interface DeadLetter {
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
}

/** Ends the oldest event of a thread without applying it, so that those behind it are not held up for ever. */
async function deadLetterEvent(
  database: Database,
  key: ThreadKey,
  cause: string,
  onError: (error: unknown) => void,
): Promise<DeadLetter | null> {
  const end = <T>(show: (transaction: AccountTransaction, event: StoredEvent) => Promise<T>) =>
    database.account(key.accountId, async (transaction): Promise<T | null> => {
      await lockThread(transaction, key);
      const event = (await findOpenEvents(transaction, key, 1))[0];
      if (!event) return null;
      await markDone(transaction, key, [event.vendorEventId], cause);
      return show(transaction, { ...event.event, vendorEventId: event.vendorEventId });
    });
  try {
    return await end((transaction, event) => showUnreadable(transaction, key, event));
  } catch (error) {
    onError(error);
    return end(async () => null);
  }
}

async function showUnreadable(
  transaction: AccountTransaction,
  key: ThreadKey,
  event: StoredEvent,
): Promise<DeadLetter> {
  const thread = { channelId: key.channelId, threadExternalId: key.thread };
  const { vendorMessageId, kind, data } = placeholderOf(event);
  const [{ id: conversationId }, [shown]] = await Promise.all([
    threads.openThread(transaction, newId<ConversationId>(), { ...thread, friendId: null, isGroup: false }),
    vendorMessages.findKnown(transaction, thread, [vendorMessageId]),
  ]);
  if (event.what?.kind === 'unsend') await purgeUnsent(transaction, key, { vendorMessageId, id: shown?.id });
  if (shown) return { conversationId, messageId: shown.id };
  const messageId = newId<MessageId>();
  await messages.insertMessages(transaction, [
    messages.newMessage({
      accountId: key.accountId,
      id: messageId,
      conversationId,
      sender: 'customer',
      ...{ kind, text: '', data, vendorMessageId },
    }),
  ]);
  await threads.applyInbound(transaction, conversationId, {
    lastMessageId: messageId,
    replyToken: null,
    replyTokenExpiresAt: null,
    answerInMs: null,
    cancelsTurn: false,
    handling: null,
  });
  return { conversationId, messageId };
}

/** Stores who people are, many in one transaction: a crowd of new friends comes at once. */
type StoreProfiles = GroupCommit<contacts.FriendProfile, void>;

const createStoreProfiles = (database: Database): StoreProfiles =>
  groupCommit(
    async (profiles) => {
      await database.system((transaction) => contacts.setProfiles(transaction, profiles));
      return profiles.map(() => undefined);
    },
    { maxBatch: 64, lanes: 1 },
  );

interface ProfileDependencies {
  readonly database: Database;
  readonly storeProfiles: StoreProfiles;
  readonly directory: ChannelDirectory;
  readonly publishConversationUpdate: PublishConversationUpdate;
}

const FRESH_MS = 24 * 60 * 60 * 1000;

const isStale = ({ profileAt }: contacts.FriendState, now: number): boolean =>
  profileAt === null || now - profileAt.getTime() > FRESH_MS;

/** Of those who wrote in one batch; the others are asked for at their next message. */
const MOST_AT_ONCE = 5;

/**
 * Asks the vendor who wrote, when that was not done for a day, and for the name of a group that has none. Best effort:
 * whoever stays nameless is asked for again at their next message.
 */
async function freshProfiles(
  { database, storeProfiles, directory, publishConversationUpdate }: ProfileDependencies,
  key: ThreadKey,
  applied: Applied,
): Promise<void> {
  const stale = applied.present.filter((one) => isStale(one, database.now())).slice(-MOST_AT_ONCE);
  const isNameless = applied.isGroup && !applied.hasGroupName;
  if (stale.length === 0 && !isNameless) return;
  const channel = await directory.open(key.accountId, key.channelId);
  if (!channel) return;
  const isKnown = await Promise.all(
    stale.map(async (friend) => {
      const person = await personProfile(channel, key, applied, friend);
      if (person?.kind !== 'found') return false;
      const { displayName: name, pictureUrl, language } = person.profile;
      await storeProfiles.add({ accountId: key.accountId, id: friend.id, name, pictureUrl, language });
      return true;
    }),
  );
  const group = await groupProfile(channel, key, applied);
  if (group?.kind === 'found') {
    const { displayName, pictureUrl } = group.profile;
    const name = [displayName, applied.placeName].filter(Boolean).join(' › ');
    await database.account(key.accountId, (transaction) =>
      threads.setGroupProfile(transaction, applied.conversationId, { name, pictureUrl }),
    );
  }
  if (isKnown.includes(true) || group?.kind === 'found') {
    publishConversationUpdate(key.accountId, 'handling', applied.conversationId);
  }
}

/** Members of a group need not be friends of the account, so they are asked for by way of the group. */
async function personProfile(
  { adapter, connection }: OpenChannel,
  { thread }: ThreadKey,
  { isGroup }: Applied,
  { externalId }: contacts.FriendState,
): Promise<ProfileOutcome | null> {
  if (isGroup) return (await adapter.memberProfile?.(connection, thread, externalId)) ?? null;
  return adapter.manifest.capabilities.profile ? adapter.profile(connection, externalId) : null;
}

async function groupProfile(
  { adapter, connection }: OpenChannel,
  { thread }: ThreadKey,
  { isGroup, hasGroupName }: Applied,
): Promise<ProfileOutcome | null> {
  if (!isGroup || hasGroupName) return null;
  return (await adapter.groupProfile?.(connection, thread)) ?? null;
}
