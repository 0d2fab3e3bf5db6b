import type { ChannelManifest, SendableKind } from '@hanasu/channels/spec/manifest';
import type { MessageOptions, OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { ConversationId, MediaId, MessageId, UserId } from '@hanasu/contract/ids';
import type { MessageKind, MessageView, sendOperatorMessage as sendEndpoint } from '@hanasu/contract/inbox';
import type { MessageContent } from '@hanasu/contract/message-content';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import { newId } from '../../platform/ids.ts';
import type { EnqueueDelivery } from '../automations/public.ts';
import { findObstacle } from '../channels/public.ts';
import {
  conversationCommands,
  conversations,
  type LockedConversation,
  media,
  messages,
  vendorMessages,
} from '../conversations/public.ts';
import { readerOf } from '../message-templates/public.ts';
import { countUse } from './canned-replies.ts';
import type { InboxDependencies, MediaPart } from './dependencies.ts';
import * as staffMessages from './messages.store.ts';
import * as operators from './operators.store.ts';
import { publishChange } from './publish-change.ts';

interface Stored {
  readonly message: MessageView | undefined;
  readonly lines: readonly (MessageId | null)[];
  /** An earlier try of the same message was stored already. */
  readonly isRepeated: boolean;
}

/** Sends a message of an operator; an unassigned conversation becomes theirs. */
export async function sendOperatorMessage(
  dependencies: InboxDependencies,
  session: Session,
  conversationId: ConversationId,
  input: OperatorInput,
): Promise<MessageView> {
  const { database, publishConversationUpdate, notifyDelivery } = dependencies;
  const file = await prepareFile(dependencies, { session, conversationId, input });
  if (input.content) await dependencies.composer.prepare(session.accountId, [input.content]);
  const { message, lines, isRepeated } = await conversationCommands.withLocked(
    database,
    { accountId: session.accountId, id: conversationId },
    async (transaction, conversation): Promise<Stored> => {
      const before =
        input.uuid && (await staffMessages.findTry(transaction, conversationId, session.userId, input.uuid));
      if (before) {
        return {
          message: (await messages.findMessages(transaction, [before]))[0],
          lines: [],
          isRepeated: true,
        };
      }
      conversationCommands.refuseIfTaken(conversation, session.userId, { takeOver: input.takeOver });
      return store(dependencies, transaction, { session, conversation, input, file });
    },
  );
  if (!message) throw new Error('the message just stored is not there');
  if (isRepeated) return message;
  notifyDelivery();
  publishConversationUpdate(session.accountId, 'operator_chat', conversationId, [message.uuid]);
  if (lines.some((line) => line !== null))
    publishChange(publishConversationUpdate, session.accountId, conversationId, lines);
  return message;
}

interface SendOperatorMessageOrder {
  readonly session: Session;
  readonly conversation: LockedConversation;
  readonly input: OperatorInput;
  readonly file: MediaPart | null;
}

async function store(
  dependencies: InboxDependencies,
  transaction: AccountTransaction,
  { session, conversation, input, file }: SendOperatorMessageOrder,
): Promise<Stored> {
  const { userId, accountId } = session;
  const conversationId = conversation.id;
  const prepared = await prepareOutgoing(dependencies, transaction, { conversation, input, file, userId });
  const { conversation: taken, line } = await conversationCommands.changeConversation(
    transaction,
    conversation,
    {
      kind: 'take-over',
      by: userId,
      takeOver: input.takeOver,
    },
  );
  const id = newId<MessageId>();
  const { kind, text, data } = prepared.message;
  await messages.insertMessages(transaction, [
    messages.newMessage({
      accountId,
      id,
      conversationId,
      sender: 'operator',
      operatorId: userId,
      kind,
      text,
      data: input.uuid ? { ...data, clientUuid: input.uuid } : data,
      original: input.original ?? null,
      quotesVendorId: prepared.quotesVendorId,
      deliveryState: conversation.channelId ? 'pending' : 'none',
    }),
  ]);
  if (prepared.media) await media.linkMedia(transaction, prepared.media, { conversationId, messageId: id });
  const usesReplyToken = await deliver(transaction, dependencies.enqueueDelivery, conversation, id, prepared);
  await conversations.touchConversation(transaction, conversationId, { lastMessageId: id, usesReplyToken });
  await conversationCommands.recordReply(transaction, taken);
  await conversations.saveDraft(transaction, { conversationId, userId }, '');
  if (input.cannedUuid) await countUse(transaction, input.cannedUuid);
  return { message: (await messages.findMessages(transaction, [id]))[0], lines: [line], isRepeated: false };
}

async function deliver(
  transaction: AccountTransaction,
  enqueueDelivery: EnqueueDelivery,
  conversation: LockedConversation,
  messageId: MessageId,
  { message, look }: PreparedMessage,
): Promise<boolean> {
  if (!conversation.channelId || !conversation.threadExternalId) return false;
  const { replyToken: token, replyTokenExpiresAt: expiresAt } = conversation;
  const { usesReplyToken } = await enqueueDelivery(transaction, {
    channelId: conversation.channelId,
    conversationId: conversation.id,
    messageId,
    recipient: conversation.threadExternalId,
    parts: [message.part].flat(),
    look,
    replyToken: token && expiresAt ? { token, expiresAt } : null,
  });
  return usesReplyToken;
}

interface PreparedMessage {
  readonly message: OutgoingMessage;
  readonly media: media.MediaToSend | null;
  readonly look: MessageOptions;
  /** The vendor's id of the message that it quotes. */
  readonly quotesVendorId: string | null;
}

type Needs = Pick<
  InboxDependencies,
  'database' | 'manifestOf' | 'outgoingMedia' | 'hasPushQuota' | 'composer'
>;

interface FileOrder {
  readonly session: Session;
  readonly conversationId: ConversationId;
  readonly input: OperatorInput;
}

/** Before anything is locked: the file of a message in the form its channel sends it. Null: it brings none. */
async function prepareFile(
  { database, manifestOf, outgoingMedia }: Needs,
  { session: { accountId, userId }, conversationId, input: { mediaUuid, uuid } }: FileOrder,
): Promise<MediaPart | null> {
  if (!mediaUuid) return null;
  const { channel, before } = await database.account(accountId, async (transaction) => ({
    channel: await staffMessages.findChannelOf(transaction, conversationId),
    before: uuid && (await staffMessages.findTry(transaction, conversationId, userId, uuid)),
  }));
  // Nothing is prepared twice for one message.
  if (before) return null;
  const manifest = channel && manifestOf(channel.kind);
  if (!manifest || !outgoingMedia)
    throw new AppError('media_type_unsupported', 'This channel cannot send files');
  const file = await outgoingMedia(accountId, mediaUuid, {
    userId,
    limits: manifest.limits.fileBytes,
    isSandbox: channel?.isSandbox === true,
  });
  if (file.kind === 'gone') throw noSuchFile();
  if (file.kind === 'too-large') {
    throw new AppError('file_too_large', `This channel takes ${file.limit} bytes at most`);
  }
  return file.part;
}

const noSuchFile = () => AppError.field('validation_failed', 'body.mediaUuid', 'File to send not found');

interface PrepareOutgoingOrder {
  readonly conversation: LockedConversation;
  readonly input: OperatorInput;
  readonly file: MediaPart | null;
  readonly userId: UserId;
}

/** What a person wants to say in the channel's terms; throws when the channel can't carry it now. */
async function prepareOutgoing(
  dependencies: Needs,
  transaction: AccountTransaction,
  { conversation, input, file, userId }: PrepareOutgoingOrder,
): Promise<PreparedMessage> {
  const manifest = conversation.kind === null ? null : dependencies.manifestOf(conversation.kind);
  const message = file
    ? fileMessage(file)
    : input.content
      ? await composedMessage(transaction, dependencies.composer, {
          conversationId: conversation.id,
          content: input.content,
          userId,
        })
      : outgoingMessage(input);
  if (!message) throw noSuchFile();
  refuseUnsendable(manifest, message);
  const toSend = file && (await media.lockMediaToSend(transaction, file.mediaId as MediaId, conversation.id));
  if (file && !toSend) throw noSuchFile();
  if (manifest) await refuseUnreachable(dependencies, transaction, conversation, manifest);
  const quoted = input.quoteUuid ? await findQuoted(transaction, conversation, input.quoteUuid) : null;
  return {
    message,
    media: toSend,
    look: {
      quickReplies: message.options?.quickReplies ?? [],
      sender: message.options?.sender ?? (await senderOf(transaction, conversation, manifest, userId)),
      quote: quoteOf(manifest, quoted),
    },
    quotesVendorId: quoted?.vendorMessageId ?? null,
  };
}

interface ComposedOrder {
  readonly conversationId: ConversationId;
  readonly content: MessageContent;
  readonly userId: UserId;
}

/** Builds a composed message for a conversation's customer, in the transaction that sends it; it must lack nothing. */
async function composedMessage(
  transaction: AccountTransaction,
  composer: InboxDependencies['composer'],
  { conversationId, content, userId }: ComposedOrder,
): Promise<OutgoingMessage> {
  const reader = orNotFound(await readerOf(transaction, conversationId, userId), 'conversation');
  const { parts, bubbles, text, options, problems } = await composer.build(transaction, content, reader);
  if (problems.length > 0 || parts.length === 0)
    throw new AppError(
      'message_not_ready',
      problems.map(({ reason }) => reason).join(', ') || 'nothing_said',
    );
  await composer.keep(transaction, [content]);
  await composer.markSent(transaction, content);
  return {
    kind: 'text',
    text,
    data: { bubbles, ...(options.quickReplies.length > 0 ? { quickReplies: options.quickReplies } : {}) },
    needs: null,
    part: parts.map(({ part }) => part),
    options,
  };
}

const fileMessage = (part: MediaPart): OutgoingMessage => ({
  kind: part.kind,
  text: '',
  data: { fileName: part.name, bytes: part.bytes },
  needs: part.kind,
  part,
});

/** Without a channel only words arrive. */
function refuseUnsendable(manifest: ChannelManifest | null, { needs, part }: OutgoingMessage): void {
  if (needs === null || manifest?.capabilities.sends.includes(needs)) return;
  const code =
    !Array.isArray(part) && 'bytes' in part ? 'media_type_unsupported' : 'channel_action_unsupported';
  throw new AppError(code, `This channel sends no ${needs}`);
}

const disconnected = () => new AppError('channel_disconnected', 'Connect the channel again first');

async function refuseUnreachable(
  { hasPushQuota }: Needs,
  transaction: AccountTransaction,
  conversation: LockedConversation,
  manifest: ChannelManifest,
): Promise<void> {
  const obstacle = await findObstacle(transaction, conversation, manifest, hasPushQuota);
  if (obstacle) throw new AppError(obstacle.code, obstacle.detail);
}

interface Quotable {
  readonly vendorMessageId: string | null;
  readonly quoteToken: string | null;
}

async function findQuoted(
  transaction: AccountTransaction,
  conversation: LockedConversation,
  id: MessageId,
): Promise<Quotable> {
  const quoted = await staffMessages.findQuotable(transaction, conversation.id, id);
  if (!quoted) throw AppError.field('validation_failed', 'body.quoteUuid', 'Message not found');
  return quoted;
}

function quoteOf(manifest: ChannelManifest | null, quoted: Quotable | null): string | null {
  if (!quoted) return null;
  const { quoting } = manifest?.capabilities ?? { quoting: null };
  return quoting === 'token' ? quoted.quoteToken : quoting === 'id' ? quoted.vendorMessageId : null;
}

async function senderOf(
  transaction: AccountTransaction,
  { settings }: LockedConversation,
  manifest: ChannelManifest | null,
  userId: UserId,
): Promise<MessageOptions['sender']> {
  if (!settings.look?.showSender || !manifest?.capabilities.senderIdentity) return null;
  return { name: await operators.findDisplayName(transaction, userId), iconUrl: null };
}

/** A person asks for a failed (or unconfirmed) delivery to be tried again. */
export async function resendMessage(
  { database, publishConversationUpdate, retryDelivery, notifyDelivery }: InboxDependencies,
  session: Session,
  conversationId: ConversationId,
  messageId: MessageId,
): Promise<MessageView> {
  const key = { accountId: session.accountId, id: conversationId };
  const message = await conversationCommands.withLocked(database, key, async (transaction, conversation) => {
    const before = (await messages.findMessages(transaction, [messageId]))[0];
    if (!before || before.conversationUuid !== conversationId) {
      throw new AppError('not_found', 'Message not found');
    }
    const isStuck = before.delivery.state === 'failed' || before.delivery.state === 'unconfirmed';
    if (isStuck && conversation.isDisconnected) throw disconnected();
    if (!isStuck || !(await retryDelivery(transaction, messageId))) {
      throw new AppError('message_not_failed', 'This message was not a failed one');
    }
    await vendorMessages.redeliver(transaction, messageId);
    return (await messages.findMessages(transaction, [messageId]))[0];
  });
  if (!message) throw new AppError('not_found', 'Message not found');
  notifyDelivery();
  publishConversationUpdate(session.accountId, 'delivery', conversationId, [messageId]);
  return message;
}

/** What a person says, as it stands in the thread and as it goes out. */
interface OutgoingMessage {
  readonly kind: MessageKind;
  readonly text: string;
  readonly data: Record<string, unknown>;
  /** What the channel must be able to send; null: every channel can. */
  readonly needs: SendableKind | null;
  readonly part: OutgoingPart | readonly OutgoingPart[];
  /** Options of a composed message. */
  readonly options?: MessageOptions;
}

/** Exactly one thing to send, as it was parsed. */
type OperatorInput = EndpointRequest<typeof sendEndpoint>['body'];

type Said = Pick<OperatorInput, 'text' | 'sticker' | 'location' | 'askDetails'>;

/** Everything but files, which have to be looked up; null: it is none of these. */
export function outgoingMessage({ text, sticker, location, askDetails }: Said): OutgoingMessage | null {
  if (text !== undefined) {
    return { kind: 'text', text, data: {}, needs: null, part: { kind: 'text', text } };
  }
  if (sticker) {
    return {
      kind: 'sticker',
      text: '',
      data: sticker,
      needs: 'sticker',
      part: { kind: 'sticker', ...sticker },
    };
  }
  if (location) {
    const { title, address, latitude, longitude } = location;
    return {
      kind: 'location',
      text: [title, address].filter((words) => words !== '').join('\n'),
      data: { title, address, latitude, longitude },
      needs: 'location',
      part: { kind: 'location', ...location },
    };
  }
  if (askDetails) {
    return {
      kind: 'text',
      text: `${askDetails.title}\n${askDetails.text}`,
      data: { askDetails },
      needs: 'details',
      part: { kind: 'ask-details', ...askDetails },
    };
  }
  return null;
}
