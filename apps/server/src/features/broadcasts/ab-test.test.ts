import { type AbTest, chooseAbWinner, reportAbTest } from '@hanasu/contract/broadcast-ab';
import { reportBroadcast } from '@hanasu/contract/broadcast-report';
import * as contract from '@hanasu/contract/broadcasts';
import type { BroadcastId } from '@hanasu/contract/ids';
import { EMPTY_CONTENT } from '@hanasu/contract/message-content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import { type Shop, type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';
import { broadcastsOn, type People } from './testing/broadcast-shop.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());
const { shopWith, draft, start } = broadcastsOn(() => stage);

const contentOf = (text: string) => ({
  ...EMPTY_CONTENT,
  bubbles: [{ kind: 'text' as const, id: 'a', text }],
});

async function tested(
  shop: Shop,
  texts: readonly string[],
  given: Partial<AbTest> = {},
): Promise<BroadcastId> {
  const [first = '', ...others] = texts;
  const abTest = { shares: [30, 30], metric: 'replied' as const, decide: 'by_person' as const, ...given };
  const { uuid } = await draft(shop, first, { abTest: { ...abTest, others: others.map(contentOf) } });
  return uuid;
}
const check = (uuid: BroadcastId) => stage.owner.call(contract.checkBroadcast, { params: { uuid } });
const results = (uuid: BroadcastId) => stage.owner.call(reportAbTest, { params: { uuid } });
const choose = (uuid: BroadcastId, variant: number) =>
  stage.owner.raw('POST', `/api/broadcast/${uuid}/winner`, { body: { variant } });
const inState = (uuid: BroadcastId, state: contract.BroadcastState) =>
  eventually(`it is ${state}`, async () => {
    const now = await stage.owner.call(contract.getBroadcast, { params: { uuid } });
    return now.state === state ? now : null;
  });
/** Counts how many got which words; each recipient got at most one. */
function copies({ ids, received }: People, texts: readonly string[]): number[] {
  for (const id of ids) expect(received(id).length).toBeLessThanOrEqual(1);
  return texts.map((text) => ids.filter((id) => received(id).includes(text)).length);
}
const countOf = (counts: contract.BroadcastCheck['variants'], variant: number | null): number =>
  counts.find((each) => each.variant === variant)?.count ?? 0;

test('each variant goes to its share, the rest waits, and gets the one that a person chooses', async () => {
  const shop = await shopWith(40);
  // One is the same for all, one is not.
  const uuid = await tested(shop, ['Plain', 'Dear {{customer.email | "you"}}']);
  const { variants, isReady } = await check(uuid);
  expect(isReady).toBe(true);
  expect(variants.reduce((sum, { count }) => sum + count, 0)).toBe(40);
  const [first, second, rest] = [countOf(variants, 0), countOf(variants, 1), countOf(variants, null)];
  expect(Math.min(first, second, rest)).toBeGreaterThan(0);
  expect((await choose(uuid, 1)).body).toMatchObject({ code: 'broadcast_state' });
  await start(uuid);
  expect(await inState(uuid, 'waiting')).toMatchObject({ winner: null, decideAt: null, finishedAt: null });
  expect(copies(shop, ['Plain', 'Dear you'])).toEqual([first, second]);
  expect(await results(uuid)).toMatchObject({
    variants: [
      { variant: 0, people: first, accepted: first, tested: first, reacted: 0, chance: null },
      { variant: 1, people: second, accepted: second, tested: second, reacted: 0, chance: null },
    ],
    waiting: rest,
    winner: null,
  });
  const keen = shop.ids.find((id) => shop.received(id).includes('Dear you')) ?? '';
  await shop.says('I come', keen);
  await eventually('the reply counts', async () => (await results(uuid)).variants[1]?.reacted === 1);
  expect((await choose(uuid, 2)).status).toBe(400);
  const chosen = await stage.owner.call(chooseAbWinner, { params: { uuid }, body: { variant: 1 } });
  expect(chosen).toMatchObject({ winner: { variant: 1, by: 'person' }, waiting: 0 });
  expect(await inState(uuid, 'sent')).toMatchObject({
    winner: { variant: 1 },
    finishedAt: expect.any(String),
  });
  expect(shop.ids.filter((id) => shop.received(id).includes('Plain'))).toHaveLength(first);
  expect(shop.ids.filter((id) => shop.received(id).includes('Dear you'))).toHaveLength(second + rest);
  // Recipients who got it afterwards were not tested.
  expect((await results(uuid)).variants[1]).toMatchObject({
    accepted: second + rest,
    tested: second,
    reacted: 1,
  });
  expect((await choose(uuid, 0)).body).toMatchObject({ code: 'broadcast_state' });
});

test('one that waits can be stopped, and is not deleted before; a pause and a fault change no variant', async () => {
  const shop = await shopWith(30);
  const uuid = await tested(shop, ['Left', 'Right']);
  const { variants } = await check(uuid);
  stage.fake.fault({
    path: '/v2/bot/message/multicast',
    status: 'reset-after-accept',
    times: 1,
    containing: 'Right',
  });
  await start(uuid);
  await stage.owner.raw('POST', `/api/broadcast/${uuid}/pause`);
  await stage.owner.raw('POST', `/api/broadcast/${uuid}/start`);
  await inState(uuid, 'waiting');
  expect(copies(shop, ['Left', 'Right'])).toEqual([countOf(variants, 0), countOf(variants, 1)]);
  expect((await stage.owner.raw('DELETE', `/api/broadcast/${uuid}`)).body).toMatchObject({
    code: 'broadcast_state',
  });
  await stage.owner.call(contract.stopBroadcast, { params: { uuid } });
  expect(await stage.owner.call(reportBroadcast, { params: { uuid } })).toMatchObject({
    state: 'stopped',
    open: 0,
    reasons: [{ state: 'skipped', reason: 'stopped', count: countOf(variants, null) }],
  });
});

test('decided by the clock: the better one by far, else the first', async () => {
  const shop = await shopWith(300);
  const decide = { afterHours: 1 };
  const uuid = await tested(shop, ['Dull', 'Bright'], { shares: [48, 48], decide });
  const { variants } = await check(uuid);
  expect(Math.min(countOf(variants, 0), countOf(variants, 1))).toBeGreaterThanOrEqual(100);
  await start(uuid);
  const { decideAt } = await inState(uuid, 'waiting');
  expect(Date.parse(decideAt ?? '')).toBeGreaterThan(Date.now());
  const keen = shop.ids.filter((id) => shop.received(id).includes('Bright')).slice(0, 8);
  for (const id of keen) await shop.says('I come', id);
  await eventually(
    'the replies count',
    async () => (await results(uuid)).variants[1]?.reacted === keen.length,
  );
  const { variants: known } = await results(uuid);
  expect(known[1]?.chance).toBeGreaterThan(0.95);
  const few = await tested(shop, ['One', 'Two'], { shares: [10, 10], decide });
  await start(few);
  await inState(few, 'waiting');
  await stage.server.sql(`update broadcasts set decide_at = now() where id = any($1::uuid[])`, [[uuid, few]]);
  expect(await inState(uuid, 'sent')).toMatchObject({ winner: { variant: 1, by: 'rule' }, decideAt: null });
  expect(await inState(few, 'sent')).toMatchObject({ winner: { variant: 0, by: 'no_difference' } });
  expect(shop.ids.filter((id) => shop.received(id).includes('Dull'))).toHaveLength(countOf(variants, 0));
});

test('without a rest it is sent at once; what is no share is refused', async () => {
  const shop = await shopWith(10);
  const uuid = await tested(shop, ['Half', 'Other half'], { shares: [50, 50] });
  await start(uuid);
  await inState(uuid, 'sent');
  expect(copies(shop, ['Half', 'Other half']).reduce((sum, one) => sum + one, 0)).toBe(10);
  expect((await choose(uuid, 1)).body).toMatchObject({ code: 'broadcast_state' });
  const plain = { others: [contentOf('B')], metric: 'replied', decide: 'by_person' };
  const changed = async (abTest: object | null) =>
    (
      await stage.owner.raw('PATCH', `/api/broadcast/${await tested(shop, ['A', 'B'])}`, {
        body: { abTest, version: 1 },
      })
    ).status;
  expect(await changed({ ...plain, shares: [60, 50] })).toBe(400);
  expect(await changed({ ...plain, shares: [50] })).toBe(400);
  expect(await changed({ ...plain, shares: [50, 50] })).toBe(200);
  const byClicks = await tested(shop, ['A', 'B'], { metric: 'clicked' });
  const view = await stage.owner.call(contract.getBroadcast, { params: { uuid: byClicks } });
  expect(view.linkTracking).toBe('person');
  expect(await changed(null)).toBe(200);
});
