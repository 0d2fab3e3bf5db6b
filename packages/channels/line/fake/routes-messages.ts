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
import { quotaUsed, takeQuota } from './quota.ts';
import { checkQuotes, issueQuoteToken } from './quote-tokens.ts';
import { addEntry, chatOf, type FakeChannel, key, messageId } from './state.ts';
import { checkMessages } from './validate-messages.ts';

const MINUTE = 60_000;
const REDELIVERED_TOKEN_LIFE = 20 * MINUTE;
const RETRY_KEY_LIFE = 24 * 60 * MINUTE;
const STRANGER_LIFE = 7 * 24 * 60 * MINUTE;

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
  const retryKey = request.headers['x-line-retry-key'];
  const stored = typeof retryKey === 'string' ? key(channel.channelId, retryKey.toLowerCase()) : null;
  const repeated = stored === null ? null : repeatOf(world, stored);
  if (repeated) return repeated;
  const body = fields(request.body);
  const wrong =
    unknownField(body, ['to', 'messages', 'notificationDisabled', 'customAggregationUnits']) ??
    required(body, 'to') ??
    checkMessages(body.messages);
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
  if (stored !== null) {
    world.state.retryKeys.set(stored, { at: world.now(), requestId: request.requestId, sentMessages });
  }
  return ok({ sentMessages });
}

function repeatOf(world: FakeWorld, stored: string): FakeAnswer | null {
  const accepted = world.state.retryKeys.get(stored);
  if (!accepted || world.now() - accepted.at >= RETRY_KEY_LIFE) return null;
  return {
    status: 409,
    body: { message: 'The retry key is already accepted', sentMessages: accepted.sentMessages },
    headers: { 'x-line-accepted-request-id': accepted.requestId },
  };
}

/**
 * Whom a push reaches; null for an id the account may not write to. Someone who blocked the account, or a stranger
 * who was silent for a week, gets nothing, costs nothing, and the call is still answered with success.
 */
function targetOf(
  { state, now }: FakeWorld,
  { channelId }: FakeChannel,
  to: string,
): { delivered: boolean; counted: number } | null {
  if (!to.startsWith('U')) {
    const members = state.chats.get(key(channelId, to))?.members ?? [];
    return members.length === 0 ? null : { delivered: true, counted: members.length };
  }
  const friend = state.friends.get(key(channelId, to));
  if (!friend) return null;
  const wroteLately = friend.lastWroteAt !== null && now() - friend.lastWroteAt <= STRANGER_LIFE;
  const delivered = friend.relation === 'following' || (friend.relation === 'stranger' && wroteLately);
  return { delivered, counted: delivered ? 1 : 0 };
}

function hasQuota(world: FakeWorld, channel: FakeChannel, counted: number): boolean {
  const spent = channel.monthlyQuota !== null && quotaUsed(channel, world.now()) >= channel.monthlyQuota;
  return !spent && takeQuota(channel, counted, world.now());
}

type SentMessage = { id: string; quoteToken?: string };

function numbered(
  world: FakeWorld,
  { channelId }: FakeChannel,
  chatId: string,
  messages: unknown,
): SentMessage[] {
  return list(messages).map((message) => {
    const quotable = ['text', 'sticker', 'image', 'video'].includes(String(fields(message).type));
    const id = messageId();
    return quotable ? { id, quoteToken: issueQuoteToken(world, channelId, chatId, id) } : { id };
  });
}

function deliver(
  world: FakeWorld,
  channel: FakeChannel,
  chatId: string,
  messages: unknown,
  via: 'reply' | 'push',
  requestId: string,
): SentMessage[] {
  const chat = chatOf(world.state, channel.channelId, chatId);
  chat.loadingUntil = 0;
  const sent = numbered(world, channel, chatId, messages);
  for (const [index, payload] of list(messages).entries()) {
    const { type, text, altText } = fields(payload);
    addEntry(chat, {
      id: sent[index]?.id ?? messageId(),
      from: 'account',
      at: world.now(),
      kind: String(type),
      text: typeof text === 'string' ? text : typeof altText === 'string' ? altText : null,
      payload,
      via,
      requestId,
    });
  }
  return sent;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function required(body: Record<string, unknown>, property: string): FakeAnswer | null {
  const value = body[property];
  if (typeof value === 'string' && value !== '') return null;
  return bodyErrors([{ message: 'May not be empty', property }]);
}

function unknownField(body: Record<string, unknown>, known: readonly string[]): FakeAnswer | null {
  const stray = Object.keys(body).find((name) => !known.includes(name));
  return stray === undefined ? null : invalidProperty(stray);
}
