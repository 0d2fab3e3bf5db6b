import type { z } from 'zod';
import type { InboundContent } from '../../spec/channel.ts';
import { type AnyMessage, Message } from './event-shapes.ts';

/** A received message object in the product's words; unknown types become `unsupported` with their `vendorType`. */
export function readContent(message: Message | z.infer<typeof AnyMessage>): InboundContent {
  const known = Message.safeParse(message);
  if (!known.success) return content('unsupported', '', { vendorType: message.type });
  return readKnown(known.data);
}

function readKnown(message: Message): InboundContent {
  switch (message.type) {
    case 'text':
      return content('text', message.text, {
        emojis: message.emojis,
        mentions: message.mention?.mentionees.map(readMention),
        mentionsAccount: mentionsAccount(message) || undefined,
      });
    case 'image':
      return withMedia(message, { imageSet: message.imageSet });
    case 'video':
    case 'audio':
      return withMedia(message, { durationMs: message.duration });
    case 'file': {
      const { fileName, fileSize: bytes } = message;
      const media = { from: 'vendor', vendorMessageId: message.id } as const;
      return { ...content('file', fileName ?? '', { fileName, bytes }), media };
    }
    case 'location':
      return content('location', [message.title, message.address].filter(Boolean).join('\n'), {
        title: message.title,
        address: message.address,
        latitude: message.latitude,
        longitude: message.longitude,
      });
    case 'sticker':
      return content('sticker', message.text ?? (message.keywords ?? []).join(', '), {
        packageId: message.packageId,
        stickerId: message.stickerId,
        resourceType: message.stickerResourceType,
        keywords: message.keywords,
        pictureUrl: stickerPicture(message),
      });
    default:
      return message satisfies never;
  }
}

/** True when the account itself is spoken to. */
export function mentionsAccount(message: Message | z.infer<typeof AnyMessage>): boolean {
  const known = Message.safeParse(message).data;
  if (known?.type !== 'text') return false;
  return known.mention?.mentionees.some(({ isSelf }) => isSelf === true) ?? false;
}

type Mentionee = NonNullable<(Message & { type: 'text' })['mention']>['mentionees'][number];

const readMention = ({ index, length, type, userId, isSelf }: Mentionee): Record<string, unknown> =>
  present({ index, length, userId, everyone: type === 'all' || undefined, isAccount: isSelf || undefined });

type MediaMessage = Message & { readonly type: 'image' | 'video' | 'audio' };

/** `stored` content is fetched from the vendor by message id; `external` only has the addresses. */
function withMedia(message: MediaMessage, data: Readonly<Record<string, unknown>>): InboundContent {
  const provider = message.contentProvider;
  if (provider?.type !== 'external') {
    const media = { from: 'vendor', vendorMessageId: message.id } as const;
    return { ...content(message.type, '', { provider: 'stored', ...data }), media };
  }
  const { originalContentUrl: url, previewImageUrl: previewUrl } = provider;
  const read = content(message.type, '', { provider: 'external', url, previewUrl, ...data });
  return url === undefined ? read : { ...read, media: { from: 'url', url, previewUrl: previewUrl ?? null } };
}

/** Of these the vendor's shop has a picture; of those with a person's own words or drawing it has none. */
const PICTURED = new Set(['STATIC', 'ANIMATION', 'SOUND', 'ANIMATION_SOUND', 'POPUP', 'POPUP_SOUND']);

function stickerPicture({
  stickerId = '',
  stickerResourceType = '',
}: Message & { readonly type: 'sticker' }): string | undefined {
  if (!PICTURED.has(stickerResourceType) || !/^\d{1,20}$/.test(stickerId)) return undefined;
  return `https://stickershop.line-scdn.net/stickershop/v1/sticker/${stickerId}/android/sticker.png`;
}

function content(
  kind: InboundContent['kind'],
  text: string,
  data: Readonly<Record<string, unknown>>,
): InboundContent {
  return { kind, text, data: present(data) };
}

export function present(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
