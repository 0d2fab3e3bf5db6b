import { createCaller } from '@hanasu/channels/line/testing';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { LinePictureId, RichMenuId } from '@hanasu/contract/ids';
import { changeMenusAtLine, getMenusAtLine } from '@hanasu/contract/menus-at-line';
import {
  changeRichMenu,
  createRichMenu,
  deleteRichMenu,
  getRichMenu,
  listRichMenus,
  listRichMenuVersions,
  type RichMenuDefinition,
  type RichMenuSettings,
  type TapAction,
} from '@hanasu/contract/rich-menus';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { eventually } from '../../../testing/test-server.ts';
import { openShop, type Shop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';

const area = (id: string, action: TapAction | null, x = 0) => ({
  id,
  x,
  y: 0,
  width: 1200,
  height: 843,
  label: `Area ${id}`,
  action,
});
const pageOf = (id: string, ...areas: RichMenuDefinition['pages'][number]['areas']) => ({
  id,
  name: id,
  picture: {
    kind: 'composed' as const,
    background: '#ffffff',
    fileUuid: null,
    line: null,
    font: 'sans' as const,
    cells: [],
  },
  areas,
});
const TABS: RichMenuDefinition = {
  size: 'large',
  chatBarText: 'メニュー',
  selected: true,
  pages: [
    pageOf(
      'p1',
      area('a', { kind: 'message', text: 'Hours?' }),
      area('b', { kind: 'page', pageId: 'p2' }, 1250),
    ),
    pageOf('p2', area('c', { kind: 'page', pageId: 'p1' })),
  ],
};

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const lineOf = (shop: Shop) => {
  const call = createCaller(stage.fake, shop.credentials.channelAccessToken);
  return {
    menus: async () =>
      (await call('GET', '/v2/bot/richmenu/list')).body.richmenus as { richMenuId: string }[],
    aliases: async () =>
      (await call('GET', '/v2/bot/richmenu/alias/list')).body.aliases as { richMenuId: string }[],
    defaultMenu: async () => (await call('GET', '/v2/bot/user/all/richmenu')).body.richMenuId ?? null,
    call,
  };
};
const atLine = (shop: Shop) =>
  stage.owner.call(getMenusAtLine, { query: { channelUuid: shop.channel.uuid } });
const idle = (shop: Shop) =>
  eventually('LINE is as it should be', async () => {
    const state = await atLine(shop);
    return state.job.state === 'idle' ? state : null;
  });
async function make(shop: Shop, definition: RichMenuDefinition = TABS, name: string = crypto.randomUUID()) {
  const body = { channelUuid: shop.channel.uuid, name, definition };
  return (await stage.owner.call(createRichMenu, { body })).uuid;
}
const order = (body: EndpointInput<typeof changeMenusAtLine>['body']) =>
  stage.owner.call(changeMenusAtLine, { body });

test('a published menu with two tabs stands at LINE as the default, and goes when it is taken back', async () => {
  const shop = await openShop(stage);
  const line = lineOf(shop);
  const menuUuid = await make(shop);
  await order({ do: 'publish', menuUuid });
  const state = await idle(shop);
  expect(state).toMatchObject({
    default: { wanted: menuUuid, found: 'ours' },
    menus: [{ state: 'ready' }, { state: 'ready' }],
    drift: [],
  });
  const menus = await line.menus();
  expect(menus).toHaveLength(2);
  expect((await line.aliases()).map(({ richMenuId }) => richMenuId).sort()).toEqual(
    menus.map(({ richMenuId }) => richMenuId).sort(),
  );
  expect(menus.map(({ richMenuId }) => richMenuId)).toContain(await line.defaultMenu());
  await order({ do: 'withdraw', menuUuid });
  await idle(shop);
  expect([await line.menus(), await line.aliases(), await line.defaultMenu()]).toEqual([[], [], null]);
});

test('what is published again takes the place of what was there, and nothing else is made', async () => {
  const shop = await openShop(stage);
  const line = lineOf(shop);
  const menuUuid = await make(shop);
  await order({ do: 'publish', menuUuid });
  await idle(shop);
  const before = await line.menus();
  const [first, ...others] = TABS.pages;
  const draft = { ...TABS, pages: [{ ...first, areas: first?.areas.slice(0, 1) ?? [] }, ...others] };
  const body = { draft: draft as RichMenuDefinition, revision: 1 };
  await stage.owner.call(changeRichMenu, { params: { uuid: menuUuid }, body });
  await order({ do: 'publish', menuUuid });
  await idle(shop);
  const versions = await stage.owner.call(listRichMenuVersions, { params: { uuid: menuUuid } });
  expect(versions.items.map(({ number, definition }) => ({ number, definition }))).toEqual([
    { number: 2, definition: draft },
    { number: 1, definition: TABS },
  ]);
  const after = await line.menus();
  const made = after.filter(({ richMenuId }) => !before.some((one) => one.richMenuId === richMenuId));
  expect(made).toHaveLength(1);
  // What it took the place of stays for a day: a chat that is open may show it.
  expect(after).toHaveLength(3);
  const targets = (await line.aliases()).map(({ richMenuId }) => richMenuId);
  expect(targets).toContain(made[0]?.richMenuId);
  expect(targets).toHaveLength(2);
  expect(await line.defaultMenu()).toBe(made[0]?.richMenuId);
  const channel = [shop.channel.uuid];
  const [due] = await stage.server.sql<{ goesOn: boolean }>(
    `select c.due_at <= l.replaced_at + interval '24 hours' as "goesOn" from channel_menus c
     join line_menus l using (account_id, channel_id) where channel_id = $1 and l.replaced_at is not null`,
    channel,
  );
  expect(due).toEqual({ goesOn: true });
  const where = 'where channel_id = $1';
  await stage.server.sql(
    `update line_menus set replaced_at = now() - interval '24 hours' ${where} and replaced_at is not null`,
    channel,
  );
  await stage.server.sql(`update channel_menus set due_at = now() ${where}`, channel);
  await eventually('it is gone', async () => {
    const rows = await stage.server.sql(`select line_id from line_menus ${where}`, channel);
    return rows.length === 2;
  });
  expect(await line.menus()).toHaveLength(2);
  expect(await line.defaultMenu()).toBe(made[0]?.richMenuId);
});

test('a menu that is taken back goes at once, with what it had taken the place of', async () => {
  const shop = await openShop(stage);
  const line = lineOf(shop);
  const menuUuid = await make(shop);
  await order({ do: 'publish', menuUuid });
  await idle(shop);
  await stage.owner.call(changeRichMenu, {
    params: { uuid: menuUuid },
    body: { draft: { ...TABS, chatBarText: 'Menu' }, revision: 1 },
  });
  await order({ do: 'publish', menuUuid });
  await idle(shop);
  expect(await line.menus()).toHaveLength(4);
  await order({ do: 'withdraw', menuUuid });
  await idle(shop);
  expect(await line.menus()).toEqual([]);
});

test('a menu that lacks something is not published, and says what', async () => {
  const shop = await openShop(stage);
  const menuUuid = await make(shop, {
    ...TABS,
    chatBarText: '',
    pages: [pageOf('p1', area('a', null), area('b', { kind: 'page', pageId: 'gone' }, 2000))],
  });
  const answer = await stage.owner.raw('POST', changeMenusAtLine.path, { body: { do: 'publish', menuUuid } });
  expect(answer.body).toMatchObject({
    code: 'rich_menu_incomplete',
    errors: [
      { path: 'draft', code: 'no_chat_bar_text' },
      { path: 'draft.p1.a', code: 'no_action' },
      { path: 'draft.p1.b', code: 'area_outside' },
      { path: 'draft.p1.b', code: 'page_missing' },
    ],
  });
  expect(await lineOf(shop).menus()).toEqual([]);
});

test('a menu whose picture is gone is not published, and says so before', async () => {
  const shop = await openShop(stage);
  const picture = { kind: 'upload' as const, fileUuid: newId<LinePictureId>(), crop: null };
  const [first, second] = TABS.pages;
  if (!first || !second) throw new Error('two pages are wanted');
  const menuUuid = await make(shop, { ...TABS, pages: [first, { ...second, picture }] });
  const { problems } = await stage.owner.call(getRichMenu, { params: { uuid: menuUuid } });
  expect(problems).toEqual([{ reason: 'picture_missing', pageId: 'p2', areaId: null, detail: null }]);
  const answer = await stage.owner.raw('POST', changeMenusAtLine.path, { body: { do: 'publish', menuUuid } });
  expect(answer.body).toMatchObject({
    code: 'rich_menu_incomplete',
    errors: [{ path: 'draft.p2', code: 'picture_missing' }],
  });
  expect(await lineOf(shop).menus()).toEqual([]);
});

test('links beyond 1,000 characters once they are encoded, and impossible dates, are found before publishing', async () => {
  const shop = await openShop(stage);
  const link = (length: number): TapAction => ({
    kind: 'link',
    url: `https://shop.jp/${'予'.repeat(length)}`,
  });
  const menuUuid = await make(shop, {
    ...TABS,
    pages: [
      pageOf(
        'p1',
        area('fits', link(109)),
        area('long', link(110), 1250),
        area('date', { kind: 'date', mode: 'date', text: 'On', min: '2026-12-31', max: '2026-12-01' }),
        area('day', { kind: 'date', mode: 'date', text: 'On', initial: '2026-02-30' }),
        area('time', { kind: 'date', mode: 'time', text: 'At', min: '09:00', max: '18:30' }),
      ),
    ],
  });
  const answer = await stage.owner.raw('POST', changeMenusAtLine.path, { body: { do: 'publish', menuUuid } });
  expect(answer.body).toMatchObject({
    code: 'rich_menu_incomplete',
    errors: [
      { path: 'draft.p1.long', code: 'link_too_long' },
      { path: 'draft.p1.date', code: 'date_range' },
      { path: 'draft.p1.day', code: 'date_range' },
    ],
  });
});

test('a link with Japanese letters and a picker with limits are published', async () => {
  const shop = await openShop(stage);
  const menuUuid = await make(shop, {
    ...TABS,
    pages: [
      pageOf(
        'p1',
        area('a', { kind: 'link', url: 'https://shop.jp/予約' }),
        area(
          'b',
          { kind: 'date', mode: 'datetime', text: 'At', min: '2026-12-01T09:00', max: '2026-12-24T18:00' },
          1250,
        ),
      ),
    ],
  });
  await order({ do: 'publish', menuUuid });
  await idle(shop);
  expect(await lineOf(shop).menus()).toMatchObject([
    {
      areas: [
        { action: { type: 'uri', uri: 'https://shop.jp/%E4%BA%88%E7%B4%84' } },
        { action: { type: 'datetimepicker', min: '2026-12-01T09:00', max: '2026-12-24T18:00' } },
      ],
    },
  ]);
});

test('a menu that was given by hand goes before the list, until it is taken back', async () => {
  const shop = await openShop(stage);
  const line = lineOf(shop);
  await shop.says('hello');
  const conversation = await shop.conversation();
  const friendUuid = conversation.friend?.uuid;
  if (!friendUuid) throw new Error('the friend is known');
  const [everybodys, given] = [await make(shop), await make(shop)];
  const settings: RichMenuSettings = {
    segmentUuid: null,
    from: '2099-01-01T00:00:00Z',
    until: null,
    weekdays: [],
    hours: 'always',
  };
  await stage.owner.call(changeRichMenu, { params: { uuid: given }, body: { settings } });
  for (const menuUuid of [given, everybodys]) await order({ do: 'publish', menuUuid });
  await order({ do: 'link', menuUuid: given, friendUuids: [friendUuid] });
  await idle(shop);
  const menuOf = async () =>
    (await line.call('GET', `/v2/bot/user/${shop.friend}/richmenu`)).body.richMenuId ?? null;
  const own = await eventually('it is linked', menuOf);
  expect(own).not.toBe(await line.defaultMenu());
  await order({ do: 'unlink', channelUuid: shop.channel.uuid, friendUuids: [friendUuid] });
  await idle(shop);
  await eventually('it is taken back', async () => (await menuOf()) === null);
});

test('menus of other tools and their default survive, and are told', async () => {
  const shop = await openShop(stage);
  const line = lineOf(shop);
  stage.fake.setForeignDefaultMenu(shop.credentials.channelId);
  const foreign = {
    size: { width: 2500, height: 1686 },
    selected: false,
    name: 'x',
    chatBarText: 'x',
    areas: [],
  };
  await line.call('POST', '/v2/bot/richmenu', { json: foreign });
  const menuUuid = await make(shop);
  await order({ do: 'publish', menuUuid });
  const state = await idle(shop);
  expect(state).toMatchObject({
    default: { found: 'other' },
    otherMenus: 1,
    drift: [{ kind: 'default_changed' }],
  });
  await order({ do: 'takeBack', channelUuid: shop.channel.uuid });
  expect(await idle(shop)).toMatchObject({ default: { found: 'ours' }, drift: [] });
  await stage.owner.call(deleteRichMenu, { params: { uuid: menuUuid } });
  await idle(shop);
  expect(await line.menus()).toMatchObject([{ name: 'x' }]);
});

describe('what another tool has changed after a run that did not finish', () => {
  /** A published menu of two pages, complete at LINE. */
  async function complete() {
    const shop = await openShop(stage);
    await order({ do: 'publish', menuUuid: await make(shop) });
    await idle(shop);
    return { shop, line: lineOf(shop), channel: [shop.channel.uuid] };
  }
  /** Runs after one that a killed process has left. */
  async function resume({ channel }: Awaited<ReturnType<typeof complete>>) {
    await stage.server.sql(
      'update channel_menus set leased_until = now(), due_at = now() where channel_id = $1',
      channel,
    );
    await eventually('the run is done', async () => {
      const [row] = await stage.server.sql<{ done: boolean }>(
        'select leased_until is null and due_at > now() as done from channel_menus where channel_id = $1',
        channel,
      );
      return row?.done;
    });
  }
  const driftOf = async (shop: Shop) => (await idle(shop)).drift.map(({ kind }) => kind);

  test('by deleting a menu is reported, and the menu is made again', async () => {
    const opened = await complete();
    const { shop, line } = opened;
    const deleted = await line.defaultMenu();
    await line.call('DELETE', `/v2/bot/richmenu/${deleted}`);
    await resume(opened);
    expect(await driftOf(shop)).toEqual(['menu_deleted']);
    expect(await line.menus()).toHaveLength(2);
    expect(await line.defaultMenu()).not.toBe(deleted);
    // The run that found it did not finish either.
    await resume(opened);
    expect(await driftOf(shop)).toEqual(['menu_deleted']);
    await order({ do: 'check', channelUuid: shop.channel.uuid });
    expect(await driftOf(shop)).toEqual([]);
  });

  test('by deleting an alias is reported, and the alias is set again', async () => {
    const opened = await complete();
    const { shop, line } = opened;
    const [first] = (await line.call('GET', '/v2/bot/richmenu/alias/list')).body.aliases;
    await line.call('DELETE', `/v2/bot/richmenu/alias/${first.richMenuAliasId}`);
    await resume(opened);
    expect(await driftOf(shop)).toEqual(['alias_deleted']);
    expect(await line.aliases()).toHaveLength(2);
  });

  test('as the default is reported, and stays until it is taken back', async () => {
    const opened = await complete();
    const { shop, line } = opened;
    await line.call('DELETE', '/v2/bot/user/all/richmenu');
    await resume(opened);
    expect(await driftOf(shop)).toEqual(['default_changed']);
    expect(await line.defaultMenu()).toBeNull();
    await order({ do: 'takeBack', channelUuid: shop.channel.uuid });
    expect(await driftOf(shop)).toEqual([]);
    expect(await line.defaultMenu()).not.toBeNull();
  });
});

test('menus have an order, by which the first that fits is shown', async () => {
  const shop = await openShop(stage);
  const [one, two, three] = [await make(shop), await make(shop), await make(shop)];
  const list = async (): Promise<RichMenuId[]> => {
    const query = { channelUuid: shop.channel.uuid, pageSize: 100 } as never;
    return (await stage.owner.call(listRichMenus, { query })).items.map(({ uuid }) => uuid);
  };
  expect(await list()).toEqual([three, two, one]);
  await stage.owner.call(changeRichMenu, { params: { uuid: three }, body: { position: 1 } });
  expect(await list()).toEqual([two, three, one]);
  await stage.owner.call(changeRichMenu, { params: { uuid: one }, body: { position: 0 } });
  expect(await list()).toEqual([one, two, three]);
});
