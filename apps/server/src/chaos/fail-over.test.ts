import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CutWire, layWire } from '../testing/cut-wire.ts';
import { seededRandom, sizeOf } from './chaos-run.fixture.ts';
import { chatter } from './chaos-stage.fixture.ts';
import {
  expectNothingWrong,
  type FireStage,
  openLineShop,
  openZaloShop,
  setFireStage,
  settled,
} from './fire-stage.fixture.ts';

let wire: CutWire;
let stage: FireStage;
beforeAll(async () => {
  const real = new URL(inject('testOwnerUrl'));
  wire = await layWire({ host: real.hostname, port: Number(real.port) });
  const changeUrl = (url: string) => {
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(wire.port);
    return through.href;
  };
  stage = await setFireStage({}, { changeUrl });
});
afterAll(async () => {
  wire.mend();
  await stage.close();
  await wire.close();
});

const FRIENDS = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal'];
const CUTS = sizeOf(3, 20);
const AWAY_MS = 500;
const random = seededRandom('fail-over');

/** As when the time of the leases has gone by; nobody who held one is still at it. */
const passTime = async (): Promise<void> => {
  await stage.server.sql('update outbox set lease_until = now() where lease_until is not null');
  await stage.server.sql('update conversations set lease_until = now() where lease_until is not null');
};

test('the database goes away in the middle of traffic and comes back: nothing is lost or doubled', async () => {
  const { owner, line, zalo, server } = stage;
  const shops = [await openLineShop(owner, line), await openZaloShop(owner, zalo, server.publicUrl)];
  const asked = new Map(shops.map((shop) => [shop, new Map<string, string[]>()]));
  const stop = new AbortController();
  const writing = shops.flatMap((shop, place) =>
    FRIENDS.map((friend) => {
      const name = `${friend}${'xy'[place]}`;
      const questions = asked.get(shop) ?? new Map();
      return chatter({ shop, name, asked: questions, random: seededRandom(name), signal: stop.signal });
    }),
  );
  for (let cut = 0; cut < CUTS; cut += 1) {
    await sleep(700 + random() * 300);
    wire.cut();
    await sleep(AWAY_MS);
    wire.mend();
  }
  await sleep(500);
  stop.abort();
  const statuses = (await Promise.all(writing)).flat();
  // Some came while it was away, and the vendors were told so.
  expect(statuses.filter((status) => status !== 200).length).toBeGreaterThan(0);
  await stage.idle();
  await sleep(2_000);
  await passTime();
  await settled(server.sql, stage);
  await expectNothingWrong(server.sql, asked, { fault: 'the connections to the database cut', times: CUTS });
  const unsent = await server.sql("select state, reason from outbox where state <> 'sent'");
  expect(unsent).toEqual([]);
});
