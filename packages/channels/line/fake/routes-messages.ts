import {
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  invalidProperty,
  ok,
  refuse,
} from './answer.ts';
import { checkQuotes } from './quote-tokens.ts';
import {
  deliver,
  hasQuota,
  keepRetryKey,
  numbered,
  repeatOf,
  required,
  targetOf,
  unknownField,
} from './sending.ts';
import type { FakeChannel } from './state.ts';
import { assignUnits, checkUnits } from './units.ts';
import { checkMessages } from './validate-messages.ts';

const MINUTE = 60_000;
const REDELIVERED_TOKEN_LIFE = 20 * MINUTE;

/** Reply, push, and the calls that only check. */
export const messageRoutes: readonly ChannelRoute[] = [
  {
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/message\/reply$/,
    accepts: 'json',
    auth: 'channel',
    handle: reply,
  },
  {
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/message\/push$/,
    accepts: 'json',
    auth: 'channel',
    retryKey: true,
    handle: push,
  },
  {
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/message\/validate\/(?:reply|push|multicast|narrowcast|broadcast)$/,
    accepts: 'json',
    auth: 'channel',
    handle: (_world, _channel, { body }) =>
      unknownField(fields(body), ['messages']) ?? checkMessages(fields(body).messages) ?? ok(),
  },
];

function reply(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer {
  const body = fields(request.body);
  const wrong =
    unknownField(body, ['replyToken', 'messages', 'notificationDisabled']) ??
    required(body, 'replyToken') ??
    checkMessages(body.messages);
  if (wrong) return wrong;
  const token = world.state.replyTokens.get(String(body.replyToken));
  const now = world.now();
  const usable =
    token !== undefined &&
    token.channelId === channel.channelId &&
    !token.used &&
    now - token.receivedAt <= MINUTE &&
    now - token.eventAt <= REDELIVERED_TOKEN_LIFE;
  if (!usable) return refuse(400, 'Invalid reply token');
  const misquoted = checkQuotes(world, channel, token.chatId, body.messages);
  if (misquoted) return misquoted;
  token.used = true;
  return ok({
    sentMessages: deliver(world, channel, token.chatId, body.messages, 'reply', request.requestId),
  });
}

function push(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer {
  const repeated = repeatOf(world, channel, request);
  if (repeated) return repeated;
  const body = fields(request.body);
  const wrong =
    unknownField(body, ['to', 'messages', 'notificationDisabled', 'customAggregationUnits']) ??
    required(body, 'to') ??
    checkMessages(body.messages) ??
    checkUnits(body.customAggregationUnits);
  if (wrong) return wrong;
  const to = String(body.to);
  if (!/^[UCR][0-9a-f]{32}$/.test(to)) return invalidProperty("'to'");
  const target = targetOf(world, channel, to);
  if (target === null) return refuse(400, 'Failed to send messages');
  const misquoted = checkQuotes(world, channel, to, body.messages);
  if (misquoted) return misquoted;
  if (!hasQuota(world, channel, target.counted)) return refuse(429, 'You have reached your monthly limit.');
  const sentMessages = target.delivered
    ? deliver(world, channel, to, body.messages, 'push', request.requestId)
    : numbered(world, channel, to, body.messages);
  keepRetryKey(world, channel, request, sentMessages);
  assignUnits(world, channel, body.customAggregationUnits);
  return ok({ sentMessages });
}
