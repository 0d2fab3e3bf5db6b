import { LINE_LIMITS } from '../limits.ts';
import { bodyErrors, type FakeAnswer, type FakeWorld, fields, ok, type Route, refuse } from './answer.ts';
import { quotaUsed } from './quota.ts';
import type { FakeChannel } from './state.ts';

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
function isAllowedEndpoint(endpoint: string): boolean {
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
