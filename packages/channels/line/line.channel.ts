import type { ChannelAdapter, ChannelContext } from '../spec/channel.ts';
import { createAuthorisedClient } from './client/authorised-client.ts';
import { checkSecret } from './client/check-secret.ts';
import { connect } from './client/connect.ts';
import { fetchMedia } from './client/fetch-media.ts';
import { createLineClient } from './client/line-client.ts';
import { listFollowers } from './client/list-followers.ts';
import { markRead } from './client/mark-read.ts';
import { readGroup, readGroupSize, readMember, readProfile } from './client/read-profile.ts';
import { readQuota } from './client/read-quota.ts';
import { createRenewal } from './client/renewal.ts';
import { setWebhook } from './client/set-webhook.ts';
import { showLoading } from './client/show-loading.ts';
import { createTokens } from './client/tokens.ts';
import { LineCredentials } from './credentials.ts';
import { lineManifest } from './line.manifest.ts';
import { send } from './outbound/send.ts';
import { toMessages } from './outbound/to-messages.ts';
import { toPlain } from './outbound/to-plain.ts';
import { parseWebhook } from './webhook/parse-webhook.ts';
import { verifySignature } from './webhook/verify-signature.ts';

export interface LineChannelSettings {
  /** Milliseconds for one call to the vendor. */
  readonly timeoutMs?: number;
  /** Milliseconds for one file from the vendor, which may have 200 MB. */
  readonly downloadTimeoutMs?: number;
}

/** The LINE adapter; `context.hosts` may hold `api` and `data`, the vendor's own are used for what is absent. */
export function createLineChannel(
  context: ChannelContext,
  { timeoutMs = 10_000, ...more }: LineChannelSettings = {},
): ChannelAdapter<LineCredentials> {
  const { hosts, now } = context;
  const open = createLineClient({ hosts, timeoutMs, now, ...more });
  const tokens = createTokens(open, now);
  const client = createAuthorisedClient(open, tokens);
  return {
    manifest: lineManifest,
    credentialsSchema: LineCredentials,
    connect: ({ credentials }) => connect(open, credentials, now()),
    renewal: createRenewal(open, tokens, now),
    setWebhook: ({ credentials }, webhookUrl) => setWebhook(client, credentials, webhookUrl),
    verifyWebhook: ({ credentials }, rawBody, headers) =>
      verifySignature(rawBody, credentials.channelSecret, headers['x-line-signature']),
    checkSecret: ({ credentials }) => checkSecret(open, credentials),
    parseWebhook: (rawBody) => parseWebhook(rawBody, now()),
    profile: ({ credentials }, userId) => readProfile(client, credentials, userId),
    groupProfile: ({ credentials }, threadId) => readGroup(client, credentials, threadId),
    groupSize: ({ credentials }, threadId) => readGroupSize(client, credentials, threadId),
    memberProfile: ({ credentials }, threadId, userId) => readMember(client, credentials, threadId, userId),
    followers: ({ credentials }, cursor) => listFollowers(client, credentials, cursor),
    quota: ({ credentials }) => readQuota(client, credentials),
    fetchMedia: ({ credentials }, { vendorMessageId }) => fetchMedia(client, credentials, vendorMessageId),
    showTyping: ({ credentials }, userId) => showLoading(client, credentials, userId),
    markRead: ({ credentials }, readToken) => markRead(client, credentials, readToken),
    toMessages,
    toPlain,
    send: ({ credentials }, request) => send(client, credentials, request),
  };
}
