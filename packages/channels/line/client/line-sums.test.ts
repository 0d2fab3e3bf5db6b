import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLineChannel } from '../line.channel.ts';
import { CREDENTIALS, createCaller, type Stage, setStage } from '../testing.ts';

const { channelId } = CREDENTIALS;
const HOUR = 60 * 60 * 1000;
let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());
const sums = () => {
  const { sums: found } = createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
  if (!found) throw new Error('LINE counts');
  return found;
};

it('says how many names are left, and what was counted by the last noon', async () => {
  const connection = { credentials: CREDENTIALS };
  expect(await sums().room(connection)).toBe(1_000);
  const ids = Array.from({ length: 30 }, (_, index) =>
    stage.fake.addFriend(channelId, { displayName: `F${index}` }),
  );
  // Nine in the morning in Tokyo.
  stage.clock.advance(24 * HOUR - (stage.clock.now() % (24 * HOUR)));
  const since = new Date(stage.clock.now());
  const json = { to: ids, messages: [{ type: 'text', text: 'a' }], customAggregationUnits: ['autumn_a'] };
  await createCaller(stage.fake)('POST', '/v2/bot/message/multicast', { json });
  expect(await sums().room(connection)).toBe(999);
  for (const id of ids) stage.fake.lookAt(channelId, id, { unit: 'autumn_a' });
  const read = () => sums().read(connection, { unit: 'autumn_a', since });
  stage.clock.advance(26 * HOUR);
  expect(await read()).toEqual({ kind: 'early' });
  stage.clock.advance(2 * HOUR);
  const day = since.toISOString().slice(0, 10);
  expect(await read()).toEqual({ kind: 'known', day, impressions: 30, clicks: null });
  stage.clock.advance(60 * 24 * HOUR);
  expect(await read()).toMatchObject({ kind: 'known', impressions: 30 });
  stage.fake.fault({ path: '/v2/bot/insight/message/event/aggregation', status: 500 });
  expect(await read()).toMatchObject({ kind: 'unavailable' });
  stage.fake.fault({ path: '/v2/bot/message/aggregation/info', status: 500 });
  expect(await sums().room(connection)).toBeNull();
});
