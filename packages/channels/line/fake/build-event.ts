import { randomBytes } from 'node:crypto';
import type { FakeWorld } from './answer.ts';
import { bodyOf } from './event-body.ts';
import type { FriendAction } from './friend-action.ts';
import type { FakeChannel, FakeFriend } from './state.ts';

export type { FriendAction } from './friend-action.ts';

/** A webhook event as it goes over the wire. */
export type FakeEvent = Readonly<Record<string, unknown>> & { readonly webhookEventId: string };

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
  const isAnonymous = action.type === 'accountLink' && action.result === 'failed';
  const repliable = mode === 'active' && !NO_REPLY.has(type) && !isAnonymous;
  const token = repliable ? { replyToken: issueReplyToken(world, channel, chatId, at) } : {};
  return {
    mode,
    timestamp: at,
    ...(isAnonymous ? {} : { source: sourceOf(action, friend.id, options.in) }),
    webhookEventId: ulid(at),
    deliveryContext: { isRedelivery: false },
    ...token,
    ...body,
  };
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

/** Events about the account or several members name the place only. */
const OF_THE_PLACE = new Set<FriendAction['type']>(['join', 'leave', 'memberJoined', 'memberLeft']);

function sourceOf({ type }: FriendAction, userId: string, place: string | undefined): Record<string, string> {
  if (place === undefined) return { type: 'user', userId };
  const person: Record<string, string> = OF_THE_PLACE.has(type) ? {} : { userId };
  return place.startsWith('C')
    ? { type: 'group', groupId: place, ...person }
    : { type: 'room', roomId: place, ...person };
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function ulid(at: number): string {
  let time = '';
  for (let rest = at, index = 0; index < 10; index += 1, rest = Math.floor(rest / 32)) {
    time = `${CROCKFORD[rest % 32]}${time}`;
  }
  return time + Array.from(randomBytes(16), (byte) => CROCKFORD[byte % 32]).join('');
}
