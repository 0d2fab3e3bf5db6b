import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { seededRandom } from './chaos-run.fixture.ts';
import { type ChaosStage, chatter, registerOwner, setChaosStage } from './chaos-stage.fixture.ts';
import { expectNothingWrong, openLineShop, openZaloShop } from './fire-stage.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

let stage: ChaosStage;
const servers: { server: KillableServer; address: string }[] = [];

beforeAll(async () => {
  stage = await setChaosStage();
  for (let index = 0; index < 2; index += 1) {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const server = createKillableServer(stage.settingsFor(port), 'shared');
    await server.start();
    servers.push({ server, address });
  }
});

afterAll(async () => {
  for (const { server } of servers) await server.close();
  await stage.close();
});

test('access that ends is renewed once, whichever process needs it, and everybody is answered', async () => {
  const [one, two] = servers;
  if (!one || !two) throw new Error('two servers are wanted');
  const { zalo } = stage.vendors;
  const shop = await openZaloShop(await registerOwner(one.address, 'rotating'), zalo, one.address);
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
    await stage.settle();
  }
  expect(renewals() - before).toBe(2);
  const done = { fault: 'access ends while two processes answer', times: 2 };
  await expectNothingWrong(stage.sql, new Map([[shop, asked]]), done);
  expect(await stage.sql("select state from outbox where state <> 'sent'")).toEqual([]);
});

test('two processes share the work; one takes over what the other left', async () => {
  const [one, two] = servers;
  if (!one || !two) throw new Error('two servers are wanted');
  const { line } = stage.vendors;
  const shop = await openLineShop(await registerOwner(one.address, 'shared'), line);
  const { channelId } = shop.credentials;
  stage.models.behave('*', 'slow-40');
  const asked = new Map<string, string[]>();
  const stop = new AbortController();
  const names = ['gus', 'hal', 'ida', 'joe'];
  const friends = Promise.all(
    names.map((name) =>
      chatter({ shop, name, asked, random: seededRandom(`two ${name}`), signal: stop.signal }),
    ),
  );
  await sleep(4_000);
  // The vendor calls whoever is there; one dies with answers half written and calls half made.
  const webhookUrl = line.channel(channelId).webhookUrl ?? '';
  line.setWebhook(channelId, webhookUrl.replace(one.address, two.address));
  await one.server.kill();
  await sleep(1_000);
  stop.abort();
  await friends;
  // What the dead one had taken is free when its lease ends.
  await stage.settle().catch(() => stage.settle());

  const done = { fault: 'kill -9 of one of two processes', times: 1 };
  await expectNothingWrong(stage.sql, new Map([[shop, asked]]), done);
  const answers = await stage.sql<{ state: string }>(
    `select delivery_state as state from messages where sender = 'bot'`,
  );
  expect(answers.length).toBeGreaterThan(names.length);
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['sent']));
});
