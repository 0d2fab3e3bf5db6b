import type { ConversationId, CustomerId, FriendId, MessageId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { inbound, insertMessages, newMessage, purgeMessage } from '../../inbox/public.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { touchInbound } from '../channels.store.ts';
import { threadEntry } from '../domain/read-events.ts';
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
  readonly isMore: boolean;
}

const BATCH = 100;

/**
 * Turns the stored events of one thread into messages, in order. Idempotent by vendor event id: events are marked
 * done in the transaction that writes what they say.
 */
export const applyEvents = (
  database: Database,
  channel: OpenChannel,
  key: ThreadKey,
): Promise<Applied | null> =>
  database.account(key.accountId, async (transaction) => {
    await lockThread(transaction, key);
    const stored = await findOpenEvents(transaction, key, BATCH);
    const settings = await findApplyingChannel(transaction, key.channelId);
    if (stored.length === 0 || !settings) return null;
    await markDone(
      transaction,
      key.channelId,
      stored.map(({ event }) => event.vendorEventId),
    );
    if (key.thread === '') return null;
    await touchInbound(transaction, key.channelId);
    const pass = await openPass(transaction, channel, settings, key, stored);
    for (const { event } of stored) await applyEvent(pass, event);
    await closePass(pass, stored);
    return summary(pass, stored.length === BATCH);
  });

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
  wantsAnswer: boolean;
  isGone: boolean;
  greetsWith: StoredEvent | null;
}

async function openPass(
  transaction: AccountTransaction,
  channel: OpenChannel,
  settings: ApplyingChannel,
  key: ThreadKey,
  stored: readonly { event: StoredEvent }[],
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
    wantsAnswer: false,
    isGone: false,
    greetsWith: null,
  };
}

async function applyEvent(pass: Pass, event: StoredEvent): Promise<void> {
  const { transaction, friend } = pass;
  if (event.what.kind === 'unsend') {
    const purged = await purgeMessage(transaction, pass.conversationId, event.what.vendorMessageId);
    pass.otherMessages.push(...purged);
  }
  if (event.what.kind === 'follow' || event.what.kind === 'unfollow') {
    pass.isGone = event.what.kind === 'unfollow';
    pass.greetsWith = pass.isGone ? null : event;
    if (friend) await setFriendState(transaction, friend.id, pass.isGone ? 'blocked' : 'following');
  }
  const entry = threadEntry(event);
  if (!entry) return;
  const id = newId<MessageId>();
  await insertMessages(transaction, [
    newMessage({
      accountId: pass.key.accountId,
      id,
      conversationId: pass.conversationId,
      sender: entry.sender,
      kind: entry.content.kind,
      text: entry.content.text,
      data: entry.content.data,
      vendorMessageId: entry.vendorMessageId,
    }),
  ]);
  (entry.sender === 'customer' ? pass.customerMessages : pass.otherMessages).push(id);
  pass.wantsAnswer ||= entry.wantsAnswer;
}

async function closePass(pass: Pass, stored: readonly { event: StoredEvent; receivedAt: Date }[]) {
  const { settings, channel } = pass;
  const withToken = stored.findLast(({ event }) => event.replyToken !== null);
  const token = withToken?.event.replyToken ?? null;
  const life = channel.adapter.manifest.limits.replyTokenLifeMs;
  const expiresAt = withToken ? new Date(withToken.receivedAt.getTime() + life) : null;
  const greeted = await greet(pass, token && expiresAt ? { token, expiresAt } : null);
  const handling = nextHandling(pass);
  const isAnswering = pass.wantsAnswer && !settings.isPaused && settings.botId !== null;
  const mayBotAnswer =
    (handling ?? pass.handlingBefore) === 'bot' || (handling ?? pass.handlingBefore) === 'waiting';
  await inbound.applyInbound(pass.transaction, pass.conversationId, {
    lastMessageId: [...pass.customerMessages, ...pass.otherMessages].sort().at(-1) ?? null,
    replyToken: greeted.usesReplyToken ? null : token,
    replyTokenExpiresAt: greeted.usesReplyToken ? null : expiresAt,
    answerInMs: isAnswering && mayBotAnswer ? settings.batchingDelay : null,
    cancelsTurn: pass.isGone,
    handling,
  });
  pass.wantsAnswer = isAnswering && mayBotAnswer && !pass.isGone;
}

/** A closed thread opens again when its customer writes; without a bot a person is wanted. */
function nextHandling({ settings, handlingBefore, customerMessages }: Pass): Handling | null {
  if (customerMessages.length === 0) return null;
  if (handlingBefore === 'closed') return settings.botId ? 'bot' : 'waiting';
  if (handlingBefore === 'bot' && settings.botId === null) return 'waiting';
  return null;
}

async function greet(
  pass: Pass,
  replyToken: { token: string; expiresAt: Date } | null,
): Promise<{ usesReplyToken: boolean }> {
  const { settings, channel, key } = pass;
  const greeting = settings.greeting?.trim();
  if (!pass.greetsWith?.mayAnswer || !greeting || settings.isPaused) return { usesReplyToken: false };
  const id = newId<MessageId>();
  const { deliveries, usesReplyToken } = planDeliveries(
    channel.adapter,
    {
      accountId: key.accountId,
      channelId: key.channelId,
      conversationId: pass.conversationId,
      messageId: id,
      recipient: key.thread,
      replyToken,
    },
    channel.adapter.plainMessages(greeting),
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

const summary = (pass: Pass, isMore: boolean): Applied => ({
  conversationId: pass.conversationId,
  customerMessages: pass.customerMessages,
  otherMessages: pass.otherMessages,
  isAnswerOwed: pass.wantsAnswer,
  hasGreeted: pass.greetsWith !== null,
  unknownFriend:
    pass.friend && !pass.friend.hasProfile
      ? { id: pass.friend.id, externalId: pass.friend.externalId }
      : null,
  isMore,
});
