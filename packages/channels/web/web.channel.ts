import { z } from 'zod';
import type { ChannelAdapter, SendOutcome, SendRequest } from '../spec/channel.ts';
import { toMessages, WebMessage } from './to-messages.ts';
import { webManifest } from './web.manifest.ts';

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
