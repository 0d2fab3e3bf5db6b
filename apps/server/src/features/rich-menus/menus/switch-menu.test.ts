import { createCaller } from '@hanasu/channels/line/testing';
import { createActionRule } from '@hanasu/contract/actions';
import type { FriendId, RichMenuId } from '@hanasu/contract/ids';
import { changeMenusAtLine, getFriendMenu, getMenusAtLine } from '@hanasu/contract/menus-at-line';
import { changeRichMenu, createRichMenu, type TapAction } from '@hanasu/contract/rich-menus';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import { openShop, type Shop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';
import { menuOf } from '../testing/menu.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const make = async (shop: Shop, ...actions: readonly TapAction[]): Promise<RichMenuId> =>
  (
    await stage.owner.call(createRichMenu, {
      body: { channelUuid: shop.channel.uuid, name: crypto.randomUUID(), definition: menuOf(...actions) },
    })
  ).uuid;
const publish = (menuUuid: RichMenuId) =>
  stage.owner.call(changeMenusAtLine, { body: { do: 'publish', menuUuid } });
const idle = (shop: Shop) =>
  eventually('LINE is as it should be', async () => {
    const { job } = await stage.owner.call(getMenusAtLine, { query: { channelUuid: shop.channel.uuid } });
    return job.state === 'idle';
  });
const switching = (menuUuid: RichMenuId | null): TapAction => ({
  kind: 'actions',
  actions: [{ kind: 'switchMenu', menuUuid }],
  shown: null,
});

test('a tap gives another menu, and a tap on that one takes it back', async () => {
  const shop = await openShop(stage);
  await shop.says('hello');
  const friend = (await shop.conversation()).friend?.uuid as FriendId;
  const members = await make(shop, switching(null));
  // Only friends who are given it have it.
  await stage.owner.call(changeRichMenu, {
    params: { uuid: members },
    body: {
      settings: {
        segmentUuid: null,
        from: '2099-01-01T00:00:00Z',
        until: null,
        weekdays: [],
        hours: 'always',
      },
    },
  });
  await publish(members);
  const defaultMenu = await make(shop, switching(members));
  await publish(defaultMenu);
  await idle(shop);
  const line = createCaller(stage.fake, shop.credentials.channelAccessToken);
  const shown = async () =>
    (await line('GET', `/v2/bot/user/${shop.friend}/richmenu`)).body.richMenuId ?? null;
  const tap = (menuUuid: RichMenuId) =>
    stage.fake.friendSays(shop.credentials.channelId, shop.friend, {
      type: 'postback',
      data: `hanasu/tap/${menuUuid}/p1/a0`,
    });
  expect(await shown()).toBeNull();
  await tap(defaultMenu);
  await eventually('they have the menu of members', async () => (await shown()) !== null);
  expect(await stage.owner.call(getFriendMenu, { params: { uuid: friend } })).toMatchObject({
    menu: { uuid: members },
    why: 'hand',
    linked: true,
  });
  await tap(members);
  await eventually('the friend has the default menu again', async () => (await shown()) === null);
});

test('a rule with a menu that is gone or not published is refused', async () => {
  const shop = await openShop(stage);
  const draft = await make(shop, switching(null));
  const refusedWith = async (menuUuid: string) => {
    const actions = [{ kind: 'switchMenu', menuUuid }];
    const body = { name: crypto.randomUUID(), trigger: { kind: 'followed' }, actions };
    return (await stage.owner.raw('POST', createActionRule.path, { body })).body;
  };
  expect(await refusedWith(draft)).toMatchObject({ errors: [{ code: 'menu_not_published' }] });
  expect(await refusedWith(crypto.randomUUID())).toMatchObject({ errors: [{ code: 'menu_missing' }] });
});

test('gives no menu to a customer who is no friend of its channel, and the log says why', async () => {
  const shop = await openShop(stage);
  const other = await openShop(stage);
  const menuUuid = await make(other, { kind: 'message', text: 'Hours?' });
  await publish(menuUuid);
  const defaultMenu = await make(shop, switching(menuUuid));
  await publish(defaultMenu);
  await idle(shop);
  await stage.fake.friendSays(shop.credentials.channelId, shop.friend, {
    type: 'postback',
    data: `hanasu/tap/${defaultMenu}/p1/a0`,
  });
  const { customerUuid } = await shop.conversation();
  await eventually('the log says it', async () => {
    const { body } = await stage.owner.raw('GET', `/api/customer/${customerUuid}/timeline`);
    return JSON.stringify(body).includes('no_friend');
  });
});
