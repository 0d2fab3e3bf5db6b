import type { ChannelAdapter, ChannelContext } from '../spec/channel.ts';
import { connect } from './client/connect.ts';
import { createLineClient } from './client/line-client.ts';
import { readProfile } from './client/read-profile.ts';
import { setWebhook } from './client/set-webhook.ts';
import { showLoading } from './client/show-loading.ts';
import { LineCredentials } from './credentials.ts';
import { lineManifest } from './line.manifest.ts';
import { send } from './outbound/send.ts';
import { toMessages } from './outbound/to-messages.ts';
import { parseWebhook } from './webhook/parse-webhook.ts';
import { verifySignature } from './webhook/verify-signature.ts';

export interface LineChannelSettings {
  /** Milliseconds for one call to the vendor. */
  readonly timeoutMs?: number;
}

/** The LINE adapter; `context.hosts` may hold `api` and `data`, the vendor's own are used for what is absent. */
export function createLineChannel(
  context: ChannelContext,
  { timeoutMs = 10_000 }: LineChannelSettings = {},
): ChannelAdapter<LineCredentials> {
  const client = createLineClient({ hosts: context.hosts, timeoutMs });
  return {
    manifest: lineManifest,
    credentialsSchema: LineCredentials,
    connect: ({ credentials }) => connect(client, credentials),
    setWebhook: ({ credentials }, webhookUrl) => setWebhook(client, credentials, webhookUrl),
    verifyWebhook: ({ credentials }, rawBody, headers) =>
      verifySignature(rawBody, credentials.channelSecret, headers['x-line-signature']),
    parseWebhook: (rawBody) => parseWebhook(rawBody, context.now()),
    profile: ({ credentials }, userId) => readProfile(client, credentials, userId),
    showTyping: ({ credentials }, userId) => showLoading(client, credentials, userId),
    toMessages,
    send: ({ credentials }, request) => send(client, credentials, request),
  };
}
