import { type Fields, type Kinds, kind, list, object, oneOf, type Rule, yesOrNo } from '../rules/rules.ts';
import {
  bodyErrors,
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  invalidProperty,
  ok,
  refuse,
} from './answer.ts';
import { progressOf } from './narrowcasts.ts';
import { quotaUsed, reservedBy } from './quota.ts';
import { audienceStatus } from './routes-audiences.ts';
import { deliver, hasQuota, keepRetryKey, listOf, repeatOf, targetOf, unknownField } from './sending.ts';
import { type FakeChannel, followersOf, key } from './state.ts';
import { assignUnits, checkUnits } from './units.ts';
import { checkBody, checkMessages } from './validate-messages.ts';

const HOUR = 60 * 60 * 1000;
const PROGRESS_KEPT = 14 * 24 * HOUR;
const MOST_AT_ONCE = 500;
const LEAST_REACH = 100;
const LEAST_RECIPIENTS = 50;
const NO_QUOTA = refuse(429, 'You have reached your monthly limit.');

const sending = { host: 'api', method: 'POST', accepts: 'json', auth: 'channel', retryKey: true } as const;

/** To many at once: those who are named, everybody, or whoever fits. */
export const campaignRoutes: readonly ChannelRoute[] = [
  {
    ...sending,
    path: /^\/v2\/bot\/message\/multicast$/,
    rate: [200, 1_000],
    handle: (world, channel, request) =>
      repeatOf(world, channel, request) ?? multicast(world, channel, request),
  },
  {
    ...sending,
    path: /^\/v2\/bot\/message\/broadcast$/,
    rate: [60, HOUR],
    handle: (world, channel, request) =>
      repeatOf(world, channel, request) ?? broadcast(world, channel, request),
  },
  {
    ...sending,
    path: /^\/v2\/bot\/message\/narrowcast$/,
    rate: [60, HOUR],
    handle: (world, channel, request) =>
      repeatOf(world, channel, request) ?? narrowcast(world, channel, request),
  },
  {
    host: 'api',
    method: 'GET',
    path: /^\/v2\/bot\/message\/progress\/narrowcast$/,
    auth: 'channel',
    handle({ state, now }, { channelId }, { query }) {
      const sent = state.narrowcasts.get(query.get('requestId') ?? '');
      const isKnown = sent?.channelId === channelId && now() - sent.acceptedAt <= PROGRESS_KEPT;
      return isKnown ? ok(progressOf(sent, now())) : refuse(404, 'Not found');
    },
  },
];

function multicast(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer {
  const body = fields(request.body);
  const wrong =
    unknownField(body, ['to', 'messages', 'notificationDisabled', 'customAggregationUnits']) ??
    checkMessages(body.messages) ??
    checkUnits(body.customAggregationUnits);
  if (wrong) return wrong;
  const to = listOf(body.to).map(String);
  if (to.length === 0 || to.length > MOST_AT_ONCE) {
    const message = `Size must be between 1 and ${MOST_AT_ONCE}`;
    return bodyErrors([{ message, property: 'to' }]);
  }
  const targets = to.map((id) => ({ id, target: id.startsWith('U') ? targetOf(world, channel, id) : null }));
  // One id that never was here, and nobody gets anything.
  const unknown = targets.findIndex(({ target }) => target === null);
  if (unknown !== -1) return invalidProperty(`to[${unknown}]`);
  const reached = targets.filter(({ target }) => target?.delivered).map(({ id }) => id);
  if (!hasQuota(world, channel, reached.length)) return NO_QUOTA;
  for (const id of reached)
    deliver(world, channel, {
      chatId: id,
      messages: body.messages,
      via: 'multicast',
      requestId: request.requestId,
    });
  assignUnits(world, channel, { given: body.customAggregationUnits, reached });
  keepRetryKey(world, channel, { request });
  return ok();
}

function broadcast(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer {
  const body = fields(request.body);
  const wrong = unknownField(body, ['messages', 'notificationDisabled']) ?? checkMessages(body.messages);
  if (wrong) return wrong;
  const everybody = followersOf(world.state, channel);
  if (!hasQuota(world, channel, everybody.length)) return NO_QUOTA;
  for (const id of everybody)
    deliver(world, channel, {
      chatId: id,
      messages: body.messages,
      via: 'broadcast',
      requestId: request.requestId,
    });
  const { channelId } = channel;
  world.state.broadcasts.set(request.requestId, { channelId, at: world.now(), userIds: everybody });
  keepRetryKey(world, channel, { request });
  return ok();
}

function narrowcast(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer {
  const { messages, ...rest } = fields(request.body);
  const wrong = checkMessages(messages) ?? checkBody(rest, NARROWCAST);
  if (wrong) return wrong;
  const limit = fields(rest.limit);
  if (limit.forbidPartialDelivery === true && limit.upToRemainingQuota !== true) {
    return refuse(400, 'The option forbidPartialDelivery must be used with upToRemainingQuota.');
  }
  const fitting = chooseRecipients(world, channel, rest.recipient);
  if (!Array.isArray(fitting)) return fitting;
  const isFiltered = fields(rest.filter).demographic !== undefined;
  if (isFiltered && followersOf(world.state, channel).length < LEAST_REACH) {
    return refuse(403, 'Your account does not have enough friends');
  }
  // The fake's people have told the vendor nothing about themselves, so no attribute fits anybody.
  const userIds = isFiltered ? [] : fitting;
  const wanted = Math.min(userIds.length, Number(limit.max ?? userIds.length));
  const left = quotaLeft(world, channel);
  const isCut = left < wanted;
  if (isCut && (limit.upToRemainingQuota !== true || left <= 0)) return NO_QUOTA;
  const tooFew = isFiltered && userIds.length < LEAST_RECIPIENTS;
  const errorCode = tooFew ? 2 : isCut && limit.forbidPartialDelivery === true ? 5 : null;
  world.state.narrowcasts.set(request.requestId, {
    channelId: channel.channelId,
    acceptedAt: world.now(),
    messages: listOf(messages),
    userIds,
    most: Math.min(wanted, left),
    errorCode,
    settled: null,
  });
  keepRetryKey(world, channel, { request });
  return ok({}, 202);
}

function quotaLeft(world: FakeWorld, channel: FakeChannel): number {
  if (channel.monthlyQuota === null) return Number.MAX_SAFE_INTEGER;
  return channel.monthlyQuota - quotaUsed(channel, world.now()) - reservedBy(world, channel);
}

const REDELIVERED_FOR_MS = 14 * 24 * 60 * 60 * 1000;
const MOST_CONDITIONS = 10;

/** The friends that fit, or the refusal of a condition that can't be met; `recipient` has its right shape. */
function chooseRecipients(world: FakeWorld, channel: FakeChannel, recipient: unknown): string[] | FakeAnswer {
  const followers = followersOf(world.state, channel);
  if (recipient === undefined) return followers;
  const conditions = conditionsOf(recipient);
  if (conditions.length > MOST_CONDITIONS) {
    return refuse(400, `Up to ${MOST_CONDITIONS} audiences and redeliveries can be specified`);
  }
  for (const each of conditions) {
    const wrong = checkCondition(world, channel, each);
    if (wrong) return wrong;
  }
  return followers.filter((id) => isMeant(world, channel, { recipient, userId: id }));
}

function conditionsOf(recipient: unknown): Record<string, unknown>[] {
  const given = fields(recipient);
  if (given.type !== 'operator') return [given];
  const inner = [...listOf(given.and), ...listOf(given.or), ...(given.not === undefined ? [] : [given.not])];
  return inner.flatMap(conditionsOf);
}

function checkCondition(
  world: FakeWorld,
  { channelId }: FakeChannel,
  condition: Record<string, unknown>,
): FakeAnswer | null {
  const { state, now } = world;
  if (condition.type === 'audience') {
    const audience = state.audiences.get(key(channelId, String(condition.audienceGroupId)));
    const isReady = audience && audienceStatus(audience, now()) === 'READY';
    return isReady ? null : refuse(400, `Invalid audience group id: ${String(condition.audienceGroupId)}`);
  }
  const sent = state.narrowcasts.get(String(condition.requestId));
  const isSent = sent?.channelId === channelId && sent.settled !== null && sent.errorCode === null;
  return isSent && now() - sent.acceptedAt <= REDELIVERED_FOR_MS
    ? null
    : refuse(400, `Invalid request id: ${String(condition.requestId)}`);
}

function isMeant(
  world: FakeWorld,
  channel: FakeChannel,
  { recipient, userId }: { readonly recipient: unknown; readonly userId: string },
): boolean {
  const { state } = world;
  const given = fields(recipient);
  const meets = (each: unknown): boolean => isMeant(world, channel, { recipient: each, userId });
  if (given.type === 'audience') {
    const audience = state.audiences.get(key(channel.channelId, String(given.audienceGroupId)));
    return audience?.userIds.includes(userId) ?? false;
  }
  if (given.type === 'redelivery') {
    return state.narrowcasts.get(String(given.requestId))?.settled?.sentTo.includes(userId) ?? false;
  }
  if (given.and !== undefined) return listOf(given.and).every(meets);
  if (given.or !== undefined) return listOf(given.or).some(meets);
  return !meets(given.not);
}

const id: Rule = { is: 'number', from: 1, whole: true };
const numbered = (prefix: string, values: readonly number[]): string[] =>
  values.map((value) => `${prefix}_${value}`);
const between = (values: readonly string[]): Fields => ({
  'gte?': oneOf(...values),
  'lt?': oneOf(...values),
});
const oneOfList = (matches: RegExp): Fields => ({ oneOf: list({ is: 'text', max: 20, matches }, 100) });

/** Operators stand in operators. */
const nested = (kinds: () => Kinds): Fields => ({
  'and?': list(kind(kinds), 100),
  'or?': list(kind(kinds), 100),
  'not?': kind(kinds),
});

const recipients = (): Kinds => ({
  audience: { audienceGroupId: id },
  redelivery: { requestId: { is: 'text', max: 100 } },
  operator: nested(recipients),
});
const demographics = (): Kinds => ({
  gender: oneOfList(/^(?:fe)?male$/),
  age: between(numbered('age', [15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70])),
  appType: oneOfList(/^(?:ios|android)$/),
  area: oneOfList(/^(?:jp_\d\d|(?:tw|th)_\w+)$/),
  subscriptionPeriod: between(numbered('day', [7, 30, 90, 180, 365])),
  operator: nested(demographics),
});

const NARROWCAST: Fields = {
  'recipient?': kind(recipients),
  'filter?': object({ 'demographic?': kind(demographics) }),
  'limit?': object({
    'max?': { is: 'number', from: 1, whole: true },
    'upToRemainingQuota?': yesOrNo,
    'forbidPartialDelivery?': yesOrNo,
  }),
  'notificationDisabled?': yesOrNo,
};
