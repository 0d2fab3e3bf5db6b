import { randomBytes } from 'node:crypto';
import type { FakeWorld } from './answer.ts';
import { buildMessage } from './build-message.ts';
import { addEntry, chatOf, type FakeChannel, type FakeFriend, messageId } from './state.ts';

/** A webhook event as it goes over the wire. */
export type FakeEvent = Readonly<Record<string, unknown>> & { readonly webhookEventId: string };

/** What a friend does in the chat; `custom` is merged over the common fields as it is. */
export type FriendAction =
  | {
      readonly type: 'text';
      readonly text: string;
      readonly mentionsAccount?: boolean;
      readonly extra?: object;
    }
  | { readonly type: 'sticker'; readonly text?: string; readonly keywords?: readonly string[] }
  | { readonly type: 'image' | 'video' | 'audio'; readonly bytes?: Buffer; readonly contentType?: string }
  | { readonly type: 'file'; readonly fileName: string; readonly bytes?: Buffer }
  | {
      readonly type: 'location';
      readonly title?: string;
      readonly address?: string;
      readonly latitude?: number;
      readonly longitude?: number;
    }
  | { readonly type: 'postback'; readonly data: string; readonly params?: Readonly<Record<string, string>> }
  | { readonly type: 'follow' | 'unfollow' }
  | { readonly type: 'unsend'; readonly messageId: string }
  | { readonly type: 'custom'; readonly event: Readonly<Record<string, unknown>> };

export interface EventOptions {
  /** Group or room id the friend writes in; the chat with the account itself when absent. */
  readonly in?: string;
  /** `standby`: another module is in charge; such events carry no reply token. */
  readonly mode?: 'active' | 'standby';
  /** Milliseconds since the epoch; now when absent. */
  readonly timestamp?: number;
}

const NO_REPLY = new Set(['unsend', 'unfollow', 'leave', 'memberLeft']);

/** Carries out what the friend did and gives the event that tells of it, not yet sent. */
export function buildEvent(
  world: FakeWorld,
  channel: FakeChannel,
  friend: FakeFriend,
  action: FriendAction,
  options: EventOptions = {},
): FakeEvent {
  const at = options.timestamp ?? world.now();
  const chatId = options.in ?? friend.id;
  const body = bodyOf(world, channel, friend, chatId, action);
  const type = String(body.type);
  const mode = options.mode ?? 'active';
  const repliable = mode === 'active' && !NO_REPLY.has(type);
  const token = repliable ? { replyToken: issueReplyToken(world, channel, chatId, at) } : {};
  return {
    mode,
    timestamp: at,
    source: sourceOf(friend.id, options.in),
    webhookEventId: ulid(at),
    deliveryContext: { isRedelivery: false },
    ...token,
    ...body,
  };
}

function bodyOf(
  world: FakeWorld,
  channel: FakeChannel,
  friend: FakeFriend,
  chatId: string,
  action: FriendAction,
): Record<string, unknown> {
  switch (action.type) {
    case 'follow': {
      const isUnblocked = friend.relation === 'blocked';
      friend.relation = 'following';
      return recorded(world, channel, chatId, { type: 'follow', follow: { isUnblocked } });
    }
    case 'unfollow':
      friend.relation = 'blocked';
      return recorded(world, channel, chatId, { type: 'unfollow' });
    case 'unsend':
      return unsend(world, channel, chatId, action.messageId);
    case 'postback': {
      const { data, params } = action;
      return recorded(world, channel, chatId, {
        type: 'postback',
        postback: params ? { data, params } : { data },
      });
    }
    case 'custom':
      return { ...action.event };
    default:
      friend.lastWroteAt = world.now();
      return recorded(world, channel, chatId, {
        type: 'message',
        message: buildMessage(world, channel, action),
      });
  }
}

function unsend(world: FakeWorld, channel: FakeChannel, chatId: string, id: string): Record<string, unknown> {
  const chat = chatOf(world.state, channel.channelId, chatId);
  chat.entries = chat.entries.filter((entry) => entry.id !== id);
  const content = world.state.contents.get(id);
  if (content) content.gone = true;
  return { type: 'unsend', unsend: { messageId: id } };
}

function recorded(
  world: FakeWorld,
  channel: FakeChannel,
  chatId: string,
  body: Record<string, unknown> & { type: string; message?: Record<string, unknown> },
): Record<string, unknown> {
  const { type, message } = body;
  const id = typeof message?.id === 'string' ? message.id : messageId();
  const kind = typeof message?.type === 'string' ? message.type : type;
  const text = typeof message?.text === 'string' ? message.text : null;
  const chat = chatOf(world.state, channel.channelId, chatId);
  const payload = message ?? body;
  addEntry(chat, { id, from: 'friend', at: world.now(), kind, text, payload, via: null, requestId: null });
  return body;
}

function issueReplyToken(world: FakeWorld, channel: FakeChannel, chatId: string, eventAt: number): string {
  const token = randomBytes(16).toString('hex');
  const receivedAt = world.now();
  world.state.replyTokens.set(token, {
    channelId: channel.channelId,
    chatId,
    eventAt,
    receivedAt,
    used: false,
  });
  return token;
}

function sourceOf(userId: string, place: string | undefined): Record<string, string> {
  if (place === undefined) return { type: 'user', userId };
  return place.startsWith('C')
    ? { type: 'group', groupId: place, userId }
    : { type: 'room', roomId: place, userId };
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function ulid(at: number): string {
  let time = '';
  for (let rest = at, index = 0; index < 10; index += 1, rest = Math.floor(rest / 32)) {
    time = `${CROCKFORD[rest % 32]}${time}`;
  }
  return time + Array.from(randomBytes(16), (byte) => CROCKFORD[byte % 32]).join('');
}
