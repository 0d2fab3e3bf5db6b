import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../features/channels/testing/channel-stage.fixture.ts';
import { type Asked, type ChaosStage, fatesOf, setChaosStage } from './chaos-stage.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

let stage: ChaosStage;
const servers: { server: KillableServer; address: string }[] = [];

beforeAll(async () => {
  stage = await setChaosStage();
  for (let index = 0; index < 2; index += 1) {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const settings = { ...stage.settings, PORT: String(port), PUBLIC_URL: address };
    const server = createKillableServer(settings, 'shared');
    await server.start();
    servers.push({ server, address });
  }
});

afterAll(async () => {
  for (const { server } of servers) await server.close();
  await stage.close();
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
