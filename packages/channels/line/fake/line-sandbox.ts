import { randomBytes, randomInt } from 'node:crypto';
import type { SimulatorState } from '@hanasu/contract/channels';
import type { SimulatorMenu } from '@hanasu/contract/simulator-menu';
import type { SandboxAction, SandboxVendor } from '../../spec/sandbox.ts';
import { LineCredentials } from '../credentials.ts';
import { fields } from './answer.ts';
import { type FakeLine, startFakeLine } from './fake-line.ts';
import type { FriendAction } from './friend-action.ts';

/** The people of the simulator; each speaks one of the product's languages. */
const PEOPLE = {
  hanako: { displayName: '花子', language: 'ja' },
  minh: { displayName: 'Minh', language: 'vi' },
  alex: { displayName: 'Alex', language: 'en' },
} as const satisfies Record<string, { displayName: string; language: string }>;

const isPerson = (name: string): name is keyof typeof PEOPLE => name in PEOPLE;

/** The fake vendor behind the product's simulator page. */
export async function startLineSandbox(): Promise<SandboxVendor> {
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const fake = await startFakeLine({ onCall: changed });
  return {
    // LIFF apps of the simulator's accounts are nobody's: their links go where the owner's own lead.
    hosts: { api: fake.hosts.api, data: fake.hosts.data },
    addAccount(name) {
      const credentials = {
        channelId: String(randomInt(1_000_000_000, 9_999_999_999)),
        channelSecret: randomBytes(16).toString('hex'),
        channelAccessToken: randomBytes(48).toString('base64url'),
      };
      fake.addChannel({ ...credentials, displayName: name });
      changed();
      return credentials;
    },
    restoreAccount(given, name, webhookUrl) {
      const credentials = LineCredentials.parse(given);
      fake.addChannel({ ...credentials, displayName: name });
      // The port of this server may have changed since.
      fake.setWebhook(credentials.channelId, webhookUrl);
    },
    state: (given, friend, knownMenu) =>
      stateOf(fake, LineCredentials.parse(given).channelId, { friend, knownMenu }),
    async act(given, friend, action) {
      const { channelId } = LineCredentials.parse(given);
      const friendId = openFriend(fake, channelId, friend);
      const done = toFriendAction(fake, { channelId, friendId, action });
      if (!done) return { kind: 'refused', detail: 'There is no message of this friend to take back' };
      const { status } = await fake.friendSays(channelId, friendId, done);
      changed();
      if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
      return { kind: 'refused', detail: `The webhook answered ${status ?? 'nothing'}` };
    },
    snapshot: () => fake.snapshot(),
    restore: (snapshot) => fake.restore(snapshot),
    onChange: (listener) => {
      listeners.add(listener);
    },
    close: () => fake.close(),
  };
}

function openFriend(fake: FakeLine, channelId: string, friend: string): string {
  const person = isPerson(friend) ? PEOPLE[friend] : { displayName: friend, language: 'en' };
  return fake.addFriend(channelId, person);
}

interface Seen {
  readonly friend: string;
  /** The one whose picture is not asked for. */
  readonly knownMenu: string | undefined;
}

function stateOf(fake: FakeLine, channelId: string, { friend, knownMenu }: Seen): SimulatorState {
  const friendId = openFriend(fake, channelId, friend);
  const known = fake.friend(channelId, friendId);
  return {
    friend: {
      id: friendId,
      name: known?.displayName ?? friend,
      blocked: known?.relation === 'blocked',
    },
    typing: fake.isTyping(channelId, friendId),
    messages: fake.chat(channelId, friendId).map((entry) => ({
      id: entry.id,
      from: entry.from,
      at: new Date(entry.at).toISOString(),
      kind: entry.kind,
      text: entry.text,
      payload: entry.payload,
    })),
    menu: shownMenu(fake, fake.menuOf(channelId, friendId), knownMenu),
  };
}

function shownMenu(fake: FakeLine, id: string | null, known: string | undefined): SimulatorState['menu'] {
  const found = id === null ? null : fake.menu(id);
  if (id === null || !found) return null;
  const { menu, image } = found;
  const size = fields(menu.size);
  const areas = Array.isArray(menu.areas) ? menu.areas.map(fields) : [];
  return {
    id,
    text: String(menu.chatBarText),
    open: menu.selected === true,
    width: Number(size.width),
    height: Number(size.height),
    picture: image && id !== known ? `data:${image.contentType};base64,${image.base64}` : null,
    areas: areas.map((area) => {
      const bounds = fields(area.bounds);
      const action = fields(area.action);
      return {
        x: Number(bounds.x),
        y: Number(bounds.y),
        width: Number(bounds.width),
        height: Number(bounds.height),
        label: wordsOf(action.label),
        tap: tapOf(action),
      };
    }),
  };
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');
function tapOf(action: ReturnType<typeof fields>): SimulatorMenu['areas'][number]['tap'] {
  const data = wordsOf(action.data);
  switch (action.type) {
    case 'message':
      return { kind: 'text', text: wordsOf(action.text) };
    case 'postback':
      return { kind: 'postback', data, text: wordsOf(action.displayText) };
    case 'uri':
      return { kind: 'link', url: wordsOf(action.uri) };
    case 'clipboard':
      return { kind: 'copy', text: wordsOf(action.clipboardText) };
    case 'richmenuswitch':
      return { kind: 'switch', alias: wordsOf(action.richMenuAliasId), data };
    case 'datetimepicker':
      return { kind: 'date', mode: PICKED.find((mode) => mode === action.mode) ?? 'date', data };
    default:
      return null;
  }
}
const PICKED = ['date', 'time', 'datetime'] as const;

function toFriendAction(
  fake: FakeLine,
  {
    channelId,
    friendId,
    action,
  }: { readonly channelId: string; readonly friendId: string; readonly action: SandboxAction },
): FriendAction | null {
  switch (action.action) {
    case 'text':
      return { type: 'text', text: action.text };
    case 'file':
      return { type: 'file', fileName: 'hello.pdf' };
    case 'location':
      return { type: 'location', title: 'Tokyo Tower', address: '4-2-8 Shibakoen, Minato-ku, Tokyo' };
    case 'postback': {
      const { data, text, params } = action;
      return {
        type: 'postback',
        data,
        ...(text === '' ? {} : { displayText: text }),
        ...(params ? { params } : {}),
      };
    }
    case 'menu': {
      const { alias, data } = action;
      const isThere = fake.switchMenu(channelId, friendId, alias);
      const status = isThere ? 'SUCCESS' : 'RICHMENU_ALIAS_ID_NOTFOUND';
      return { type: 'postback', data, params: { newRichMenuAliasId: alias, status } };
    }
    case 'unsend': {
      const id = newestOf(fake, channelId, friendId);
      return id === null ? null : { type: 'unsend', messageId: id };
    }
    case 'sticker':
    case 'image':
    case 'video':
    case 'audio':
    case 'follow':
    case 'unfollow':
      return { type: action.action };
    default:
      return action satisfies never;
  }
}

/** Id of the friend's newest message; following or tapping is none. */
function newestOf(fake: FakeLine, channelId: string, friendId: string): string | null {
  const newest = fake
    .chat(channelId, friendId)
    .findLast(({ from, id, payload }) => from === 'friend' && fields(payload).id === id);
  return newest?.id ?? null;
}
