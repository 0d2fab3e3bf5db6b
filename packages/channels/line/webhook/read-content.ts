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
        mentions: message.mention?.mentionees.length,
        quotedMessageId: message.quotedMessageId,
      });
    case 'image':
      return content('image', '', { ...place(message), imageSet: message.imageSet });
    case 'video':
      return content('video', '', { ...place(message), durationMs: message.duration });
    case 'audio':
      return content('audio', '', { ...place(message), durationMs: message.duration });
    case 'file':
      return content('file', message.fileName ?? '', {
        fileName: message.fileName,
        bytes: message.fileSize,
      });
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
        quotedMessageId: message.quotedMessageId,
      });
    default:
      return message satisfies never;
  }
}

/** `stored` content is fetched from the vendor by message id; `external` only has the addresses. */
function place(message: Message & { type: 'image' | 'video' | 'audio' }): Record<string, unknown> {
  const provider = message.contentProvider;
  return provider?.type === 'external'
    ? { provider: 'external', url: provider.originalContentUrl, previewUrl: provider.previewImageUrl }
    : { provider: 'stored' };
}

function content(
  kind: InboundContent['kind'],
  text: string,
  data: Readonly<Record<string, unknown>>,
): InboundContent {
  const present = Object.entries(data).filter(([, value]) => value !== undefined);
  return { kind, text, data: Object.fromEntries(present) };
}
