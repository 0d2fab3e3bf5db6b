import { createCaller } from '@hanasu/channels/line/testing';
import { deleteChannel, disconnectChannel, replaceCredentials } from '@hanasu/contract/channels';
import type { FriendId, RichMenuId } from '@hanasu/contract/ids';
import { changeMenusAtLine, getMenusAtLine } from '@hanasu/contract/menus-at-line';
import { createRichMenu } from '@hanasu/contract/rich-menus';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import { openShop, type Shop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';
import { menuOf } from '../testing/menu.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const FOREIGN = {
  size: { width: 2500, height: 1686 },
  selected: false,
  name: 'made by another tool',
  chatBarText: 'x',
  areas: [],
};

/** What can be read often: LINE lists menus ten times a second at most, for tests and product together. */
async function withoutList(shop: Shop) {
  const call = createCaller(stage.fake, shop.credentials.channelAccessToken);
  return {
    aliases: (await call('GET', '/v2/bot/richmenu/alias/list')).body.aliases as unknown[],
    defaultMenu: (await call('GET', '/v2/bot/user/all/richmenu')).body.richMenuId ?? null,
    friends: (await call('GET', `/v2/bot/user/${shop.friend}/richmenu`)).body.richMenuId ?? null,
  };
}
/** What stands at LINE: names of menus, aliases, the default, and the menu of the friend. */
async function standing(shop: Shop) {
  const call = createCaller(stage.fake, shop.credentials.channelAccessToken);
  const menus = await eventually('LINE lists the menus', async () => {
    const { status, body } = await call('GET', '/v2/bot/richmenu/list');
    return status === 200 && (body.richmenus as { name: string }[]);
  });
  return { menus: menus.map(({ name }) => name), ...(await withoutList(shop)) };
}

const idle = (shop: Shop) =>
  eventually('LINE is as it should be', async () => {
    const query = { channelUuid: shop.channel.uuid };
    const state = await stage.owner.call(getMenusAtLine, { query });
    return state.job.state === 'idle' ? state : null;
  });

/** A shop with a menu of two tabs as the default, one that its friend was given, and a menu of another tool. */
async function openWithMenus(): Promise<Shop & { readonly menuUuid: RichMenuId }> {
  const shop = await openShop(stage);
  const call = createCaller(stage.fake, shop.credentials.channelAccessToken);
  await call('POST', '/v2/bot/richmenu', { json: FOREIGN });
  await shop.says('hello');
  const friendUuid = (await shop.conversation()).friend?.uuid as FriendId;
  const make = async () => {
    const definition = menuOf({ kind: 'message', text: 'Hours?' }, { kind: 'page', pageId: 'p2' });
    const body = { channelUuid: shop.channel.uuid, name: crypto.randomUUID(), definition };
    const { uuid } = await stage.owner.call(createRichMenu, { body });
    await stage.owner.call(changeMenusAtLine, { body: { do: 'publish', menuUuid: uuid } });
    return uuid;
  };
  const given = await make();
  const menuUuid = await make();
  await stage.owner.call(changeMenusAtLine, {
    body: { do: 'link', menuUuid: given, friendUuids: [friendUuid] },
  });
  await idle(shop);
  await eventually('the friend has it', async () => (await withoutList(shop)).friends);
  const { menus, aliases } = await standing(shop);
  expect(menus).toHaveLength(5);
  expect(aliases).toHaveLength(4);
  return { ...shop, menuUuid };
}

const GONE = { menus: [FOREIGN.name], aliases: [], defaultMenu: null, friends: null };
const removals = (shop: Shop) =>
  stage.server.sql<{ channel: string }>(
    'select channel_id as channel from menu_removals where channel_id = $1',
    [shop.channel.uuid],
  );
const isGone = (shop: Shop) =>
  eventually('nothing of ours is left at LINE', async () => {
    // Aliases go before the menus.
    if ((await withoutList(shop)).aliases.length > 0) return false;
    return (await standing(shop)).menus.length === 1;
  });
/** The last look comes a minute later; here at once. */
const confirmed = (shop: Shop) =>
  eventually('the credentials are forgotten', async () => {
    await stage.server.sql('update menu_removals set due_at = now() where channel_id = $1 and is_clean', [
      shop.channel.uuid,
    ]);
    return (await removals(shop)).length === 0;
  });

describe('menus of a channel', () => {
  test.each([
    ['deleted', deleteChannel],
    ['disconnected', disconnectChannel],
  ] as const)('that is %s are taken back at LINE, and those of other tools stay', async (_name, endpoint) => {
    const shop = await openWithMenus();
    await stage.owner.call(endpoint as typeof disconnectChannel, { params: { uuid: shop.channel.uuid } });
    await isGone(shop);
    expect(await standing(shop)).toEqual(GONE);
    await confirmed(shop);
  });

  test('that is connected again are published again', async () => {
    const shop = await openWithMenus();
    const params = { uuid: shop.channel.uuid };
    await stage.owner.call(disconnectChannel, { params });
    await isGone(shop);
    await stage.owner.call(replaceCredentials, { params, body: { input: { ...shop.credentials } } });
    expect(await removals(shop)).toEqual([]);
    expect(await idle(shop)).toMatchObject({
      default: { wanted: shop.menuUuid, found: 'ours' },
      drift: [],
    });
    expect((await standing(shop)).menus).toHaveLength(5);
    await eventually('the friend has theirs', async () => (await withoutList(shop)).friends);
  });

  test('whose access LINE refuses are left there: the channel is deleted, and staff are notified', async () => {
    const shop = await openWithMenus();
    stage.fake.fault({ path: '/v2/bot/richmenu/list', status: 401, times: 100 });
    await stage.owner.call(deleteChannel, { params: { uuid: shop.channel.uuid } });
    await eventually('the attempt has ended', async () => (await removals(shop)).length === 0);
    const reported = await stage.server.sql<{ subject: string }>(
      "select subject from notifications where event = 'channel_failed' and body = 'menus_left' and subject = $1",
      [shop.channel.name],
    );
    expect(reported).toHaveLength(1);
  });
});
