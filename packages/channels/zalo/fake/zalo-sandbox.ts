import { randomBytes } from 'node:crypto';
import type { SimulatorState } from '@hanasu/contract/channels';
import type { SandboxAction, SandboxVendor } from '../../spec/sandbox.ts';
import { ZaloCredentials } from '../credentials.ts';
import { POSTBACK } from '../postback.ts';
import type { FriendAction } from './build-event.ts';
import { type FakeZalo, startFakeZalo } from './fake-zalo.ts';
import { fakeId, newToken } from './state.ts';

/** The people of the simulator; each speaks one of the product's languages. */
const PEOPLE: Readonly<Record<string, string>> = { hanako: '花子', minh: 'Minh', alex: 'Alex' };

/** Nobody reconnects a sandbox; its access can be renewed all the same. */
const TEN_YEARS_SECONDS = 10 * 365 * 24 * 60 * 60;

/** Messages after the free 48 hours that a new account has bought, so that they can be tried too. */
const PACKAGE = 500;

/** The fake vendor behind the product's simulator page. */
export async function startZaloSandbox(): Promise<SandboxVendor> {
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const fake = await startFakeZalo({ onCall: changed });
  return {
    hosts: fake.hosts,
    addAccount(name) {
      const credentials = newCredentials(name);
      fake.addAccount({ oaId: credentials.oaId, name, paidLeft: PACKAGE, paidTotal: PACKAGE });
      register(fake, credentials, name);
      changed();
      return credentials;
    },
    restoreAccount(given, name, webhookUrl) {
      const credentials = ZaloCredentials.parse(given);
      register(fake, credentials, name);
      // The port of this server may have changed since.
      fake.setWebhook(credentials.appId, webhookUrl);
    },
    state: (given, friend) => stateOf(fake, ZaloCredentials.parse(given).oaId, friend),
    async act(given, friend, action) {
      const { oaId } = ZaloCredentials.parse(given);
      const done = toFriendAction(action);
      if (!done) return { kind: 'refused', detail: 'The sandbox of this channel has no such thing' };
      const { status } = await fake.friendSays(oaId, openFriend(fake, oaId, friend), done);
      changed();
      if (status === 200) return { kind: 'delivered' };
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

function newCredentials(name: string): ZaloCredentials {
  const seed = `${name} ${randomBytes(8).toString('hex')}`;
  const expiresAt = Date.now() + TEN_YEARS_SECONDS * 1000;
  return {
    appId: fakeId(`app ${seed}`),
    appSecret: randomBytes(10).toString('hex'),
    oaId: fakeId(`account ${seed}`),
    accessToken: newToken(),
    refreshToken: newToken(),
    expiresAt,
    refreshExpiresAt: expiresAt,
  };
}

/** What the product has stored is the latest: a renewal that the snapshot missed is in it. */
function register(fake: FakeZalo, credentials: ZaloCredentials, name: string): void {
  const { appId, appSecret, webhookSecret, oaId } = credentials;
  fake.addApp({ appId, appSecret, ...(webhookSecret === undefined ? {} : { webhookSecret }) });
  fake.addAccount({ oaId, name, accessSeconds: TEN_YEARS_SECONDS });
  fake.giveAccess(appId, oaId, credentials);
}

function openFriend(fake: FakeZalo, oaId: string, friend: string): string {
  return fake.addFriend(oaId, { displayName: PEOPLE[friend] ?? friend });
}

function stateOf(fake: FakeZalo, oaId: string, friend: string): SimulatorState {
  const friendId = openFriend(fake, oaId, friend);
  const known = fake.friend(oaId, friendId);
  return {
    friend: {
      id: friendId,
      name: known?.displayName ?? friend,
      blocked: known?.relation === 'left',
    },
    typing: false,
    messages: fake.chat(oaId, friendId).map((entry) => ({
      id: entry.id,
      from: entry.from,
      at: new Date(entry.at).toISOString(),
      kind: entry.kind,
      text: entry.text?.startsWith(POSTBACK) ? null : entry.text,
      payload: entry.payload,
    })),
    menu: null,
  };
}

/** Null: nobody can do that there. */
function toFriendAction(action: SandboxAction): FriendAction | null {
  switch (action.action) {
    case 'text':
      return { type: 'text', text: action.text };
    case 'postback':
      return { type: 'tap', payload: action.data };
    case 'unsend':
    case 'menu':
      return null;
    default:
      return { type: action.action };
  }
}
