import { randomBytes } from 'node:crypto';
import { LINE_LIMITS } from '../limits.ts';
import {
  bodyErrors,
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  ok,
  type Route,
  refuse,
} from './answer.ts';
import { quotaUsed } from './quota.ts';
import { type FakeChannel, type FakeChat, type FakeFriend, followersOf, key } from './state.ts';

const SETTINGS_RATE = [1_000, 60_000] as const;
const TEST_RATE = [60, 3_600_000] as const;

/** Who the account is, its webhook and its quota. */
export const accountRoutes: readonly Route[] = [
  {
    host: 'api',
    method: 'GET',
    path: /^\/v2\/bot\/info$/,
    auth: 'channel',
    handle: (_world, channel) => ok(botInfo(channel)),
  },
  {
    host: 'api',
    method: 'PUT',
    path: /^\/v2\/bot\/channel\/webhook\/endpoint$/,
    accepts: 'json',
    auth: 'channel',
    rate: SETTINGS_RATE,
    handle: (_world, channel, { body }) => setEndpoint(channel, fields(body).endpoint),
  },
  {
    host: 'api',
    method: 'GET',
    path: /^\/v2\/bot\/channel\/webhook\/endpoint$/,
    auth: 'channel',
    rate: SETTINGS_RATE,
    handle: (_world, channel) =>
      channel.webhook ? ok(channel.webhook) : refuse(404, 'Webhook endpoint not found'),
  },
  {
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/channel\/webhook\/test$/,
    accepts: 'json',
    auth: 'channel',
    rate: TEST_RATE,
    handle: (world, channel, { body }) => testEndpoint(world, channel, fields(body).endpoint),
  },
  {
    host: 'api',
    method: 'GET',
    path: /^\/v2\/bot\/message\/quota$/,
    auth: 'channel',
    handle: (_world, { monthlyQuota }) =>
      ok(monthlyQuota === null ? { type: 'none' } : { type: 'limited', value: monthlyQuota }),
  },
  {
    host: 'api',
    method: 'GET',
    path: /^\/v2\/bot\/message\/quota\/consumption$/,
    auth: 'channel',
    handle: (world, channel) => ok({ totalUsage: quotaUsed(channel, world.now()) }),
  },
];

function botInfo({ botUserId, basicId, displayName, pictureUrl }: FakeChannel): Record<string, unknown> {
  const picture = pictureUrl === undefined ? {} : { pictureUrl };
  return { userId: botUserId, basicId, displayName, ...picture, chatMode: 'bot', markAsReadMode: 'auto' };
}

function setEndpoint(channel: FakeChannel, endpoint: unknown): FakeAnswer {
  if (typeof endpoint !== 'string')
    return bodyErrors([{ message: 'May not be empty', property: 'endpoint' }]);
  if (!isAllowedEndpoint(endpoint)) return refuse(400, 'Invalid webhook endpoint URL');
  channel.webhook = { endpoint, active: channel.webhook?.active ?? true };
  return ok();
}

/**
 * The vendor takes https only. A loopback host may use http here, as nothing on it can be reached from outside and
 * the sandbox and the tests run there.
 */
export function isAllowedEndpoint(endpoint: string): boolean {
  if (endpoint.length > LINE_LIMITS.webhookUrlLength || !URL.canParse(endpoint)) return false;
  const { protocol, hostname } = new URL(endpoint);
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && loopback);
}

async function testEndpoint(world: FakeWorld, channel: FakeChannel, given: unknown): Promise<FakeAnswer> {
  const endpoint = given ?? channel.webhook?.endpoint;
  if (endpoint === undefined) return refuse(404, 'Webhook endpoint not found');
  if (typeof endpoint !== 'string' || !isAllowedEndpoint(endpoint)) {
    return refuse(400, 'Invalid webhook endpoint URL');
  }
  const body = JSON.stringify({ destination: channel.botUserId, events: [] });
  const answer = await world.callWebhook(channel, endpoint, body);
  const timestamp = new Date(world.now()).toISOString();
  if (answer.kind === 'failed') {
    const { reason } = answer;
    return ok({ success: false, timestamp, statusCode: 0, reason, detail: 'The endpoint gave no answer' });
  }
  const success = answer.status === 200;
  const reason = success ? 'OK' : 'ERROR_STATUS_CODE';
  return ok({ success, timestamp, statusCode: answer.status, reason, detail: String(answer.status) });
}

const USER_ID = /^U[0-9a-f]{32}$/;
const NOT_VERIFIED = 'Access to this API is not available for your account';
const FOLLOWERS = { usual: 300, most: 1_000 } as const;
const MEMBERS_PER_PAGE = 100;
const CURSOR_LIFE_MS = 24 * 60 * 60 * 1000;

type Handler = (world: FakeWorld, channel: FakeChannel, request: FakeRequest) => FakeAnswer;
const route = (method: 'GET' | 'POST', path: RegExp, handle: Handler): ChannelRoute => ({
  host: 'api',
  method,
  path,
  auth: 'channel',
  handle,
});

/** Who follows the account, and the groups (`C…`) and rooms (`R…`) it is in. */
export const peopleRoutes: readonly ChannelRoute[] = [
  route('GET', /^\/v2\/bot\/followers\/ids$/, listFollowers),
  route(
    'POST',
    /^\/v2\/bot\/user\/([^/]+)\/linkToken$/,
    ({ state }, { channelId }, { params: [id = ''] }) => {
      if (!USER_ID.test(id)) return refuse(400, "The value for the 'userId' parameter is invalid");
      const isKnown = state.friends.has(key(channelId, id));
      return isKnown ? ok({ linkToken: randomBytes(24).toString('base64url') }) : refuse(404, 'Not found');
    },
  ),
  route('GET', /^\/v2\/bot\/group\/([^/]+)\/summary$/, (world, channel, { params }) =>
    inPlace(world, channel, {
      place: 'group',
      id: params[0],
      answer: (chat, groupId) =>
        ok({
          groupId,
          groupName: chat.name ?? 'Group',
          ...(chat.pictureUrl === undefined ? {} : { pictureUrl: chat.pictureUrl }),
        }),
    }),
  ),
  route('GET', /^\/v2\/bot\/(group|room)\/([^/]+)\/members\/count$/, (world, channel, { params }) =>
    inPlace(world, channel, {
      place: params[0],
      id: params[1],
      answer: ({ members }) => ok({ count: members.length }),
    }),
  ),
  route('GET', /^\/v2\/bot\/(group|room)\/([^/]+)\/members\/ids$/, (world, channel, request) =>
    inPlace(world, channel, {
      place: request.params[0],
      id: request.params[1],
      answer: ({ members }) => {
        if (channel.verified === false) return refuse(403, NOT_VERIFIED);
        return page(world, members, { name: 'memberIds', limit: MEMBERS_PER_PAGE, request });
      },
    }),
  ),
  route('GET', /^\/v2\/bot\/(group|room)\/([^/]+)\/member\/([^/]+)$/, (world, channel, { params }) =>
    inPlace(world, channel, {
      place: params[0],
      id: params[1],
      answer: ({ members }) => {
        const userId = params[2] ?? '';
        if (!USER_ID.test(userId)) return refuse(400, "The value for the 'userId' parameter is invalid");
        if (!members.includes(userId)) return refuse(404, 'Not found');
        return ok(memberOf(world.state.friends.get(key(channel.channelId, userId)), userId));
      },
    }),
  ),
  route('POST', /^\/v2\/bot\/(group|room)\/([^/]+)\/leave$/, (world, channel, { params }) =>
    inPlace(world, channel, {
      place: params[0],
      id: params[1],
      answer: (chat) => {
        chat.members = [];
        return ok();
      },
    }),
  ),
];

function inPlace(
  { state }: FakeWorld,
  { channelId }: FakeChannel,
  {
    place,
    id = '',
    answer,
  }: {
    readonly place: string | undefined;
    readonly id?: string;
    readonly answer: (chat: FakeChat, id: string) => FakeAnswer;
  },
): FakeAnswer {
  const isId = place === 'group' ? /^C[0-9a-f]{32}$/.test(id) : /^R[0-9a-f]{32}$/.test(id);
  if (!isId) return refuse(400, `The value for the '${place}Id' parameter is invalid`);
  const chat = state.chats.get(key(channelId, id));
  // A place without members is one the account isn't in.
  return chat && chat.members.length > 0 ? answer(chat, id) : refuse(404, 'Not found');
}

/** Members need not be friends; the language is told of nobody here. */
function memberOf(friend: FakeFriend | undefined, userId: string): object {
  const picture = friend?.pictureUrl ? { pictureUrl: friend.pictureUrl } : {};
  return { displayName: friend?.displayName ?? `Member ${userId.slice(1, 5)}`, userId, ...picture };
}

function listFollowers(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer {
  if (channel.verified === false) return refuse(403, NOT_VERIFIED);
  const limit = Number(request.query.get('limit') ?? FOLLOWERS.usual);
  if (!Number.isInteger(limit) || limit < 1 || limit > FOLLOWERS.most) {
    return refuse(400, "The value for the 'limit' parameter is invalid");
  }
  return page(world, followersOf(world.state, channel), { name: 'userIds', limit, request });
}

/** `start` is where the page before ended, in a form nobody should take apart; it is good for a day. */
export function page(
  { now }: FakeWorld,
  ids: readonly string[],
  {
    name,
    limit,
    request: { query },
  }: { readonly name: string; readonly limit: number; readonly request: FakeRequest },
): FakeAnswer {
  const start = query.get('start');
  const [, at = '', issuedAt = ''] = /^next-(\d+)-(\d+)$/.exec(start ?? '') ?? [];
  const isGood = at !== '' && now() - Number(issuedAt) <= CURSOR_LIFE_MS;
  if (start !== null && !isGood) return refuse(400, 'Invalid start param');
  const from = Number(at);
  const next = from + limit < ids.length ? { next: `next-${from + limit}-${now()}` } : {};
  return ok({ [name]: ids.slice(from, from + limit), ...next });
}
