import { z } from 'zod';
import type {
  ChannelAdapter,
  ChannelContext,
  FollowersOutcome,
  MediaOutcome,
  QuotaOutcome,
  Renewal,
  RenewalOutcome,
} from '../spec/channel.ts';
import { type AuthorisedClient, createAuthorisedClient } from './client/authorised-client.ts';
import { checkSecret } from './client/check-secret.ts';
import { connect } from './client/connect.ts';
import { describeAnswer } from './client/describe-answer.ts';
import { issueWithKey } from './client/issue-token.ts';
import { createLineClient, type LineClient } from './client/line-client.ts';
import { readGroup, readGroupSize, readMember, readProfile } from './client/read-profile.ts';
import { setWebhook } from './client/set-webhook.ts';
import { createTokens, type Tokens } from './client/tokens.ts';
import { LineCredentials } from './credentials.ts';
import { LINE_LIMITS } from './limits.ts';
import { lineManifest } from './line.manifest.ts';
import { send } from './outbound/send.ts';
import { toMessages } from './outbound/to-messages.ts';
import { toPlain } from './outbound/to-plain.ts';
import { parseWebhook } from './webhook/parse-webhook.ts';
import { verifySignature } from './webhook/verify-signature.ts';

/** Days to spare for a server that is off, or a vendor out of order. */
const RENEWED_BEFORE_MS = 5 * 24 * 60 * 60 * 1000;
/** 30 tokens for a key are all there may be; each of them lapses at some time. */
const KEY_AGAIN_MS = 6 * 60 * 60 * 1000;

type Outcome = RenewalOutcome<LineCredentials>;

/** Tokens issued with the assertion key lapse; typed ones stay good until somebody issues another. */
function createRenewal(client: LineClient, tokens: Tokens, now: () => number): Renewal<LineCredentials> {
  return {
    dueAt({ assertionKey, issuedToken, channelAccessToken, keyRefusedAt }) {
      const own = assertionKey === undefined ? channelAccessToken : issuedToken?.token;
      if (own !== undefined && tokens.isRefused(own)) return 0;
      if (assertionKey === undefined) return null;
      if (issuedToken) return issuedToken.expiresAt - RENEWED_BEFORE_MS;
      return keyRefusedAt === undefined ? 0 : keyRefusedAt + KEY_AGAIN_MS;
    },
    // Id and secret get a new token at any time.
    lapsesAt: () => null,
    renew: ({ credentials }) =>
      credentials.assertionKey === undefined
        ? lookAtTyped(client, tokens, credentials)
        : renewWithKey(client, credentials, now()),
  };
}

/** A typed token that was refused is asked about once more, and given up only when the vendor knows it no longer. */
async function lookAtTyped(
  client: LineClient,
  tokens: Tokens,
  credentials: LineCredentials,
): Promise<Outcome> {
  const { channelAccessToken, ...rest } = credentials;
  if (channelAccessToken === undefined) return { kind: 'renewed', credentials };
  const answer = await client({ method: 'GET', path: '/v2/bot/info', token: channelAccessToken });
  if (answer.kind !== 'answered') return { kind: 'unreachable', detail: answer.detail };
  if (answer.status === 200) {
    tokens.trust(channelAccessToken);
    return { kind: 'renewed', credentials };
  }
  const detail = describeAnswer(answer);
  if (answer.status !== 401) return { kind: 'unreachable', detail };
  return withoutToken(client, rest, detail);
}

async function renewWithKey(client: LineClient, credentials: LineCredentials, now: number): Promise<Outcome> {
  const { keyRefusedAt: _, ...rest } = credentials;
  const outcome = await issueWithKey(client, credentials, now);
  if (outcome.kind === 'issued') {
    return { kind: 'renewed', credentials: { ...rest, issuedToken: outcome.token } };
  }
  const isTheirs = outcome.kind === 'refused' && !isForGood(outcome.answer);
  const detail = outcome.kind === 'refused' ? describeAnswer(outcome.answer) : outcome.detail;
  // Nothing is used up by a call without an answer.
  if (isTheirs) return { kind: 'unreachable', detail };
  const { issuedToken: _token, ...withoutIssued } = rest;
  return withoutToken(client, { ...withoutIssued, keyRefusedAt: now }, detail);
}

type Refused = Extract<Awaited<ReturnType<typeof issueWithKey>>, { kind: 'refused' }>['answer'];

const isForGood = (answer: Refused): boolean =>
  answer.kind === 'answered' && answer.status < 500 && answer.status !== 429;

/** Id and secret are enough for tokens of fifteen minutes. */
async function withoutToken(
  client: LineClient,
  credentials: LineCredentials,
  detail: string,
): Promise<Outcome> {
  switch (await checkSecret(client, credentials)) {
    case 'right':
      return { kind: 'renewed', credentials, notice: 'token_refused' };
    case 'wrong':
      return { kind: 'refused', detail };
    default:
      return { kind: 'unreachable', detail };
  }
}

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

/** A video or recording is being prepared; whether it ever will be ready is told elsewhere. */
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

/** Works where the account is set to be read by hand; nothing hangs on it, so a failure is not told. */
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
