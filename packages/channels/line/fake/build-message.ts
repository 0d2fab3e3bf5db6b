import { randomBytes } from 'node:crypto';
import type { FakeWorld } from './answer.ts';
import type { FriendAction } from './friend-action.ts';
import { SAMPLES } from './sample-files.ts';
import { issueQuoteToken } from './sending.ts';
import { type FakeChannel, messageId } from './state.ts';

export type MessageAction = Extract<
  FriendAction,
  { readonly type: 'text' | 'sticker' | 'image' | 'video' | 'audio' | 'file' | 'location' }
>;

/** What a friend sent as the vendor's message object; bytes are kept to be fetched. */
export function buildMessage(
  world: FakeWorld,
  channel: FakeChannel,
  { chatId, action }: { readonly chatId: string; readonly action: MessageAction },
): Record<string, unknown> {
  const id = messageId();
  const markAsReadToken = randomBytes(18).toString('base64url');
  const { channelId } = channel;
  world.state.readTokens.set(markAsReadToken, { channelId, chatId, at: world.now() });
  const shared = { id, type: action.type, markAsReadToken };
  const quotable = !['audio', 'file', 'location'].includes(action.type);
  const quoting = quotable
    ? { ...shared, quoteToken: issueQuoteToken(world, { channelId, chatId, messageId: id }) }
    : shared;
  switch (action.type) {
    case 'text': {
      const quotes = action.quotes === undefined ? {} : { quotedMessageId: action.quotes };
      return { ...quoting, text: action.text, ...quotes, ...mention(channel, action), ...action.extra };
    }
    case 'sticker': {
      const words = action.text === undefined ? {} : { text: action.text };
      const keywords = action.keywords ?? ['hello', 'smile'];
      const { stickerResourceType = 'STATIC' } = action;
      const sticker = { packageId: '446', stickerId: '1988', stickerResourceType };
      return { ...quoting, ...sticker, keywords, ...words };
    }
    case 'image': {
      const set = action.imageSet === undefined ? {} : { imageSet: action.imageSet };
      return { ...quoting, ...provide(world, channel, { id, action, pending: 0 }), ...set };
    }
    case 'video':
    case 'audio':
      return { ...quoting, duration: 1_000, ...provide(world, channel, { id, action, pending: 1 }) };
    case 'file': {
      const { bytes = SAMPLES.file.bytes, contentType = typeOf(action.fileName) } = action;
      const size = keep(world, channel, { id, bytes, contentType, pending: 0 });
      return { ...shared, fileName: action.fileName, fileSize: size };
    }
    case 'location': {
      const {
        title = '東京駅',
        address = '東京都千代田区丸の内1丁目',
        latitude = 35.681236,
        longitude = 139.767125,
      } = action;
      return { ...shared, title, address, latitude, longitude };
    }
    default:
      return action satisfies never;
  }
}

export function mention(
  channel: FakeChannel,
  action: { readonly text: string; readonly mentionsAccount?: boolean },
): Record<string, unknown> {
  if (action.mentionsAccount !== true) return {};
  const length = Math.min(action.text.length, channel.displayName.length + 1);
  return {
    mention: { mentionees: [{ index: 0, length, type: 'user', userId: channel.botUserId, isSelf: true }] },
  };
}

type MediaAction = MessageAction & { readonly type: 'image' | 'video' | 'audio' };

/** Where the bytes are: with the vendor, or where `externalUrl` says. */
function provide(
  world: FakeWorld,
  channel: FakeChannel,
  { id, action, pending }: { readonly id: string; readonly action: MediaAction; readonly pending: number },
): Record<string, unknown> {
  if (action.externalUrl !== undefined) {
    const originalContentUrl = action.externalUrl;
    return { contentProvider: { type: 'external', originalContentUrl, previewImageUrl: originalContentUrl } };
  }
  const sample = SAMPLES[action.type];
  const { bytes = sample.bytes, contentType = sample.contentType } = action;
  keep(world, channel, { id, bytes, contentType, pending });
  return { contentProvider: { type: 'line' } };
}

const typeOf = (fileName: string): string =>
  fileName.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream';

function keep(
  world: FakeWorld,
  { channelId }: FakeChannel,
  {
    id,
    bytes,
    contentType,
    pending,
  }: { readonly id: string; readonly bytes: Buffer; readonly contentType: string; readonly pending: number },
): number {
  const base64 = bytes.toString('base64');
  world.state.contents.set(id, { channelId, contentType, base64, pending, gone: false });
  return bytes.length;
}
