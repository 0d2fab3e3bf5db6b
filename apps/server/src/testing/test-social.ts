import { randomBytes } from 'node:crypto';
import { forgotPassword, resetPassword } from '@hanasu/contract/accounts';
import {
  type SocialProvider,
  socialCallback,
  startSocialLink,
  startSocialSignIn,
} from '@hanasu/contract/social';
import { startFakeFacebook } from './fake-facebook.ts';
import { startFakeGoogle } from './fake-google.ts';
import { mailedCode } from './test-mails.ts';
import { type Caller, createCaller, type SignedIn, startTestServer, type TestServer } from './test-server.ts';

/** Where browsers believe the server to be. */
export const PUBLIC_URL = 'http://hanasu.test';
/** Of an installation that is meant for its own machine alone. */
export const LOCAL_URL = 'http://localhost';

/** What the provider puts in the return address. */
export interface Returned {
  readonly code?: string;
  readonly state: string;
  readonly error?: string;
  readonly iss?: string;
}

/** One visit to a provider, as the page that began it sees it. */
export interface Visit extends Returned {
  readonly binding: string;
}

type StartBody = {
  readonly returnTo?: string;
  readonly remember?: boolean;
  readonly locale?: 'en' | 'ja' | 'vi';
};

export const newBinding = (): string => randomBytes(32).toString('hex');

/** Follows the address to the provider as somebody who has chosen `hint` there before. */
export async function visitProvider(url: string, hint: string): Promise<Returned> {
  const target = new URL(url);
  target.searchParams.set('login_hint', hint);
  const response = await fetch(target, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (!location) throw new Error(`the provider shows a page: ${await response.text()}`);
  const query = new URL(location).searchParams;
  const optional = (name: string) => (query.has(name) ? { [name]: query.get(name) ?? '' } : {});
  return { state: query.get('state') ?? '', ...optional('code'), ...optional('error'), ...optional('iss') };
}

export type FakeProviders = Awaited<ReturnType<typeof startFakeProviders>>;

/** Both fakes, and what a server that is reached at `publicUrl` is started with to use them. */
export async function startFakeProviders(publicUrl = PUBLIC_URL) {
  const [google, facebook] = await Promise.all([startFakeGoogle(), startFakeFacebook()]);
  google.register(`${publicUrl}/api/auth/google/callback`);
  facebook.register(`${publicUrl}/api/auth/facebook/callback`);
  return {
    google,
    facebook,
    settings: { ...google.settings, ...facebook.settings, PUBLIC_URL: publicUrl },
    async close(): Promise<void> {
      await Promise.all([google.close(), facebook.close()]);
    },
  };
}

/** Ways of people through the fakes to a server and back. */
export function createVisits(server: TestServer) {
  const start = (provider: SocialProvider, binding: string, body: StartBody = {}) =>
    server.anonymous.call(startSocialSignIn, {
      params: { provider },
      body: { acceptedTerms: true, ...body, binding },
    });

  async function visit(provider: SocialProvider, hint: string, body: StartBody = {}): Promise<Visit> {
    const binding = newBinding();
    const { url } = await start(provider, binding, body);
    return { ...(await visitProvider(url, hint)), binding };
  }

  async function visitToLink(person: SignedIn, provider: SocialProvider, hint: string): Promise<Visit> {
    const binding = newBinding();
    const body = { binding, ...(person.password ? { password: person.password } : {}) };
    const { url } = await person.call(startSocialLink, { params: { provider }, body });
    return { ...(await visitProvider(url, hint)), binding };
  }

  const back = (provider: SocialProvider, body: Visit, caller: Caller = server.anonymous) =>
    caller.call(socialCallback, { params: { provider }, body });

  return {
    start,
    visit,
    visitToLink,
    back,
    /** The code that the callback is refused with. */
    refused: async (provider: SocialProvider, body: Visit, caller: Caller = server.anonymous) =>
      (await caller.refused(socialCallback, { params: { provider }, body })).code,
    /** All the way in. */
    async signIn(provider: SocialProvider, hint: string, body: StartBody = {}): Promise<SignedIn> {
      const result = await back(provider, await visit(provider, hint, body));
      if (result.kind !== 'session') throw new Error('somebody was linked instead of signed in');
      const { jwt, user } = result.session;
      return { ...createCaller(server.address, jwt), jwt, user, password: '' };
    },
    link: async (person: SignedIn, provider: SocialProvider, hint: string) =>
      back(provider, await visitToLink(person, provider, hint), person),
    /** Somebody who has the mailbox chooses a new password. */
    async resetBy(email: string, password: string) {
      await server.anonymous.call(forgotPassword, { body: { email } });
      const code = await mailedCode(server, email, 'Reset-Password');
      const body = { code, password, passwordConfirmation: password };
      return server.anonymous.call(resetPassword, { body });
    },
  };
}

export type SocialWorld = Awaited<ReturnType<typeof startSocialWorld>>;

/** A server with keys for both fakes, and people's ways through them. */
export async function startSocialWorld() {
  const providers = await startFakeProviders();
  const server = await startTestServer(providers.settings);
  return {
    server,
    google: providers.google,
    facebook: providers.facebook,
    ...createVisits(server),
    async stop(): Promise<void> {
      await server.stop();
      await providers.close();
    },
  };
}
