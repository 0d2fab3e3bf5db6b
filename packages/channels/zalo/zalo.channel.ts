import { z } from 'zod';
import type {
  ChannelAdapter,
  FollowersOutcome,
  ProfileOutcome,
  QuotaOutcome,
  Renewal,
  RenewalOutcome,
  WebhookSetupOutcome,
} from '../spec/channel.ts';
import type { ChannelContext, VendorHosts } from '../spec/connection.ts';
import type { ChannelManifest } from '../spec/manifest.ts';
import type { VendorMessage } from '../spec/sending.ts';
import { askForTokens, connect, createAuthorisation } from './client/connect.ts';
import { createZaloClient, judge, type ZaloClient } from './client/zalo-client.ts';
import { ZaloCredentials } from './credentials.ts';
import { ZALO_LIMITS } from './limits.ts';
import { Preparation } from './outbound/messages.ts';
import { findSent, send } from './outbound/send.ts';
import { toMessages } from './outbound/to-messages.ts';
import { readThread } from './thread.ts';
import { accountOf, parseWebhook, verifyMac, verifySignature } from './webhook/parse-webhook.ts';
import { zaloManifest } from './zalo.manifest.ts';

export interface ZaloChannelSettings {
  /** Milliseconds for one call to the vendor. */
  readonly timeoutMs?: number;
  /** One verifier for all permissions, for apps whose console asks for a fixed code challenge. */
  readonly codeVerifier?: string | undefined;
  /** Proves with each call that the caller knows the app's secret. */
  readonly appSecretProof?: boolean;
}

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
    setWebhook: ({ credentials }, webhookUrl) => setWebhook(client, { hosts, credentials, webhookUrl }),
    verifyWebhook: ({ credentials }, rawBody, headers) =>
      verifySignature(rawBody, credentials, { signature: headers['x-zevent-signature'], now: now() }),
    appWebhook: {
      appIdOf: ({ appId }) => appId,
      verify: ({ credentials }, rawBody, headers) =>
        verifyMac(rawBody, credentials, { signature: headers['x-zevent-signature'], now: now() }),
      accountOf,
    },
    parseWebhook: (rawBody) => parseWebhook(rawBody, now()),
    profile: ({ credentials }, friendId) => readProfile(client, credentials, friendId),
    followers: ({ credentials }, cursor) => readFollowers(client, credentials, { cursor, now }),
    quota: ({ credentials }) => readQuota(client, credentials),
    // The vendor has no such sign.
    showTyping: async () => {},
    toMessages,
    toPlain,
    send: ({ credentials }, request) => send(client, credentials, { request, now: now() }),
    findSent: ({ credentials }, sent) => findSent(client, credentials, sent),
  };
}

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
  if (readThread(friendId).kind !== 'person') return { kind: 'unavailable', detail: 'an anonymous visitor' };
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

/** The sandbox has a console that takes a call where people would paste the address. */
const sandboxManifest: ChannelManifest = {
  ...zaloManifest,
  capabilities: { ...zaloManifest.capabilities, setsWebhook: true },
};

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
  const outcome = await askForTokens(client, { appSecret, form, now });
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

/**
 * -14014: the refresh token was used or has expired; -14002: no such app. Other numbers may pass by themselves, and so
 * may a reason without a number that names something temporary.
 */
function isForPeople({ code, sentence }: { readonly code: number; readonly sentence: string }): boolean {
  if (Number.isNaN(code)) return !PASSES.test(sentence);
  return code === -14014 || code === -14002 || (code < 0 && /secret/i.test(sentence));
}

const PASSES =
  /limit|too many|time(?:d)?[ -]?out|temporar|unavailable|internal|server error|system error|unknown error|maintenance|busy|try again|later/i;

/**
 * The vendor has no call for it: the owner pastes the address into the app's page, which checks it at once. The
 * sandbox has nobody to do so, so its console takes a call.
 */
async function setWebhook(
  client: ZaloClient,
  {
    hosts,
    credentials: { appId },
    webhookUrl,
  }: { readonly hosts: VendorHosts; readonly credentials: ZaloCredentials; readonly webhookUrl: string },
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

const DAY = 24 * 60 * 60 * 1000;
const { followersPage, followersOffset } = ZALO_LIMITS;
/** So many can be paged through; longer lists are read in parts, by the day of the last interaction. */
const REACHABLE = followersOffset + followersPage;
/** Official accounts are younger than this. */
const FIRST_DAY = Math.floor(Date.UTC(2012, 0, 1) / DAY);

/** Days since the epoch, both included; null: all of the list at once. */
interface Part {
  readonly days: readonly [from: number, to: number] | null;
  readonly offset: number;
}
interface Cursor {
  readonly parts: readonly Part[];
  /** Of the whole list, as it was when reading began. */
  readonly total: number | null;
}

const Listed = z.object({
  total: z.coerce.number(),
  users: z.array(z.object({ user_id: z.union([z.string(), z.number()]).transform(String) })).catch([]),
});

/** One call; a part that is too long to be paged through gives an empty page and two shorter parts to go on with. */
async function readFollowers(
  client: ZaloClient,
  credentials: ZaloCredentials,
  { cursor, now }: { readonly cursor: string | null; readonly now: () => number },
): Promise<FollowersOutcome> {
  const at = readCursor(cursor);
  const [part, ...rest] = at.parts;
  if (!part) return { kind: 'page', externalIds: [], next: null, total: at.total };
  const verdict = judge(
    await client({
      method: 'GET',
      path: '/v3.0/oa/user/getlist',
      access: credentials,
      data: { offset: part.offset, count: followersPage, is_follower: 'true', ...periodOf(part) },
    }),
  );
  if (verdict.kind === 'refused' && verdict.code !== -32) return { kind: 'refused', detail: verdict.detail };
  if (verdict.kind !== 'done') return { kind: 'unreachable', detail: verdict.detail };
  const listed = Listed.safeParse(verdict.data);
  if (!listed.success) return { kind: 'unreachable', detail: 'the list can’t be read' };
  const total = at.total ?? listed.data.total;
  const shorter = part.offset === 0 && listed.data.total > REACHABLE ? halves(part, now()) : null;
  if (shorter) return page([], [...shorter, ...rest], total);
  const externalIds = listed.data.users.map(({ user_id }) => user_id);
  return page(externalIds, [...nextOf(part, listed.data.total, externalIds.length), ...rest], total);
}

function page(externalIds: readonly string[], parts: readonly Part[], total: number): FollowersOutcome {
  return {
    kind: 'page',
    externalIds,
    next: parts.length === 0 ? null : writeCursor({ parts, total }),
    total,
  };
}

function nextOf(part: Part, total: number, got: number): Part[] {
  const offset = part.offset + followersPage;
  return got > 0 && offset < total && offset <= followersOffset ? [{ ...part, offset }] : [];
}

/** A single day can't be divided further: what of it is out of reach stays unread. */
function halves({ days }: Part, now: number): Part[] | null {
  const [from, to] = days ?? [FIRST_DAY, Math.floor(now / DAY) + 1];
  if (from >= to) return null;
  const middle = Math.floor((from + to) / 2);
  // The latest first: those are the ones that come back.
  return [
    { days: [middle + 1, to], offset: 0 },
    { days: [from, middle], offset: 0 },
  ];
}

function periodOf({ days }: Part): { last_interaction_period?: string } {
  if (days === null) return {};
  const name = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10).replaceAll('-', '_');
  return { last_interaction_period: `${name(days[0])}:${name(days[1])}` };
}

function writeCursor({ parts, total }: Cursor): string {
  const written = parts.map(({ days, offset }) => `${days ? days.join('-') : 'all'}@${offset}`);
  return `${total ?? ''};${written.join(',')}`;
}

function readCursor(cursor: string | null): Cursor {
  if (cursor === null) return { parts: [{ days: null, offset: 0 }], total: null };
  const [total = '', written = ''] = cursor.split(';');
  const parts = written.split(',').flatMap((each): Part[] => {
    const [, days = '', offset = ''] = /^(all|\d+-\d+)@(\d+)$/.exec(each) ?? [];
    if (days === '') return [];
    const [from = 0, to = 0] = days.split('-').map(Number);
    return [{ days: days === 'all' ? null : [from, to], offset: Number(offset) }];
  });
  return { parts, total: total === '' ? null : Number(total) };
}
