import { randomBytes, randomInt } from 'node:crypto';
import type { SimulatorState } from '@hanasu/contract/channels';
import type { SandboxAction, SandboxVendor } from '../../spec/sandbox.ts';
import { writeCallback } from '../callback-payload.ts';
import { TelegramCredentials } from '../credentials.ts';
import { webhookSecretOf } from '../webhook/parse-webhook.ts';
import type { FriendAction } from './build-update.ts';
import { type FakeTelegram, startFakeTelegram } from './fake-telegram.ts';

/** The people of the simulator; each speaks one of the product's languages. */
const PEOPLE: Readonly<Record<string, { readonly firstName: string; readonly language: string }>> = {
  hanako: { firstName: '花子', language: 'ja' },
  minh: { firstName: 'Minh', language: 'vi' },
  alex: { firstName: 'Alex', language: 'en' },
};

/** The fake vendor behind the product's simulator page. */
export async function startTelegramSandbox(): Promise<SandboxVendor> {
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const fake = await startFakeTelegram({ isLocal: true, onCall: changed });
  return {
    hosts: fake.hosts,
    addAccount(name) {
      const id = randomInt(1_000_000_000, 9_999_999_999);
      const botToken = `${id}:${randomBytes(26).toString('base64url')}`;
      const credentials: TelegramCredentials = { botToken, botUsername: `sandbox_${id}_bot` };
      register(fake, credentials, name);
      changed();
      return credentials;
    },
    restoreAccount(given, name, webhookUrl) {
      const credentials = TelegramCredentials.parse(given);
      register(fake, credentials, name);
      // The port of this server may have changed since.
      fake.setWebhook(credentials.botToken, { url: webhookUrl, secret: webhookSecretOf(credentials) });
    },
    state: (given, friend) => stateOf(fake, TelegramCredentials.parse(given).botToken, friend),
    async act(given, friend, action) {
      const { botToken } = TelegramCredentials.parse(given);
      const friendId = openFriend(fake, botToken, friend);
      const todo = toFriendActions(action, fake.friend(botToken, friendId)?.status === 'blocked');
      if (!todo) return { kind: 'refused', detail: 'The sandbox of this channel has no such thing' };
      for (const each of todo) {
        const { status } = await fake.friendSays(botToken, friendId, each);
        changed();
        if (status === null || status < 200 || status > 299) {
          return { kind: 'refused', detail: `The webhook answered ${status ?? 'nothing'}` };
        }
      }
      return { kind: 'delivered' };
    },
    snapshot: () => fake.snapshot(),
    restore: (snapshot) => fake.restore(snapshot),
    onChange: (listener) => {
      listeners.add(listener);
    },
    close: () => fake.close(),
  };
}

function register(fake: FakeTelegram, { botToken, botUsername }: TelegramCredentials, name: string): void {
  fake.addBot({ token: botToken, name, username: botUsername ?? 'sandbox_bot' });
}

const openFriend = (fake: FakeTelegram, token: string, friend: string): string =>
  fake.addFriend(token, PEOPLE[friend] ?? { firstName: friend });

function stateOf(fake: FakeTelegram, token: string, friend: string): SimulatorState {
  const id = openFriend(fake, token, friend);
  const known = fake.friend(token, id);
  return {
    friend: { id, name: known?.firstName ?? friend, blocked: known?.status === 'blocked' },
    typing: fake.isTyping(token, id),
    messages: fake.chat(token, id).map((entry) => ({
      id: String(entry.id),
      from: entry.from,
      at: new Date(entry.at).toISOString(),
      kind: entry.kind,
      text: entry.text,
      payload: entry.payload,
    })),
    menu: null,
  };
}

/** Null: nobody can do that there, or no bot is told of it. */
function toFriendActions(action: SandboxAction, isBlocked: boolean): readonly FriendAction[] | null {
  switch (action.action) {
    case 'text':
      return [{ type: 'text', text: action.text }];
    case 'postback':
      return [{ type: 'tap', data: writeCallback({ kind: 'postback', value: action.data }) ?? '' }];
    case 'follow':
      // Whoever has blocked the bot lets it back first; both is done by one button.
      return [...(isBlocked ? [{ type: 'unblock' } as const] : []), { type: 'start' }];
    case 'unfollow':
      return [{ type: 'block' }];
    case 'location':
      return [{ type: 'venue' }];
    case 'unsend':
    case 'menu':
      return null;
    default:
      return [{ type: action.action }];
  }
}
