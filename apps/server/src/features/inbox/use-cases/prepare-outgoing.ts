import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { OutgoingLook } from '@hanasu/channels/spec/outgoing';
import type { MediaId, MessageId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { ConversationState } from '../conversations.store.ts';
import type { InboxDependencies, MediaPart } from '../dependencies.ts';
import { type OperatorInput, type OutgoingMessage, outgoingMessage } from '../domain/outgoing-message.ts';
import { findQuotable } from '../operator-messages.store.ts';
import { lockMediaToSend, type MediaToSend } from '../outgoing-media.store.ts';
import { findDisplayName } from '../people.store.ts';

export interface PreparedMessage {
  readonly message: OutgoingMessage;
  readonly media: MediaToSend | null;
  readonly look: OutgoingLook;
  /** The vendor's id of the message that it quotes. */
  readonly quotesVendorId: string | null;
}

type Needs = Pick<InboxDependencies, 'manifestOf' | 'outgoingMedia' | 'mayPush'>;

/** What a person wants to say in the channel's terms; throws when the channel can't carry it now. */
export async function prepareOutgoing(
  dependencies: Needs,
  transaction: AccountTransaction,
  conversation: ConversationState,
  input: OperatorInput,
  userId: UserId,
): Promise<PreparedMessage> {
  const manifest = conversation.kind === null ? null : dependencies.manifestOf(conversation.kind);
  const said = outgoingMessage(input);
  const { message, media } = said
    ? { message: said, media: null }
    : await readMedia(dependencies, transaction, conversation, input.mediaUuid);
  refuseUnsendable(manifest, message);
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

async function readMedia(
  { outgoingMedia }: Needs,
  transaction: AccountTransaction,
  conversation: ConversationState,
  id: MediaId | undefined,
): Promise<{ message: OutgoingMessage; media: MediaToSend }> {
  const media = id ? await lockMediaToSend(transaction, id, conversation.id) : null;
  if (!media) throw AppError.field('validation_failed', 'body.mediaUuid', 'There is no such file to send');
  if (!outgoingMedia || conversation.channelId === null) {
    throw new AppError('media_type_unsupported', 'No files can be sent here');
  }
  const part = await outgoingMedia(transaction, media.id);
  if (!part) throw new AppError('media_type_unsupported', 'This file cannot be sent');
  return { message: mediaMessage(part), media };
}

const mediaMessage = (part: MediaPart): OutgoingMessage => ({
  kind: part.kind,
  text: '',
  data: { fileName: part.name, bytes: part.bytes },
  needs: part.kind,
  part,
});

/** Without a channel only words arrive. */
function refuseUnsendable(manifest: ChannelManifest | null, { needs, part }: OutgoingMessage): void {
  if (needs === null) return;
  const isFile = 'bytes' in part;
  if (!manifest?.capabilities.sends.includes(needs)) {
    throw new AppError(
      isFile ? 'media_type_unsupported' : 'channel_action_unsupported',
      `This channel sends no ${needs}`,
    );
  }
  if (!isFile) return;
  const most = manifest.limits.fileBytes[part.kind];
  if (most !== undefined && part.bytes > most) {
    throw new AppError('file_too_large', `This channel takes ${most} bytes at most`);
  }
}

async function refuseUnreachable(
  { mayPush }: Needs,
  transaction: AccountTransaction,
  conversation: ConversationState,
  { limits: { window } }: ChannelManifest,
): Promise<void> {
  const { channelId, isBlocked, lastCustomerAt, replyToken, replyTokenExpiresAt } = conversation;
  if (isBlocked) throw new AppError('message_not_deliverable', 'This person has blocked the channel');
  if (window && Date.now() > (lastCustomerAt?.getTime() ?? Number.NEGATIVE_INFINITY) + window.openMs) {
    throw new AppError('sending_window_closed', 'They have to write first');
  }
  const isFree = replyToken !== null && replyTokenExpiresAt !== null && replyTokenExpiresAt > new Date();
  if (isFree || !mayPush || !channelId || (await mayPush(transaction, channelId))) return;
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
