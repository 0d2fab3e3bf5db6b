import { createHash, randomUUID } from 'node:crypto';
import { type FakeZalo, startFakeZalo } from '@hanasu/channels/zalo/fake/fake-zalo';
import { type ChannelView, connectZalo, finishConnecting } from '@hanasu/contract/channels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot } from '../../../testing/test-shop.ts';
import { PATIENT_VENDOR } from '../testing/channel-stage.fixture.ts';

const APP = { appId: '1234567890123456789', appSecret: 'secretOfTheApp1234' };
const SECRETS = { here: 'webhook-secret-of-here', there: 'webhook-secret-of-there' } as const;
let fake: FakeZalo;
let server: TestServer;
let here: SignedIn;
let there: SignedIn;
let accounts = 0;
const logged: string[] = [];

beforeAll(async () => {
  fake = await startFakeZalo(PATIENT_VENDOR);
  const settings = {
    ZALO_OAUTH_BASE_URL: fake.hosts.oauth,
    ZALO_API_BASE_URL: fake.hosts.api,
    LOG_LEVEL: 'warn',
  };
  const log = { write: (line: string) => void logged.push(line) };
  server = await startTestServer(settings, undefined, { isReachable: true, log });
  fake.addApp({ ...APP, redirectUri: `${server.publicUrl}/Channel/connected` });
  here = await server.register();
  there = await server.register();
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});

interface Connected {
  readonly channel: ChannelView;
  readonly oaId: string;
}

/** An official account of the one app, connected with the account's own secret of its webhook. */
async function connect(owner: SignedIn, webhookSecret: string): Promise<Connected> {
  accounts += 1;
  const oaId = String(3_388_613_280_878_808_000n + BigInt(accounts));
  fake.addAccount({ oaId, name: `OA ${accounts}` });
  const bot = await addBot(owner);
  const body = { name: 'Hoa', ...APP, webhookSecret, botUuid: bot.uuid };
  const { url } = await owner.call(connectZalo, { body });
  const query = fake.grant(APP.appId, { url, oaId });
  const channel = await owner.call(finishConnecting, { body: { query: { ...query } } });
  return { channel, oaId };
}

let messages = 0;
const said = (oaId: string, text = 'xin chào'): string => {
  messages += 1;
  return JSON.stringify({
    app_id: APP.appId,
    sender: { id: '246845883529197922' },
    recipient: { id: oaId },
    event_name: 'user_send_text',
    message: { text, msg_id: `m${messages}` },
    timestamp: String(Date.now()),
  });
};
const sign = (body: string, secret: string): string => {
  const timestamp = /"timestamp":"(\d+)"\}$/.exec(body)?.[1] ?? '';
  return `mac=${createHash('sha256').update(`${APP.appId}${body}${timestamp}${secret}`).digest('hex')}`;
};
const post = async (url: string, body: string, secret: string | null): Promise<number> => {
  const headers: Record<string, string> = secret === null ? {} : { 'x-zevent-signature': sign(body, secret) };
  return (await server.anonymous.raw('POST', new URL(url).pathname, { body, headers })).status;
};
const eventsOf = async ({ channel }: Connected): Promise<number> => {
  const rows = await server.sql(`select 1 from inbound_events where channel_id = '${channel.uuid}'`);
  return rows.length;
};
const own = (owner: SignedIn, { channel }: Connected): string =>
  `http://x/hooks/${owner.user.account.uuid}/${channel.uuid}`;

test('one address of the app brings each of its official accounts what is theirs', async () => {
  const first = await connect(here, SECRETS.here);
  const second = await connect(here, SECRETS.here);
  expect(second.channel.webhookUrl).toBe(first.channel.webhookUrl);
  expect(first.channel.webhookUrl).toMatch(/\/hooks\/[0-9a-f-]{36}\/app\/[0-9a-f-]{36}$/);
  const { webhookUrl } = first.channel;
  expect(await post(webhookUrl, said(first.oaId), SECRETS.here)).toBe(200);
  expect(await post(webhookUrl, said(second.oaId), SECRETS.here)).toBe(200);
  expect([await eventsOf(first), await eventsOf(second)]).toEqual([1, 1]);
  // The address of the channel goes on working, for its own events only.
  expect(await post(own(here, first), said(first.oaId), SECRETS.here)).toBe(200);
  expect(await post(own(here, first), said(second.oaId), SECRETS.here)).toBe(200);
  expect([await eventsOf(first), await eventsOf(second)]).toEqual([2, 1]);
  // The same event by both addresses is one.
  const twice = said(second.oaId);
  await post(webhookUrl, twice, SECRETS.here);
  await post(own(here, second), twice, SECRETS.here);
  expect(await eventsOf(second)).toBe(2);
});

test('two accounts of the product with one app and two secrets never hear of each other', async () => {
  const mine = await connect(here, SECRETS.here);
  const theirs = await connect(there, SECRETS.there);
  expect(theirs.channel.webhookUrl).not.toBe(mine.channel.webhookUrl);
  const before = [await eventsOf(mine), await eventsOf(theirs)];
  // The other's secret, the other's official account, neither signed nor known, somebody else's account in the path.
  await post(mine.channel.webhookUrl, said(mine.oaId), SECRETS.there);
  await post(mine.channel.webhookUrl, said(theirs.oaId), SECRETS.here);
  await post(mine.channel.webhookUrl, said(theirs.oaId), SECRETS.there);
  await post(mine.channel.webhookUrl, said(mine.oaId), null);
  await post(theirs.channel.webhookUrl, said(mine.oaId), SECRETS.there);
  await post(mine.channel.webhookUrl, said('999'), SECRETS.here);
  const [hook] = mine.channel.webhookUrl.split('/').slice(-1);
  const crossed = `http://x/hooks/${there.user.account.uuid}/app/${hook}`;
  expect(await post(crossed, said(mine.oaId), SECRETS.here)).toBe(404);
  expect(await post(crossed.replace(/[^/]+$/, randomUUID()), said(mine.oaId), SECRETS.here)).toBe(404);
  expect([await eventsOf(mine), await eventsOf(theirs)]).toEqual(before);
  expect(await post(theirs.channel.webhookUrl, said(theirs.oaId), SECRETS.there)).toBe(200);
  expect(await eventsOf(theirs)).toBe((before[1] ?? 0) + 1);
});

test('an event of an official account that is not connected is logged with its id, and without secrets', async () => {
  const mine = await connect(here, SECRETS.here);
  const unknown = '3388613280878899999';
  logged.length = 0;
  await post(mine.channel.webhookUrl, said(unknown, 'private words'), SECRETS.here);
  const line = await eventually('it is logged', async () => logged.find((one) => one.includes(unknown)));
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    why: 'no such official account',
    officialAccount: unknown,
    calls: 1,
  });
  expect(line).not.toMatch(/private words|secret|mac=/i);
});

test('the console’s check and what is no JSON are answered, and nothing is stored', async () => {
  const one = await connect(here, SECRETS.here);
  const before = await eventsOf(one);
  expect(await post(one.channel.webhookUrl, '{}', null)).toBe(200);
  expect(await post(one.channel.webhookUrl, '{"timestamp":"1', SECRETS.here)).toBe(200);
  expect(await eventsOf(one)).toBe(before);
});

test('a call, the menu and the chat button keep the window open', async () => {
  const one = await connect(here, SECRETS.here);
  const long = Date.now() - 3 * 24 * 60 * 60 * 1000;
  await post(one.channel.webhookUrl, said(one.oaId), SECRETS.here);
  const wroteAt = async (): Promise<Date | null> => {
    const rows = await server.sql<{ at: Date | null }>(
      `select last_customer_at as at from conversations where channel_id = '${one.channel.uuid}'`,
    );
    return rows[0]?.at ?? null;
  };
  await eventually('it is applied', wroteAt);
  for (const event_name of ['user_call_oa', 'user_click_menu', 'user_click_chatnow', 'user_reply_consent']) {
    await server.sql(
      `update conversations set last_customer_at = to_timestamp(${long} / 1000.0) where channel_id = '${one.channel.uuid}'`,
    );
    const who = { sender: { id: '246845883529197922' }, recipient: { id: one.oaId }, oa_id: one.oaId };
    const body = JSON.stringify({ app_id: APP.appId, event_name, ...who, timestamp: String(Date.now()) });
    expect(await post(one.channel.webhookUrl, body, SECRETS.here)).toBe(200);
    await eventually(`${event_name} is a sign of life`, async () => {
      const at = await wroteAt();
      return at !== null && at.getTime() > long + 60_000;
    });
  }
});
