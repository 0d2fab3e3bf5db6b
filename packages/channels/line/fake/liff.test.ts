import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLineChannel } from '../line.channel.ts';
import { type Stage, setStage } from '../testing.ts';

const LOGIN = '2000000001';
const LIFF = `${LOGIN}-abcd1234`;

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

const idToken = (more: object = {}): string =>
  stage.fake.idToken({ sub: stage.hanako, aud: LOGIN, name: '花子', ...more });

async function verify(form: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(form);
  const response = await fetch(`${stage.fake.hosts.api}/oauth2/v2.1/verify`, { method: 'POST', body });
  return { status: response.status, body: Object(await response.json()) };
}
const prove = (token: string, audience = LOGIN) =>
  createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now }).inAppPages?.verify(token, audience);

it('tells whose an ID token is', async () => {
  const { status, body } = await verify({ id_token: idToken({ nonce: 'n' }), client_id: LOGIN, nonce: 'n' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ iss: 'https://access.line.me', sub: stage.hanako, aud: LOGIN, name: '花子' });
  expect(body.exp - body.iat).toBe(3_600);
});

it.each([
  ['malformed', {}, { id_token: 'a.b.c' }, 'Invalid IdToken.'],
  ['of another issuer', { iss: 'https://evil.example' }, {}, 'Invalid IdToken Issuer.'],
  ['expired', { exp: 1 }, {}, 'IdToken expired.'],
  ['for another channel', { aud: '2000000002' }, {}, 'Invalid IdToken Audience.'],
  ['with another nonce', { nonce: 'n' }, { nonce: 'm' }, 'Invalid IdToken Nonce.'],
  ['of somebody else', {}, { user_id: 'U2' }, 'Invalid IdToken Subject Identifier.'],
  ['absent', {}, { id_token: '' }, 'id_token is required'],
  ['for nobody', {}, { client_id: '' }, 'client_id is required'],
])('refuses a token that is %s', async (_, claims, form, description) => {
  expect(await verify({ id_token: idToken(claims), client_id: LOGIN, ...form })).toEqual({
    status: 400,
    body: { error: 'invalid_request', error_description: description },
  });
});

it('takes forms only, and no token that was changed', async () => {
  const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  expect((await fetch(`${stage.fake.hosts.api}/oauth2/v2.1/verify`, json)).status).toBe(415);
  const [header, , signature] = idToken().split('.');
  const other = Buffer.from(JSON.stringify({ iss: 'https://access.line.me', aud: LOGIN, exp: 1e12 }));
  const forged = `${header}.${other.toString('base64url')}.${signature}`;
  expect((await verify({ id_token: forged, client_id: LOGIN })).body.error_description).toBe(
    'Invalid IdToken.',
  );
});

it('opens an app at its endpoint, with the path in liff.state and who holds the phone', async () => {
  const app = { liffId: LIFF, loginChannelId: LOGIN, endpoint: 'https://shop.example/form/liff?a=1' };
  stage.fake.addLiffApp({ ...app, userId: stage.hanako });
  const channel = createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
  const open = async (path: string) => {
    const response = await fetch(channel.inAppPages?.urlOf(LIFF, path) ?? '', { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '');
  };
  const url = await open('/contact?t=1');
  expect(Object.fromEntries(url.searchParams)).toEqual({ a: '1', 'liff.state': '/contact?t=1' });
  const token = new URLSearchParams(url.hash.slice(1)).get('id_token') ?? '';
  expect(await prove(token)).toMatchObject({ kind: 'proven', externalId: stage.hanako });
  stage.fake.addLiffApp({ ...app, userId: null });
  expect((await open('')).href).toBe('https://shop.example/form/liff?a=1');
  expect((await fetch(`${stage.fake.hosts.liff}/2000000009-abcd1234`)).status).toBe(404);
});

it('the stand-in of the script is JavaScript', async () => {
  const channel = createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
  const response = await fetch(channel.inAppPages?.script ?? '');
  expect(response.headers.get('content-type')).toContain('text/javascript');
  expect(await response.text()).toContain('window.liff');
});

it('the adapter says why a token proves nothing', async () => {
  expect(await prove(idToken())).toEqual({ kind: 'proven', externalId: stage.hanako, name: '花子' });
  expect(await prove(idToken({ exp: 1 }))).toEqual({ kind: 'expired' });
  expect(await prove('nonsense')).toEqual({ kind: 'refused', detail: 'Invalid IdToken.' });
  expect(await prove(idToken(), '2000000002')).toMatchObject({ kind: 'refused' });
  expect(await prove(idToken({ sub: 'no id of a person' }))).toMatchObject({ kind: 'refused' });
  stage.fake.fault({ path: '/oauth2/v2.1/verify', status: 500 });
  expect(await prove(idToken())).toMatchObject({ kind: 'unreachable' });
  stage.fake.fault({ path: '/oauth2/v2.1/verify', status: 'reset' });
  expect(await prove(idToken())).toMatchObject({ kind: 'unreachable' });
});
