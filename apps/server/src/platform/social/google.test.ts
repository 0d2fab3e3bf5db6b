import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeGoogle,
  type GooglePerson,
  startFakeGoogle,
  type TokenFault,
} from '../../testing/fake-google.ts';
import { startSite } from '../../testing/fake-site.ts';
import { visitProvider } from '../../testing/test-social.ts';
import { createGoogleClient } from './google.ts';
import type { SocialClient } from './provider.ts';
import { askVendor } from './vendor-client.ts';

const redirectUri = 'http://hanasu.test/back';
const attempt = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43), redirectUri };

let google: FakeGoogle;
let client: SocialClient;
beforeAll(async () => {
  google = await startFakeGoogle();
  google.register(redirectUri);
});
beforeEach(() => {
  google.put({ subject: '1', name: 'Hanako', email: 'hanako@gmail.com', emailVerified: true });
  client = createGoogleClient(settingsAt(google.url));
});
afterAll(() => google.close());

const settingsAt = (baseUrl: string) => ({
  baseUrl,
  clientId: google.client.id,
  clientSecret: google.client.secret,
});
const newCode = async (): Promise<string> =>
  (await visitProvider(await client.authorizationUrl(attempt, 'en'), '1')).code ?? '';
const profile = async () => client.readProfile(await newCode(), attempt, google.url);
const certsAsked = (): number => google.calls.filter((call) => call === 'GET /certs').length;

describe('an ID token', () => {
  test('says who it is', async () => {
    expect(await profile()).toEqual({
      kind: 'profile',
      profile: { subject: '1', name: 'Hanako', email: 'hanako@gmail.com', ownsEmail: true },
    });
  });

  test('may spell the issuer without its scheme, as Google documents', async () => {
    google.spoilNext('short-issuer');
    expect(await profile()).toMatchObject({ kind: 'profile' });
  });

  test.each<[TokenFault, RegExp]>([
    ['alg-none', /not valid/],
    ['hs256-with-public-key', /not valid/],
    ['other-key', /signature/],
    ['unknown-kid', /no applicable key/],
    ['wrong-audience', /"aud"/],
    ['wrong-issuer', /"iss"/],
    ['wrong-nonce', /another attempt/],
    ['no-nonce', /missing/],
    ['wrong-party', /another party/],
    ['expired', /"exp"/],
    ['no-expiry', /"exp"/],
    ['from-the-future', /"iat"/],
    ['stale', /"iat"/],
    ['missing', /no ID token/],
  ])('with the fault "%s" is refused', async (fault, reason) => {
    google.spoilNext(fault);
    expect(await profile()).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) });
    expect(await profile()).toMatchObject({ kind: 'profile' });
  });

  test('signed with a key that is new is checked with the keys asked for once more', async () => {
    await profile();
    const before = certsAsked();
    await profile();
    expect(certsAsked()).toBe(before);
    google.rotateKeys();
    expect(await profile()).toMatchObject({ kind: 'profile' });
    expect(certsAsked()).toBe(before + 1);
    google.spoilNext('unknown-kid');
    expect(await profile()).toMatchObject({ kind: 'failed' });
    expect(certsAsked()).toBe(before + 2);
  });
});

describe('an address is of the mailbox', () => {
  test.each<[string, Omit<GooglePerson, 'subject'>, boolean]>([
    ['a verified @gmail.com', { email: 'a@gmail.com', emailVerified: true }, true],
    ['a verified @GMAIL.COM', { email: 'a@GMAIL.COM', emailVerified: true }, true],
    ['a verified one of a Workspace', { email: 'a@shop.jp', emailVerified: true, hd: 'shop.jp' }, true],
    ['a verified one of anybody else', { email: 'a@shop.jp', emailVerified: true }, false],
    ['one that only looks like Gmail', { email: 'a@notgmail.com', emailVerified: true }, false],
    ['one that only begins like Gmail', { email: 'a@gmail.com.evil.jp', emailVerified: true }, false],
    ['an unverified @gmail.com', { email: 'a@gmail.com', emailVerified: false }, false],
    ['one that nothing is said of', { email: 'a@gmail.com' }, false],
    ['an unverified one of a Workspace', { email: 'a@shop.jp', emailVerified: false, hd: 'shop.jp' }, false],
    ['none', {}, false],
  ])('%s', async (_what, claims, ownsEmail) => {
    google.put({ subject: '1', ...claims });
    expect(await profile()).toMatchObject({ profile: { email: claims.email ?? null, ownsEmail } });
  });
});

describe('the exchange', () => {
  test.each([
    ['another verifier', { ...attempt, verifier: 'w'.repeat(43) }],
    ['another return address', { ...attempt, redirectUri: `${redirectUri}/` }],
  ])('with %s fails', async (_what, other) => {
    expect(await client.readProfile(await newCode(), other, google.url)).toMatchObject({ kind: 'failed' });
  });

  test('with a wrong secret fails, and the reason holds no secret', async () => {
    const clientSecret = 'a secret nobody should read';
    const other = createGoogleClient({ ...settingsAt(google.url), clientSecret });
    const code = await newCode();
    const outcome = await other.readProfile(code, attempt, undefined);
    expect(outcome).toEqual({ kind: 'failed', reason: expect.stringContaining('401 invalid_client') });
    for (const secret of [clientSecret, code, attempt.verifier]) {
      expect(JSON.stringify(outcome)).not.toContain(secret);
    }
  });
});

describe('the provider', () => {
  test('is looked up once for all', async () => {
    const count = () => google.calls.filter((call) => call.includes('openid-configuration')).length;
    const before = count();
    await Promise.all([client.authorizationUrl(attempt, 'en'), client.authorizationUrl(attempt, 'ja')]);
    await profile();
    expect(count()).toBe(before + 1);
  });

  test('that is away fails, and is looked up again', async () => {
    let isAway = true;
    const site = await startSite(0, async ({ url }) => {
      if (isAway) return { status: 503, json: {} };
      const answer = await fetch(new URL(url.pathname, google.url));
      const text = (await answer.text()).replaceAll(google.url, site.url);
      return { json: JSON.parse(text) as unknown };
    });
    const other = createGoogleClient(settingsAt(site.url));
    await expect(other.authorizationUrl(attempt, 'en')).rejects.toThrow('could not be discovered');
    expect(await other.readProfile('code', attempt, undefined)).toMatchObject({ kind: 'failed' });
    isAway = false;
    expect(await other.authorizationUrl(attempt, 'en')).toContain(site.url);
    await site.close();
  });

  test('that speaks for another issuer is not believed', async () => {
    const site = await startSite(0, async ({ url }) => {
      const answer = await fetch(new URL(url.pathname, google.url));
      return { json: await answer.json() };
    });
    const other = createGoogleClient(settingsAt(site.url));
    await expect(other.authorizationUrl(attempt, 'en')).rejects.toThrow('could not be discovered');
    await site.close();
  });

  test('is never asked without encryption on another machine', async () => {
    for (const host of [
      'accounts.google.com',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '10.0.0.1',
    ]) {
      await expect(askVendor(`http://${host}/token`)).rejects.toThrow('without encryption');
    }
  });

  test('that sends us somewhere else is not followed', async () => {
    const site = await startSite(0, () => ({ redirect: `${google.url}/certs` }));
    await expect(askVendor(site.url)).rejects.toThrow('could not be asked');
    await site.close();
  });

  test('that answers without end is left', async () => {
    const endless = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (response.write(' '.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const address = endless.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expect(askVendor(`http://127.0.0.1:${port}/`)).rejects.toThrow(/more than \d+ bytes/);
    endless.closeAllConnections();
    endless.close();
  });
});
