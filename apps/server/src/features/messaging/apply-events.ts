import type { InboundHappening } from '@hanasu/channels/spec/channel';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import { needsLook, saysSame, showsLife } from '../automations/public.ts';
import type { OpenChannel } from '../channels/public.ts';
import {
  confirmCalls,
  findApplyingChannel,
  findOpenEvents,
  findRecentCalls,
  hasLaterTurn,
  lockThread,
  markDone,
  type RecentCall,
  type StoredEvent,
  type ThreadKey,
  touchInbound,
} from '../channels/public.ts';
import { contacts } from '../contacts/public.ts';
import { confirmMessage, deliveries, received as inbox, received } from '../conversations/public.ts';
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
  addMessage,
  closePass,
  friendOf,
  noteTouch,
  openPass,
  type Pass,
  type Received,
  storeMessages,
} from './inbound-batch.ts';
import { asideId, threadEntry } from './thread-entry.ts';

/** What happened in a thread, for whoever must be told after the commit. */
export interface Applied {
  readonly conversationId: ConversationId;
  /** Of the newest event. */
  readonly receivedAt: Date;
  readonly customerMessages: readonly MessageId[];
  readonly otherMessages: readonly MessageId[];
  readonly isAnswerOwed: boolean;
  /** Something was said at once: it is in the outbox. */
  readonly hasSpoken: boolean;
  readonly isGroup: boolean;
  readonly hasGroupName: boolean;
  /** Who wrote, or came for the first time, the newest last. */
  readonly present: readonly contacts.FriendState[];
}

const BATCH = 100;

/**
 * Turns the stored events of one thread into messages, in order. Idempotent by vendor event id: events are marked
 * done in the transaction that writes what they say. Null when there were none.
 */
export const applyEvents = (
  database: Database,
  channel: OpenChannel,
  key: ThreadKey,
  most = BATCH,
): Promise<Applied | null> =>
  database.account(key.accountId, async (transaction) => {
    // In this order: what is open is read once nobody else is at it.
    const [, stored, settings] = await Promise.all([
      lockThread(transaction, key),
      findOpenEvents(transaction, key, most),
      findApplyingChannel(transaction, key.channelId),
    ]);
    if (stored.length === 0 || !settings) return null;
    const ids = stored.map(({ vendorEventId }) => vendorEventId);
    const isOfThread = key.thread !== '';
    // In this order: a channel is locked before its conversations.
    const [, , pass] = await Promise.all([
      markDone(transaction, key, ids),
      isOfThread && settings.isQuiet ? touchInbound(transaction, key.channelId) : null,
      isOfThread ? openPass(transaction, channel, settings, key, stored) : null,
    ]);
    if (!pass) return null;
    await removePlaceholders(pass, stored);
    for (const received of stored) {
      if (looksBack(received)) await storeMessages(pass);
      await applyEvent(pass, received);
    }
    return summary(pass, stored, await closePass(pass, stored));
  });

/** May depend on what the events before it have stored, which a message that is new does not. */
const looksBack = ({ event }: Received): boolean => event.what.kind !== 'message' || event.replayed === true;

async function applyEvent(pass: Pass, received: Received): Promise<void> {
  const { event } = received;
  const { what } = event;
  switch (what.kind) {
    case 'message':
      return applyMessage(pass, event, what);
    case 'edited':
      return applyEdited(pass, event, what);
    case 'unsend':
      return applyUnsend(pass, event, what.vendorMessageId);
    case 'follow':
    case 'unfollow':
    case 'happening':
    case 'other':
      return applyLine(pass, received);
    case 'echo':
      return applyEcho(pass, event, what);
    case 'receipt':
      return applyReceipt(pass, event, what);
    case 'reaction':
      return applyReaction(pass, event, what);
    case 'details':
      return applyDetails(pass, event, what);
    case 'erase':
      return applyErase(pass, event);
    default:
      return what satisfies never;
  }
}

/** Something happened that is shown as a line, once. */
async function applyLine(pass: Pass, received: Received): Promise<void> {
  const { event } = received;
  const entry = threadEntry(event);
  if (!entry || pass.known.has(entry.vendorMessageId)) return;
  const { what } = event;
  const isTurn = what.kind === 'follow' || what.kind === 'unfollow';
  const isOvertaken =
    isTurn && (await hasLaterTurn(pass.transaction, pass.key, pass.conversationId, event.occurredAt));
  addMessage(pass, event, entry);
  if (isTurn && !isOvertaken) await applyTurn(pass, received, what.kind === 'follow');
  if (what.kind === 'happening' && MOVES.has(what.event))
    await deliveries.forgetGroupSize(pass.transaction, pass.conversationId);
  // The account itself was invited into the group, or put out of it.
  if (what.kind === 'happening' && what.event === 'join') applyComing(pass, received);
  if (what.kind === 'happening' && what.event === 'leave') applyGoing(pass);
  if (event.friendExternalId !== null && showsLife(what)) noteTouch(pass, event);
  pass.wantsLook ||= event.mayAnswer && event.friendExternalId !== null && needsLook(what);
}

/** Somebody came into a group or left it. */
const MOVES = new Set(['join', 'leave', 'memberJoined', 'memberLeft']);

async function applyTurn(pass: Pass, received: Received, isComing: boolean): Promise<void> {
  const friend = friendOf(pass, received.event);
  if (friend) await contacts.setFriendState(pass.transaction, friend.id, isComing ? 'following' : 'blocked');
  if (!isComing) return applyGoing(pass);
  noteTouch(pass, received.event);
  applyComing(pass, received);
}

function applyComing(pass: Pass, received: Received): void {
  pass.isGone = false;
  pass.greetsWith = received;
}

function applyGoing(pass: Pass): void {
  pass.isGone = true;
  pass.greetsWith = null;
}

/** What was shown in the place of events that could not be applied then. */
async function removePlaceholders(pass: Pass, stored: readonly Received[]): Promise<void> {
  const ids = stored.flatMap(({ event }) => pass.known.get(asideId(event))?.id ?? []);
  if (ids.length > 0) await inbox.removeMessages(pass.transaction, ids);
}

const summary = (
  pass: Pass,
  stored: readonly Received[],
  { hasSpoken }: { readonly hasSpoken: boolean },
): Applied => ({
  conversationId: pass.conversationId,
  receivedAt: stored.at(-1)?.receivedAt ?? new Date(pass.transaction.now()),
  customerMessages: pass.customerMessages,
  otherMessages: [...pass.otherMessages, ...pass.changedMessages],
  isAnswerOwed: pass.wantsAnswer,
  hasSpoken,
  isGroup: pass.isGroup,
  hasGroupName: pass.hasGroupName,
  present: pass.isGone
    ? []
    : [...pass.friends.values()].filter(
        ({ id, profileAt }) =>
          (pass.wroteAt.has(id) || profileAt === null) && !pass.erasedFriends.includes(id),
      ),
});

type Echo = InboundHappening & { kind: 'echo' };

/**
 * The account said something. When it was us, that proves that it has arrived; when it was a person in the vendor's
 * own app, it is shown as theirs and the bot keeps quiet.
 */
async function applyEcho(pass: Pass, event: StoredEvent, what: Echo): Promise<void> {
  const { transaction, conversationId } = pass;
  const { vendorMessageId, content, byPerson } = what;
  const known =
    pass.known.get(vendorMessageId)?.id ??
    (await received.findOurs(transaction, conversationId, [vendorMessageId]));
  if (known) return confirm(pass, known, null);
  const calls = await findRecentCalls(transaction, conversationId, new Date(event.occurredAt));
  const ours = ownCall(calls, what);
  if (ours) {
    await received.setVendorIds(transaction, ours.messageId, [vendorMessageId]);
    return confirm(pass, ours.messageId, ours.isInDoubt ? ours.id : null);
  }
  const data = { ...content.data, via: 'vendor', ...(byPerson ? {} : { automatic: true }) };
  addMessage(pass, event, { sender: 'operator', content: { ...content, data }, vendorMessageId });
  pass.isTakenOver ||= byPerson;
}

/** The call that said it. Files have no words to know them by: there, any call at that time is taken for it. */
function ownCall(calls: readonly RecentCall[], { content, byPerson }: Echo): RecentCall | undefined {
  const said = calls.find(({ messages }) => saysSame(messages, content.text));
  return said ?? (content.kind === 'text' && byPerson ? undefined : calls[0]);
}

async function confirm(pass: Pass, messageId: MessageId, callId: string | null): Promise<void> {
  if (!(await confirmCalls(pass.transaction, messageId, callId))) return;
  await confirmMessage(pass.transaction, messageId);
  pass.otherMessages.push(messageId);
}
