import { randomBytes } from 'node:crypto';
import {
  bodyErrors,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  invalidProperty,
} from './answer.ts';
import { dayOf, quotaUsed, reservedBy, takeQuota } from './quota.ts';
import { addEntry, chatOf, type FakeChannel, type FakeSending, key, messageId } from './state.ts';

const DAY = 24 * 60 * 60 * 1000;
const RETRY_KEY_LIFE = DAY;
const STRANGER_LIFE = 7 * DAY;

const retryKeyOf = ({ channelId }: FakeChannel, { headers }: FakeRequest): string | null => {
  const retryKey = headers['x-line-retry-key'];
  return typeof retryKey === 'string' ? key(channelId, retryKey.toLowerCase()) : null;
};

/** The answer to a call that was accepted before; only a push tells again what was sent. */
export function repeatOf(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer | null {
  const stored = retryKeyOf(channel, request);
  const accepted = stored === null ? undefined : world.state.retryKeys.get(stored);
  if (!accepted || world.now() - accepted.at >= RETRY_KEY_LIFE) return null;
  const { sentMessages } = accepted;
  return {
    status: 409,
    body: { message: 'The retry key is already accepted', ...(sentMessages ? { sentMessages } : {}) },
    headers: { 'x-line-accepted-request-id': accepted.requestId },
  };
}

export function keepRetryKey(
  world: FakeWorld,
  channel: FakeChannel,
  {
    request,
    sentMessages,
  }: { readonly request: FakeRequest; readonly sentMessages?: readonly SentMessage[] },
): void {
  const stored = retryKeyOf(channel, request);
  if (stored === null) return;
  const { requestId } = request;
  world.state.retryKeys.set(stored, {
    at: world.now(),
    requestId,
    ...(sentMessages ? { sentMessages } : {}),
  });
}

/**
 * Whom a push reaches; null for an id the account may not write to. Someone who blocked the account, or a stranger
 * who was silent for a week, gets nothing, costs nothing, and the call is still answered with success.
 */
export function targetOf(
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

/** What a narrowcast under way may still need is taken by nobody else. */
export function hasQuota(world: FakeWorld, channel: FakeChannel, counted: number): boolean {
  const { monthlyQuota } = channel;
  const used = quotaUsed(channel, world.now()) + reservedBy(world, channel);
  if (monthlyQuota !== null && (used >= monthlyQuota || used + counted > monthlyQuota)) return false;
  return takeQuota(channel, counted, world.now());
}

type SentMessage = { id: string; quoteToken?: string };

export function numbered(
  world: FakeWorld,
  { channelId }: FakeChannel,
  { chatId, messages }: { readonly chatId: string; readonly messages: unknown },
): SentMessage[] {
  return listOf(messages).map((message) => {
    const quotable = ['text', 'sticker', 'image', 'video'].includes(String(fields(message).type));
    const id = messageId();
    return quotable
      ? { id, quoteToken: issueQuoteToken(world, { channelId, chatId, messageId: id }) }
      : { id };
  });
}

export function deliver(
  world: FakeWorld,
  channel: FakeChannel,
  {
    chatId,
    messages,
    via,
    requestId,
  }: {
    readonly chatId: string;
    readonly messages: unknown;
    readonly via: FakeSending;
    readonly requestId: string;
  },
): SentMessage[] {
  const chat = chatOf(world.state, channel.channelId, chatId);
  chat.loadingUntil = 0;
  const { sentCounts } = world.state;
  const counted = key(channel.channelId, `${via}/${dayOf(world.now())}`);
  sentCounts.set(counted, (sentCounts.get(counted) ?? 0) + 1);
  const sent = numbered(world, channel, { chatId, messages });
  for (const [index, payload] of listOf(messages).entries()) {
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

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function required(body: Record<string, unknown>, property: string): FakeAnswer | null {
  const value = body[property];
  if (typeof value === 'string' && value !== '') return null;
  return bodyErrors([{ message: 'May not be empty', property }]);
}

export function unknownField(body: Record<string, unknown>, known: readonly string[]): FakeAnswer | null {
  const stray = Object.keys(body).find((name) => !known.includes(name));
  return stray === undefined ? null : invalidProperty(stray);
}

/** Lets a message be quoted in its own chat; such tokens never lapse and may be used again. */
export function issueQuoteToken(
  { state }: FakeWorld,
  {
    channelId,
    chatId,
    messageId,
  }: { readonly channelId: string; readonly chatId: string; readonly messageId: string },
): string {
  const token = randomBytes(96).toString('base64url');
  state.quoteTokens.set(token, { channelId, chatId, messageId });
  return token;
}

/** The refusal of messages that quote what doesn't stand in this chat. */
export function checkQuotes(
  { state }: FakeWorld,
  { channelId }: FakeChannel,
  { chatId, messages }: { readonly chatId: string; readonly messages: unknown },
): FakeAnswer | null {
  const wrong = (Array.isArray(messages) ? messages : []).flatMap((message, index) => {
    const { quoteToken } = fields(message);
    if (quoteToken === undefined) return [];
    const known = state.quoteTokens.get(String(quoteToken));
    const isHere = known?.channelId === channelId && known.chatId === chatId;
    return isHere ? [] : [{ message: 'invalid quoteToken', property: `messages[${index}].quoteToken` }];
  });
  return wrong.length === 0 ? null : bodyErrors(wrong);
}
