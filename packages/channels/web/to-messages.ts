import { z } from 'zod';
import type { VendorMessage } from '../spec/channel.ts';
import type { OutgoingPart } from '../spec/outgoing.ts';

/** What lies in the outbox and in the delivery log; a visitor's browser reads the conversation itself. */
export const WebMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().min(1) }).strict(),
  z
    .object({ type: z.enum(['image', 'video', 'audio', 'file']), name: z.string(), url: z.string().min(1) })
    .strict(),
]);
export type WebMessage = z.infer<typeof WebMessage>;

export const toMessages = (parts: readonly OutgoingPart[]): VendorMessage[] => parts.flatMap(messageOf);

function messageOf(part: OutgoingPart): WebMessage[] {
  switch (part.kind) {
    case 'answer':
      return textOf(
        [part.markdown.trim(), part.markdown.trim() && sourcesOf(part)].filter(Boolean).join('\n\n'),
      );
    case 'text':
      return textOf(part.text);
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return [{ type: part.kind, name: part.name, url: part.url }];
    case 'sticker':
      return textOf('🙂');
    case 'location': {
      const place = [part.title, part.address].filter(Boolean).join('\n');
      return textOf(`${place}\nhttps://maps.google.com/?q=${part.latitude},${part.longitude}`);
    }
    case 'ask-details':
      return textOf([part.title, part.text].filter(Boolean).join('\n'));
    default:
      return part satisfies never;
  }
}

const textOf = (text: string): WebMessage[] =>
  text.trim() === '' ? [] : [{ type: 'text', text: text.trim().toWellFormed() }];

function sourcesOf({ showSources, sources, sourcesLabel }: OutgoingPart & { kind: 'answer' }): string {
  if (!showSources || sources.length === 0) return '';
  const named = sources.map(
    ({ number, title, page }) => `[${number}] ${title}${page === null ? '' : ` p.${page}`}`,
  );
  return `${sourcesLabel}: ${named.join(', ')}`;
}
