import { liff } from '@line/bot-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CREDENTIALS, createCaller, type Stage, setStage } from '../testing.ts';

const LOGIN = { channelId: '2000000001', channelSecret: 'secret-of-the-login-channel' };
const view = { type: 'tall' as const, url: 'https://shop.example/form' };

let stage: Stage;
let token: string;
let client: liff.LiffClient;
let call: ReturnType<typeof createCaller>;
beforeEach(async () => {
  stage = await setStage();
  stage.fake.addChannel({ kind: 'login', ...LOGIN, displayName: 'Login' });
  const issued = await fetch(`${stage.fake.hosts.api}/oauth2/v3/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: LOGIN.channelId,
      client_secret: LOGIN.channelSecret,
    }),
  });
  token = String(Object(await issued.json()).access_token);
  client = new liff.LiffClient({ channelAccessToken: token, baseURL: stage.fake.hosts.api });
  call = createCaller(stage.fake, token);
});
afterEach(() => stage.close());

const add = (json: object) => call('POST', '/liff/v1/apps', { json });
const detail = (message: string, property: string) => ({
  status: 400,
  body: { details: [{ message, property }] },
});

describe('a LIFF app', () => {
  it('is made, changed in what is given alone, opened and deleted by the official client', async () => {
    const { liffId } = await client.addLIFFApp({
      view,
      description: 'Booking',
      scope: ['openid', 'profile'],
    });
    expect(liffId).toMatch(new RegExp(`^${LOGIN.channelId}-[0-9a-z]{8}$`));
    await client.updateLIFFApp(liffId, { view: { url: 'https://shop.example/booking' } });
    expect((await client.getAllLIFFApps()).apps).toEqual([
      {
        liffId,
        view: { type: 'tall', url: 'https://shop.example/booking' },
        description: 'Booking',
        features: { qrCode: false },
        permanentLinkPattern: 'concat',
        scope: ['openid', 'profile'],
        botPrompt: 'none',
      },
    ]);
    const opened = await fetch(`${stage.fake.hosts.liff}/${liffId}`, { redirect: 'manual' });
    expect(opened.headers.get('location')).toBe('https://shop.example/booking');
    await client.deleteLIFFApp(liffId);
    expect(await call('GET', '/liff/v1/apps')).toMatchObject({ status: 404 });
  });

  it('that was made in the console is listed and can be changed', async () => {
    const liffId = `${LOGIN.channelId}-abcd1234`;
    const app = { liffId, loginChannelId: LOGIN.channelId, endpoint: view.url, userId: stage.hanako };
    stage.fake.addLiffApp(app);
    await client.updateLIFFApp(liffId, { botPrompt: 'aggressive' });
    expect((await client.getAllLIFFApps()).apps).toMatchObject([
      { liffId, view: { type: 'full', url: view.url }, botPrompt: 'aggressive' },
    ]);
    expect((await fetch(`${stage.fake.hosts.liff}/${liffId}`, { redirect: 'manual' })).status).toBe(302);
  });

  it.each([
    ['an address without https', { ...view, url: 'http://shop.example/' }],
    ['an address with a fragment', { ...view, url: 'https://shop.example/#form' }],
    ['no address', { ...view, url: 'shop' }],
  ])('is refused with %s', async (_name, wrong) => {
    expect(await add({ view: wrong })).toMatchObject(detail('invalid url', 'view.url'));
  });

  it('is refused with the name of LINE, with an unknown size, and without a view', async () => {
    for (const description of ['LINE Shop', 'ＬＩＮＥショップ', 'my line'])
      expect(await add({ view, description })).toMatchObject(detail('invalid value', 'description'));
    expect(await add({ view, description: 'Online shop' })).toMatchObject({ status: 200 });
    expect(await add({ view: { ...view, type: 'huge' } })).toMatchObject({ status: 400 });
    expect(await add({ description: 'Booking' })).toMatchObject({ status: 400 });
  });

  it('is refused beyond thirty of one channel', async () => {
    for (let count = 0; count < 30; count += 1) expect(await add({ view })).toMatchObject({ status: 200 });
    expect(await add({ view })).toMatchObject({ status: 400 });
  });

  it('of another channel is not found', async () => {
    const liffId = '2000000002-abcd1234';
    stage.fake.addLiffApp({ liffId, loginChannelId: '2000000002', endpoint: view.url, userId: null });
    for (const method of ['PUT', 'DELETE'] as const) {
      const json = method === 'PUT' ? { json: { view } } : {};
      expect(await call(method, `/liff/v1/apps/${liffId}`, json)).toMatchObject({ status: 404 });
    }
  });
});

describe('a token', () => {
  it('of the Messaging API makes no LIFF app, and that of a Login channel sends no message', async () => {
    const official = createCaller(stage.fake, CREDENTIALS.channelAccessToken);
    expect(await official('POST', '/liff/v1/apps', { json: { view } })).toMatchObject({ status: 401 });
    const json = { to: stage.hanako, messages: [{ type: 'text', text: 'Hello' }] };
    expect(await call('POST', '/v2/bot/message/push', { json })).toMatchObject({ status: 401 });
  });
});
