import type { InboundEventBody } from '@hanasu/channels/spec/channel';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import type { FormTalk, MenuTaps } from '../automations/public.ts';
import type { OpenChannel } from '../channels/public.ts';
import { confirmEcho, updateHealth } from '../channels/public.ts';
import { contacts } from '../contacts/public.ts';
import { threads, vendorMessages } from '../conversations/public.ts';
import type { MessageComposer } from '../message-templates/public.ts';
import {
  applyDetails,
  applyEdited,
  applyErase,
  applyMessage,
  applyReaction,
  applyReceipt,
  applyUnsend,
} from './apply-message.ts';
import {
  findApplyingChannel,
  findOpenEvents,
  hasLaterTurn,
  lockThread,
  markDone,
  type StoredEvent,
  type ThreadKey,
} from './events.store.ts';
import {
  addMessage,
  commitBatch,
  friendOf,
  type InboundBatch,
  type Languages,
  noteTouch,
  openBatch,
  type Received,
  storeMessages,
} from './inbound-batch.ts';
import { deadLetterId, needsLook, showsLife, threadEntry } from './thread-entry.ts';

/** What changed in a thread, to be published after the commit. */
export interface Applied {
  readonly conversationId: ConversationId;
  /** As many events were applied as were asked for. */
  readonly hasMore: boolean;
  /** Of the newest event. */
  readonly receivedAt: Date;
  readonly customerMessages: readonly MessageId[];
  readonly otherMessages: readonly MessageId[];
  readonly isAnswerOwed: boolean;
  /** When it is, more may be said for so long. */
  readonly answerInMs: number;
  /** The customer waits for staff already, or the bot is paused: what it cannot answer it does not comment on. */
  readonly mayBeSilent: boolean;
  /** Something was said at once: it is in the outbox. */
  readonly hasSpoken: boolean;
  /** Called after the commit; null: nothing. */
  readonly after: (() => void) | null;
  readonly isGroup: boolean;
  readonly hasGroupName: boolean;
  /** Of the thread inside its group; null: it is the group itself, or the events don't say. */
  readonly placeName: string | null;
  /** Who wrote, or came for the first time, the newest last. */
  readonly present: readonly contacts.FriendState[];
}

interface ApplyOptions {
  /** Events that are applied in one transaction. */
  readonly most: number;
  readonly languages: Languages | null;
  readonly formTalk: FormTalk | null;
  readonly menuTaps: MenuTaps | null;
  readonly composer: MessageComposer | null;
}

/**
 * Turns the stored events of one thread into messages, in order. Idempotent by vendor event id: events are marked
 * done in the transaction that writes what they say. Null when there were none.
 */
export const applyEvents = (
  database: Database,
  channel: OpenChannel,
  key: ThreadKey,
  { most, languages, formTalk, menuTaps, composer }: ApplyOptions,
): Promise<Applied | Newcomers | null> =>
  database.account(key.accountId, async (transaction) => {
    // In this order: open events are read once the thread is locked.
    const [, stored, settings] = await Promise.all([
      lockThread(transaction, key),
      findOpenEvents(transaction, key, most),
      findApplyingChannel(transaction, key.channelId),
    ]);
    if (stored.length === 0 || !settings) return null;
    const newcomers = languages ? [] : newcomersIn(channel, stored);
    if (newcomers.length > 0) return { newcomers };
    const ids = stored.map(({ vendorEventId }) => vendorEventId);
    const isOfThread = key.thread !== '';
    // In this order: a channel is locked before its conversations.
    const [, , batch] = await Promise.all([
      markDone(transaction, key, ids),
      isOfThread && settings.isQuiet ? updateHealth(transaction, key.channelId, 'received') : null,
      isOfThread
        ? openBatch(transaction, channel, settings, key, {
            stored,
            formTalk,
            menuTaps,
            composer,
            languages: languages ?? new Map(),
          })
        : null,
    ]);
    if (!batch) return null;
    await removePlaceholders(batch, stored);
    for (const received of stored) {
      if (looksBack(received)) await storeMessages(batch);
      await applyEvent(batch, received);
    }
    const hasMore = stored.length === most;
    return summary(batch, stored, { ...(await commitBatch(batch, stored)), hasMore });
  });

/** Nothing was applied: who they are has to be known first, to greet them in their language. */
export interface Newcomers {
  readonly newcomers: readonly string[];
}

const newcomersIn = ({ adapter }: OpenChannel, stored: readonly Received[]): string[] =>
  adapter.manifest.capabilities.profile
    ? stored.flatMap(({ event }) =>
        event.what.kind === 'follow' && event.isGroup !== true && !event.replayed
          ? (event.friendExternalId ?? [])
          : [],
      )
    : [];

/** May depend on what the events before it have stored, which a message that is new does not. */
const looksBack = ({ event }: Received): boolean => event.what.kind !== 'message' || event.replayed === true;

async function applyEvent(batch: InboundBatch, received: Received): Promise<void> {
  const { event } = received;
  const { what } = event;
  switch (what.kind) {
    case 'message':
      return applyMessage(batch, event, what);
    case 'edited':
      return applyEdited(batch, event, what);
    case 'unsend':
      return applyUnsend(batch, event, what.vendorMessageId);
    case 'follow':
    case 'unfollow':
    case 'happening':
    case 'other':
      return applyLine(batch, received);
    case 'echo':
      return applyEcho(batch, event, what);
    case 'receipt':
      return applyReceipt(batch, event, what);
    case 'reaction':
      return applyReaction(batch, event, what);
    case 'details':
      return applyDetails(batch, event, what);
    case 'erase':
      return applyErase(batch, event);
    default:
      return what satisfies never;
  }
}

/** Something happened that is shown as a line, once. */
async function applyLine(batch: InboundBatch, received: Received): Promise<void> {
  const { event } = received;
  const entry = threadEntry(event);
  if (!entry || batch.known.has(entry.vendorMessageId)) return;
  const { what } = event;
  const isTurn = what.kind === 'follow' || what.kind === 'unfollow';
  const isOvertaken =
    isTurn && (await hasLaterTurn(batch.transaction, batch.key, batch.conversationId, event.occurredAt));
  addMessage(batch, event, entry);
  if (isTurn && !isOvertaken) await applyTurn(batch, received, what.kind === 'follow');
  if (what.kind === 'happening' && MOVES.has(what.event))
    await threads.forgetGroupSize(batch.transaction, batch.conversationId);
  // The account itself was invited into the group, or put out of it.
  if (what.kind === 'happening' && what.event === 'join') applyComing(batch, received);
  if (what.kind === 'happening' && what.event === 'leave') applyGoing(batch);
  if (event.friendExternalId !== null && showsLife(what)) noteTouch(batch, event);
  batch.wantsLook ||= event.mayAnswer && event.friendExternalId !== null && needsLook(what);
}

/** A member joined or left a group. */
const MOVES = new Set(['join', 'leave', 'memberJoined', 'memberLeft']);

async function applyTurn(batch: InboundBatch, received: Received, isComing: boolean): Promise<void> {
  const friend = friendOf(batch, received.event);
  if (friend) await contacts.setFriendState(batch.transaction, friend.id, isComing ? 'following' : 'blocked');
  if (!isComing) return applyGoing(batch);
  noteTouch(batch, received.event);
  applyComing(batch, received);
}

function applyComing(batch: InboundBatch, received: Received): void {
  batch.isGone = false;
  batch.greetsWith = received;
}

function applyGoing(batch: InboundBatch): void {
  batch.isGone = true;
  batch.greetsWith = null;
}

/** What was shown in the place of events that could not be applied then. */
async function removePlaceholders(batch: InboundBatch, stored: readonly Received[]): Promise<void> {
  const ids = stored.flatMap(({ event }) => batch.known.get(deadLetterId(event))?.id ?? []);
  if (ids.length > 0) await vendorMessages.removeMessages(batch.transaction, ids);
}

const summary = (
  batch: InboundBatch,
  stored: readonly Received[],
  { hasMore, hasSpoken, after }: Pick<Applied, 'hasMore' | 'hasSpoken' | 'after'>,
): Applied => ({
  hasMore,
  conversationId: batch.conversationId,
  receivedAt: stored.at(-1)?.receivedAt ?? new Date(batch.transaction.now()),
  customerMessages: batch.customerMessages,
  otherMessages: [...batch.otherMessages, ...batch.changedMessages],
  isAnswerOwed: batch.wantsAnswer,
  answerInMs: batch.settings.batchingDelay,
  mayBeSilent: batch.handlingBefore === 'waiting' || !batch.settings.isLive,
  hasSpoken,
  after,
  isGroup: batch.isGroup,
  hasGroupName: batch.hasGroupName,
  placeName: stored.findLast(({ event }) => event.placeName)?.event.placeName ?? null,
  present: batch.isGone
    ? []
    : [...batch.friends.values()].filter(
        ({ id, profileAt }) =>
          (batch.wrote.has(id) || profileAt === null) && !batch.erasedFriends.includes(id),
      ),
});

type Echo = InboundEventBody & { kind: 'echo' };

/**
 * The account said something. When it was us, that proves that it has arrived; when it was a person in the vendor's
 * own app, it is shown as theirs and the bot keeps quiet.
 */
async function applyEcho(batch: InboundBatch, event: StoredEvent, what: Echo): Promise<void> {
  const { transaction, conversationId } = batch;
  const { vendorMessageId, content, byPerson } = what;
  const known =
    batch.known.get(vendorMessageId)?.id ??
    (await vendorMessages.findOurs(transaction, conversationId, [vendorMessageId]));
  const at = new Date(event.occurredAt);
  const ours = await confirmEcho(transaction, { conversationId, messageId: known, at, content, byPerson });
  if (ours) {
    if (!known) await vendorMessages.setVendorIds(transaction, ours.messageId, [vendorMessageId]);
    if (!ours.isConfirmed) return;
    await vendorMessages.confirmMessage(transaction, ours.messageId);
    batch.otherMessages.push(ours.messageId);
    return;
  }
  const data = { ...content.data, via: 'vendor', ...(byPerson ? {} : { automatic: true }) };
  addMessage(batch, event, { sender: 'operator', content: { ...content, data }, vendorMessageId });
  batch.isTakenOver ||= byPerson;
}
