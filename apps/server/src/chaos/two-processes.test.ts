import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeZalo, startFakeZalo } from '@hanasu/channels/zalo/fake/fake-zalo';
import { register } from '@hanasu/contract/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../features/channels/testing/channel-stage.fixture.ts';
import { createCaller } from '../testing/test-server.ts';
import { type Asked, type ChaosStage, fatesOf, setChaosStage } from './chaos-stage.fixture.ts';
import { nothingWrong, openZaloShop, settled, totalsOf } from './fire-stage.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

let stage: ChaosStage;
let zalo: FakeZalo;
const servers: { server: KillableServer; address: string }[] = [];

/** A process that loads the whole program on a busy machine. */
const LOADING_MS = 180_000;

beforeAll(async () => {
  stage = await setChaosStage();
  zalo = await startFakeZalo();
  for (let index = 0; index < 2; index += 1) {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const settings = {
      ...stage.settings,
      PORT: String(port),
      PUBLIC_URL: address,
      ZALO_OAUTH_BASE_URL: zalo.hosts.oauth,
      ZALO_API_BASE_URL: zalo.hosts.api,
    };
    const server = createKillableServer(settings, 'shared');
    await server.start();
    servers.push({ server, address });
  }
}, LOADING_MS);

afterAll(async () => {
  for (const { server } of servers) await server.close();
  await zalo.close();
  await stage.close();
});

test('access that ends is renewed once, whichever process needs it, and everybody is answered', {
  timeout: 60_000,
}, async () => {
  const [one, two] = servers;
  if (!one || !two) throw new Error('two servers are wanted');
  const body = { username: 'rotating', email: 'rotating@example.com', password: 'correct horse' };
  const { jwt } = await createCaller(one.address, null).call(register, { body });
  const shop = await openZaloShop(createCaller(one.address, jwt), zalo, one.address);
  const { appId } = zalo.account(shop.oaId);
  if (appId === null) throw new Error('no access was given');
  const asked = new Map<string, string[]>();
  const hooks = [one, two].map(({ address }) => shop.channel.webhookUrl.replace(one.address, address));
  const askBoth = (round: string) =>
    Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const friend = shop.addFriend(`${round} ${index}`);
        asked.set(friend, [`${round}-${index}?`]);
        // The address is read when the call is made, so every other event goes to the other process.
        zalo.setWebhook(appId, hooks[index % 2] ?? null);
        return shop.says(friend, `${round}-${index}?`);
      }),
    );
  const renewals = () => zalo.calls.filter(({ path }) => path === '/v4/oa/access_token').length;
  const before = renewals();
  for (const round of ['first', 'second']) {
    const { refreshToken } = zalo.account(shop.oaId);
    if (refreshToken === null) throw new Error('no access was given');
    // The vendor takes the old access token no more.
    const expiresAt = Date.now() + 90_000_000;
    zalo.giveAccess(appId, shop.oaId, { accessToken: `unknown-${round}`, refreshToken, expiresAt });
    await askBoth(round);
    await settled(stage.sql, zalo);
  }
  expect(renewals() - before).toBe(2);
  expect(await totalsOf(stage.sql, shop, asked)).toEqual(nothingWrong(24));
  expect(await stage.sql("select state from outbox where state <> 'sent'")).toEqual([]);
});

test('two processes share the work; one takes over what the other left', { timeout: 300_000 }, async () => {
  const [one, two] = servers;
  if (!one || !two) throw new Error('two servers are wanted');
  const channelId = await stage.openShop(one.address);
  stage.models.behave('*', 'slow-40');
  const asked: Asked = new Map();
  const stop = new AbortController();
  const names = ['gus', 'hal', 'ida', 'joe'];
  const friends = Promise.all(names.map((name) => stage.chatter(channelId, name, asked, stop.signal)));
  await sleep(4_000);
  // The vendor calls whoever is there; one dies with answers half written and calls half made.
  const webhookUrl = stage.fake.channel(channelId).webhookUrl ?? '';
  stage.fake.setWebhook(channelId, webhookUrl.replace(one.address, two.address));
  await one.server.kill();
  await sleep(1_000);
  stop.abort();
  await friends;
  // What the dead one had taken is free when its lease ends.
  await stage.settle().catch(() => stage.settle());

  const said = await stage.said();
  const answers = said.filter(({ sender }) => sender === 'bot');
  expect(answers.length).toBeGreaterThan(names.length);
  for (const fate of fatesOf(stage.fake, channelId, asked, said)) {
    expect(fate).toMatchObject({ notStoredOnce: [], notAnsweredOnce: [], notReadOnce: [] });
  }
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['sent']));
});
