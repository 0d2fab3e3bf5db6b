import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../features/channels/testing/channel-stage.fixture.ts';
import { type ChaosStage, registerOwner, setChaosStage } from './chaos-stage.fixture.ts';
import { expectNothingWrong, openLineShop } from './fire-stage.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

/** Where Debian keeps it, by architecture. */
function findLibrary(): string | null {
  if (process.platform !== 'linux' || spawnSync('faketime', ['--version']).status !== 0) return null;
  return (
    readdirSync('/usr/lib')
      .map((folder) => path.join('/usr/lib', folder, 'faketime', 'libfaketimeMT.so.1'))
      .find((file) => existsSync(file)) ?? null
  );
}

const LIBRARY = findLibrary();
const LOADING_MS = 300_000;

let folder: string;
let stage: ChaosStage;
let servers: KillableServer[];
beforeEach(async (context) => {
  if (LIBRARY === null)
    context.skip('processes with other clocks need faketime, which is not installed here');
  folder = mkdtempSync(path.join(tmpdir(), 'hanasu-clocks-'));
  servers = [];
  stage = await setChaosStage();
}, LOADING_MS);
afterEach(async () => {
  if (LIBRARY === null) return;
  for (const server of servers) await server.close();
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A server whose clock, but not its timers, is off by so much; returns how to set the clock anew. */
async function startWithClock(offset: string) {
  const file = path.join(folder, `clock-${servers.length}`);
  const setClock = (to: string): void => writeFileSync(file, to);
  setClock(offset);
  const port = await freePort();
  const server = createKillableServer(stage.settingsFor(port), 'shared', {
    LD_PRELOAD: LIBRARY ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Two names, of older and newer versions.
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  servers.push(server);
  await server.start();
  return { address: `http://127.0.0.1:${port}`, setClock };
}

const pushes = (): number => stage.vendors.line.calls.filter((call) => call.path.endsWith('/push')).length;

/** Every question is answered once, and by its reply token: who takes it for expired pays for a push. */
async function expectAnswered(
  shop: Awaited<ReturnType<typeof openLineShop>>,
  asked: Map<string, string[]>,
  fault: string,
) {
  await stage.settle();
  await expectNothingWrong(stage.sql, new Map([[shop, asked]]), { fault, times: 1 });
  expect(pushes()).toBe(0);
}

test.each(['+600', '-600'])(
  'a server whose clock is off by %s s answers as any other',
  { timeout: LOADING_MS },
  async (offset) => {
    const { address } = await startWithClock(offset);
    const shop = await openLineShop(await registerOwner(address, 'lone'), stage.vendors.line);
    const asked = new Map<string, string[]>();
    for (const name of ['ann', 'ben', 'cem', 'dan']) {
      const friend = shop.addFriend(name);
      asked.set(friend, [`${name}1?`]);
      await shop.says(friend, `${name}1?`);
    }
    await expectAnswered(shop, asked, `a clock off by ${offset} s`);
  },
);

test('a clock that is set while an answer is being made changes nothing', {
  timeout: LOADING_MS,
}, async () => {
  const { address, setClock } = await startWithClock('+0');
  const shop = await openLineShop(await registerOwner(address, 'jumping'), stage.vendors.line);
  stage.models.behave('*', 'slow-40');
  const asked = new Map<string, string[]>();
  for (const [name, jump] of [
    ['ann', '+600'],
    ['ben', '-600'],
    ['cem', '+86400'],
    ['dan', '+0'],
  ] as const) {
    const friend = shop.addFriend(name);
    asked.set(friend, [`${name}1?`]);
    await shop.says(friend, `${name}1?`);
    // The turn has its lease, and the reply window runs.
    await sleep(300);
    setClock(jump);
  }
  await expectAnswered(shop, asked, 'a clock that is set by up to a day');
});

test('two processes whose clocks are five minutes apart share the work', {
  timeout: LOADING_MS,
}, async () => {
  const one = await startWithClock('+0');
  const two = await startWithClock('+300');
  const { line } = stage.vendors;
  const shop = await openLineShop(await registerOwner(one.address, 'apart'), line);
  const { channelId } = shop.credentials;
  const webhookUrl = line.channel(channelId).webhookUrl ?? '';
  const asked = new Map<string, string[]>();
  for (let index = 0; index < 24; index += 1) {
    line.setWebhook(channelId, index % 2 === 0 ? webhookUrl : webhookUrl.replace(one.address, two.address));
    const friend = shop.addFriend(`friend ${index}`);
    asked.set(friend, [`apart${index}?`]);
    await shop.says(friend, `apart${index}?`);
  }
  await expectAnswered(shop, asked, 'clocks five minutes apart');
});
