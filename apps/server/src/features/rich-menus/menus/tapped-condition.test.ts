import { changeMenusAtLine } from '@hanasu/contract/menus-at-line';
import { createRichMenu, type RichMenuDefinition } from '@hanasu/contract/rich-menus';
import { countSegment, createSegment, type SegmentDefinition } from '@hanasu/contract/segments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import { openShop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';
import { menuOf } from '../testing/menu.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const tappedSo = (condition: object): SegmentDefinition => ({
  kind: 'and',
  items: [{ kind: 'tapped', area: null, atLeast: 1, days: null, ...condition } as never],
});
const count = async (condition: object) =>
  (await stage.owner.call(countSegment, { body: { definition: tappedSo(condition), exact: true } })).count;
const problemOf = async (condition: object) => {
  const body = { name: crypto.randomUUID(), definition: tappedSo(condition) };
  const answer = await stage.owner.raw('POST', createSegment.path, { body });
  return answer.status === 201 ? null : (answer.body as { errors: { code: string }[] }).errors[0]?.code;
};

test('a segment has who tapped a menu or an area of it often enough, since then', async () => {
  const shop = await openShop(stage);
  const definition: RichMenuDefinition = menuOf(
    { kind: 'message', text: 'Hours?' },
    { kind: 'ask', text: 'Prices?', shown: null },
  );
  const body = { channelUuid: shop.channel.uuid, name: crypto.randomUUID(), definition };
  const { uuid: menuUuid } = await stage.owner.call(createRichMenu, { body });
  await stage.owner.call(changeMenusAtLine, { body: { do: 'publish', menuUuid } });
  const area = { pageId: 'p1', areaId: 'a1' };
  const tap = () =>
    stage.fake.friendSays(shop.credentials.channelId, shop.friend, {
      type: 'postback',
      data: `hanasu/tap/${menuUuid}/p1/a1`,
    });
  expect(await count({ menuUuid })).toBe(0);
  await tap();
  await eventually('the tap counts', async () => (await count({ menuUuid })) === 1);
  expect(await count({ menuUuid, area, days: 7 })).toBe(1);
  expect(await count({ menuUuid, area: { pageId: 'p1', areaId: 'a0' } })).toBe(0);
  expect(await count({ menuUuid, area, atLeast: 2 })).toBe(0);
  await tap();
  await eventually('it counts again', async () => (await count({ menuUuid, area, atLeast: 2 })) === 1);
});

test('a condition whose menu or area is gone says so', async () => {
  const shop = await openShop(stage);
  const definition = menuOf({ kind: 'message', text: 'Hours?' });
  const body = { channelUuid: shop.channel.uuid, name: crypto.randomUUID(), definition };
  const { uuid: menuUuid } = await stage.owner.call(createRichMenu, { body });
  expect(await problemOf({ menuUuid, area: { pageId: 'p1', areaId: 'a0' } })).toBeNull();
  expect(await problemOf({ menuUuid, area: { pageId: 'p1', areaId: 'a9' } })).toBe('area_missing');
  expect(await problemOf({ menuUuid: crypto.randomUUID() })).toBe('menu_missing');
});
