import { importJWK, SignJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CREDENTIALS, makeAssertionKey, type Stage, setStage } from '../testing.ts';
import type { FriendAction } from './friend-action.ts';
import { SAMPLES } from './sample-files.ts';
import { fakeUserId } from './state.ts';

const { channelId, channelSecret, channelAccessToken } = CREDENTIALS;
const DAY = 24 * 60 * 60 * 1000;
const GROUP = `C${'0'.repeat(32)}`;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

async function get(path: string, host: 'api' | 'data' = 'api', token: string = channelAccessToken) {
  const response = await fetch(`${stage.fake.hosts[host]}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, body: isJson ? JSON.parse(bytes.toString()) : bytes };
}
const GRANT = { grant_type: 'client_credentials' };
async function post(path: string, form: Record<string, string>) {
  const body = new URLSearchParams(form);
  const response = await fetch(`${stage.fake.hosts.api}${path}`, { method: 'POST', body });
  return { status: response.status, body: Object(await response.json()) };
}
const isAlive = async (token: string) => (await get('/v2/bot/info', 'api', token)).status === 200;

describe('tokens for an assertion', () => {
  let key: Awaited<ReturnType<typeof makeAssertionKey>>;
  beforeAll(async () => {
    key = await makeAssertionKey('k');
  });
  beforeEach(() => {
    stage.fake.addChannel({ ...CREDENTIALS, displayName: 'a', assertionKeys: [key.publicKey] });
  });
  async function issue(claims: Record<string, unknown> = {}, path = '/oauth2/v2.1/token') {
    const seconds = Math.floor(stage.clock.now() / 1000);
    const assertion = await new SignJWT({
      iss: channelId,
      sub: channelId,
      aud: 'https://api.line.me/',
      exp: seconds + 600,
      token_exp: 86_400,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'k' })
      .sign(await importJWK(key.privateKey, 'RS256'));
    return post(path, { ...GRANT, client_assertion_type: ASSERTION_TYPE, client_assertion: assertion });
  }
  it('live as long as was asked for', async () => {
    const { body } = await issue();
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 86_400, key_id: expect.any(String) });
    expect(await isAlive(body.access_token)).toBe(true);
    stage.clock.advance(DAY + 1);
    expect(await isAlive(body.access_token)).toBe(false);
    expect((await get(`/oauth2/v2.1/verify?access_token=${body.access_token}`)).body).toEqual({
      error: 'invalid_request',
      error_description: 'The access token expired',
    });
  });
  it.each([
    [{ iss: '1' }, 'iss and clientId of key do not match'],
    [{ exp: 4_000_000_000 }, 'Invalid exp'],
    [{ exp: 1 }, 'Invalid exp'],
    [{ aud: 'https://x.jp/' }, 'Invalid client_assertion'],
    [{ token_exp: 2_592_001 }, 'Invalid token_exp'],
  ])('are refused for %j', async (claims, description) => {
    expect(await issue(claims)).toMatchObject({ status: 400, body: { error_description: description } });
  });
  it('are thirty at most, and make room when they are taken back', async () => {
    const tokens: string[] = [];
    for (let index = 0; index < 30; index += 1) tokens.push((await issue()).body.access_token);
    expect(await issue()).toMatchObject({
      status: 400,
      body: { message: 'The maximum number of access tokens has already been issued' },
    });
    expect((await issue({}, '/oauth2/v3/token')).body.expires_in).toBe(900);
    const access_token = String(tokens[0]);
    await post('/oauth2/v2.1/revoke', { client_id: channelId, client_secret: channelSecret, access_token });
    expect(await isAlive(access_token)).toBe(false);
    expect((await issue()).status).toBe(200);
  });
});

describe('short-lived tokens', () => {
  const issue = (more: Record<string, string> = {}) =>
    post('/v2/oauth/accessToken', { ...GRANT, client_id: channelId, client_secret: channelSecret, ...more });
  it('end the oldest when there are more than thirty', async () => {
    const tokens: string[] = [];
    for (let index = 0; index < 31; index += 1) tokens.push((await issue()).body.access_token);
    expect(await isAlive(String(tokens[0]))).toBe(false);
    expect(await isAlive(String(tokens[1]))).toBe(true);
    stage.clock.advance(30 * DAY);
    expect(await isAlive(String(tokens[30]))).toBe(false);
  });
  it('name what is wrong', async () => {
    expect((await issue({ client_id: '1' })).body.error_description).toBe('invalid client_id');
    expect((await issue({ client_secret: 'x' })).body.error_description).toBe('invalid client_secret');
  });
});

describe('events', () => {
  const event = async (action: FriendAction, place?: string) => {
    const options = place === undefined ? {} : { in: place };
    return Object((await stage.fake.friendSays(channelId, stage.hanako, action, options)).events[0]);
  };
  it('of a group come without a person', async () => {
    const joined = await event({ type: 'join' }, GROUP);
    expect(joined).toMatchObject({ type: 'join', source: { type: 'group', groupId: GROUP } });
    expect(joined.source).not.toHaveProperty('userId');
    expect(joined.replyToken).toEqual(expect.any(String));
    const more = await event({ type: 'memberJoined', members: ['taro'] }, GROUP);
    expect(more.joined.members).toEqual([{ type: 'user', userId: fakeUserId('taro') }]);
    expect((await get(`/v2/bot/group/${GROUP}/members/count`)).body).toEqual({ count: 2 });
    expect((await get(`/v2/bot/group/${GROUP}/members/ids`)).body.memberIds).toContain(fakeUserId('taro'));
    const left = await event({ type: 'memberLeft', members: ['taro'] }, GROUP);
    expect(left).not.toHaveProperty('replyToken');
    expect((await get(`/v2/bot/group/${GROUP}/members/count`)).body).toEqual({ count: 1 });
    expect(await event({ type: 'leave' }, GROUP)).not.toHaveProperty('replyToken');
    expect((await get(`/v2/bot/group/${GROUP}/summary`)).status).toBe(404);
    expect((await get('/v2/bot/group/nonsense/summary')).status).toBe(400);
  });
  it('of an edited text have its id, a new quote token and no read token', async () => {
    const { message } = await event({ type: 'text', text: 'a' }, GROUP);
    const edited = await event({ type: 'edit', messageId: message.id, text: 'b' }, GROUP);
    expect(edited).toMatchObject({ type: 'messageEdited', message: { id: message.id, text: 'b' } });
    expect(edited.message.quoteToken).not.toBe(message.quoteToken);
    expect(edited.message).not.toHaveProperty('markAsReadToken');
    expect(stage.fake.chat(channelId, GROUP).map(({ text }) => text)).toEqual(['b']);
  });
  it('of a failed link have neither source nor reply token', async () => {
    expect(await event({ type: 'accountLink', result: 'ok', nonce: 'n' })).toHaveProperty('replyToken');
    const failed = await event({ type: 'accountLink', result: 'failed', nonce: 'n' });
    expect(failed).not.toHaveProperty('source');
    expect(failed).not.toHaveProperty('replyToken');
  });
  it('of other kinds carry what they are about', async () => {
    expect(await event({ type: 'beacon', hwid: 'd4' })).toMatchObject({
      beacon: { hwid: 'd4', type: 'enter' },
    });
    const membership: FriendAction = { type: 'membership', change: 'renewed', membershipId: 3 };
    expect(await event(membership)).toMatchObject({ membership: { type: 'renewed', membershipId: 3 } });
    expect(await event({ type: 'videoPlayComplete', trackingId: 't' })).toMatchObject({
      videoPlayComplete: { trackingId: 't' },
    });
  });
});

describe('previews', () => {
  it('are of pictures and films, until they are taken back', async () => {
    const says = async (action: FriendAction) =>
      String(Object((await stage.fake.friendSays(channelId, stage.hanako, action)).events[0]?.message).id);
    const preview = (id: string) => get(`/v2/bot/message/${id}/content/preview`, 'data');
    const image = await says({ type: 'image' });
    expect(await preview(image)).toEqual({ status: 200, body: SAMPLES.preview.bytes });
    expect((await preview(await says({ type: 'video' }))).status).toBe(202);
    expect(await preview(await says({ type: 'file', fileName: 'a.pdf' }))).toMatchObject({
      status: 400,
      body: { message: 'The content can not be previewed' },
    });
    await says({ type: 'unsend', messageId: image });
    expect((await preview(image)).status).toBe(410);
  });
});
