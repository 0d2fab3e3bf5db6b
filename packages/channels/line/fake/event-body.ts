import type { FakeWorld } from './answer.ts';
import { buildMessage, mention } from './build-message.ts';
import type { FriendAction } from './friend-action.ts';
import { issueQuoteToken } from './quote-tokens.ts';
import { addEntry, chatOf, type FakeChannel, type FakeFriend, fakeUserId, messageId } from './state.ts';

type Body = Record<string, unknown>;

/** Carries out what the friend did; gives what its event has beside the common fields. */
export function bodyOf(
  world: FakeWorld,
  channel: FakeChannel,
  friend: FakeFriend,
  chatId: string,
  action: FriendAction,
): Body {
  const record = (body: Body & { type: string }, shown?: { kind: string; text: string }): Body => {
    recordEntry(world, channel, chatId, { body, payload: body, ...shown });
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
      return unsend(world, channel, chatId, action.messageId);
    case 'edit':
      return edit(world, channel, chatId, action);
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
      return record(move(world, channel, chatId, friend, action));
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
      const message = buildMessage(world, channel, chatId, action);
      const body = { type: 'message', message };
      recordEntry(world, channel, chatId, {
        body,
        payload: message,
        id: String(message.id),
        kind: action.type,
      });
      return body;
    }
  }
}

function unsend({ state }: FakeWorld, { channelId }: FakeChannel, chatId: string, id: string): Body {
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
  chatId: string,
  action: FriendAction & { type: 'edit' },
): Body {
  const { messageId: id, text } = action;
  const quoteToken = issueQuoteToken(world, channel.channelId, chatId, id);
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
  chatId: string,
  friend: FakeFriend,
  action: Move,
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
  chatId: string,
  { body, payload, id = messageId(), kind = body.type, text }: Recorded,
): void {
  const words = text ?? (typeof payload.text === 'string' ? payload.text : null);
  const shared = { from: 'friend', at: now(), via: null, requestId: null } as const;
  addEntry(chatOf(state, channelId, chatId), { ...shared, id, kind, text: words, payload });
}
