import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { type FakeLine, startFakeLine } from '@hanasu/channels/line/fake/fake-line';

type Account = Parameters<FakeLine['addChannel']>[0];
interface LiffApp {
  readonly liffId: string;
  readonly loginChannelId: string;
  readonly endpoint: string;
  readonly account: string;
  /** Whose phone it is opened on. */
  readonly friend: string;
}
type Wish =
  | { readonly open: Account }
  | { readonly liff: LiffApp }
  | { readonly account: string; readonly friend: string; readonly text: string };

/** The vendor's program; tests, which run in processes of their own, act as its users through `control`. */
export async function startLineVendor() {
  // It waits for an answer of the webhook however busy the machine is.
  const fake = await startFakeLine({ webhookTimeoutMs: 600_000 });
  const server = createServer(async (request, response) => {
    const wish = (await json(request)) as Wish;
    if ('open' in wish) fake.addChannel(wish.open);
    else if ('liff' in wish) {
      const { account, friend, ...app } = wish.liff;
      fake.addLiffApp({ ...app, userId: fake.addFriend(account, { displayName: friend }) });
    } else {
      const friend = fake.addFriend(wish.account, { displayName: wish.friend });
      await fake.friendSays(wish.account, friend, { type: 'text', text: wish.text });
    }
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the vendor has no port');
  return {
    hosts: fake.hosts,
    control: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      await fake.close();
    },
  };
}

async function wish(what: Wish): Promise<void> {
  const control = process.env.HANASU_E2E_LINE;
  if (!control) throw new Error('the vendor has not been started');
  await fetch(control, { method: 'POST', body: JSON.stringify(what) });
}

const digits = (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 9) + 1).join('');

/** A new official account at the vendor. */
export async function openOfficialAccount(given: { displayName: string }) {
  const account = {
    channelId: digits(10),
    channelSecret: digits(32),
    channelAccessToken: `token-${digits(40)}`,
    ...given,
  };
  await wish({ open: account });
  return account;
}

/** From now on the vendor sends nothing but replies for it. */
export const useUpQuota = (account: Account) => wish({ open: { ...account, monthlyQuota: 0 } });

/** A LIFF app as in the vendor's console, opened on a friend's phone. */
export const addLiffApp = (liff: LiffApp) => wish({ liff });

/** A friend of an official account writes to it. */
export const writeAsFriend = (account: string, friend: string, text: string) =>
  wish({ account, friend, text });
