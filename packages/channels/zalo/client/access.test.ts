import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ZaloCredentials } from '../credentials.ts';
import { APP, CREDENTIALS, OA_ID, type Stage, setStage } from '../testing.ts';
import { createZaloChannel, type ZaloChannelSettings } from '../zalo.channel.ts';
import { challengeOf } from './connect.ts';

const HOUR = 60 * 60 * 1000;
const TOKENS = '/v4/oa/access_token';
const VERIFIER = 'dBjftJeZ4CVPmB92K27uhbUJU1p1r0wW1gFWFOEjXk0';
const WAY = { redirectUri: 'https://shop.example/Channel/connected', state: 'S', codeVerifier: VERIFIER };
const INPUT = { ...APP, webhookSecret: 'hook-secret' };

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

const adapter = (settings: ZaloChannelSettings = {}) =>
  createZaloChannel({ hosts: stage.fake.hosts, now: stage.clock.now }, settings);

function begin(settings: ZaloChannelSettings = {}, input: Record<string, string> = INPUT) {
  const begun = adapter(settings).authorisation?.begin(input, WAY);
  if (begun?.kind !== 'ok') throw new Error(begun?.detail);
  return begun.url;
}
const finish = (
  query: Readonly<Record<string, string>>,
  { settings = {}, ...more }: { settings?: ZaloChannelSettings; codeVerifier?: string; input?: object } = {},
) => adapter(settings).authorisation?.finish({ ...INPUT, ...more.input }, { ...WAY, ...more, query });

const grant = (url: string, allow = true) => stage.fake.grant(APP.appId, { url, oaId: OA_ID, allow });

describe('permission', () => {
  it('is asked for with a challenge made of the verifier', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
    const url = new URL(begin());
    expect(url.pathname).toBe('/v4/oa/permission');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      app_id: APP.appId,
      redirect_uri: WAY.redirectUri,
      code_challenge: challengeOf(VERIFIER),
      state: 'S',
    });
  });
  it('gives tokens and the account they are for', async () => {
    const query = grant(begin());
    expect(query.state).toBe('S');
    const connected = await finish(query);
    expect(connected).toMatchObject({ kind: 'connected', externalId: OA_ID, displayName: 'Cửa hàng Hoa' });
    const credentials = connected?.kind === 'connected' ? (connected.credentials as ZaloCredentials) : null;
    expect(adapter().credentialsSchema.parse(credentials)).toMatchObject({
      ...INPUT,
      oaId: OA_ID,
      expiresAt: stage.clock.now() + 25 * HOUR,
      refreshExpiresAt: stage.clock.now() + 89 * 24 * HOUR,
    });
    // What was given before is dead.
    expect(await adapter().connect({ credentials: CREDENTIALS })).toMatchObject({ field: 'accessToken' });
  });
  it('comes back without a state or an id from the console’s own link', async () => {
    const { code = '' } = grant(begin());
    expect(await finish({ code })).toMatchObject({ kind: 'connected', externalId: OA_ID });
  });
  it('is for one exchange, within ten minutes', async () => {
    const query = grant(begin());
    await finish(query);
    expect(await finish(query)).toMatchObject({ kind: 'rejected', field: 'permission' });
    const late = grant(begin());
    stage.clock.advance(11 * 60 * 1000);
    expect(await finish(late)).toMatchObject({ kind: 'rejected', detail: expect.stringContaining('-14016') });
  });
  it('needs the verifier of its challenge', async () => {
    const codeVerifier = VERIFIER.replace('d', 'e');
    expect(await finish(grant(begin()), { codeVerifier })).toMatchObject({
      kind: 'rejected',
      field: 'codeVerifier',
      detail: expect.stringContaining('-14019'),
    });
  });
  it('takes one verifier for all where the console holds a fixed challenge', async () => {
    const codeVerifier = 'A'.repeat(43);
    stage.fake.addApp({ ...APP, fixedChallenge: challengeOf(codeVerifier) });
    expect(await finish(grant(begin()))).toMatchObject({ kind: 'rejected', field: 'codeVerifier' });
    const settings = { codeVerifier };
    expect(await finish(grant(begin(settings)), { settings })).toMatchObject({ kind: 'connected' });
  });
  it('can be refused, or fail on the page', async () => {
    expect(await finish(grant(begin(), false))).toMatchObject({
      kind: 'rejected',
      field: 'permission',
      detail: expect.stringContaining('denied'),
    });
    stage.fake.addApp({ ...APP, redirectUri: 'https://other.example/' });
    expect(await finish(grant(begin()))).toMatchObject({ detail: expect.stringContaining('-14003') });
  });
  it('names what was typed wrongly', async () => {
    const query = grant(begin());
    expect(await finish(query, { input: { appSecret: 'wrongSecret' } })).toMatchObject({
      field: 'appSecret',
    });
    expect(await finish(query, { input: { appId: '9999999999' } })).toMatchObject({ field: 'appId' });
    for (const [field, input] of Object.entries({
      appId: { ...INPUT, appId: '@shop' },
      appSecret: { ...INPUT, appSecret: 'bí mật' },
    })) {
      expect(adapter().authorisation?.begin(input, WAY)).toMatchObject({ kind: 'rejected', field });
    }
  });
  it('does not blame the owner when the vendor is out of order', async () => {
    stage.fake.fault({ path: TOKENS, status: 'reset' });
    expect((await finish(grant(begin())))?.kind).toBe('unreachable');
    stage.fake.fault({ path: '/v2.0/oa/getoa', status: 503 });
    expect((await finish(grant(begin())))?.kind).toBe('unreachable');
  });
});

describe('renewal', () => {
  const renew = (credentials: ZaloCredentials = CREDENTIALS, settings: ZaloChannelSettings = {}) => {
    const outcome = adapter(settings).renewal?.renew({ credentials });
    if (!outcome) throw new Error('access lapses');
    return outcome;
  };
  const exchanges = () => stage.fake.calls.filter(({ path }) => path === TOKENS).length;

  it('is due two hours before access ends, and lost with the refresh token', () => {
    expect(adapter().renewal?.dueAt(CREDENTIALS)).toBe(CREDENTIALS.expiresAt - 2 * HOUR);
    expect(adapter().renewal?.lapsesAt(CREDENTIALS)).toBe(CREDENTIALS.refreshExpiresAt);
  });
  it('gives a new pair, with which the old one is dead', async () => {
    const outcome = await renew();
    if (outcome.kind !== 'renewed') throw new Error(outcome.detail);
    expect(outcome.credentials.refreshToken).not.toBe(CREDENTIALS.refreshToken);
    expect(outcome.credentials).toMatchObject({ webhookSecret: CREDENTIALS.webhookSecret, oaId: OA_ID });
    expect(await adapter().connect({ credentials: outcome.credentials })).toMatchObject({
      kind: 'connected',
    });
    expect(await adapter().connect({ credentials: CREDENTIALS })).toMatchObject({
      field: 'accessToken',
      detail: expect.stringContaining('-216'),
    });
    expect(await renew()).toMatchObject({ kind: 'refused', detail: expect.stringContaining('-14014') });
    expect((await renew(outcome.credentials)).kind).toBe('renewed');
  });
  it('is one call, whatever comes of it', async () => {
    stage.fake.fault({ path: TOKENS, status: 'reset-after-accept' });
    expect((await renew()).kind).toBe('unknown');
    expect(exchanges()).toBe(1);
    // The server had rotated the token: a second try shows it.
    expect((await renew()).kind).toBe('refused');
  });
  it.each([
    ['hang', 'unknown'],
    [502, 'unknown'],
  ] as const)('does not know after %s', async (status, kind) => {
    stage.fake.fault({ path: TOKENS, status });
    // Only one that never answers is given up after a time.
    const settings = status === 'hang' ? { timeoutMs: 500 } : {};
    expect((await renew(CREDENTIALS, settings)).kind).toBe(kind);
    expect((await renew()).kind).toBe('renewed');
  });
  it.each([
    [{ error: -14014, error_name: 'Invalid refresh token' }, 'refused'],
    [{ error: -14002, error_name: 'Invalid appId' }, 'refused'],
    [{ error: -14004, error_name: 'Invalid secret key' }, 'refused'],
    [{ error: -14001, error_name: 'Something else' }, 'unreachable'],
    [{ error: -1, error_name: 'Unknown error' }, 'unreachable'],
    [{ error: -200, error_name: 'Failed' }, 'unreachable'],
    [{ error: -99_999, error_name: 'Never seen' }, 'unreachable'],
  ])('is final only where a person has to act: %j', async (body, kind) => {
    stage.fake.fault({ path: TOKENS, status: 200, body });
    expect((await renew()).kind).toBe(kind);
    expect((await renew()).kind).toBe('renewed');
  });
  // ChatbotXIO/ChatbotX#1019: a refusal came with status 200 and was stored over the tokens.
  it.each([
    [
      { error_name: 'Invalid refresh token', error_reason: 'used before' },
      'refused',
      /Invalid refresh token; used/,
    ],
    [{ error: '-14014', error_name: 'Invalid refresh token.' }, 'refused', /-14014: Invalid refresh token/],
    [{ error: 0, error_description: 'Ask for permission again' }, 'refused', /Ask for permission again/],
    [{ error: 'invalid_grant', error_description: 'expired' }, 'refused', /invalid_grant; expired/],
    [{ error_name: 'Too many requests' }, 'unreachable', /Too many requests/],
    [{ error_name: 'Internal server error' }, 'unreachable', /Internal server error/],
  ])('reads a refusal inside a success: %j', async (body, kind, detail) => {
    stage.fake.fault({ path: TOKENS, status: 200, body });
    expect(await renew()).toMatchObject({ kind, detail: expect.stringMatching(detail) });
  });
  it.each([
    [{}],
    [{ error: 0, message: 'Success' }],
    [{ error: null, error_name: '' }],
    [{ access_token: 'A2', refresh_token: '', expires_in: '90000' }],
    [{ access_token: '', refresh_token: 'R2', expires_in: '90000' }],
    [{ access_token: 'A2', refresh_token: 'R2' }],
    [{ access_token: 'A2', refresh_token: 'R2', expires_in: '0' }],
    [[]],
  ])('asks again after nothing, or half a pair: %j', async (body) => {
    stage.fake.fault({ path: TOKENS, status: 200, body });
    const outcome = await renew();
    expect(outcome.kind).toBe('unknown');
    expect(outcome).not.toHaveProperty('credentials');
    expect((await renew()).kind).toBe('renewed');
  });
  it('says at the connection what a refusal without a number is about', async () => {
    stage.fake.fault({ path: TOKENS, status: 200, body: { error_name: 'Invalid secret key' } });
    expect(await finish(grant(begin()))).toMatchObject({ kind: 'rejected', field: 'appSecret' });
    stage.fake.fault({
      path: TOKENS,
      status: 200,
      body: { error_name: 'Invalid code', error_reason: 'used' },
    });
    expect(await finish(grant(begin()))).toMatchObject({
      kind: 'rejected',
      field: 'permission',
      detail: 'Invalid code; used',
    });
    stage.fake.fault({ path: TOKENS, status: 200, body: {} });
    expect((await finish(grant(begin())))?.kind).toBe('unreachable');
  });
  it('waits where it was only too hasty, or nothing left', async () => {
    stage.fake.fault({ path: TOKENS, status: 200, body: { error: -32, message: 'limit' } });
    expect((await renew()).kind).toBe('unreachable');
    const away = createZaloChannel({ hosts: { oauth: 'http://127.0.0.1:1' }, now: stage.clock.now });
    expect((await away.renewal?.renew({ credentials: CREDENTIALS }))?.kind).toBe('unreachable');
  });
});

describe('the proof of the app’s secret', () => {
  it('goes along where it is asked for', async () => {
    stage.fake.addApp({ ...APP, needsProof: true });
    const connection = { credentials: CREDENTIALS };
    expect(await adapter().connect(connection)).toMatchObject({ detail: expect.stringContaining('-242') });
    expect(await adapter({ appSecretProof: true }).connect(connection)).toMatchObject({ kind: 'connected' });
  });
});
