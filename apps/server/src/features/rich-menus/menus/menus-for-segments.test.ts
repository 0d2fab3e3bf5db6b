import { createCaller } from '@hanasu/channels/line/testing';
import {
  type ChannelSettings,
  getChannelSettings,
  updateChannelSettings,
} from '@hanasu/contract/channel-settings';
import { changeCustomer, listCustomers } from '@hanasu/contract/customers';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { FriendId, RichMenuId, SegmentId, TagId } from '@hanasu/contract/ids';
import { changeMenusAtLine, getFriendMenu, getMenusAtLine } from '@hanasu/contract/menus-at-line';
import {
  changeRichMenu,
  createRichMenu,
  getRichMenu,
  type RichMenuSettings,
  type TapAction,
} from '@hanasu/contract/rich-menus';
import { createSegment } from '@hanasu/contract/segments';
import { createTag } from '@hanasu/contract/tags';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import { openShop, type Shop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';
import { menuOf } from '../testing/menu.fixture.ts';
import { isShownAt, type MenuTimes } from './published-menus.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const ALWAYS: RichMenuSettings = {
  segmentUuid: null,
  from: null,
  until: null,
  weekdays: [],
  hours: 'always',
};
const LATER = '2099-01-01T00:00:00Z';
const PAST = '2020-01-01T00:00:00Z';

const order = (body: EndpointInput<typeof changeMenusAtLine>['body']) =>
  stage.owner.call(changeMenusAtLine, { body });
const atLine = ({ channel }: Shop) =>
  stage.owner.call(getMenusAtLine, { query: { channelUuid: channel.uuid } });
const idle = (shop: Shop) =>
  eventually('LINE is as it should be', async () => {
    const state = await atLine(shop);
    return state.job.state === 'idle' ? state : null;
  });
/** The menu that LINE shows the friend by itself: the name of ours, null for none. */
async function shownTo(shop: Shop): Promise<RichMenuId | null> {
  const call = createCaller(stage.fake, shop.credentials.channelAccessToken);
  const { richMenuId } = (await call('GET', `/v2/bot/user/${shop.friend}/richmenu`)).body;
  if (!richMenuId) return null;
  const { name } = (await call('GET', `/v2/bot/richmenu/${richMenuId}`)).body as { name: string };
  return (name.split('/')[2] ?? null) as RichMenuId | null;
}
async function defaultOf(shop: Shop): Promise<RichMenuId | null> {
  const call = createCaller(stage.fake, shop.credentials.channelAccessToken);
  const { richMenuId } = (await call('GET', '/v2/bot/user/all/richmenu')).body;
  if (!richMenuId) return null;
  const { name } = (await call('GET', `/v2/bot/richmenu/${richMenuId}`)).body as { name: string };
  return (name.split('/')[2] ?? null) as RichMenuId | null;
}
const isShown = (shop: Shop, menu: RichMenuId | null) =>
  eventually('LINE shows the right menu', async () => ((await shownTo(shop)) === menu ? true : null));

async function makeMenu(
  shop: Shop,
  settings: Partial<RichMenuSettings> = {},
  actions: readonly TapAction[] = [{ kind: 'message', text: 'Hours?' }],
): Promise<RichMenuId> {
  const body = {
    channelUuid: shop.channel.uuid,
    name: crypto.randomUUID(),
    definition: menuOf(...actions),
  };
  const { uuid } = await stage.owner.call(createRichMenu, { body });
  await stage.owner.call(changeRichMenu, {
    params: { uuid },
    body: { settings: { ...ALWAYS, ...settings } },
  });
  return uuid;
}
async function publish(shop: Shop, settings: Partial<RichMenuSettings> = {}): Promise<RichMenuId> {
  const menuUuid = await makeMenu(shop, settings);
  await order({ do: 'publish', menuUuid });
  return menuUuid;
}

interface Regular {
  readonly shop: Shop;
  readonly friend: FriendId;
  readonly tag: TagId;
  /** Of the customers with the tag. */
  readonly segment: SegmentId;
  tagged(isTagged: boolean): Promise<unknown>;
  why(): Promise<string>;
}
/** A shop with one friend, and a segment of those with a tag. */
async function openRegular(): Promise<Regular> {
  const shop = await openShop(stage);
  await shop.says('hello');
  const friend = (await shop.conversation()).friend?.uuid as FriendId;
  const { items } = await stage.owner.call(listCustomers, {
    query: { channelUuid: shop.channel.uuid, pageSize: 50 } as never,
  });
  const customer = items.find(({ friends }) => friends.some(({ uuid }) => uuid === friend));
  if (!customer) throw new Error('the friend is a customer');
  const { uuid: tag } = await stage.owner.call(createTag, { body: { name: crypto.randomUUID() } as never });
  const { uuid: segment } = await stage.owner.call(createSegment, {
    body: {
      name: crypto.randomUUID(),
      definition: { kind: 'and', items: [{ kind: 'tag', match: 'any', tagUuids: [tag] }] },
    } as never,
  });
  return {
    shop,
    friend,
    tag,
    segment,
    tagged: (isTagged) =>
      stage.owner.call(changeCustomer, {
        params: { uuid: customer.uuid },
        body: isTagged ? { addTags: [tag] } : { removeTags: [tag] },
      }),
    why: async () => (await stage.owner.call(getFriendMenu, { params: { uuid: friend } })).why,
  };
}

describe('a menu for a segment', () => {
  test('is shown to a friend who gets the tag, and taken back when the tag goes', async () => {
    const { shop, segment, tagged, why } = await openRegular();
    const everybodys = await publish(shop);
    const regulars = await publish(shop, { segmentUuid: segment });
    await idle(shop);
    expect([await defaultOf(shop), await shownTo(shop), await why()]).toEqual([
      everybodys,
      null,
      'everybody',
    ]);
    await tagged(true);
    await isShown(shop, regulars);
    expect(await why()).toBe('segment');
    await tagged(false);
    await isShown(shop, null);
    expect(await why()).toBe('everybody');
    await tagged(true);
    await isShown(shop, regulars);
  });

  test('that stands first wins over another one that fits too, until their order changes', async () => {
    const { shop, segment, tagged } = await openRegular();
    await tagged(true);
    const second = await publish(shop, { segmentUuid: segment });
    const first = await publish(shop, { segmentUuid: segment });
    await isShown(shop, first);
    await stage.owner.call(changeRichMenu, { params: { uuid: first }, body: { position: 1 } });
    await isShown(shop, second);
  });

  test('that stands behind the one for everybody is shown to nobody', async () => {
    const { shop, segment, tagged, why } = await openRegular();
    await tagged(true);
    await publish(shop, { segmentUuid: segment });
    const everybodys = await publish(shop);
    await idle(shop);
    await isShown(shop, null);
    expect([await defaultOf(shop), await shownTo(shop), await why()]).toEqual([
      everybodys,
      null,
      'everybody',
    ]);
  });

  test('gives way to one that was given by hand, and comes back when that is taken', async () => {
    const { shop, friend, segment, tagged, why } = await openRegular();
    await tagged(true);
    const regulars = await publish(shop, { segmentUuid: segment });
    const special = await publish(shop, { from: LATER });
    await isShown(shop, regulars);
    await order({ do: 'link', menuUuid: special, friendUuids: [friend] });
    expect(await why()).toBe('hand');
    await isShown(shop, special);
    await order({ do: 'unlink', channelUuid: shop.channel.uuid, friendUuids: [friend] });
    await isShown(shop, regulars);
    expect(await why()).toBe('segment');
  });
});

describe('the schedule of a menu', () => {
  const times = (isStaffed: boolean, timeZone = 'Asia/Tokyo'): MenuTimes => ({
    timeZone,
    isStaffed: () => isStaffed,
  });
  /** 23:30 on Friday 27 November 2026 in Tokyo, 21:30 in Ho Chi Minh City. */
  const at = new Date('2026-11-27T14:30:00Z');

  test('begins at its first moment and ends before its last one', () => {
    const settings = { ...ALWAYS, from: '2026-11-27T14:30:00Z', until: '2026-11-28T00:00:00Z' };
    expect(isShownAt(settings, at, times(true))).toBe(true);
    expect(isShownAt(settings, new Date(at.getTime() - 1), times(true))).toBe(false);
    expect(isShownAt(settings, new Date('2026-11-28T00:00:00Z'), times(true))).toBe(false);
  });
  test('has weekdays by the calendar of the channel', () => {
    const day = (weekdays: number[], timeZone?: string, moment = at) =>
      isShownAt({ ...ALWAYS, weekdays: weekdays as never }, moment, times(true, timeZone));
    const halfAnHourLater = new Date('2026-11-27T15:30:00Z');
    expect([day([5]), day([6])]).toEqual([true, false]);
    expect(day([6], 'Asia/Tokyo', halfAnHourLater)).toBe(true);
    expect(day([6], 'Asia/Ho_Chi_Minh', halfAnHourLater)).toBe(false);
  });
  test('follows opening hours, or the time outside of them', () => {
    expect(isShownAt({ ...ALWAYS, hours: 'open' }, at, times(true))).toBe(true);
    expect(isShownAt({ ...ALWAYS, hours: 'open' }, at, times(false))).toBe(false);
    expect(isShownAt({ ...ALWAYS, hours: 'closed' }, at, times(false))).toBe(true);
    expect(isShownAt({ ...ALWAYS, hours: 'closed' }, at, times(true))).toBe(false);
  });

  test('decides at LINE: what is over or still to come is not the default', async () => {
    const shop = await openShop(stage);
    const everybodys = await publish(shop);
    await publish(shop, { until: PAST });
    await publish(shop, { from: LATER });
    await idle(shop);
    expect(await defaultOf(shop)).toBe(everybodys);
  });

  test('is worked out again when the opening hours of the channel change', async () => {
    const shop = await openShop(stage);
    const params = { uuid: shop.channel.uuid };
    const before = await stage.owner.call(getChannelSettings, { params });
    const setHours = (hours: ChannelSettings['hours']) =>
      stage.owner.call(updateChannelSettings, { params, body: { ...before, hours } });
    await setHours(null);
    const everybodys = await publish(shop);
    const closed = await publish(shop, { hours: 'closed' });
    await idle(shop);
    expect(await defaultOf(shop)).toBe(everybodys);
    await setHours([]);
    await eventually('the shop is closed', async () => ((await defaultOf(shop)) === closed ? true : null));
  });
});

describe('the order', () => {
  test('“default” makes a menu the one for everybody, and leaves one for the time outside opening hours', async () => {
    const shop = await openShop(stage);
    const closed = await publish(shop, { hours: 'closed' });
    const before = await publish(shop);
    const next = await publish(shop, { weekdays: [1] });
    await order({ do: 'default', channelUuid: shop.channel.uuid, menuUuid: next });
    await idle(shop);
    const stateOf = async (uuid: RichMenuId) =>
      (await stage.owner.call(getRichMenu, { params: { uuid } })).state;
    expect(await stateOf(before)).toBe('withdrawn');
    expect(['live', 'scheduled']).toContain(await stateOf(closed));
    expect(await stateOf(next)).toBe('live');
    expect((await atLine(shop)).default).toMatchObject({ found: 'ours' });
    await order({ do: 'default', channelUuid: shop.channel.uuid, menuUuid: null });
    await idle(shop);
    expect(await stateOf(next)).toBe('withdrawn');
  });

  test('“leave” hides what another tool has changed by then, and nothing that comes later', async () => {
    const shop = await openShop(stage);
    const call = createCaller(stage.fake, shop.credentials.channelAccessToken);
    const check = async () => {
      await order({ do: 'check', channelUuid: shop.channel.uuid });
      return (await idle(shop)).drift.map(({ kind }) => kind);
    };
    await publish(shop);
    await idle(shop);
    stage.fake.setForeignDefaultMenu(shop.credentials.channelId);
    expect(await check()).toEqual(['default_changed']);
    await order({ do: 'leave', channelUuid: shop.channel.uuid });
    expect((await idle(shop)).drift).toEqual([]);
    expect(await check()).toEqual([]);
    const foreign = {
      size: { width: 2500, height: 1686 },
      selected: false,
      name: 'x',
      chatBarText: 'x',
      areas: [],
    };
    const { richMenuId } = (await call('POST', '/v2/bot/richmenu', { json: foreign })).body;
    await call('POST', `/v2/bot/richmenu/${richMenuId}/content`, { bytes: PNG, type: 'image/png' });
    await call('POST', `/v2/bot/user/all/richmenu/${richMenuId}`);
    expect(await check()).toEqual(['default_changed']);
  });
});

/** Of the width and height that its header says. */
const PNG = Buffer.alloc(33);
Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(PNG);
PNG.writeUInt32BE(2500, 16);
PNG.writeUInt32BE(1686, 20);

describe('what LINE does not take', () => {
  const CREATE = '/v2/bot/richmenu';

  test('when it is asked before publishing is said with its area, and nothing is published', async () => {
    const shop = await openShop(stage);
    const bad = await makeMenu(shop);
    const publishing = () =>
      stage.owner.raw('POST', changeMenusAtLine.path, { body: { do: 'publish', menuUuid: bad } });
    const validate = { path: '/v2/bot/richmenu/validate', status: 400, times: 1 };
    stage.fake.fault({ ...validate, body: REFUSAL });
    expect((await publishing()).body).toMatchObject({
      code: 'rich_menu_incomplete',
      errors: [{ path: 'draft.p1.a0', code: 'link_invalid' }],
    });
    const words = { message: 'must be a shop', property: 'chatBarText' };
    stage.fake.fault({ ...validate, body: { message: 'The request body has 1 error(s)', details: [words] } });
    expect((await publishing()).body).toMatchObject({
      errors: [{ path: 'draft.p1', code: 'refused', message: expect.stringContaining('must be a shop') }],
    });
    const { state } = await stage.owner.call(getRichMenu, { params: { uuid: bad } });
    expect(state).toBe('draft');
  });

  test('of one menu is reported with its reason, and the others are published', async () => {
    const shop = await openShop(stage);
    const good = await publish(shop);
    await idle(shop);
    const bad = await makeMenu(shop, { from: LATER });
    stage.fake.fault({ path: CREATE, containing: bad, status: 400, times: 100, body: REFUSAL });
    await order({ do: 'publish', menuUuid: bad });
    const state = await eventually('it is refused', async () => {
      const { job } = await atLine(shop);
      return job.problems.length > 0 ? job : null;
    });
    expect(state).toMatchObject({
      state: 'failed',
      error: null,
      problems: [{ code: 'menu_refused', menuUuid: bad, pageId: 'p1', reason: 'invalid_link' }],
    });
    const next = await publish(shop, { hours: 'always' });
    await eventually('another one is published', async () =>
      (await defaultOf(shop)) === next ? true : null,
    );
    expect(await defaultOf(shop)).not.toBe(good);
    expect((await atLine(shop)).checkedAt).not.toBeNull();
  });

  test('for an hour is said with the time when it goes on, while friends are linked meanwhile', async () => {
    const { shop, friend } = await openRegular();
    const first = await publish(shop, { from: LATER });
    await idle(shop);
    const waiting = await makeMenu(shop);
    stage.fake.fault({
      path: CREATE,
      containing: waiting,
      status: 429,
      times: 100,
      headers: { 'retry-after': '1800' },
    });
    await order({ do: 'publish', menuUuid: waiting });
    await order({ do: 'link', menuUuid: first, friendUuids: [friend] });
    await isShown(shop, first);
    const { job } = await eventually('it waits', async () => {
      const state = await atLine(shop);
      return state.job.waitsUntil === null ? null : state;
    });
    expect(job).toMatchObject({ state: 'waiting', problems: [] });
  });

  test('beyond a hundred menus an hour waits until the first of them is an hour old', async () => {
    const shop = await openShop(stage);
    await publish(shop);
    await idle(shop);
    await stage.server.sql(
      `update channel_menus set created_times = array_fill(now() - interval '20 minutes', array[100]) where channel_id = $1`,
      [shop.channel.uuid],
    );
    const next = await makeMenu(shop);
    await order({ do: 'publish', menuUuid: next });
    const { job } = await eventually('it waits', async () => {
      const state = await atLine(shop);
      return state.job.waitsUntil === null ? null : state;
    });
    expect(job).toMatchObject({ state: 'waiting', error: 'limited', problems: [], endsAt: job.waitsUntil });
    const [row] = await stage.server.sql<{ minutes: number }>(
      `select round(extract(epoch from due_at - now()) / 60)::int as minutes from channel_menus where channel_id = $1`,
      [shop.channel.uuid],
    );
    expect(row?.minutes).toBe(40);
    // An hour has passed for our count.
    await stage.server.sql(
      `update channel_menus set created_times = '{}', due_at = now() where channel_id = $1`,
      [shop.channel.uuid],
    );
    await idle(shop);
    expect(await defaultOf(shop)).toBe(next);
  });
});

/** As LINE’s reference has it for links that are none (Create rich menu, error response). */
const REFUSAL = {
  message: 'The request body has 1 error(s)',
  details: [{ message: 'invalid uri', property: 'areas[0].action.uri' }],
};

describe('links of friends at LINE', () => {
  const later = async (shop: Shop) => {
    for (const [table, column] of [
      ['friend_menus', 'changed_at'],
      ['line_menus', 'created_at'],
    ])
      await stage.server.sql(
        `update ${table} set ${column} = now() - interval '1 hour' where channel_id = $1`,
        [shop.channel.uuid],
      );
    await stage.server.sql("update friends set state = 'following' where channel_id = $1", [
      shop.channel.uuid,
    ]);
    await order({ do: 'check', channelUuid: shop.channel.uuid });
  };
  async function openLinked() {
    const regular = await openRegular();
    const { shop, friend } = regular;
    const given = await publish(shop, { from: LATER });
    await order({ do: 'link', menuUuid: given, friendUuids: [friend] });
    await isShown(shop, given);
    await idle(shop);
    const call = createCaller(stage.fake, shop.credentials.channelAccessToken);
    return { ...regular, given, call };
  }

  test('that were lost there are made again', async () => {
    const { shop, given, call } = await openLinked();
    await call('DELETE', `/v2/bot/user/${shop.friend}/richmenu`);
    expect(await shownTo(shop)).toBeNull();
    await later(shop);
    await isShown(shop, given);
  });

  test('that another tool has changed are drift, until they are taken back', async () => {
    const { shop, given, call } = await openLinked();
    const foreign = {
      size: { width: 2500, height: 1686 },
      selected: false,
      name: 'x',
      chatBarText: 'x',
      areas: [],
    };
    const { richMenuId } = (await call('POST', '/v2/bot/richmenu', { json: foreign })).body;
    await call('POST', `/v2/bot/richmenu/${richMenuId}/content`, { bytes: PNG, type: 'image/png' });
    await call('POST', `/v2/bot/user/${shop.friend}/richmenu/${richMenuId}`);
    expect((await call('GET', `/v2/bot/user/${shop.friend}/richmenu`)).body.richMenuId).toBe(richMenuId);
    await later(shop);
    await eventually('it is drift', async () =>
      (await atLine(shop)).drift.some(({ kind }) => kind === 'links_changed') ? true : null,
    );
    expect((await call('GET', `/v2/bot/user/${shop.friend}/richmenu`)).body.richMenuId).toBe(richMenuId);
    await order({ do: 'takeBack', channelUuid: shop.channel.uuid });
    await isShown(shop, given);
  });
});
