import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { ConversationId, FriendId, MessageId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import {
  applyRules,
  channelSettings,
  type FormTalk,
  findRuled,
  type MenuTaps,
  type RuledConversation,
  type RuledInbound,
  type Ruling,
} from '../automations/public.ts';
import type { OpenChannel } from '../channels/public.ts';
import { contacts } from '../contacts/public.ts';
import {
  botMayAnswer,
  conversationCommands,
  media,
  messages,
  type StatusChange,
  statusAfterInbound,
  threads,
  vendorMessages,
  type WantedMedia,
} from '../conversations/public.ts';
import { buildComposed, type MessageComposer } from '../message-templates/public.ts';
import type { ApplyingChannel, StoredEvent, ThreadKey } from './events.store.ts';
import { greetingOf } from './greeting.ts';
import { builtWords, type ReplyTarget, type Said, say } from './say.ts';
import { idsOf, type ThreadEntry } from './thread-entry.ts';

export interface Received {
  readonly event: StoredEvent;
  readonly receivedAt: Date;
}

export type Languages = ReadonlyMap<string, string>;

/** One pass over what a thread has received: what it found, and what it gathers for its end. */
export interface InboundBatch extends ReplyTarget {
  readonly settings: ApplyingChannel;
  readonly formTalk: FormTalk | null;
  readonly menuTaps: MenuTaps | null;
  readonly composer: MessageComposer | null;
  readonly rules: ChannelSettings;
  readonly handlingBefore: Handling;
  readonly isSnoozed: boolean;
  readonly isGroup: boolean;
  readonly hasGroupName: boolean;
  /** By the vendor's id. */
  readonly friends: ReadonlyMap<string, contacts.FriendState>;
  /** Of profiles, by the vendor's id, as far as they are known. */
  readonly languages: Languages;
  /** What is stored already, by the vendor's id. */
  readonly known: Map<string, vendorMessages.KnownMessage>;
  readonly customerMessages: MessageId[];
  /** Stored earlier; what is shown of them is another now. */
  readonly changedMessages: MessageId[];
  /** Of those above, what `storeMessages` still has to write. */
  readonly unstored: messages.NewMessage[];
  /** Friends whose profile was erased: the vendor is not asked for their names again. */
  readonly erasedFriends: FriendId[];
  readonly said: RuledInbound['said'][number][];
  /** What came that is not text, unless the bot reads it. */
  readonly sent: RuledInbound['sent'][number][];
  readonly media: WantedMedia[];
  readonly wrote: Map<FriendId, contacts.Writing>;
  /** The person's last sign of life, from which the channel's window is counted. */
  lastTouch: Date | null;
  feedback: 'bad' | null;
  readToken: string | null;
  wantsAnswer: boolean;
  /** The customer did something other than writing that a person should look at. */
  wantsLook: boolean;
  /** Confirmation for a colleague who linked their phone, or for a customer who unsubscribed. */
  confirms: string | null;
  /** Number of messages that only say whether they want what they have not asked for. */
  heeded: number;
  isGone: boolean;
  /** A person answered in the vendor's own app. */
  isTakenOver: boolean;
  greetsWith: Received | null;
}

type Given = Pick<InboundBatch, 'languages' | 'formTalk' | 'menuTaps' | 'composer'> & {
  readonly stored: readonly Received[];
};

export async function openBatch(
  transaction: AccountTransaction,
  channel: OpenChannel,
  settings: ApplyingChannel,
  key: ThreadKey,
  { stored, languages, formTalk, menuTaps, composer }: Given,
): Promise<InboundBatch> {
  const isGroup = stored.some(({ event }) => event.isGroup === true);
  const people = stored.map(({ event }) => event.friendExternalId).filter((id) => id !== null);
  const friends = await contacts.openFriends(
    transaction,
    { id: key.channelId, isShared: channel.adapter.manifest.capabilities.sharedPersonIds },
    [...new Set(people)],
  );
  const where = { channelId: key.channelId, threadExternalId: key.thread };
  const friendId = isGroup ? null : (friends.values().next().value?.id ?? null);
  const ids = stored.flatMap(({ event }) => idsOf(event));
  const [thread, known] = await Promise.all([
    threads.openThread(transaction, newId<ConversationId>(), { ...where, friendId, isGroup }),
    vendorMessages.findKnown(transaction, where, ids),
  ]);
  return {
    transaction,
    channel,
    settings,
    formTalk,
    menuTaps,
    composer,
    rules: settingsOf(settings),
    key,
    conversationId: thread.id,
    handlingBefore: thread.handling,
    isSnoozed: thread.isSnoozed,
    isGroup,
    hasGroupName: thread.groupName !== null,
    friends,
    languages,
    known: new Map(known.map((message) => [message.vendorMessageId, message])),
    customerMessages: [],
    otherMessages: [],
    changedMessages: [],
    unstored: [],
    erasedFriends: [],
    said: [],
    sent: [],
    media: [],
    wrote: new Map(),
    lastTouch: null,
    feedback: null,
    readToken: null,
    wantsAnswer: false,
    wantsLook: false,
    confirms: null,
    heeded: 0,
    isGone: false,
    isTakenOver: false,
    greetsWith: null,
  };
}

export const friendOf = (
  batch: InboundBatch,
  { friendExternalId }: StoredEvent,
): contacts.FriendState | null =>
  friendExternalId === null ? null : (batch.friends.get(friendExternalId) ?? null);

/** They did something: wrote, followed, gave details. */
export function noteTouch(batch: InboundBatch, event: StoredEvent): Date {
  // A clock that is ahead must not keep a window open.
  const at = new Date(Math.min(event.occurredAt, batch.transaction.now()));
  if (batch.lastTouch === null || batch.lastTouch < at) batch.lastTouch = at;
  return at;
}

type Added = Omit<ThreadEntry, 'sender'> & {
  readonly sender: ThreadEntry['sender'] | 'operator';
  readonly quotes?: string | null;
  readonly editedAt?: Date;
};

/** Collects a message for `storeMessages`; later events of this batch find it in `known`. */
export function addMessage(batch: InboundBatch, event: StoredEvent, added: Added): MessageId {
  const id = newId<MessageId>();
  const { sender, content, vendorMessageId } = added;
  const author = batch.isGroup && sender === 'customer' ? friendOf(batch, event) : null;
  const message = messages.newMessage({
    accountId: batch.key.accountId,
    id,
    conversationId: batch.conversationId,
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
  batch.unstored.push(message);
  (sender === 'customer' ? batch.customerMessages : batch.otherMessages).push(id);
  const isUnsent = content.data.unsent === true;
  batch.known.set(vendorMessageId, { id, vendorMessageId, sender, isUnsent, reactions: [] });
  return id;
}

/** Stores what was added since the last time, at once. */
export const storeMessages = (batch: InboundBatch): Promise<void> =>
  messages.insertMessages(batch.transaction, batch.unstored.splice(0));

/** In a group people talk among themselves. */
const hasMessages = ({ isGroup, customerMessages, heeded }: InboundBatch): boolean =>
  !isGroup && customerMessages.length > heeded;

/** True: all messages only said whether they want what they have not asked for, and were confirmed. */
const isHeeded = ({ heeded, customerMessages }: InboundBatch): boolean =>
  heeded > 0 && heeded === customerMessages.length;

/** What all that came in this pass means for the conversation, written at its end. */
export async function commitBatch(
  batch: InboundBatch,
  stored: readonly Received[],
): Promise<{ hasSpoken: boolean; after: (() => void) | null }> {
  const { transaction, settings } = batch;
  // In this order: a file belongs to a message.
  const [, , , ruled] = await Promise.all([
    storeMessages(batch),
    media.wantMedia(transaction, batch.media),
    contacts.noteWriting(transaction, batch.wrote, hasMessages(batch) ? batch.conversationId : null),
    isRuled(batch) || batch.heeded > 0 ? findRuled(transaction, batch.conversationId) : null,
  ]);
  const tokens = replyTokens(batch, stored);
  const hasGreeted = await greet(batch, tokens);
  const hasConfirmed = batch.confirms !== null && (await say(batch, tokens.next(), { text: batch.confirms }));
  const ruling = await rule(batch, isRuled(batch) ? ruled : null);
  const isSettled = ruling.isSettled || (isHeeded(batch) && ruled?.isAnswerOwed === false);
  const { composed } = ruling;
  const hasComposed = composed && (await say(batch, tokens.next(), builtWords(composed)));
  const hasReplied =
    ruling.reply !== null && (await say(batch, tokens.next(), { text: ruling.reply, ...moreOf(ruling) }));
  const to = nextStatus(batch, ruling);
  const status = to?.status ?? batch.handlingBefore;
  const isBots = botMayAnswer({ status });
  const isSilent = settings.isPaused || !settings.isAnswered || batch.isGone || isSettled;
  batch.wantsAnswer &&= isBots && !isSilent;
  const last = [...batch.customerMessages, ...batch.otherMessages].sort().at(-1) ?? null;
  const left = tokens.next();
  const change: threads.InboundChange = {
    lastMessageId: last,
    replyToken: left?.token ?? null,
    replyTokenExpiresAt: left?.expiresAt ?? null,
    answerInMs: batch.wantsAnswer ? settings.batchingDelay : null,
    cancelsTurn: batch.isGone || batch.isTakenOver,
    handling: to?.status ?? null,
    handlingBefore: batch.handlingBefore,
    waitingReason: to?.waitingReason ?? null,
    answeredThrough: isSettled || batch.isTakenOver ? last : null,
    customerWroteAt: batch.lastTouch,
    readToken: batch.readToken,
  };
  const hasWritten = batch.customerMessages.length > 0;
  const writing = () =>
    Promise.all([
      threads.applyInbound(transaction, batch.conversationId, change),
      // Behind it: whose the conversation is now decides whether a clock runs.
      hasWritten ? conversationCommands.updateSlaAndAssignment(transaction, followed(batch)) : null,
    ]);
  // A clock that begins and a snooze that ends are written after that.
  const isPeoples = status === 'waiting' || status === 'operator';
  const goesOn = hasWritten && (isPeoples || batch.isSnoozed);
  const [, line] = await (goesOn ? writing() : transaction.last(writing));
  if (line) batch.otherMessages.push(line);
  return {
    hasSpoken: hasGreeted || hasConfirmed || hasComposed === true || hasReplied,
    after: ruling.after ?? null,
  };
}

const followed = (batch: InboundBatch) => ({
  conversationId: batch.conversationId,
  channelId: batch.key.channelId,
  friendId: batch.isGroup ? null : (batch.friends.values().next().value?.id ?? null),
  customerMessages: batch.customerMessages,
});

interface ReplyToken {
  readonly token: string;
  readonly expiresAt: Date;
}

interface ReplyTokens {
  /** That of one event, or null when it has none or was used. */
  of(received: Received): ReplyToken | null;
  /** The newest one that is left; each is given once. */
  next(): ReplyToken | null;
}

/** Each event has a token of its own, good for one answer. */
function replyTokens({ channel, transaction }: InboundBatch, stored: readonly Received[]): ReplyTokens {
  const { replyTokenLifeMs: life, replyTokenAgeMs: age } = channel.adapter.manifest.limits;
  const endOf = ({ event, receivedAt }: Received): number =>
    Math.min(receivedAt.getTime() + life, event.occurredAt + age);
  const left = stored.filter(
    (received) =>
      received.event.replyToken !== null && !received.event.replayed && endOf(received) > transaction.now(),
  );
  const give = (received: Received | undefined): ReplyToken | null => {
    if (!received || received.event.replyToken === null || !left.includes(received)) return null;
    left.splice(left.indexOf(received), 1);
    return { token: received.event.replyToken, expiresAt: new Date(endOf(received)) };
  };
  return { of: give, next: () => give(left.at(-1)) };
}

const isRuled = ({ said, sent, feedback, settings, isTakenOver }: InboundBatch): boolean =>
  (said.length > 0 || sent.length > 0 || feedback !== null) && !settings.isPaused && !isTakenOver;

const rule = (batch: InboundBatch, conversation: RuledConversation | null): Promise<Ruling> =>
  applyRules(
    batch.transaction,
    { ...batch, handling: batch.handlingBefore },
    conversation && {
      settings: batch.rules,
      isAnswered: batch.settings.isAnswered,
      conversation,
      formTalk: batch.isGroup ? null : batch.formTalk,
      composer: batch.composer,
    },
  );

/** Stored with the reply, so that the same notice is not sent twice. */
const moreOf = ({ notice, quickReplies = [] }: Ruling): Omit<Said, 'text'> => ({
  data: notice ? { notice } : {},
  quickReplies,
});

/** What the events say of whose the conversation is now; null: nothing. */
const nextStatus = (
  { settings, handlingBefore, customerMessages, heeded, isTakenOver, wantsLook }: InboundBatch,
  { handling, waitingReason }: Ruling,
): StatusChange | null =>
  statusAfterInbound(handlingBefore, {
    hasMessage: customerMessages.length > heeded,
    wantsLook,
    isTakenOver,
    ruled: handling && { status: handling, waitingReason },
    isAnswered: settings.isAnswered,
    isPaused: settings.isPaused,
  });

/** Greets a new follower, or a group that invited the account; also on a channel without a bot. */
async function greet(batch: InboundBatch, tokens: ReplyTokens): Promise<boolean> {
  const { settings, greetsWith } = batch;
  if (!greetsWith || settings.isPaused) return false;
  const { event } = greetsWith;
  const as = batch.isGroup ? 'group' : (batch.channel.adapter.manifest.arrival ?? 'visitor');
  const language = batch.languages.get(event.friendExternalId ?? '') ?? null;
  const greeting =
    settings.isAnswered || batch.rules.greeting.from === 'own'
      ? greetingOf(batch.rules, settings, { as, language })
      : '';
  const { from, content } = batch.rules.greeting;
  const composed =
    from === 'own' && content && !batch.isGroup
      ? await buildComposed(batch.transaction, batch.composer, {
          content,
          conversationId: batch.conversationId,
        })
      : null;
  if (greeting === '' && !composed) return false;
  // A group is greeted without having spoken to the account; the token says that it may be.
  if (!event.mayAnswer && !(batch.isGroup && event.replyToken !== null)) return false;
  const said: Said = composed ? builtWords(composed) : { text: greeting };
  return say(batch, tokens.of(greetsWith), { ...said, data: { ...said.data, greeting: true } });
}

/** A suspended account sends no texts of its own: its customers are told once that a person will look. */
function settingsOf(channel: ApplyingChannel): ChannelSettings {
  const settings = channelSettings.read(channel);
  return channel.isSuspended ? { ...settings, greeting: { from: 'none', text: '' }, keywords: [] } : settings;
}
