import { z } from 'zod';
import type {
  ChannelAdapter,
  FollowersOutcome,
  GroupSizeOutcome,
  InAppPages,
  MediaOutcome,
  PersonProof,
  ProfileOutcome,
  QuotaOutcome,
  WebhookSetupOutcome,
} from '../spec/channel.ts';
import type { ChannelContext, VendorHosts } from '../spec/connection.ts';
import { type AuthorisedClient, createAuthorisedClient, createTokens } from './client/authorised-client.ts';
import { checkSecret, connect, createRenewal } from './client/connect.ts';
import { createLineClient, describeAnswer, type LineAnswer, type LineClient } from './client/line-client.ts';
import { createLineMenus } from './client/line-menus.ts';
import { createLineSums } from './client/line-sums.ts';
import { LineCredentials } from './credentials.ts';
import { LINE_LIMITS } from './limits.ts';
import { lineManifest } from './line.manifest.ts';
import { toPlain } from './outbound/draft.ts';
import { checkNative } from './outbound/native.ts';
import { send, sendMany } from './outbound/send.ts';
import { toMessages } from './outbound/to-messages.ts';
import { parseWebhook, verifySignature } from './webhook/parse-webhook.ts';

interface LineChannelSettings {
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
    memberProfile: ({ credentials }, threadId, userId) =>
      readMember(client, credentials, { threadId, userId }),
    followers: ({ credentials }, cursor) => listFollowers(client, credentials, cursor),
    quota: ({ credentials }) => readQuota(client, credentials),
    fetchMedia: ({ credentials }, { vendorMessageId }) => fetchMedia(client, credentials, vendorMessageId),
    menus: createLineMenus(client),
    sums: createLineSums(client, now),
    showTyping: ({ credentials }, userId) => showLoading(client, credentials, userId),
    markRead: ({ credentials }, readToken) => markRead(client, credentials, readToken),
    toMessages,
    toPlain,
    checkNative,
    send: ({ credentials }, request) => send(client, credentials, request),
    sendMany: ({ credentials }, request) => sendMany(client, credentials, request),
    inAppPages: createLiffPages(hosts, createLineClient({ hosts, timeoutMs: PROOF_TIMEOUT_MS, now }), now),
  };
}

/** A person waits before the form. */
const PROOF_TIMEOUT_MS = 5_000;
const ISSUER = 'https://access.line.me';
const IdToken = z.object({
  iss: z.literal(ISSUER),
  sub: z.string().regex(/^U[0-9a-f]{32}$/),
  aud: z.string(),
  exp: z.number(),
  name: z.string().optional(),
});
const Refusal = z.object({ error_description: z.string() });

/** LIFF: `https://liff.line.me/{liffId}/path` opens `path` below the endpoint URL, in LINE or in a browser. */
const createLiffPages = ({ liff }: VendorHosts, call: LineClient, now: () => number): InAppPages => ({
  urlOf: (liffId, path) => `${liff ?? 'https://liff.line.me'}/${liffId}${path}`,
  script: `${liff ?? 'https://static.line-scdn.net'}/liff/edge/2/sdk.js`,
  hosts: [
    'https://api.line.me',
    'https://access.line.me',
    'https://liff.line.me',
    'https://liffsdk.line-scdn.net',
  ],
  // https://developers.line.biz/en/reference/line-login/#verify-id-token
  async verify(token, audience): Promise<PersonProof> {
    const form = { id_token: token, client_id: audience };
    const answer = await call({ method: 'POST', path: '/oauth2/v2.1/verify', form });
    const detail = describeAnswer(answer);
    if (answer.kind !== 'answered' || answer.status >= 500 || answer.status === 429)
      return { kind: 'unreachable', detail };
    if (answer.status !== 200) {
      const reason = Refusal.safeParse(answer.body).data?.error_description ?? detail;
      return reason === 'IdToken expired.' ? { kind: 'expired' } : { kind: 'refused', detail: reason };
    }
    const { data } = IdToken.safeParse(answer.body);
    if (data?.aud !== audience) return { kind: 'refused', detail: 'The token is of somebody else' };
    if (data.exp * 1_000 <= now()) return { kind: 'expired' };
    return { kind: 'proven', externalId: data.sub, name: data.name ?? null };
  },
});

const Limit = z.union([
  z.object({ type: z.literal('none') }).transform(() => null),
  z.object({ type: z.literal('limited'), value: z.number() }).transform(({ value }) => value),
]);
const Consumption = z.object({ totalUsage: z.number() });

/** What may be pushed in this month, and what was; the vendor calls the second approximate. */
async function readQuota(client: AuthorisedClient, credentials: LineCredentials): Promise<QuotaOutcome> {
  const path = '/v2/bot/message/quota';
  const [limit, consumption] = await Promise.all([
    client.call(credentials, { method: 'GET', path }),
    client.call(credentials, { method: 'GET', path: `${path}/consumption` }),
  ]);
  for (const answer of [limit, consumption]) {
    if (answer.kind !== 'answered' || answer.status !== 200) {
      return { kind: 'unavailable', detail: describeAnswer(answer) };
    }
  }
  const most = Limit.safeParse(limit.kind === 'answered' ? limit.body : null);
  const used = Consumption.safeParse(consumption.kind === 'answered' ? consumption.body : null);
  if (!most.success || !used.success) {
    return { kind: 'unavailable', detail: 'the vendor gave no readable numbers' };
  }
  return { kind: 'known', limit: most.data, used: used.data.totalUsage };
}

const Page = z.object({ userIds: z.array(z.string()), next: z.string().optional() });

/** One page of the people who added the account and haven't blocked it; a cursor is good for a day. */
async function listFollowers(
  client: AuthorisedClient,
  credentials: LineCredentials,
  cursor: string | null,
): Promise<FollowersOutcome> {
  const query = new URLSearchParams({ limit: String(LINE_LIMITS.followersPerPage) });
  if (cursor !== null) query.set('start', cursor);
  const answer = await client.call(credentials, { method: 'GET', path: `/v2/bot/followers/ids?${query}` });
  const detail = describeAnswer(answer);
  if (answer.kind !== 'answered') return { kind: 'unreachable', detail };
  if (answer.status === 403) {
    return {
      kind: 'refused',
      detail: `LINE lists the followers of verified and premium accounts only (${detail})`,
    };
  }
  if (answer.status === 401) return { kind: 'refused', detail };
  const page = answer.status === 200 ? Page.safeParse(answer.body) : null;
  if (!page?.success) return { kind: 'unreachable', detail };
  return { kind: 'page', externalIds: page.data.userIds, next: page.data.next ?? null, total: null };
}

const Transcoding = z.object({ status: z.string() });
const PREPARING_MS = 3_000;
const READY_MS = 500;

/** The bytes of a received message, as a stream. They are taken away after a time the vendor doesn't tell. */
async function fetchMedia(
  client: AuthorisedClient,
  credentials: LineCredentials,
  vendorMessageId: string,
): Promise<MediaOutcome> {
  const path = `/v2/bot/message/${encodeURIComponent(vendorMessageId)}/content`;
  const answer = await client.download(credentials, { method: 'GET', host: 'data', path });
  if (answer.kind === 'bytes') {
    return { kind: 'fetched', body: answer.body, contentType: answer.contentType };
  }
  const detail = describeAnswer(answer);
  if (answer.kind !== 'answered') return { kind: 'unreachable', detail };
  if (answer.status === 202) return readPreparation(client, credentials, path);
  // 404: never there or expired; 410: its sender took it back.
  if (answer.status === 404 || answer.status === 410) return { kind: 'gone', detail };
  return { kind: 'unreachable', detail };
}

/** A video or recording is being prepared; the transcoding endpoint says whether it will ever be ready. */
async function readPreparation(
  client: AuthorisedClient,
  credentials: LineCredentials,
  path: string,
): Promise<MediaOutcome> {
  const answer = await client.call(credentials, {
    method: 'GET',
    host: 'data',
    path: `${path}/transcoding`,
  });
  if (answer.kind !== 'answered') return { kind: 'pending', retryInMs: PREPARING_MS };
  if (answer.status === 404 || answer.status === 410) {
    return { kind: 'gone', detail: describeAnswer(answer) };
  }
  const status = Transcoding.safeParse(answer.body).data?.status;
  if (status === 'failed') return { kind: 'gone', detail: 'the vendor could not prepare it' };
  return { kind: 'pending', retryInMs: status === 'succeeded' ? READY_MS : PREPARING_MS };
}

/** Works where the account marks messages as read manually; failures are ignored. */
async function markRead(
  client: AuthorisedClient,
  credentials: LineCredentials,
  markAsReadToken: string,
): Promise<void> {
  await client.call(credentials, {
    method: 'POST',
    path: '/v2/bot/chat/markAsRead',
    json: { markAsReadToken },
  });
}

/** Starts the loading animation; groups and rooms have none, so their ids are left out. */
async function showLoading(
  client: AuthorisedClient,
  credentials: LineCredentials,
  chatId: string,
): Promise<void> {
  if (!chatId.startsWith('U')) return;
  await client.call(credentials, {
    method: 'POST',
    path: '/v2/bot/chat/loading/start',
    json: { chatId, loadingSeconds: LINE_LIMITS.loadingSeconds },
  });
}

const TestResult = z.object({
  success: z.boolean().optional(),
  statusCode: z.number().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
});

/** Sets the webhook endpoint and has the vendor call it once; `detail` carries the vendor's reason. */
async function setWebhook(
  client: AuthorisedClient,
  credentials: LineCredentials,
  webhookUrl: string,
): Promise<WebhookSetupOutcome> {
  const json = { endpoint: webhookUrl };
  const set = await client.call(credentials, {
    method: 'PUT',
    path: '/v2/bot/channel/webhook/endpoint',
    json,
  });
  if (set.kind !== 'answered' || set.status !== 200) return notDone(set);
  // A new endpoint takes up to a minute to be in force, so the test names it instead of asking for the set one.
  const test = await client.call(credentials, {
    method: 'POST',
    path: '/v2/bot/channel/webhook/test',
    json,
  });
  if (test.kind !== 'answered' || test.status !== 200) return notDone(test);
  const result = TestResult.safeParse(test.body);
  if (!result.success) return { kind: 'failed', detail: 'the test gave no readable result' };
  if (result.data.success === true) return { kind: 'ok' };
  const { reason = 'UNKNOWN', detail = '', statusCode = 0 } = result.data;
  return { kind: 'failed', detail: `${reason}: ${detail} (HTTP ${statusCode})` };
}

function notDone(answer: LineAnswer): WebhookSetupOutcome {
  const detail = describeAnswer(answer);
  const reached = answer.kind === 'answered' && answer.status < 500;
  return reached ? { kind: 'failed', detail } : { kind: 'unreachable', detail };
}

const UserProfile = z.object({
  displayName: z.string(),
  pictureUrl: z.string().optional(),
  language: z.string().optional(),
});
const GroupSummary = z.object({ groupName: z.string(), pictureUrl: z.string().optional() });

/** The vendor answers 404 for who blocked the account or never wrote to it, and for ids of another provider. */
async function readProfile(
  client: AuthorisedClient,
  credentials: LineCredentials,
  userId: string,
): Promise<ProfileOutcome> {
  return personOf(await read(client, credentials, `profile/${encodeURIComponent(userId)}`));
}

/** Somebody in a group or room, who may never have added the account. */
async function readMember(
  client: AuthorisedClient,
  credentials: LineCredentials,
  { threadId, userId }: { readonly threadId: string; readonly userId: string },
): Promise<ProfileOutcome> {
  const place = `${isGroup(threadId) ? 'group' : 'room'}/${encodeURIComponent(threadId)}`;
  return personOf(await read(client, credentials, `${place}/member/${encodeURIComponent(userId)}`));
}

/** Rooms (several people without a group) have neither name nor picture. */
async function readGroup(
  client: AuthorisedClient,
  credentials: LineCredentials,
  threadId: string,
): Promise<ProfileOutcome> {
  if (!isGroup(threadId)) return { kind: 'unavailable', detail: 'a room has no name' };
  const answer = await read(client, credentials, `group/${encodeURIComponent(threadId)}/summary`);
  const found = bodyOf(answer, GroupSummary);
  if (!found) return { kind: 'unavailable', detail: describeAnswer(answer) };
  const { groupName, pictureUrl } = found;
  return {
    kind: 'found',
    profile: { displayName: groupName, pictureUrl: pictureUrl ?? null, language: null },
  };
}

const Count = z.object({ count: z.number().int().nonnegative() });

/** Members without the account itself: so many messages a push to them is counted as. */
async function readGroupSize(
  client: AuthorisedClient,
  credentials: LineCredentials,
  threadId: string,
): Promise<GroupSizeOutcome> {
  const place = `${isGroup(threadId) ? 'group' : 'room'}/${encodeURIComponent(threadId)}`;
  const answer = await read(client, credentials, `${place}/members/count`);
  const found = bodyOf(answer, Count);
  return found
    ? { kind: 'known', people: found.count }
    : { kind: 'unavailable', detail: describeAnswer(answer) };
}

const isGroup = (threadId: string): boolean => threadId.startsWith('C');

const read = (client: AuthorisedClient, credentials: LineCredentials, path: string): Promise<LineAnswer> =>
  client.call(credentials, { method: 'GET', path: `/v2/bot/${path}` });

function bodyOf<Body>(answer: LineAnswer, schema: z.ZodType<Body>): Body | undefined {
  return answer.kind === 'answered' && answer.status === 200 ? schema.safeParse(answer.body).data : undefined;
}

function personOf(answer: LineAnswer): ProfileOutcome {
  const found = bodyOf(answer, UserProfile);
  const isUnknown = answer.kind === 'answered' && answer.status === 404;
  if (!found) return { kind: 'unavailable', detail: describeAnswer(answer), isUnknown };
  const { displayName, pictureUrl, language } = found;
  return {
    kind: 'found',
    profile: { displayName, pictureUrl: pictureUrl ?? null, language: language ?? null },
  };
}
