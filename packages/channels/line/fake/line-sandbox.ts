import { randomBytes, randomInt } from 'node:crypto';
import type { SimulatorState } from '@hanasu/contract/channels';
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
    state: (given, friend) => stateOf(fake, LineCredentials.parse(given).channelId, friend),
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

function stateOf(fake: FakeLine, channelId: string, friend: string): SimulatorState {
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
  };
}

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
      const { data, text } = action;
      return { type: 'postback', data, ...(text === '' ? {} : { displayText: text }) };
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
