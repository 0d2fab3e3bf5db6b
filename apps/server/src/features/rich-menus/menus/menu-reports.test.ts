import type { AccountId, RichMenuId, SegmentId } from '@hanasu/contract/ids';
import { compareMenus, getMenuReport } from '@hanasu/contract/menu-reports';
import { createRichMenu, listRichMenus, type TapAction } from '@hanasu/contract/rich-menus';
import { createSegment } from '@hanasu/contract/segments';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { openShop, type Shop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';
import { menuOf } from '../testing/menu.fixture.ts';

let stage: Stage;
let shop: Shop;
let accountId: AccountId;
beforeAll(async () => {
  stage = await setStage();
  accountId = stage.owner.user.account.uuid as AccountId;
  await stage.server.sql(`update accounts set time_zone = 'Asia/Tokyo' where id = $1`, [accountId]);
});
afterAll(() => stage.close());
beforeEach(async () => {
  shop = await openShop(stage);
});

const ACTIONS: readonly TapAction[] = [
  { kind: 'ask', text: 'When are you open?', shown: null },
  { kind: 'link', url: 'http://shop.example/', counted: true },
  { kind: 'link', url: 'https://shop.example/', counted: true },
  { kind: 'phone', number: '0312345678' },
];

/** Published so many days ago, one version each, the oldest first; without LINE, which is not asked for numbers. */
async function addMenu(...publishedDaysAgo: readonly number[]): Promise<RichMenuId> {
  const body = { channelUuid: shop.channel.uuid, name: crypto.randomUUID(), definition: menuOf(...ACTIONS) };
  const { uuid } = await stage.owner.call(createRichMenu, { body });
  for (const [index, days] of publishedDaysAgo.entries())
    await stage.server.sql(
      `insert into rich_menu_versions (account_id, menu_id, number, definition, created_at)
       values ($1, $2, $3, $4, now() - $5 * interval '1 day')`,
      [accountId, uuid, index + 1, JSON.stringify(menuOf(...ACTIONS)), days],
    );
  await stage.server.sql(`update rich_menus set version = nullif($2::int, 0) where id = $1`, [
    uuid,
    publishedDaysAgo.length,
  ]);
  return uuid;
}

interface Tap {
  readonly area: string;
  /** In Tokyo, whose days begin at 15:00 UTC. */
  readonly daysAgo: number;
  readonly friendId?: string | null;
}
/** A minute after midnight of that day in Tokyo. */
const AT = `((date_trunc('day', now() at time zone 'Asia/Tokyo') - $4 * interval '1 day' + interval '1 minute') at time zone 'Asia/Tokyo')`;
const addTap = (menuId: string, { area, daysAgo, friendId = null }: Tap) =>
  stage.server.sql(
    `insert into menu_taps (account_id, id, menu_id, page_id, area_id, friend_id, event_id, created_at)
     values ($1, gen_random_uuid(), $2, 'p1', $3, $5, gen_random_uuid()::text, ${AT})`,
    [accountId, menuId, area, daysAgo, friendId],
  );
const addClick = (menuId: string, { area, daysAgo }: Tap) =>
  stage.server.sql(
    `with link as (insert into tracked_links (account_id, id, code, owner_kind, owner_id, owner_part, url)
       values ($1, gen_random_uuid(), substr(md5(random()::text), 1, 12), 'richMenu', $2, 'p1/' || $3::text, 'http://shop.example/')
       on conflict (account_id, owner_kind, owner_id, owner_part, md5(url)) do update set expires_at = null
       returning id)
     insert into tracked_clicks (account_id, id, link_id, created_at) select $1, gen_random_uuid(), id, ${AT} from link`,
    [accountId, menuId, area, daysAgo],
  );
async function addFriend(name: string): Promise<string> {
  const [friend, customer] = [newId(), newId()];
  await stage.server.sql(
    `with person as (insert into customers (account_id, id, name, display_name) values ($1, $2, $3, $3) returning id)
     insert into friends (account_id, id, channel_id, external_id, customer_id, name, state)
     select $1, $4, $5, gen_random_uuid()::text, id, $3, 'following' from person`,
    [accountId, customer, name, friend, shop.channel.uuid],
  );
  return friend;
}
const reportOf = (uuid: RichMenuId, query: { days?: number; segmentUuid?: SegmentId } = {}) =>
  stage.owner.call(getMenuReport, { params: { uuid }, query });

test('taps and clicks by area, day and version equal the rows behind them', async () => {
  const menu = await addMenu(40, 3);
  const [mai, ken] = [await addFriend('Mai'), await addFriend('Ken')];
  const taps: readonly Tap[] = [
    { area: 'a0', daysAgo: 0, friendId: mai },
    { area: 'a0', daysAgo: 0, friendId: mai },
    { area: 'a0', daysAgo: 6, friendId: ken },
    { area: 'a0', daysAgo: 7, friendId: ken },
    { area: 'gone', daysAgo: 5 },
    { area: 'a0', daysAgo: 14 },
  ];
  const clicks: readonly Tap[] = [
    { area: 'a1', daysAgo: 1 },
    { area: 'a1', daysAgo: 1 },
    { area: 'a1', daysAgo: 13 },
  ];
  for (const tap of taps) await addTap(menu, tap);
  for (const click of clicks) await addClick(menu, click);
  const report = await reportOf(menu, { days: 7 });
  const all = [...taps, ...clicks];
  const within = (from: number, until: number) => (tap: Tap) => tap.daysAgo >= from && tap.daysAgo <= until;
  expect(report.timeZone).toBe('Asia/Tokyo');
  expect(report.published).toEqual(menuOf(...ACTIONS));
  expect(report.total).toEqual({
    taps: all.filter(within(0, 6)).length,
    people: 2,
    before: all.filter(within(7, 13)).length,
  });
  expect(report.days.map(({ taps: number, before }) => [number, before])).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((ago) => [
      all.filter(within(ago, ago)).length,
      all.filter(within(ago + 7, ago + 7)).length,
    ]),
  );
  expect([report.days[0]?.day, report.days.at(-1)?.day]).toEqual([report.from, report.until]);
  expect(
    report.areas.map(({ areaId, counting, isShown, ...sums }) => [areaId, counting, isShown, sums]),
  ).toEqual([
    ['a0', 'tap', true, { pageId: 'p1', label: 'Area 0', taps: 3, people: 2, before: 1 }],
    ['a1', 'click', true, { pageId: 'p1', label: 'Area 1', taps: 2, people: 0, before: 1 }],
    // This server has no TLS, so the link goes out as it is.
    ['a2', 'none', true, { pageId: 'p1', label: 'Area 2', taps: 0, people: 0, before: 0 }],
    ['a3', 'none', true, { pageId: 'p1', label: 'Area 3', taps: 0, people: 0, before: 0 }],
    ['b', 'tap', true, { pageId: 'p2', label: 'Back', taps: 0, people: 0, before: 0 }],
    ['gone', 'none', false, { pageId: 'p1', label: '', taps: 1, people: 0, before: 0 }],
  ]);
  expect(
    report.versions.map(({ number, taps: sum, people, replacedAt }) => [number, sum, people, replacedAt]),
  ).toEqual([
    [2, 4, 1, null],
    [1, 2, 1, expect.any(String)],
  ]);
  expect(report.versions.reduce((sum, { taps: number }) => sum + number, 0)).toBe(report.total.taps);
  expect(report.versions.map(({ days }) => days)[0]).toBe(3);
  const month = await reportOf(menu);
  expect([month.days.length, month.total.taps, month.total.before]).toEqual([30, all.length, 0]);
});

test('counts for a segment only taps of known friends in it, and no clicks', async () => {
  const menu = await addMenu(1);
  const [mai, ken] = [await addFriend('Mai'), await addFriend('Ken')];
  await addTap(menu, { area: 'a0', daysAgo: 0, friendId: mai });
  await addTap(menu, { area: 'a0', daysAgo: 0, friendId: ken });
  await addClick(menu, { area: 'a1', daysAgo: 0 });
  await stage.server.sql(
    `update customers c set language = 'vi' from friends f
     where f.account_id = c.account_id and f.customer_id = c.id and f.id = $1`,
    [mai],
  );
  const language = { kind: 'language' as const, languages: ['vi'] };
  const { uuid: segmentUuid } = await stage.owner.call(createSegment, {
    body: { name: crypto.randomUUID(), definition: { kind: 'and', items: [language] } },
  });
  const report = await reportOf(menu, { segmentUuid });
  expect(report.total).toEqual({ taps: 1, people: 1, before: 0 });
  expect(report.areas.find(({ areaId }) => areaId === 'a1')?.taps).toBe(0);
});

test('menus of a channel side by side, and the list counts clicks too', async () => {
  const [quiet, busy] = [await addMenu(2), await addMenu(2)];
  await addMenu();
  await addTap(busy, { area: 'a0', daysAgo: 0 });
  await addClick(busy, { area: 'a1', daysAgo: 2 });
  await addTap(quiet, { area: 'a0', daysAgo: 8 });
  const query = { channelUuid: shop.channel.uuid, days: 7 };
  const { items } = await stage.owner.call(compareMenus, { query });
  expect(items.map(({ uuid, taps, before, days }) => [uuid, taps, before, days])).toEqual([
    [busy, 2, 0, [0, 0, 0, 0, 1, 0, 1]],
    [quiet, 0, 1, [0, 0, 0, 0, 0, 0, 0]],
  ]);
  const list = await stage.owner.call(listRichMenus, { query: { channelUuid: shop.channel.uuid } });
  expect(list.items.find(({ uuid }) => uuid === busy)?.taps).toBe(2);
});

test('another account sees nothing', async () => {
  const menu = await addMenu(1);
  const stranger = await stage.server.register();
  expect((await stranger.refused(getMenuReport, { params: { uuid: menu } })).code).toBe('not_found');
  const query = { channelUuid: shop.channel.uuid };
  expect((await stranger.refused(compareMenus, { query })).code).toBe('not_found');
});
