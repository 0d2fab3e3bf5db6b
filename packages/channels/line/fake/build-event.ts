import { randomBytes } from 'node:crypto';
import type { FakeWorld } from './answer.ts';
import type { FriendAction } from './friend-action.ts';
import { SAMPLES } from './sample-files.ts';
import { issueQuoteToken } from './sending.ts';
import { addEntry, chatOf, type FakeChannel, type FakeFriend, fakeUserId, messageId } from './state.ts';

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
  {
    friend,
    action,
    options = {},
  }: { readonly friend: FakeFriend; readonly action: FriendAction; readonly options?: EventOptions },
): FakeEvent {
  const at = options.timestamp ?? world.now();
  const chatId = options.in ?? friend.id;
  const body = bodyOf(world, channel, { friend, chatId, action });
  const type = String(body.type);
  const mode = options.mode ?? 'active';
  const isAnonymous = action.type === 'accountLink' && action.result === 'failed';
  const repliable = mode === 'active' && !NO_REPLY.has(type) && !isAnonymous;
  const token = repliable ? { replyToken: issueReplyToken(world, channel, { chatId, eventAt: at }) } : {};
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

function issueReplyToken(
  world: FakeWorld,
  channel: FakeChannel,
  { chatId, eventAt }: { readonly chatId: string; readonly eventAt: number },
): string {
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

type Body = Record<string, unknown>;

/** Carries out what the friend did; gives what its event has beside the common fields. */
function bodyOf(
  world: FakeWorld,
  channel: FakeChannel,
  {
    friend,
    chatId,
    action,
  }: { readonly friend: FakeFriend; readonly chatId: string; readonly action: FriendAction },
): Body {
  const record = (body: Body & { type: string }, shown?: { kind: string; text: string }): Body => {
    recordEntry(world, channel, { chatId, entry: { body, payload: body, ...shown } });
    return body;
  };
  switch (action.type) {
    case 'follow': {
      const isUnblocked = friend.relation === 'blocked';
      friend.relation = 'following';
      return record({ type: 'follow', follow: { isUnblocked } });
    }
    case 'unfollow':
      friend.relation = 'blocked';
      return record({ type: 'unfollow' });
    case 'unsend':
      return unsend(world, channel, { chatId, id: action.messageId });
    case 'edit':
      return edit(world, channel, { chatId, action });
    case 'postback': {
      const { data, params, displayText } = action;
      const shown = displayText === undefined ? undefined : { kind: 'text', text: displayText };
      return record({ type: 'postback', postback: params ? { data, params } : { data } }, shown);
    }
    case 'custom':
      return { ...action.event };
    case 'join':
    case 'leave':
    case 'memberJoined':
    case 'memberLeft':
      return record(move(world, channel, { chatId, friend, action }));
    case 'beacon': {
      const { hwid, beaconType = 'enter', dm } = action;
      return record({ type: 'beacon', beacon: { hwid, type: beaconType, ...(dm ? { dm } : {}) } });
    }
    case 'accountLink':
      return { type: 'accountLink', link: { result: action.result, nonce: action.nonce } };
    case 'membership': {
      const { change, membershipId } = action;
      return record({ type: 'membership', membership: { type: change, membershipId } });
    }
    case 'videoPlayComplete':
      return record({ type: 'videoPlayComplete', videoPlayComplete: { trackingId: action.trackingId } });
    default: {
      friend.lastWroteAt = world.now();
      const message = buildMessage(world, channel, { chatId, action });
      const body = { type: 'message', message };
      recordEntry(world, channel, {
        chatId,
        entry: {
          body,
          payload: message,
          id: String(message.id),
          kind: action.type,
        },
      });
      return body;
    }
  }
}

function unsend(
  { state }: FakeWorld,
  { channelId }: FakeChannel,
  { chatId, id }: { readonly chatId: string; readonly id: string },
): Body {
  const chat = chatOf(state, channelId, chatId);
  chat.entries = chat.entries.filter((entry) => entry.id !== id);
  const content = state.contents.get(id);
  if (content) content.gone = true;
  return { type: 'unsend', unsend: { messageId: id } };
}

/** The same id with other words and a new quote token; a read token it has none. */
function edit(
  world: FakeWorld,
  channel: FakeChannel,
  { chatId, action }: { readonly chatId: string; readonly action: FriendAction & { type: 'edit' } },
): Body {
  const { messageId: id, text } = action;
  const quoteToken = issueQuoteToken(world, { channelId: channel.channelId, chatId, messageId: id });
  const message = { id, type: 'text', quoteToken, text, ...mention(channel, action) };
  const chat = chatOf(world.state, channel.channelId, chatId);
  chat.entries = chat.entries.map((entry) =>
    entry.id === id ? { ...entry, text, payload: message } : entry,
  );
  return { type: 'messageEdited', message };
}

type Move = Extract<FriendAction, { type: 'join' | 'leave' | 'memberJoined' | 'memberLeft' }>;

function move(
  { state }: FakeWorld,
  { channelId }: FakeChannel,
  { chatId, friend, action }: { readonly chatId: string; readonly friend: FakeFriend; readonly action: Move },
): Body & { type: string } {
  const chat = chatOf(state, channelId, chatId);
  if (!('members' in action)) {
    const stays = action.type === 'join';
    if (!stays || chat.members.length === 0) chat.members = stays ? [friend.id] : [];
    return { type: action.type };
  }
  const { type } = action;
  const ids = action.members.map((member) => (/^U[0-9a-f]{32}$/.test(member) ? member : fakeUserId(member)));
  const others = chat.members.filter((member) => !ids.includes(member));
  chat.members = type === 'memberJoined' ? [...others, ...ids] : others;
  const members = ids.map((userId) => ({ type: 'user', userId }));
  return type === 'memberJoined' ? { type, joined: { members } } : { type, left: { members } };
}

interface Recorded {
  readonly body: Body & { readonly type: string };
  readonly payload: Body;
  readonly id?: string;
  readonly kind?: string;
  readonly text?: string;
}

function recordEntry(
  { state, now }: FakeWorld,
  { channelId }: FakeChannel,
  {
    chatId,
    entry: { body, payload, id = messageId(), kind = body.type, text },
  }: { readonly chatId: string; readonly entry: Recorded },
): void {
  const words = text ?? (typeof payload.text === 'string' ? payload.text : null);
  const shared = { from: 'friend', at: now(), via: null, requestId: null } as const;
  addEntry(chatOf(state, channelId, chatId), { ...shared, id, kind, text: words, payload });
}

type MessageAction = Extract<
  FriendAction,
  { readonly type: 'text' | 'sticker' | 'image' | 'video' | 'audio' | 'file' | 'location' }
>;

/** What a friend sent as the vendor's message object; bytes are kept to be fetched. */
function buildMessage(
  world: FakeWorld,
  channel: FakeChannel,
  { chatId, action }: { readonly chatId: string; readonly action: MessageAction },
): Record<string, unknown> {
  const id = messageId();
  const markAsReadToken = randomBytes(18).toString('base64url');
  const { channelId } = channel;
  world.state.readTokens.set(markAsReadToken, { channelId, chatId, at: world.now() });
  const shared = { id, type: action.type, markAsReadToken };
  const quotable = !['audio', 'file', 'location'].includes(action.type);
  const quoting = quotable
    ? { ...shared, quoteToken: issueQuoteToken(world, { channelId, chatId, messageId: id }) }
    : shared;
  switch (action.type) {
    case 'text': {
      const quotes = action.quotes === undefined ? {} : { quotedMessageId: action.quotes };
      return { ...quoting, text: action.text, ...quotes, ...mention(channel, action), ...action.extra };
    }
    case 'sticker': {
      const words = action.text === undefined ? {} : { text: action.text };
      const keywords = action.keywords ?? ['hello', 'smile'];
      const { stickerResourceType = 'STATIC' } = action;
      const sticker = { packageId: '446', stickerId: '1988', stickerResourceType };
      return { ...quoting, ...sticker, keywords, ...words };
    }
    case 'image': {
      const set = action.imageSet === undefined ? {} : { imageSet: action.imageSet };
      return { ...quoting, ...provide(world, channel, { id, action, pending: 0 }), ...set };
    }
    case 'video':
    case 'audio':
      return { ...quoting, duration: 1_000, ...provide(world, channel, { id, action, pending: 1 }) };
    case 'file': {
      const { bytes = SAMPLES.file.bytes, contentType = typeOf(action.fileName) } = action;
      const size = keep(world, channel, { id, bytes, contentType, pending: 0 });
      return { ...shared, fileName: action.fileName, fileSize: size };
    }
    case 'location': {
      const {
        title = '東京駅',
        address = '東京都千代田区丸の内1丁目',
        latitude = 35.681236,
        longitude = 139.767125,
      } = action;
      return { ...shared, title, address, latitude, longitude };
    }
    default:
      return action satisfies never;
  }
}

function mention(
  channel: FakeChannel,
  action: { readonly text: string; readonly mentionsAccount?: boolean },
): Record<string, unknown> {
  if (action.mentionsAccount !== true) return {};
  const length = Math.min(action.text.length, channel.displayName.length + 1);
  return {
    mention: { mentionees: [{ index: 0, length, type: 'user', userId: channel.botUserId, isSelf: true }] },
  };
}

type MediaAction = MessageAction & { readonly type: 'image' | 'video' | 'audio' };

/** Where the bytes are: with the vendor, or where `externalUrl` says. */
function provide(
  world: FakeWorld,
  channel: FakeChannel,
  { id, action, pending }: { readonly id: string; readonly action: MediaAction; readonly pending: number },
): Record<string, unknown> {
  if (action.externalUrl !== undefined) {
    const originalContentUrl = action.externalUrl;
    return { contentProvider: { type: 'external', originalContentUrl, previewImageUrl: originalContentUrl } };
  }
  const sample = SAMPLES[action.type];
  const { bytes = sample.bytes, contentType = sample.contentType } = action;
  keep(world, channel, { id, bytes, contentType, pending });
  return { contentProvider: { type: 'line' } };
}

const typeOf = (fileName: string): string =>
  fileName.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream';

function keep(
  world: FakeWorld,
  { channelId }: FakeChannel,
  {
    id,
    bytes,
    contentType,
    pending,
  }: { readonly id: string; readonly bytes: Buffer; readonly contentType: string; readonly pending: number },
): number {
  const base64 = bytes.toString('base64');
  world.state.contents.set(id, { channelId, contentType, base64, pending, gone: false });
  return bytes.length;
}
