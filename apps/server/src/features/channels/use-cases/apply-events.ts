import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { touchInbound } from '../channels.store.ts';
import { threadEntry } from '../domain/read-events.ts';
import {
  findApplyingChannel,
  findOpenEvents,
  lockThread,
  markDone,
  type ThreadKey,
} from '../events.store.ts';
import { type FriendState, setFriendState } from '../friends.store.ts';
import { applyEdited, applyMessage, applyUnsend } from './apply-message.ts';
import { closePass } from './close-pass.ts';
import { addMessage, friendOf, openPass, type Pass, type Received } from './inbound-pass.ts';

/** What happened in a thread, for whoever must be told after the commit. */
export interface Applied {
  readonly conversationId: ConversationId;
  readonly customerMessages: readonly MessageId[];
  readonly otherMessages: readonly MessageId[];
  readonly isAnswerOwed: boolean;
  /** Something was said at once: it is in the outbox. */
  readonly hasSpoken: boolean;
  readonly isGroup: boolean;
  readonly hasGroupName: boolean;
  /** Who wrote, the newest last. */
  readonly writers: readonly FriendState[];
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
    return summary(pass, await closePass(pass, stored));
  });

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
    case 'receipt':
    case 'reaction':
    case 'details':
    case 'erase':
      return;
    default:
      return what satisfies never;
  }
}

/** Something happened that is shown as a line, once. */
async function applyLine(pass: Pass, received: Received): Promise<void> {
  const { event } = received;
  const entry = threadEntry(event);
  if (!entry || pass.known.has(entry.vendorMessageId)) return;
  await addMessage(pass, event, entry);
  const { what } = event;
  if (what.kind !== 'follow' && what.kind !== 'unfollow') return;
  pass.isGone = what.kind === 'unfollow';
  pass.greetsWith = pass.isGone ? null : received;
  const friend = friendOf(pass, event);
  if (friend) await setFriendState(pass.transaction, friend.id, pass.isGone ? 'blocked' : 'following');
}

const summary = (pass: Pass, { hasSpoken }: { hasSpoken: boolean }): Applied => ({
  conversationId: pass.conversationId,
  customerMessages: pass.customerMessages,
  otherMessages: pass.otherMessages,
  isAnswerOwed: pass.wantsAnswer,
  hasSpoken,
  isGroup: pass.isGroup,
  hasGroupName: pass.hasGroupName,
  writers: [...pass.friends.values()],
});
