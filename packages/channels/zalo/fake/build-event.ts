import type { FakeEcho } from './answer.ts';
import {
  addEntry,
  chatOf,
  type FakeAccount,
  type FakeFriend,
  type FakeState,
  fakeId,
  key,
  messageId,
} from './state.ts';

/** A webhook body before it is written out. */
export type FakeEvent = Readonly<Record<string, unknown>>;

/** What a friend does; `custom` is merged over the common fields as it is. */
export type FriendAction =
  | { readonly type: 'text'; readonly text: string; readonly quote?: string }
  | { readonly type: 'image' | 'gif'; readonly text?: string; readonly urls?: readonly string[] }
  | { readonly type: 'audio' | 'video' | 'sticker' | 'location' | 'link' | 'business_card' }
  | { readonly type: 'file'; readonly name?: string }
  /** Taps a button: its payload is sent as words. */
  | { readonly type: 'tap'; readonly payload: string }
  | { readonly type: 'follow' | 'unfollow' | 'withdraw' }
  | { readonly type: 'seen' | 'received'; readonly messageIds: readonly string[] }
  | { readonly type: 'react'; readonly messageId: string; readonly icon: string }
  | { readonly type: 'details'; readonly info: Readonly<Record<string, unknown>> }
  | { readonly type: 'custom'; readonly event: FakeEvent };

export interface EventOptions {
  /** `group:…` or `anonymous:…:…` the friend writes in; the chat with the account itself when absent. */
  readonly in?: string;
  /** Milliseconds since the epoch; now when absent. */
  readonly timestamp?: number;
}

export interface EventParts {
  readonly state: FakeState;
  readonly now: number;
  readonly account: FakeAccount;
  readonly friend: FakeFriend;
}

/** Carries out what the friend did and gives the body that tells of it, not yet sent. */
export function buildEvent(parts: EventParts, action: FriendAction, options: EventOptions = {}): FakeEvent {
  const { account, friend } = parts;
  const shared = {
    app_id: account.appId,
    timestamp: String(options.timestamp ?? parts.now),
    user_id_by_app: fakeId(`by app ${friend.id}`),
  };
  const toAccount = { sender: { id: friend.id }, recipient: { id: account.oaId } };
  const toFriend = { sender: { id: account.oaId }, recipient: { id: friend.id } };
  switch (action.type) {
    case 'follow':
    case 'unfollow':
      friend.relation = action.type === 'follow' ? 'following' : 'left';
      if (action.type === 'follow') friend.lastInteractionAt = parts.now;
      remember(parts, { chatId: friend.id, id: messageId(), kind: action.type, text: null, payload: {} });
      return {
        ...shared,
        event_name: action.type,
        oa_id: account.oaId,
        follower: { id: friend.id },
        source: 'oa_profile',
      };
    case 'withdraw':
      return { ...shared, ...toAccount, event_name: 'user_withdraw' };
    case 'seen':
      return {
        ...shared,
        ...toFriend,
        event_name: 'user_seen_message',
        message: { msg_ids: action.messageIds },
      };
    case 'received':
      return {
        ...shared,
        ...toFriend,
        event_name: 'user_received_message',
        message: { msg_id: action.messageIds[0] },
      };
    case 'react': {
      const message = { msg_id: action.messageId, react_icon: action.icon };
      return { ...shared, ...toAccount, event_name: 'user_reacted_message', message };
    }
    case 'details':
      return { ...shared, ...toAccount, event_name: 'user_submit_info', info: action.info };
    case 'custom':
      return { ...shared, ...action.event };
    default:
      return { ...shared, ...buildMessage(parts, action, options) };
  }
}

type MessageAction = Exclude<
  FriendAction,
  { readonly type: 'follow' | 'unfollow' | 'withdraw' | 'seen' | 'received' | 'react' | 'details' | 'custom' }
>;

function buildMessage(
  parts: EventParts,
  action: MessageAction,
  options: EventOptions,
): Record<string, unknown> {
  const { account, friend, now } = parts;
  friend.lastInteractionAt = now;
  const chatId = options.in ?? friend.id;
  const [place, id, conversation] = chatId.split(':');
  const kind = action.type === 'tap' ? 'text' : action.type;
  const prefix =
    place === 'anonymous' ? 'anonymous_send' : place === 'group' ? 'user_send_group' : 'user_send';
  const message = { msg_id: messageId(), ...bodyOf(action) };
  const text = 'text' in message && typeof message.text === 'string' ? message.text : null;
  remember(parts, { chatId, id: message.msg_id, kind, text, payload: message });
  return {
    event_name: `${prefix}_${kind}`,
    sender: { id: place === 'anonymous' ? id : friend.id },
    recipient: { id: place === 'group' ? id : account.oaId },
    ...(place === 'group' ? { oa_id: account.oaId } : {}),
    message: place === 'anonymous' ? { ...message, conversation_id: conversation } : message,
  };
}

const HOST = 'https://photo-stal.zdn.vn';

function bodyOf(action: MessageAction): Record<string, unknown> {
  const attached = (payload: Record<string, unknown>, type: string = action.type) => ({
    attachments: [{ type, payload }],
  });
  switch (action.type) {
    case 'text':
      return { text: action.text, ...(action.quote === undefined ? {} : { quote_msg_id: action.quote }) };
    case 'tap':
      return { text: action.payload };
    case 'image':
    case 'gif': {
      const urls = action.urls ?? [`${HOST}/a.${action.type === 'gif' ? 'gif' : 'jpg'}`];
      const attachments = urls.map((url) => ({
        type: action.type,
        payload: { thumbnail: `${url}?small`, url },
      }));
      return { ...(action.text === undefined ? {} : { text: action.text }), attachments };
    }
    case 'audio':
      return attached({ url: `${HOST}/a.amr` });
    case 'video':
      return attached({ url: `${HOST}/a.mp4`, thumbnail: `${HOST}/a.jpg`, description: '' });
    case 'sticker':
      return attached({ id: '22', url: `${HOST}/sticker.png` });
    case 'location':
      return attached({ coordinates: { latitude: '21.0278', longitude: '105.8342' } });
    case 'link':
      return {
        text: 'https://example.com/menu',
        ...attached({ thumbnail: '', description: 'Menu', url: 'https://example.com/menu' }),
      };
    case 'business_card':
      return attached({
        thumbnail: '',
        description: JSON.stringify({ phone: '84901234567', caption: 'Minh' }),
        url: 'https://zaloapp.com/qr/p/1',
      });
    case 'file': {
      const name = action.name ?? 'menu.pdf';
      return attached({ url: `${HOST}/${name}`, name, size: '1024', checksum: 'c', type: 'pdf' });
    }
    default:
      return action satisfies never;
  }
}

function remember(
  { state, account, now }: EventParts,
  {
    chatId,
    id,
    kind,
    text,
    payload,
  }: {
    readonly chatId: string;
    readonly id: string;
    readonly kind: string;
    readonly text: string | null;
    readonly payload: unknown;
  },
): void {
  addEntry(chatOf(state, account.oaId, chatId), { id, from: 'friend', at: now, kind, text, payload });
}

/** What the webhook is told after the account has said something, through the API or, with `adminId`, by hand. */
export function buildEcho(
  account: FakeAccount,
  {
    chatId,
    echo: { kind, messageId: id, text },
    now,
    adminId,
  }: { readonly chatId: string; readonly echo: FakeEcho; readonly now: number; readonly adminId?: string },
): FakeEvent {
  const [place, placeId, conversation] = chatId.split(':');
  const isPlace = place === 'group' || place === 'anonymous';
  const prefix =
    place === 'group' ? 'oa_send_group' : place === 'anonymous' ? 'oa_send_anonymous' : 'oa_send';
  const attachments = kind === 'text' ? {} : { attachments: [{ type: kind, payload: {} }] };
  return {
    app_id: account.appId,
    oa_id: account.oaId,
    event_name: `${prefix}_${kind}`,
    timestamp: String(now),
    sender: { id: account.oaId, ...(adminId === undefined ? {} : { admin_id: adminId }) },
    recipient: { id: isPlace ? placeId : chatId },
    message: {
      msg_id: id,
      ...(text === null ? {} : { text }),
      ...attachments,
      ...(place === 'anonymous' ? { conversation_id: conversation } : {}),
    },
  };
}

export const friendOf = (state: FakeState, oaId: string, friendId: string): FakeFriend => {
  const friend = state.friends.get(key(oaId, friendId));
  if (!friend) throw new Error(`no friend ${friendId} of account ${oaId}`);
  return friend;
};
