import { z } from 'zod';
import type {
  ChannelAdapter,
  ChannelContext,
  ProfileOutcome,
  QuotaOutcome,
  Renewal,
  RenewalOutcome,
  VendorHosts,
  VendorMessage,
  WebhookSetupOutcome,
} from '../spec/channel.ts';
import type { ChannelManifest } from '../spec/manifest.ts';
import { createAuthorisation } from './client/authorisation.ts';
import { connect } from './client/connect.ts';
import { readFollowers } from './client/followers.ts';
import { askForTokens } from './client/tokens.ts';
import { judge } from './client/verdict.ts';
import { createZaloClient, type ZaloClient } from './client/zalo-client.ts';
import { ZaloCredentials } from './credentials.ts';
import { ZALO_LIMITS } from './limits.ts';
import { findSent } from './outbound/find-sent.ts';
import { Preparation } from './outbound/messages.ts';
import { send } from './outbound/send.ts';
import { toMessages } from './outbound/to-messages.ts';
import { readPlace } from './place.ts';
import { parseWebhook } from './webhook/parse-webhook.ts';
import { accountOf, verifyMac, verifySignature } from './webhook/verify-signature.ts';
import { zaloManifest } from './zalo.manifest.ts';

const Quota = z.object({ total: z.coerce.number(), remain: z.coerce.number() });
const Quotas = z.union([z.array(Quota), Quota.transform((one) => [one])]);

/** What of the account's packages for messages after the free 48 hours is left; the free ones are not counted. */
async function readQuota(client: ZaloClient, credentials: ZaloCredentials): Promise<QuotaOutcome> {
  const verdict = judge(
    await client({
      method: 'POST',
      path: '/v3.0/oa/quota/message',
      access: credentials,
      json: { quota_owner: 'OA', product_type: 'cs', quota_type: 'sub_quota' },
    }),
  );
  if (verdict.kind !== 'done') return { kind: 'unavailable', detail: verdict.detail };
  const quotas = Quotas.safeParse(verdict.data);
  if (!quotas.success || quotas.data.length === 0) {
    return { kind: 'unavailable', detail: 'the account has no package that is counted' };
  }
  const limit = quotas.data.reduce((sum, { total }) => sum + total, 0);
  const left = quotas.data.reduce((sum, { remain }) => sum + remain, 0);
  return { kind: 'known', limit, used: Math.max(0, limit - left) };
}

const text = z.string().optional().catch(undefined);
const Detail = z.object({
  display_name: z.string().min(1),
  avatar: text,
  avatars: z.object({ 240: text }).optional().catch(undefined),
});

/** Events carry no name, so it is asked for; visitors of a chat on a website have none. */
async function readProfile(
  client: ZaloClient,
  credentials: ZaloCredentials,
  friendId: string,
): Promise<ProfileOutcome> {
  if (readPlace(friendId).kind !== 'person') return { kind: 'unavailable', detail: 'an anonymous visitor' };
  const verdict = judge(
    await client({
      method: 'GET',
      path: '/v3.0/oa/user/detail',
      access: credentials,
      data: { user_id: friendId },
    }),
  );
  if (verdict.kind !== 'done') return { kind: 'unavailable', detail: verdict.detail };
  const detail = Detail.safeParse(verdict.data);
  if (!detail.success) return { kind: 'unavailable', detail: 'no name in the answer' };
  const { display_name, avatar, avatars } = detail.data;
  return {
    kind: 'found',
    profile: { displayName: display_name, pictureUrl: avatars?.[240] ?? avatar ?? null, language: null },
  };
}

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

/** Each renewal gives a new pair of tokens and ends the old one, so a call is never repeated here. */
function createRenewal(client: ZaloClient, now: () => number): Renewal<ZaloCredentials> {
  return {
    dueAt: ({ expiresAt }) => expiresAt - ZALO_LIMITS.renewAheadMs,
    lapsesAt: ({ refreshExpiresAt }) => refreshExpiresAt,
    renew: ({ credentials }) => renew(client, credentials, now),
  };
}

async function renew(
  client: ZaloClient,
  credentials: ZaloCredentials,
  now: () => number,
): Promise<RenewalOutcome<ZaloCredentials>> {
  const { appId, appSecret, refreshToken } = credentials;
  const form = { refresh_token: refreshToken, app_id: appId, grant_type: 'refresh_token' };
  const outcome = await askForTokens(client, appSecret, form, now);
  switch (outcome.kind) {
    case 'tokens':
      return { kind: 'renewed', credentials: { ...credentials, ...outcome.pair } };
    case 'not-sent':
      return { kind: 'unreachable', detail: outcome.detail };
    case 'unclear':
      return { kind: 'unknown', detail: outcome.detail };
    case 'refused':
      return { kind: isForPeople(outcome) ? 'refused' : 'unreachable', detail: outcome.detail };
    default:
      return outcome satisfies never;
  }
}

/** -14014: the refresh token was used or has expired; -14002: no such app. Everything else may pass by itself. */
function isForPeople({ code, sentence }: { readonly code: number; readonly sentence: string }): boolean {
  return code === -14014 || code === -14002 || (code < 0 && /secret/i.test(sentence));
}

/**
 * The vendor has no call for it: the owner pastes the address into the app's page, which checks it at once. The
 * sandbox has nobody to do so, so its console takes a call.
 */
async function setWebhook(
  client: ZaloClient,
  hosts: VendorHosts,
  { appId }: ZaloCredentials,
  webhookUrl: string,
): Promise<WebhookSetupOutcome> {
  if (hosts.console === undefined) return { kind: 'ok' };
  const json = { app_id: appId, url: webhookUrl };
  const verdict = judge(await client({ method: 'POST', host: 'console', path: '/console/webhook', json }));
  if (verdict.kind === 'done') return { kind: 'ok' };
  return { kind: verdict.kind === 'refused' ? 'failed' : 'unreachable', detail: verdict.detail };
}

/** The words of messages without quotation, buttons, cards and files; null when they are that already. */
function toPlain(messages: readonly VendorMessage[]): VendorMessage[] | null {
  const plain = messages.flatMap(({ text, ...message }) => {
    const words = typeof text === 'string' ? text : (Preparation.safeParse(message).data?.otherwise ?? '');
    return words === '' ? [] : [{ text: words }];
  });
  const isPlain = messages.every((message) => Object.keys(message).every((name) => name === 'text'));
  return isPlain || plain.length === 0 ? null : plain;
}
