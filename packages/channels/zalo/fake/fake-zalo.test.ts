import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP, CREDENTIALS, OA_ID, type Stage, setStage } from '../testing.ts';
import { verifySignature } from '../webhook/parse-webhook.ts';
import { startFakeZalo } from './fake-zalo.ts';

const CS = '/v3.0/oa/message/cs';
const TOKEN = { access_token: CREDENTIALS.accessToken };

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

interface Raw {
  readonly method?: string;
  readonly json?: unknown;
  readonly data?: unknown;
  readonly body?: string | FormData;
  readonly headers?: Record<string, string>;
}

async function call(path: string, { method, json, data, body, headers = TOKEN }: Raw = {}) {
  const query = data === undefined ? '' : `?data=${encodeURIComponent(JSON.stringify(data))}`;
  const sent = json === undefined ? body : JSON.stringify(json);
  const response = await fetch(`${stage.fake.hosts.api}${path}${query}`, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return { status: response.status, body: JSON.parse(await response.text()), headers: response.headers };
}

/** The code that a message is refused with; 0 when it is taken. */
async function codeOf(message: unknown, to: object = { user_id: stage.minh }) {
  const { status, body } = await call(CS, { json: { recipient: to, message } });
  expect(status).toBe(200);
  return body.error;
}
const media = (element: object) => ({
  attachment: { type: 'template', payload: { template_type: 'media', elements: [element] } },
});
const template = (template_type: string | undefined, more: object) => ({
  text: 'a',
  attachment: { type: 'template', payload: { template_type, ...more } },
});

describe('access', () => {
  it('is a header of its own name, never Bearer', async () => {
    const bearer = { authorization: `Bearer ${CREDENTIALS.accessToken}` };
    const { status, body } = await call('/v2.0/oa/getoa', { headers: bearer });
    expect([status, body]).toEqual([200, { error: -216, message: 'Access token is invalid' }]);
    expect((await call('/v2.0/oa/getoa')).body).toMatchObject({ error: 0, data: { oa_id: OA_ID } });
  });
  it('lapses, and dies with the next tokens', async () => {
    stage.clock.advance(26 * 60 * 60 * 1000);
    expect((await call('/v2.0/oa/getoa')).body.error).toBe(-220);
    const form = new URLSearchParams({
      refresh_token: CREDENTIALS.refreshToken,
      app_id: APP.appId,
      grant_type: 'refresh_token',
    });
    const renew = (headers: Record<string, string>) =>
      call('/v4/oa/access_token', {
        body: form.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    expect((await renew({})).body).toMatchObject({ error: -14004 });
    const secret = { secret_key: APP.appSecret };
    expect((await renew(secret)).body).toMatchObject({ expires_in: '90000' });
    expect((await call('/v2.0/oa/getoa')).body.error).toBe(-216);
    const again = await renew(secret);
    expect([again.status, again.body.error]).toEqual([200, -14014]);
  });
  it('takes two renewals at once for one', async () => {
    const form = { refresh_token: CREDENTIALS.refreshToken, app_id: APP.appId, grant_type: 'refresh_token' };
    const both = await Promise.all(
      [1, 2].map(() =>
        call('/v4/oa/access_token', {
          body: new URLSearchParams(form).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded', secret_key: APP.appSecret },
        }),
      ),
    );
    expect(both.filter(({ body }) => body.error === -14014)).toHaveLength(1);
  });
});

describe('the paths', () => {
  it('that are none, or were shut down', async () => {
    const none = await call('/v3.0/oa/message', { json: {} });
    expect([none.status, none.body.message]).toEqual([404, 'empty or invalid API']);
    expect((await call('/v3.0/oa/message/transaction', { json: {} })).body.error).toBe(-240);
  });
  it('count calls, and say so', async () => {
    stage.fake.setRate(1);
    const first = await call('/v2.0/oa/getoa');
    expect([first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remain')]).toEqual([
      '1',
      '0',
    ]);
    expect((await call('/v2.0/oa/getoa')).body.error).toBe(-32);
    stage.clock.advance(60_000);
    expect((await call('/v2.0/oa/getoa')).body.error).toBe(0);
  });
  it('page with an end', async () => {
    const list = async (data: object) => (await call('/v3.0/oa/user/getlist', { data })).body;
    expect(await list({ offset: 0, count: 50 })).toMatchObject({
      data: { total: 1, users: [{ user_id: stage.minh }] },
    });
    expect((await list({ offset: 0, count: 51 })).error).toBe(-201);
    expect((await list({ offset: 9952, count: 50 })).error).toBe(-201);
    expect(BigInt(stage.minh) > 2n ** 53n).toBe(true);
  });
});

describe('messages', () => {
  it('are measured in code points after NFC', async () => {
    expect(await codeOf({ text: 'à'.normalize('NFD').repeat(2000) })).toBe(0);
    expect(await codeOf({ text: '😀'.repeat(2000) })).toBe(0);
    expect(await codeOf({ text: 'a'.repeat(2001) })).toBe(-210);
  });
  it.each([
    [{}, -201],
    [{ text: ' ' }, -201],
    [{ text: 'a', markdown: true }, -201],
    [{ text: 'a', quote_message_id: 'nobody said it' }, -201],
    [media({ media_type: 'image', url: 'https://a.vn/a.jpg', attachment_id: 'x' }), -201],
    [media({ media_type: 'image' }), -201],
    [media({ media_type: 'image', url: 'http://a.vn/a.jpg' }), -201],
    [media({ media_type: 'gif', url: 'https://a.vn/a.gif' }), -201],
    [media({ media_type: 'video', url: 'https://a.vn/a.mp4' }), -233],
    [media({ media_type: 'image', url: 'https://a.vn/a.jpg' }), 0],
    [{ attachment: { type: 'video', payload: {} } }, -233],
    [{ attachment: { type: 'file', payload: { token: 'x' } } }, -201],
    [template('carousel', {}), -233],
    [
      template(undefined, { buttons: [{ title: 'a'.repeat(101), type: 'oa.query.show', payload: 'a' }] }),
      -210,
    ],
    [
      template(undefined, { buttons: Array(6).fill({ title: 'a', type: 'oa.query.show', payload: 'a' }) }),
      -210,
    ],
    [template(undefined, { buttons: [{ title: 'a', type: 'oa.open.url', payload: 'https://a.vn' }] }), -201],
    [
      template(undefined, {
        buttons: [{ title: 'a', type: 'oa.open.url', payload: { url: 'https://a.vn' } }],
      }),
      0,
    ],
    [template('list', { elements: Array(6).fill({}) }), -210],
    [template('list', { elements: [{ title: 'a', subtitle: 'b' }] }), -201],
  ])('%j: %i', async (message, code) => {
    expect(await codeOf(message)).toBe(code);
  });
  it('need somebody who spoke before', async () => {
    expect(await codeOf({ text: 'a' }, { user_id: '1' })).toBe(-201);
    const stranger = stage.fake.addFriend(OA_ID, { displayName: 'Lạ', relation: 'stranger' });
    expect(await codeOf({ text: 'a' }, { user_id: stranger })).toBe(-232);
    await stage.fake.friendSays(OA_ID, stranger, { type: 'text', text: 'chào' });
    expect(await codeOf({ text: 'a' }, { user_id: stranger })).toBe(0);
  });
  it('take reactions', async () => {
    await stage.fake.friendSays(OA_ID, stage.minh, { type: 'text', text: 'chào' });
    const id = stage.fake.chat(OA_ID, stage.minh).at(-1)?.id;
    const react = (react_message_id: unknown) =>
      call('/v2.0/oa/message', {
        json: {
          recipient: { user_id: stage.minh },
          sender_action: { react_icon: '/-strong', react_message_id },
        },
      });
    expect((await react(id)).body.error).toBe(0);
    expect((await react('nobody said it')).body.error).toBe(-201);
    expect(stage.fake.chat(OA_ID, stage.minh).at(-1)?.reactions).toEqual(['/-strong']);
  });
});

describe('uploads', () => {
  const upload = async (kind: string, name: string, bytes = 10) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), name);
    return (await call(`/v2.0/oa/upload/${kind}`, { body })).body;
  };
  it('know their types and sizes', async () => {
    expect((await upload('file', 'a.pdf')).data.token).toEqual(expect.any(String));
    expect((await upload('file', 'a.zip')).error).toBe(-201);
    expect((await upload('image', 'a.png', 1024 * 1024 + 1)).error).toBe(-201);
  });
  it('lapse after a week, and are what they are', async () => {
    const id = (await upload('image', 'a.png')).data.attachment_id;
    expect(await codeOf(media({ media_type: 'image', attachment_id: id }))).toBe(0);
    expect(await codeOf({ attachment: { type: 'file', payload: { token: id } } })).toBe(-201);
    stage.clock.advance(7 * 24 * 60 * 60 * 1000 + 1);
    await stage.fake.friendSays(OA_ID, stage.minh, { type: 'text', text: 'chào' });
    stage.fake.giveAccess(APP.appId, OA_ID, { ...CREDENTIALS, expiresAt: stage.clock.now() + 1000 });
    expect(await codeOf(media({ media_type: 'image', attachment_id: id }))).toBe(-100);
  });
});

describe('the webhook', () => {
  const says = (options = {}) =>
    stage.fake.friendSays(OA_ID, stage.minh, { type: 'text', text: 'chào' }, options);
  const verified = (index: number) => {
    const { rawBody, headers } = stage.receiver.received.at(index) ?? {
      rawBody: Buffer.from(''),
      headers: {},
    };
    return verifySignature(rawBody, CREDENTIALS, {
      signature: headers['x-zevent-signature'] as string,
      now: stage.clock.now(),
    });
  };
  it('is signed with either id, or wrongly', async () => {
    await says();
    await says({ signWith: 'account' });
    await says({ tamperSignature: true });
    expect([verified(-3), verified(-2), verified(-1)]).toEqual([true, true, false]);
  });
  it('is tried again until it answers 200, and counts', async () => {
    stage.fake.setRetries({ delaysMs: [1, 1, 1] });
    stage.receiver.answerWith(500, 202);
    expect((await says()).status).toBe(500);
    await stage.fake.idle();
    expect(stage.receiver.received.map(({ headers }) => headers.num_retry)).toEqual([undefined, '1', '2']);
    expect(new Set(stage.receiver.received.map(({ rawBody }) => rawBody.toString())).size).toBe(1);
  });
  it('is called twice for one event when told to', async () => {
    await says({ times: 2 });
    expect(stage.fake.webhooks).toHaveLength(2);
  });
  it('is checked with {} and no signature', async () => {
    expect(await stage.fake.saveWebhook(APP.appId, stage.receiver.url)).toBe(true);
    expect(stage.receiver.received.at(-1)?.rawBody.toString()).toBe('{}');
    expect(verified(-1)).toBe(false);
    stage.receiver.answerWith(401);
    expect(await stage.fake.saveWebhook(APP.appId, stage.receiver.url)).toBe(false);
  });
  it('hears what a person of the account says', async () => {
    await stage.fake.adminSays(OA_ID, stage.minh, 'để tôi');
    const body = JSON.parse(stage.receiver.received.at(-1)?.rawBody.toString() ?? '');
    expect(body).toMatchObject({ event_name: 'oa_send_text', sender: { admin_id: expect.any(String) } });
  });
  it('hears what was sent through the API, after its answer', async () => {
    await stage.close();
    stage = await setStage({ echoes: true });
    const { body } = await call(CS, {
      json: { recipient: { user_id: stage.minh }, message: { text: 'chào' } },
    });
    await stage.fake.idle();
    const echo = JSON.parse(stage.receiver.received.at(-1)?.rawBody.toString() ?? '');
    expect(echo).toMatchObject({
      event_name: 'oa_send_text',
      recipient: { id: stage.minh },
      message: { msg_id: body.data.message_id, text: 'chào' },
    });
    expect(verified(-1)).toBe(true);
  });
});

it('comes back as it was', async () => {
  await stage.fake.friendSays(OA_ID, stage.minh, { type: 'text', text: 'chào' });
  const other = await startFakeZalo({ now: stage.clock.now });
  other.restore(stage.fake.snapshot());
  expect(other.chat(OA_ID, stage.minh)).toEqual(stage.fake.chat(OA_ID, stage.minh));
  expect(other.account(OA_ID)).toEqual(stage.fake.account(OA_ID));
  await other.close();
});
