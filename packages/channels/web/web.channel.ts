import { withoutMarks } from '@hanasu/contract/customer-words/sources';
import { z } from 'zod';
import type { ChannelAdapter } from '../spec/channel.ts';
import { cardsWords, type OutgoingPart, RICH_MESSAGE_SIDE, richMessageWords } from '../spec/outgoing.ts';
import type { SendOutcome, SendRequest, VendorMessage } from '../spec/sending.ts';
import { webManifest } from './web.manifest.ts';

/** What lies in the outbox and in the delivery log; a visitor's browser reads the conversation itself. */
export const WebMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().min(1) }).strict(),
  z
    .object({ type: z.enum(['image', 'video', 'audio', 'file']), name: z.string(), url: z.string().min(1) })
    .strict(),
]);
export type WebMessage = z.infer<typeof WebMessage>;

const toMessages = (parts: readonly OutgoingPart[]): VendorMessage[] => parts.flatMap(messageOf);

function messageOf(part: OutgoingPart): WebMessage[] {
  switch (part.kind) {
    case 'answer':
      return textOf(
        [withoutMarks(part.markdown, part.hiddenMarks).trim(), part.markdown.trim() && part.sources]
          .filter(Boolean)
          .join('\n\n'),
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
    case 'link':
      return textOf(`${part.text.trim()}\n${part.url}`);
    case 'rich-message':
      return [
        { type: 'image', name: part.altText, url: `${part.baseUrl}/${RICH_MESSAGE_SIDE}` },
        ...textOf(richMessageWords(part)),
      ];
    case 'cards':
      return textOf(cardsWords(part));
    case 'native':
      return textOf(part.altText);
    case 'ask-details':
      return textOf([part.title, part.text].filter(Boolean).join('\n'));
    default:
      return part satisfies never;
  }
}

const textOf = (text: string): WebMessage[] =>
  text.trim() === '' ? [] : [{ type: 'text', text: text.trim().toWellFormed() }];

/** There is nobody to prove anything to. */
export const WebCredentials = z.object({}).strict();
export type WebCredentials = z.infer<typeof WebCredentials>;

/**
 * The chat on web sites. Nothing leaves the house: a message is with its visitor once it is stored, because their
 * browser asks for what was said. What visitors write comes in through the embed feature and not by webhooks.
 */
export const createWebChannel = (): ChannelAdapter<WebCredentials> => ({
  manifest: webManifest,
  credentialsSchema: WebCredentials,
  connect: async () => ({
    kind: 'rejected',
    field: 'name',
    detail: 'it comes with a bot and is not connected by hand',
  }),
  setWebhook: async () => ({ kind: 'ok' }),
  verifyWebhook: () => false,
  parseWebhook: () => ({ kind: 'malformed', detail: 'web sites send no webhooks' }),
  profile: async () => ({ kind: 'unavailable', detail: 'visitors have no profile' }),
  showTyping: async () => undefined,
  toMessages: (parts) => toMessages(parts),
  send: async (_connection, request) => send(request),
});

function send({ messages }: SendRequest): SendOutcome {
  const wrong = messages.map((message) => WebMessage.safeParse(message)).find(({ success }) => !success);
  if (wrong?.error)
    return {
      kind: 'rejected',
      reason: 'message_invalid',
      detail: z.prettifyError(wrong.error),
      retryable: false,
      requestId: null,
    };
  return { kind: 'sent', vendorMessageIds: [], requestId: null };
}
