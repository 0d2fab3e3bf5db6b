import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { OutgoingLook } from '@hanasu/channels/spec/outgoing';
import type { AccountId, ConversationId, MediaId, MessageId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { ConversationState } from '../conversations.store.ts';
import type { InboxDependencies, MediaPart } from '../dependencies.ts';
import { type OperatorInput, type OutgoingMessage, outgoingMessage } from '../domain/outgoing-message.ts';
import { findChannelKind, findQuotable } from '../operator-messages.store.ts';
import { lockMediaToSend, type MediaToSend } from '../outgoing-media.store.ts';
import { findDisplayName } from '../people.store.ts';

export interface PreparedMessage {
  readonly message: OutgoingMessage;
  readonly media: MediaToSend | null;
  readonly look: OutgoingLook;
  /** The vendor's id of the message that it quotes. */
  readonly quotesVendorId: string | null;
}

type Needs = Pick<InboxDependencies, 'database' | 'manifestOf' | 'outgoingMedia' | 'mayPush'>;

/** Before anything is locked: the file of a message in the form its channel sends it. Null: it brings none. */
export async function prepareFile(
  { database, manifestOf, outgoingMedia }: Needs,
  accountId: AccountId,
  conversationId: ConversationId,
  mediaId: MediaId | undefined,
): Promise<MediaPart | null> {
  if (!mediaId) return null;
  const kind = await database.account(accountId, (transaction) =>
    findChannelKind(transaction, conversationId),
  );
  const manifest = kind === null ? null : manifestOf(kind);
  if (!manifest || !outgoingMedia) throw new AppError('media_type_unsupported', 'No files can be sent here');
  const file = await outgoingMedia(accountId, mediaId, manifest.limits.fileBytes);
  if (file.kind === 'gone') throw noSuchFile();
  if (file.kind === 'too-large') {
    throw new AppError('file_too_large', `This channel takes ${file.limit} bytes at most`);
  }
  return file.part;
}

const noSuchFile = () =>
  AppError.field('validation_failed', 'body.mediaUuid', 'There is no such file to send');

interface Order {
  readonly conversation: ConversationState;
  readonly input: OperatorInput;
  readonly file: MediaPart | null;
  readonly userId: UserId;
}

/** What a person wants to say in the channel's terms; throws when the channel can't carry it now. */
export async function prepareOutgoing(
  dependencies: Needs,
  transaction: AccountTransaction,
  { conversation, input, file, userId }: Order,
): Promise<PreparedMessage> {
  const manifest = conversation.kind === null ? null : dependencies.manifestOf(conversation.kind);
  const message = file ? fileMessage(file) : outgoingMessage(input);
  if (!message) throw noSuchFile();
  refuseUnsendable(manifest, message);
  const media = input.mediaUuid ? await lockMediaToSend(transaction, input.mediaUuid, conversation.id) : null;
  if (input.mediaUuid && !media) throw noSuchFile();
  if (manifest) await refuseUnreachable(dependencies, transaction, conversation, manifest);
  const quoted = input.quoteUuid ? await findQuoted(transaction, conversation, input.quoteUuid) : null;
  return {
    message,
    media,
    look: {
      quickReplies: [],
      sender: await senderOf(transaction, conversation, manifest, userId),
      quote: quoteOf(manifest, quoted),
    },
    quotesVendorId: quoted?.vendorMessageId ?? null,
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
  const code = 'bytes' in part ? 'media_type_unsupported' : 'channel_action_unsupported';
  throw new AppError(code, `This channel sends no ${needs}`);
}

async function refuseUnreachable(
  { mayPush }: Needs,
  transaction: AccountTransaction,
  conversation: ConversationState,
  { limits: { window } }: ChannelManifest,
): Promise<void> {
  const { channelId, isBlocked, lastCustomerAt, replyToken, replyTokenExpiresAt } = conversation;
  if (isBlocked) throw new AppError('message_not_deliverable', 'This person has blocked the channel');
  const hasToken =
    replyToken !== null && replyTokenExpiresAt !== null && replyTokenExpiresAt.getTime() > transaction.now();
  if (hasToken) return;
  const silentMs = lastCustomerAt ? transaction.now() - lastCustomerAt.getTime() : 0;
  if (window && silentMs > window.openMs) {
    throw new AppError('sending_window_closed', 'They have to write first');
  }
  if (window && silentMs <= window.freeMs) return;
  if (!mayPush || !channelId || (await mayPush(transaction, channelId, conversation.id))) return;
  throw new AppError('sending_quota_short', 'No messages are left this month');
}

interface Quotable {
  readonly vendorMessageId: string | null;
  readonly quoteToken: string | null;
}

async function findQuoted(
  transaction: AccountTransaction,
  conversation: ConversationState,
  id: MessageId,
): Promise<Quotable> {
  const quoted = await findQuotable(transaction, conversation.id, id);
  if (!quoted) throw AppError.field('validation_failed', 'body.quoteUuid', 'There is no such message');
  return quoted;
}

function quoteOf(manifest: ChannelManifest | null, quoted: Quotable | null): string | null {
  if (!quoted) return null;
  const { quoting } = manifest?.capabilities ?? { quoting: null };
  return quoting === 'token' ? quoted.quoteToken : quoting === 'id' ? quoted.vendorMessageId : null;
}

async function senderOf(
  transaction: AccountTransaction,
  { settings }: ConversationState,
  manifest: ChannelManifest | null,
  userId: UserId,
): Promise<OutgoingLook['sender']> {
  if (!settings.look?.showSender || !manifest?.capabilities.senderIdentity) return null;
  return { name: await findDisplayName(transaction, userId), iconUrl: null };
}
