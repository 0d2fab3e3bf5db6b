import type { ConversationId, FriendId, MessageId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { inbound, insertMessages, type NewMessage, newMessage, received } from '../../inbox/public.ts';
import type { WantedMedia } from '../../media/public.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { idsOf, type ThreadEntry } from '../domain/read-events.ts';
import type { ApplyingChannel, StoredEvent, ThreadKey } from '../events.store.ts';
import { type FriendState, openFriends } from '../friends.store.ts';
import type { RuledInbound } from './apply-rules.ts';

export interface Received {
  readonly event: StoredEvent;
  readonly receivedAt: Date;
}

/** One pass over what a thread has received: what it found, and what it gathers for its end. */
export interface Pass {
  readonly transaction: AccountTransaction;
  readonly channel: OpenChannel;
  readonly settings: ApplyingChannel;
  readonly key: ThreadKey;
  readonly conversationId: ConversationId;
  readonly handlingBefore: Handling;
  readonly isGroup: boolean;
  readonly hasGroupName: boolean;
  /** By the vendor's id. */
  readonly friends: ReadonlyMap<string, FriendState>;
  /** What is stored already, by the vendor's id. */
  readonly known: Map<string, received.KnownMessage>;
  readonly customerMessages: MessageId[];
  /** Lines, and what was said in the account's name. */
  readonly otherMessages: MessageId[];
  /** Stored earlier; what is shown of them is another now. */
  readonly changedMessages: MessageId[];
  /** Of those above, what `storeMessages` still has to write. */
  readonly unstored: NewMessage[];
  /** Who they are was forgotten, so nobody asks for their names either. */
  readonly erasedFriends: FriendId[];
  readonly said: RuledInbound['said'][number][];
  /** What came that is not text, unless the bot reads it. */
  readonly sent: RuledInbound['sent'][number][];
  readonly media: WantedMedia[];
  /** When which of them wrote last. */
  readonly wroteAt: Map<FriendId, Date>;
  /** The person's last sign of life, from which the channel's window is counted. */
  lastTouch: Date | null;
  feedback: 'bad' | null;
  readToken: string | null;
  wantsAnswer: boolean;
  /** The customer did something other than writing that a person should look at. */
  wantsLook: boolean;
  /** Words for a colleague who linked their phone. */
  confirms: string | null;
  isGone: boolean;
  /** A person answered in the vendor's own app. */
  isTakenOver: boolean;
  greetsWith: Received | null;
}

export async function openPass(
  transaction: AccountTransaction,
  channel: OpenChannel,
  settings: ApplyingChannel,
  key: ThreadKey,
  stored: readonly Received[],
): Promise<Pass> {
  const isGroup = stored.some(({ event }) => event.isGroup === true);
  const people = stored.map(({ event }) => event.friendExternalId).filter((id) => id !== null);
  const friends = await openFriends(
    transaction,
    { id: key.channelId, isShared: channel.adapter.manifest.capabilities.sharedPersonIds },
    [...new Set(people)],
  );
  const where = { channelId: key.channelId, threadExternalId: key.thread };
  const friendId = isGroup ? null : (friends.values().next().value?.id ?? null);
  const ids = stored.flatMap(({ event }) => idsOf(event));
  const [thread, known] = await Promise.all([
    inbound.openThread(transaction, newId<ConversationId>(), { ...where, friendId, isGroup }),
    received.findKnown(transaction, where, ids),
  ]);
  return {
    transaction,
    channel,
    settings,
    key,
    conversationId: thread.id,
    handlingBefore: thread.handling,
    isGroup,
    hasGroupName: thread.groupName !== null,
    friends,
    known: new Map(known.map((message) => [message.vendorMessageId, message])),
    customerMessages: [],
    otherMessages: [],
    changedMessages: [],
    unstored: [],
    erasedFriends: [],
    said: [],
    sent: [],
    media: [],
    wroteAt: new Map(),
    lastTouch: null,
    feedback: null,
    readToken: null,
    wantsAnswer: false,
    wantsLook: false,
    confirms: null,
    isGone: false,
    isTakenOver: false,
    greetsWith: null,
  };
}

export const friendOf = (pass: Pass, { friendExternalId }: StoredEvent): FriendState | null =>
  friendExternalId === null ? null : (pass.friends.get(friendExternalId) ?? null);

/** They did something: wrote, followed, gave details. */
export function noteTouch(pass: Pass, event: StoredEvent): Date {
  // A clock that is ahead must not keep a window open.
  const at = new Date(Math.min(event.occurredAt, pass.transaction.now()));
  if (pass.lastTouch === null || pass.lastTouch < at) pass.lastTouch = at;
  return at;
}

type Added = Omit<ThreadEntry, 'sender'> & {
  readonly sender: ThreadEntry['sender'] | 'operator';
  readonly quotes?: string | null;
  readonly editedAt?: Date;
};

/** Keeps what an event says for `storeMessages`; whoever asks for it again in this pass finds it. */
export function addMessage(pass: Pass, event: StoredEvent, added: Added): MessageId {
  const id = newId<MessageId>();
  const { sender, content, vendorMessageId } = added;
  const author = pass.isGroup && sender === 'customer' ? friendOf(pass, event) : null;
  const message = newMessage({
    accountId: pass.key.accountId,
    id,
    conversationId: pass.conversationId,
    sender,
    kind: content.kind,
    text: content.text,
    data: content.data,
    vendorMessageId,
    friendId: author?.id ?? null,
    quoteToken: event.quoteToken ?? null,
    quotesVendorId: added.quotes ?? null,
    editedAt: added.editedAt ?? null,
  });
  pass.unstored.push(message);
  (sender === 'customer' ? pass.customerMessages : pass.otherMessages).push(id);
  const isUnsent = content.data.unsent === true;
  pass.known.set(vendorMessageId, { id, vendorMessageId, sender, isUnsent, reactions: [] });
  return id;
}

/** Stores what was added since the last time, at once. */
export const storeMessages = (pass: Pass): Promise<void> =>
  insertMessages(pass.transaction, pass.unstored.splice(0));
