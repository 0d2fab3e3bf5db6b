import { PLAIN_LOOK } from '@hanasu/channels/spec/outgoing';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { ConversationId, CustomerId, FriendId, MessageId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { inbound, insertMessages, newMessage, purgeMessage } from '../../inbox/public.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { touchInbound } from '../channels.store.ts';
import { type ThreadEntry, threadEntry } from '../domain/read-events.ts';
import {
  type ApplyingChannel,
  type FriendState,
  findApplyingChannel,
  findOpenEvents,
  lockThread,
  markDone,
  openFriend,
  type StoredEvent,
  setFriendState,
  type ThreadKey,
} from '../events.store.ts';
import { insertDeliveries } from '../outbox.store.ts';
import { planDeliveries } from './enqueue-delivery.ts';

/** What happened in a thread, for whoever must be told after the commit. */
export interface Applied {
  readonly conversationId: ConversationId;
  readonly customerMessages: readonly MessageId[];
  readonly otherMessages: readonly MessageId[];
  readonly isAnswerOwed: boolean;
  readonly hasGreeted: boolean;
  /** Set when this friend's profile has never been read. */
  readonly unknownFriend: { readonly id: FriendId; readonly externalId: string } | null;
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
    await lockThread(transaction, key);
    const stored = await findOpenEvents(transaction, key, most);
    const settings = await findApplyingChannel(transaction, key.channelId);
    if (stored.length === 0 || !settings) return null;
    await markDone(
      transaction,
      key.channelId,
      stored.map(({ vendorEventId }) => vendorEventId),
    );
    if (key.thread === '') return null;
    await touchInbound(transaction, key.channelId);
    const pass = await openPass(transaction, channel, settings, key, stored);
    for (const received of stored) await applyEvent(pass, received);
    await closePass(pass, stored);
    return summary(pass);
  });

interface Received {
  readonly event: StoredEvent;
  readonly receivedAt: Date;
}

interface Pass {
  readonly transaction: AccountTransaction;
  readonly channel: OpenChannel;
  readonly settings: ApplyingChannel;
  readonly key: ThreadKey;
  readonly conversationId: ConversationId;
  readonly handlingBefore: Handling;
  readonly friend: (FriendState & { externalId: string }) | null;
  readonly customerMessages: MessageId[];
  readonly otherMessages: MessageId[];
  /** Vendor's ids of messages that were taken back before they came. */
  readonly unsent: Set<string>;
  wantsAnswer: boolean;
  isGone: boolean;
  greetsWith: Received | null;
}

async function openPass(
  transaction: AccountTransaction,
  channel: OpenChannel,
  settings: ApplyingChannel,
  key: ThreadKey,
  stored: readonly Received[],
): Promise<Pass> {
  const externalId = stored.find(({ event }) => event.friendExternalId)?.event.friendExternalId ?? null;
  const friend = externalId
    ? await openFriend(
        transaction,
        { friendId: newId<FriendId>(), customerId: newId<CustomerId>() },
        { channelId: key.channelId, externalId },
      )
    : null;
  const thread = await inbound.openThread(transaction, newId<ConversationId>(), {
    channelId: key.channelId,
    threadExternalId: key.thread,
    friendId: friend?.id ?? null,
  });
  return {
    transaction,
    channel,
    settings,
    key,
    conversationId: thread.id,
    handlingBefore: thread.handling,
    friend: friend && externalId ? { ...friend, externalId } : null,
    customerMessages: [],
    otherMessages: [],
    unsent: await inbound.findUnsent(transaction, thread.id, messageIdsOf(stored)),
    wantsAnswer: false,
    isGone: false,
    greetsWith: null,
  };
}

const messageIdsOf = (stored: readonly Received[]): string[] =>
  stored.flatMap(({ event: { what } }) => (what.kind === 'message' ? [what.vendorMessageId] : []));

async function applyEvent(pass: Pass, received: Received): Promise<void> {
  const { transaction, friend } = pass;
  const { what } = received.event;
  if (what.kind === 'unsend') return applyUnsend(pass, what.vendorMessageId);
  if (what.kind === 'message' && pass.unsent.has(what.vendorMessageId)) return;
  if (what.kind === 'follow' || what.kind === 'unfollow') {
    pass.isGone = what.kind === 'unfollow';
    pass.greetsWith = pass.isGone ? null : received;
    if (friend) await setFriendState(transaction, friend.id, pass.isGone ? 'blocked' : 'following');
  }
  const entry = threadEntry(received.event);
  if (!entry) return;
  const id = await addMessage(pass, entry);
  (entry.sender === 'customer' ? pass.customerMessages : pass.otherMessages).push(id);
  pass.wantsAnswer ||= entry.wantsAnswer;
}

/** Calls may overtake each other: a message that was taken back may still be on its way. */
async function applyUnsend(pass: Pass, vendorMessageId: string): Promise<void> {
  const purged = await purgeMessage(pass.transaction, pass.conversationId, vendorMessageId);
  pass.otherMessages.push(...purged);
  if (purged.length > 0) return;
  pass.unsent.add(vendorMessageId);
  const content = { kind: 'event' as const, text: '', data: { unsent: true } };
  pass.otherMessages.push(await addMessage(pass, { sender: 'customer', content, vendorMessageId }));
}

async function addMessage(
  { transaction, key, conversationId }: Pass,
  { sender, content, vendorMessageId }: Omit<ThreadEntry, 'wantsAnswer'>,
): Promise<MessageId> {
  const id = newId<MessageId>();
  const { accountId } = key;
  const message = newMessage({ accountId, id, conversationId, sender, ...content, vendorMessageId });
  await insertMessages(transaction, [message]);
  return id;
}

async function closePass(pass: Pass, stored: readonly Received[]): Promise<void> {
  const { settings } = pass;
  const greeted = await greet(pass);
  // Each event has a token of its own; the newest that the greeting has left is kept for the answer.
  const left = stored.filter((received) => !(greeted.usesReplyToken && received === pass.greetsWith));
  const token = left.map((received) => replyTokenOf(pass.channel, received)).findLast(isPresent) ?? null;
  const handling = nextHandling(pass);
  const isBots = ['bot', 'waiting'].includes(handling ?? pass.handlingBefore);
  pass.wantsAnswer &&= isBots && !settings.isPaused && settings.isAnswered && !pass.isGone;
  await inbound.applyInbound(pass.transaction, pass.conversationId, {
    lastMessageId: [...pass.customerMessages, ...pass.otherMessages].sort().at(-1) ?? null,
    replyToken: token?.token ?? null,
    replyTokenExpiresAt: token?.expiresAt ?? null,
    answerInMs: pass.wantsAnswer ? settings.batchingDelay : null,
    cancelsTurn: pass.isGone,
    handling,
  });
}

const isPresent = <T>(value: T | null): value is T => value !== null;

interface ReplyToken {
  readonly token: string;
  readonly expiresAt: Date;
}

function replyTokenOf({ adapter }: OpenChannel, { event, receivedAt }: Received): ReplyToken | null {
  const life = adapter.manifest.limits.replyTokenLifeMs;
  return event.replyToken === null
    ? null
    : { token: event.replyToken, expiresAt: new Date(receivedAt.getTime() + life) };
}

/** A closed thread opens again when its customer writes; without a bot or group a person is wanted. */
function nextHandling({ settings, handlingBefore, customerMessages }: Pass): Handling | null {
  if (customerMessages.length === 0) return null;
  if (handlingBefore === 'closed') return settings.isAnswered ? 'bot' : 'waiting';
  if (handlingBefore === 'bot' && !settings.isAnswered) return 'waiting';
  return null;
}

async function greet(pass: Pass): Promise<{ usesReplyToken: boolean }> {
  const { settings, channel, key, greetsWith } = pass;
  const greeting = fillVariables(settings.greeting ?? '', settings.variables ?? []).trim();
  if (!greetsWith?.event.mayAnswer || !greeting || settings.isPaused) return { usesReplyToken: false };
  const id = newId<MessageId>();
  const { deliveries, usesReplyToken } = planDeliveries(
    channel.adapter,
    {
      accountId: key.accountId,
      channelId: key.channelId,
      conversationId: pass.conversationId,
      messageId: id,
      recipient: key.thread,
      replyToken: replyTokenOf(channel, greetsWith),
    },
    channel.adapter.toMessages([{ kind: 'text', text: greeting }], PLAIN_LOOK),
  );
  const message = newMessage({
    accountId: key.accountId,
    id,
    conversationId: pass.conversationId,
    sender: 'bot',
    text: greeting,
    data: { greeting: true },
    deliveryState: 'pending',
  });
  await insertMessages(pass.transaction, [message]);
  await insertDeliveries(pass.transaction, deliveries);
  pass.otherMessages.push(id);
  return { usesReplyToken };
}

const summary = (pass: Pass): Applied => ({
  conversationId: pass.conversationId,
  customerMessages: pass.customerMessages,
  otherMessages: pass.otherMessages,
  isAnswerOwed: pass.wantsAnswer,
  hasGreeted: pass.greetsWith !== null,
  unknownFriend:
    pass.friend && !pass.friend.hasProfile
      ? { id: pass.friend.id, externalId: pass.friend.externalId }
      : null,
});
