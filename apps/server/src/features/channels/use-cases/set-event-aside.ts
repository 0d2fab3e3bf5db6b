import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { inbound, insertMessages, newMessage, received } from '../../inbox/public.ts';
import { asideId } from '../domain/read-events.ts';
import { findOpenEvents, lockThread, markDone, type StoredEvent, type ThreadKey } from '../events.store.ts';

/** Where the event is shown as something that could not be read; null when it can't even be shown. */
export interface SetAside {
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
}

/** Ends the oldest event of a thread without applying it, so that those behind it are not held up for ever. */
export async function setEventAside(
  database: Database,
  key: ThreadKey,
  cause: string,
  onError: (error: unknown) => void,
): Promise<SetAside | null> {
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
): Promise<SetAside> {
  const thread = { channelId: key.channelId, threadExternalId: key.thread };
  const vendorMessageId = asideId(event);
  const [{ id: conversationId }, [shown]] = await Promise.all([
    inbound.openThread(transaction, newId<ConversationId>(), { ...thread, friendId: null, isGroup: false }),
    received.findKnown(transaction, thread, [vendorMessageId]),
  ]);
  if (shown) return { conversationId, messageId: shown.id };
  const messageId = newId<MessageId>();
  await insertMessages(transaction, [
    newMessage({
      accountId: key.accountId,
      id: messageId,
      conversationId,
      sender: 'customer',
      kind: 'unsupported',
      text: '',
      data: { vendorType: event.what?.kind ?? 'unreadable' },
      vendorMessageId,
    }),
  ]);
  await inbound.applyInbound(transaction, conversationId, {
    lastMessageId: messageId,
    replyToken: null,
    replyTokenExpiresAt: null,
    answerInMs: null,
    cancelsTurn: false,
    handling: null,
  });
  return { conversationId, messageId };
}
