import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sizeOf } from './chaos-run.fixture.ts';
import {
  everybodyReads,
  expectNothingWrong,
  type FireShop,
  type FireStage,
  openLineShop,
  openZaloShop,
  setFireStage,
  settled,
  unanswered,
} from './fire-stage.fixture.ts';

let stage: FireStage;
beforeAll(async () => {
  stage = await setFireStage();
});
afterAll(() => stage.close());

const OUTAGE_MS = sizeOf(4_000, 45_000);
const FRIENDS = sizeOf(40, 200);
const PUSH = '/v2/bot/message/push';
const HALF_AN_HOUR = 30 * 60_000;

type Asked = Map<string, string[]>;

/** Everybody writes one more question. */
async function writeAll(shop: FireShop, asked: Asked, name: string, writtenAgoMs = 0): Promise<void> {
  await Promise.all(
    [...asked].map(async ([friend, questions], index) => {
      const text = `${name}${index}-${questions.length}?`;
      questions.push(text);
      expect(await shop.says(friend, text, { timestamp: Date.now() - writtenAgoMs })).toBe(200);
    }),
  );
}

const newFriends = (shop: FireShop, name: string): Asked =>
  new Map(Array.from({ length: FRIENDS }, (_, index) => [shop.addFriend(`${name} ${index}`), []]));

test(`a push API is away for ${OUTAGE_MS / 1_000} s: all answers arrive afterwards, and other channels go on`, async () => {
  const { line, zalo, owner, server } = stage;
  const shop = await openLineShop(owner, line);
  const beside = await openZaloShop(owner, zalo, server.publicUrl);
  const [asked, askedBeside] = [newFriends(shop, 'away'), newFriends(beside, 'beside')];
  line.fault({ path: PUSH, status: 503, times: Number.POSITIVE_INFINITY });
  // What comes late has no reply token any more, so its answer is pushed.
  await writeAll(shop, asked, 'away', HALF_AN_HOUR);
  await writeAll(beside, askedBeside, 'beside');
  await everybodyReads(beside, [...askedBeside.keys()]);
  await sleep(OUTAGE_MS / 2);
  await writeAll(shop, asked, 'away', HALF_AN_HOUR);
  await sleep(OUTAGE_MS / 2);
  expect(unanswered(shop, [...asked.keys()])).toBe(FRIENDS);
  expect(line.calls.filter(({ path, result }) => path === PUSH && result === 503).length).toBeGreaterThan(0);
  line.clearFaults();
  await everybodyReads(shop, [...asked.keys()]);
  await settled(server.sql, stage);
  const both = new Map<FireShop, Asked>([
    [shop, asked],
    [beside, askedBeside],
  ]);
  await expectNothingWrong(server.sql, both, { fault: 'the push API of a vendor away', times: 1 });
  expect(await server.sql("select 1 from conversations where handling <> 'bot'")).toEqual([]);
});
