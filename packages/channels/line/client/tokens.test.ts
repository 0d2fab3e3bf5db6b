import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LineCredentials } from '../credentials.ts';
import type { FaultEffect } from '../fake/faults.ts';
import { createLineChannel } from '../line.channel.ts';
import { CREDENTIALS, makeAssertionKey, type Stage, setStage } from '../testing.ts';

const { channelId, channelSecret } = CREDENTIALS;
const PAIR: LineCredentials = { channelId, channelSecret };
const TOKEN = '/oauth2/v3/token';
const JWT = '/oauth2/v2.1/token';
const DAY = 24 * 60 * 60 * 1000;

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

const open = (settings = {}) =>
  createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now }, settings);
/** Only a vendor that never answers is given up after a time. */
const openFor = (status: FaultEffect) => open(status === 'hang' ? { timeoutMs: 3_000 } : {});
type Adapter = ReturnType<typeof open>;
const push = (adapter: Adapter, credentials: LineCredentials, text = 'a') =>
  adapter.send(
    { credentials },
    {
      to: stage.hanako,
      messages: [{ type: 'text', text }],
      how: { method: 'push', retryKey: randomUUID() },
    },
  );
const asked = (path: string) => stage.fake.calls.filter((call) => call.path === path).length;
const chatLength = () => stage.fake.chat(channelId, stage.hanako).length;

it('an empty field of a form is a field left out', () => {
  const read = LineCredentials.parse({ ...PAIR, channelAccessToken: '', assertionKey: '' });
  expect(read).toEqual(PAIR);
});

describe('without a token', () => {
  it('asks for one, once for many calls at a time, and keeps it for twelve minutes', async () => {
    const adapter = open();
    await Promise.all(Array.from({ length: 5 }, () => push(adapter, PAIR)));
    stage.clock.advance(11 * 60_000);
    expect(await push(adapter, PAIR)).toMatchObject({ kind: 'sent' });
    expect(asked(TOKEN)).toBe(1);
    stage.clock.advance(2 * 60_000);
    expect(await push(adapter, PAIR)).toMatchObject({ kind: 'sent' });
    expect(asked(TOKEN)).toBe(2);
    expect(chatLength()).toBe(7);
  });
  it('asks once more when the vendor takes it no longer', async () => {
    const adapter = open();
    await push(adapter, PAIR);
    stage.fake.fault({ path: '/v2/bot/message/push', status: 401 });
    expect(await push(adapter, PAIR, 'again')).toMatchObject({ kind: 'sent' });
    expect(asked(TOKEN)).toBe(2);
    stage.fake.fault({ path: '/v2/bot/message/push', status: 401, times: 2 });
    expect(await push(adapter, PAIR)).toMatchObject({ kind: 'rejected', reason: 'credentials_rejected' });
    expect(asked(TOKEN)).toBe(3);
  });
  // RFC 6749, 5.2: the fields of a refusal; some gateways answer it with status 200.
  it('takes a refusal inside a success as one, and asks again after nothing or half a token', async () => {
    const adapter = open();
    const body = { error: 'invalid_client', error_description: 'invalid client_secret' };
    stage.fake.fault({ path: TOKEN, status: 200, body });
    expect(await push(adapter, PAIR)).toMatchObject({
      reason: 'credentials_rejected',
      detail: expect.stringContaining('invalid client_secret'),
    });
    for (const half of [{}, { access_token: 'abc' }, { access_token: '', expires_in: 900 }]) {
      stage.fake.fault({ path: TOKEN, status: 200, body: half });
      expect(await push(adapter, PAIR)).toMatchObject({ reason: 'vendor_error', retryable: true });
      stage.fake.fault({ path: TOKEN, status: 200, body: half });
      expect(await adapter.checkSecret?.({ credentials: PAIR })).toBe('unknown');
    }
    expect(await push(adapter, PAIR)).toMatchObject({ kind: 'sent' });
  });
  it('never gives the token of one to another who only knows the id', async () => {
    const adapter = open();
    expect(await push(adapter, PAIR)).toMatchObject({ kind: 'sent' });
    const stranger = { ...PAIR, channelSecret: '0'.repeat(32) };
    expect(await push(adapter, stranger)).toMatchObject({
      kind: 'rejected',
      reason: 'credentials_rejected',
      retryable: false,
    });
    expect(chatLength()).toBe(1);
  });
  it.each<[FaultEffect, object]>([
    [500, { kind: 'rejected', reason: 'vendor_error', retryable: true }],
    ['reset', { kind: 'rejected', reason: 'vendor_error', retryable: true }],
    ['hang', { kind: 'rejected', reason: 'vendor_error', retryable: true }],
    [429, { kind: 'rejected', reason: 'rate_limited', retryable: true }],
  ])('sends nothing when there is none (%s), says so, and asks again next time', async (status, outcome) => {
    stage.fake.fault({ path: TOKEN, status });
    const adapter = openFor(status);
    const { events } = await stage.fake.friendSays(channelId, stage.hanako, { type: 'text', text: 'q' });
    const how = { method: 'reply', replyToken: String(events[0]?.replyToken) } as const;
    const request = { to: stage.hanako, messages: [{ type: 'text', text: 'a' }], how };
    expect(await adapter.send({ credentials: PAIR }, request)).toMatchObject(outcome);
    expect(await adapter.send({ credentials: PAIR }, request)).toMatchObject({ kind: 'sent' });
  });
  it('connects, and names the wrong one of id and secret', async () => {
    const adapter = open();
    expect(await adapter.connect({ credentials: PAIR })).toMatchObject({ kind: 'connected' });
    const wrong = (changed: object) => adapter.connect({ credentials: { ...PAIR, ...changed } });
    expect(await wrong({ channelId: '999' })).toMatchObject({ kind: 'rejected', field: 'channelId' });
    expect(await wrong({ channelSecret: 'f'.repeat(32) })).toMatchObject({
      kind: 'rejected',
      field: 'channelSecret',
    });
    stage.fake.fault({ path: '/v2/oauth/accessToken', status: 500 });
    expect(await wrong({ channelId: '999' })).toMatchObject({ kind: 'unreachable' });
  });
});

describe('with an assertion key', () => {
  let key: Awaited<ReturnType<typeof makeAssertionKey>>;
  let credentials: LineCredentials;
  // Making a key takes long.
  beforeAll(async () => {
    key = await makeAssertionKey('key-1');
    credentials = { ...PAIR, assertionKey: JSON.stringify(key.privateKey) };
  });
  beforeEach(() => {
    stage.fake.addChannel({ ...PAIR, displayName: 'テスト商店', assertionKeys: [key.publicKey] });
  });
  const connected = async (adapter: Adapter, given = credentials) => {
    const outcome = await adapter.connect({ credentials: given });
    if (outcome.kind !== 'connected') throw new Error(outcome.detail);
    return LineCredentials.parse(outcome.credentials ?? given);
  };

  it('connects with a token of thirty days, and uses it', async () => {
    const adapter = open();
    const kept = await connected(adapter);
    expect(kept.issuedToken).toMatchObject({ expiresAt: stage.clock.now() + 30 * DAY });
    expect(kept).toMatchObject(credentials);
    stage.clock.advance(29 * DAY);
    expect(await push(adapter, kept)).toMatchObject({ kind: 'sent' });
    expect(adapter.renewal?.dueAt(kept)).toBe((kept.issuedToken?.expiresAt ?? 0) - 5 * DAY);
    expect(adapter.renewal?.lapsesAt(kept)).toBe(null);
  });
  it('keeps its token when it connects again, as there are only thirty', async () => {
    const adapter = open();
    const first = await connected(adapter);
    expect(await connected(adapter, first)).toEqual(first);
    expect(asked(JWT)).toBe(1);
    stage.clock.advance(31 * DAY);
    const second = await connected(adapter, first);
    expect(second.issuedToken?.token).not.toBe(first.issuedToken?.token);
  });
  it('names the key when it is the one that is wrong', async () => {
    const adapter = open();
    const { privateKey: forged } = await makeAssertionKey('key-1');
    const privateKey = { ...key.privateKey, kid: 'key-2' };
    const refused = (assertionKey: unknown) =>
      adapter.connect({
        credentials: {
          ...PAIR,
          assertionKey: typeof assertionKey === 'string' ? assertionKey : JSON.stringify(assertionKey),
        },
      });
    const field = { kind: 'rejected', field: 'assertionKey' };
    expect(await refused('not JSON')).toMatchObject(field);
    expect(await refused({ ...privateKey, d: undefined })).toMatchObject(field);
    expect(await refused({ ...privateKey, n: 'AQAB' })).toMatchObject(field);
    expect(await refused(privateKey)).toMatchObject({
      ...field,
      detail: 'HTTP 404: Cannot find channel key that satisfies the conditions',
    });
    expect(await refused(forged)).toMatchObject(field);
    const wrongPair = { ...credentials, channelSecret: 'f'.repeat(32) };
    expect(await adapter.connect({ credentials: wrongPair })).toMatchObject({ field: 'channelSecret' });
  });
  it('uses id and secret while thirty tokens are issued, and the key again later', async () => {
    const adapter = open();
    for (let issued = 0; issued < 30; issued += 1) await connected(adapter);
    const kept = await connected(adapter);
    expect(kept).toMatchObject({ keyRefusedAt: stage.clock.now() });
    expect(await push(adapter, kept)).toMatchObject({ kind: 'sent' });
    expect(adapter.renewal?.dueAt(kept)).toBe(stage.clock.now() + DAY / 4);
    expect(await adapter.renewal?.renew({ credentials: kept })).toMatchObject({
      kind: 'renewed',
      notice: 'token_refused',
    });
    stage.clock.advance(31 * DAY);
    const outcome = await adapter.renewal?.renew({ credentials: kept });
    if (outcome?.kind !== 'renewed') throw new Error('not renewed');
    expect(outcome).not.toHaveProperty('notice');
    expect(outcome.credentials).toHaveProperty('issuedToken');
    expect(outcome.credentials).not.toHaveProperty('keyRefusedAt');
  });
  it('whose token was taken back while thirty others are issued, goes on with id and secret', async () => {
    const adapter = open();
    const kept = await connected(adapter);
    for (let issued = 0; issued < 29; issued += 1) await connected(adapter);
    stage.fake.fault({ path: '/v2/bot/message/push', status: 401 });
    expect(await push(adapter, kept)).toMatchObject({ kind: 'sent' });
    expect(adapter.renewal?.dueAt(kept)).toBe(0);
    const outcome = await adapter.renewal?.renew({ credentials: kept });
    if (outcome?.kind !== 'renewed') throw new Error('not renewed');
    expect(outcome.notice).toBe('token_refused');
    expect(await push(adapter, outcome.credentials)).toMatchObject({ kind: 'sent' });
  });
  it('renews', async () => {
    const adapter = open();
    const kept = await connected(adapter);
    const outcome = await adapter.renewal?.renew({ credentials: kept });
    if (outcome?.kind !== 'renewed') throw new Error('not renewed');
    expect(outcome.credentials.issuedToken?.token).not.toBe(kept.issuedToken?.token);
    expect(await push(adapter, outcome.credentials)).toMatchObject({ kind: 'sent' });
    expect(adapter.renewal?.dueAt(credentials)).toBe(0);
  });
  it('keeps its token and its key when the answer to a renewal is empty', async () => {
    const adapter = open();
    const kept = await connected(adapter);
    stage.fake.fault({ path: JWT, status: 200, body: {} });
    expect(await adapter.renewal?.renew({ credentials: kept })).toMatchObject({ kind: 'unreachable' });
    expect((await adapter.renewal?.renew({ credentials: kept }))?.kind).toBe('renewed');
  });
  it.each<[FaultEffect, string]>([
    [500, 'unreachable'],
    [429, 'unreachable'],
    [400, 'renewed'],
    ['reset', 'unreachable'],
    ['hang', 'unreachable'],
  ])('tells how renewing went wrong: %s', async (status, kind) => {
    stage.fake.fault({ path: JWT, status });
    expect(await openFor(status).renewal?.renew({ credentials })).toMatchObject({ kind });
  });
  it('is for a person when neither the key nor the secret are taken', async () => {
    stage.fake.fault({ path: JWT, status: 400 });
    stage.fake.fault({ path: TOKEN, status: 400 });
    expect(await open().renewal?.renew({ credentials })).toMatchObject({ kind: 'refused' });
  });
  it('gets a new token when its own was taken back, and sends meanwhile', async () => {
    const adapter = open();
    const kept = await connected(adapter);
    stage.fake.fault({ path: '/v2/bot/message/push', status: 401 });
    expect(await push(adapter, kept)).toMatchObject({ kind: 'sent' });
    expect(adapter.renewal?.dueAt(kept)).toBe(0);
    const outcome = await adapter.renewal?.renew({ credentials: kept });
    if (outcome?.kind !== 'renewed') throw new Error('not renewed');
    expect(outcome).not.toHaveProperty('notice');
    expect(adapter.renewal?.dueAt(outcome.credentials)).toBeGreaterThan(stage.clock.now());
  });
  it('says that new access may help when nothing is taken any more', async () => {
    const adapter = open();
    const kept = await connected(adapter);
    stage.fake.fault({ path: '/v2/bot/message/push', status: 401, times: 2 });
    expect(await push(adapter, kept)).toMatchObject({ reason: 'credentials_rejected', renewable: true });
  });
  it('still sends when nobody has renewed it in time', async () => {
    const adapter = open();
    const kept = await connected(adapter);
    stage.clock.advance(31 * DAY);
    expect(await push(adapter, kept)).toMatchObject({ kind: 'sent' });
  });
});

describe('a long-lived token', () => {
  it('is not renewed while it is taken', async () => {
    const adapter = open();
    expect(await push(adapter, CREDENTIALS)).toMatchObject({ kind: 'sent' });
    expect(adapter.renewal?.dueAt(CREDENTIALS)).toBe(null);
    expect(asked(TOKEN)).toBe(0);
  });
  it('that was issued anew elsewhere is replaced by those for id and secret, and given up', async () => {
    const adapter = open();
    stage.fake.addChannel({ ...CREDENTIALS, channelAccessToken: 'another-one', displayName: 'Shop' });
    expect(await push(adapter, CREDENTIALS)).toMatchObject({ kind: 'sent' });
    // From now on it is not even tried.
    const refusals = () => stage.fake.calls.filter(({ result }) => result === 401).length;
    const before = refusals();
    expect(await push(adapter, CREDENTIALS)).toMatchObject({ kind: 'sent' });
    expect(refusals()).toBe(before);
    expect(adapter.renewal?.dueAt(CREDENTIALS)).toBe(0);
    const outcome = await adapter.renewal?.renew({ credentials: CREDENTIALS });
    if (outcome?.kind !== 'renewed') throw new Error('not renewed');
    expect(outcome).toMatchObject({ notice: 'token_refused', credentials: PAIR });
    expect(outcome.credentials).not.toHaveProperty('channelAccessToken');
    expect(adapter.renewal?.dueAt(outcome.credentials)).toBe(null);
  });
  it('that was refused by mistake stays', async () => {
    const adapter = open();
    stage.fake.fault({ path: '/v2/bot/message/push', status: 401 });
    expect(await push(adapter, CREDENTIALS)).toMatchObject({ kind: 'sent' });
    const outcome = await adapter.renewal?.renew({ credentials: CREDENTIALS });
    expect(outcome).toEqual({ kind: 'renewed', credentials: CREDENTIALS });
    expect(adapter.renewal?.dueAt(CREDENTIALS)).toBe(null);
  });
  it('of a channel whose secret was issued anew as well is for a person', async () => {
    const adapter = open();
    const changed = { channelSecret: 'e'.repeat(32), channelAccessToken: 'another-one' };
    stage.fake.addChannel({ ...CREDENTIALS, ...changed, displayName: 'Shop' });
    expect(await push(adapter, CREDENTIALS)).toMatchObject({ reason: 'credentials_rejected' });
    expect(await adapter.renewal?.renew({ credentials: CREDENTIALS })).toMatchObject({ kind: 'refused' });
  });
});

describe('the secret', () => {
  it.each([
    ['right', {}, null],
    ['wrong', { channelSecret: 'e'.repeat(32) }, null],
    ['unknown', {}, 500],
    ['unknown', {}, 429],
  ] as const)('is %s', async (check, changed, status) => {
    if (status !== null) stage.fake.fault({ path: TOKEN, status });
    expect(await open().checkSecret?.({ credentials: { ...CREDENTIALS, ...changed } })).toBe(check);
  });
});
