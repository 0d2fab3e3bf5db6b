import type { ChannelAdapter, ChannelContext } from '../spec/channel.ts';
import type { ChannelManifest } from '../spec/manifest.ts';
import { createAuthorisation } from './client/authorisation.ts';
import { connect } from './client/connect.ts';
import { readFollowers } from './client/followers.ts';
import { readProfile } from './client/read-profile.ts';
import { readQuota } from './client/read-quota.ts';
import { createRenewal } from './client/renewal.ts';
import { setWebhook } from './client/set-webhook.ts';
import { createZaloClient } from './client/zalo-client.ts';
import { ZaloCredentials } from './credentials.ts';
import { findSent } from './outbound/find-sent.ts';
import { send } from './outbound/send.ts';
import { toMessages } from './outbound/to-messages.ts';
import { toPlain } from './outbound/to-plain.ts';
import { parseWebhook } from './webhook/parse-webhook.ts';
import { accountOf, verifyMac, verifySignature } from './webhook/verify-signature.ts';
import { zaloManifest } from './zalo.manifest.ts';

export interface ZaloChannelSettings {
  /** Milliseconds for one call to the vendor. */
  readonly timeoutMs?: number;
  /** One verifier for all permissions, for apps whose console asks for a fixed code challenge. */
  readonly codeVerifier?: string | undefined;
  /** Proves with each call that the caller knows the app's secret. */
  readonly appSecretProof?: boolean;
}

/** The sandbox has a console that takes a call where people would paste the address. */
const sandboxManifest: ChannelManifest = {
  ...zaloManifest,
  capabilities: { ...zaloManifest.capabilities, setsWebhook: true },
};

/**
 * The Zalo adapter; `context.hosts` may hold `oauth` and `api`, the vendor's own are used for what is absent. Only the
 * sandbox has a `console`.
 */
export function createZaloChannel(
  { hosts, now }: ChannelContext,
  { timeoutMs = 10_000, codeVerifier, appSecretProof = false }: ZaloChannelSettings = {},
): ChannelAdapter<ZaloCredentials> {
  const client = createZaloClient({ hosts, timeoutMs, appSecretProof });
  return {
    manifest: hosts.console === undefined ? zaloManifest : sandboxManifest,
    credentialsSchema: ZaloCredentials,
    connect: ({ credentials }) => connect(client, credentials),
    authorisation: createAuthorisation({ client, hosts, now, codeVerifier }),
    renewal: createRenewal(client, now),
    setWebhook: ({ credentials }, webhookUrl) => setWebhook(client, hosts, credentials, webhookUrl),
    verifyWebhook: ({ credentials }, rawBody, headers) =>
      verifySignature(rawBody, credentials, headers['x-zevent-signature'], now()),
    appWebhook: {
      appIdOf: ({ appId }) => appId,
      verify: ({ credentials }, rawBody, headers) =>
        verifyMac(rawBody, credentials, headers['x-zevent-signature'], now()),
      accountOf,
    },
    parseWebhook: (rawBody) => parseWebhook(rawBody, now()),
    profile: ({ credentials }, friendId) => readProfile(client, credentials, friendId),
    followers: ({ credentials }, cursor) => readFollowers(client, credentials, cursor, now),
    quota: ({ credentials }) => readQuota(client, credentials),
    // The vendor has no such sign.
    showTyping: async () => {},
    toMessages,
    toPlain,
    send: ({ credentials }, request) => send(client, credentials, request, now()),
    findSent: ({ credentials }, sent) => findSent(client, credentials, sent),
  };
}
