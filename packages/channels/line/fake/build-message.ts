import { randomBytes } from 'node:crypto';
import type { FakeWorld } from './answer.ts';
import type { FriendAction } from './build-event.ts';
import { type FakeChannel, messageId } from './state.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export type MessageAction = Extract<
  FriendAction,
  { readonly type: 'text' | 'sticker' | 'image' | 'video' | 'audio' | 'file' | 'location' }
>;

/** What a friend sent as the vendor's message object; bytes are kept to be fetched. */
export function buildMessage(
  world: FakeWorld,
  channel: FakeChannel,
  action: MessageAction,
): Record<string, unknown> {
  const id = messageId();
  const markAsReadToken = randomBytes(18).toString('base64url');
  world.state.readTokens.set(markAsReadToken, channel.channelId);
  const shared = { id, type: action.type, markAsReadToken };
  const quoting = { ...shared, quoteToken: randomBytes(24).toString('base64url') };
  switch (action.type) {
    case 'text':
      return { ...quoting, text: action.text, ...mention(channel, action), ...action.extra };
    case 'sticker': {
      const words = action.text === undefined ? {} : { text: action.text };
      const keywords = action.keywords ?? ['hello', 'smile'];
      const sticker = { packageId: '446', stickerId: '1988', stickerResourceType: 'STATIC' };
      return { ...quoting, ...sticker, keywords, ...words };
    }
    case 'image':
      keep(world, channel, id, action.bytes, action.contentType ?? 'image/png', 0);
      return { ...quoting, contentProvider: { type: 'line' } };
    case 'video':
    case 'audio':
      keep(world, channel, id, action.bytes, action.contentType ?? `${action.type}/mp4`, 1);
      return {
        ...(action.type === 'video' ? quoting : shared),
        duration: 60_000,
        contentProvider: { type: 'line' },
      };
    case 'file': {
      const size = keep(world, channel, id, action.bytes, 'application/octet-stream', 0);
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

function mention(channel: FakeChannel, action: MessageAction & { type: 'text' }): Record<string, unknown> {
  if (action.mentionsAccount !== true) return {};
  const length = Math.min(action.text.length, channel.displayName.length + 1);
  return {
    mention: { mentionees: [{ index: 0, length, type: 'user', userId: channel.botUserId, isSelf: true }] },
  };
}

function keep(
  world: FakeWorld,
  channel: FakeChannel,
  id: string,
  bytes: Buffer | undefined,
  contentType: string,
  pending: number,
): number {
  const base64 = bytes?.toString('base64') ?? PIXEL;
  world.state.contents.set(id, { channelId: channel.channelId, contentType, base64, pending, gone: false });
  return Buffer.byteLength(base64, 'base64');
}
