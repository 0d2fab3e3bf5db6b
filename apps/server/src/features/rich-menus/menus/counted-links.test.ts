import { createCaller } from '@hanasu/channels/line/testing';
import type { AccountId, RichMenuId } from '@hanasu/contract/ids';
import { listLinks } from '@hanasu/contract/links';
import { changeMenusAtLine, getMenusAtLine } from '@hanasu/contract/menus-at-line';
import {
  changeRichMenu,
  createRichMenu,
  deleteRichMenu,
  type RichMenuDefinition,
} from '@hanasu/contract/rich-menus';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, within } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { eventually } from '../../../testing/test-server.ts';
import { openShop, type Shop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';
import { createTrackedLinks } from '../../links/public.ts';
import { menuOf } from '../testing/menu.fixture.ts';
import { listLostOfLinks } from './rich-menus.store.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const link = (url: string, counted?: boolean) =>
  ({ kind: 'link', url, ...(counted === undefined ? {} : { counted }) }) as const;
const DEFINITION = menuOf(
  link('http://shop.example/menu', true),
  link('https://shop.example/safe', true),
  link('http://shop.example/plain'),
);
const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile/15E148 Safari Line/14.19.1' };

const publish = async (shop: Shop, menuUuid: RichMenuId): Promise<void> => {
  await stage.owner.call(changeMenusAtLine, { body: { do: 'publish', menuUuid } });
  await idle(shop);
};
const idle = (shop: Shop) =>
  eventually('LINE is as it should be', async () => {
    const { job } = await stage.owner.call(getMenusAtLine, { query: { channelUuid: shop.channel.uuid } });
    return job.state === 'idle';
  });
const create = async (shop: Shop, definition: RichMenuDefinition = DEFINITION): Promise<RichMenuId> => {
  const body = { channelUuid: shop.channel.uuid, name: crypto.randomUUID(), definition };
  return (await stage.owner.call(createRichMenu, { body })).uuid;
};
/** Targets of the first page's areas at LINE, in their order. */
async function addressesAtLine(shop: Shop): Promise<string[]> {
  const call = createCaller(stage.fake, shop.credentials.channelAccessToken);
  const { richmenus } = (await call('GET', '/v2/bot/richmenu/list')).body as {
    richmenus: readonly { readonly areas: readonly { readonly action: { readonly uri?: string } }[] }[];
  };
  return richmenus.flatMap(({ areas }) => areas.flatMap(({ action }) => action.uri ?? []));
}
const open = (address: string) => fetch(address, { redirect: 'manual', headers: PHONE });

test('LINE is given our address for counted links, and the direct one where https would be lost', async () => {
  const shop = await openShop(stage);
  const menuUuid = await create(shop);
  await publish(shop, menuUuid);
  const [counted = '', safe, plain] = await addressesAtLine(shop);
  expect(counted.slice(0, -12)).toBe(`${stage.publicUrl}/r/`);
  expect([safe, plain]).toEqual(['https://shop.example/safe', 'http://shop.example/plain']);
  expect((await open(counted)).headers.get('location')).toBe('http://shop.example/menu');
  const { items, total } = await stage.owner.call(listLinks, { query: { ownerUuid: menuUuid } });
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({ address: counted, owner: { uuid: menuUuid, part: 'p1/a0' } });
});

test('keeps the address of a link that is published again, and does not create the menu at LINE again', async () => {
  const shop = await openShop(stage);
  const menuUuid = await create(shop);
  await publish(shop, menuUuid);
  const before = await addressesAtLine(shop);
  await stage.owner.call(changeMenusAtLine, { body: { do: 'withdraw', menuUuid } });
  await idle(shop);
  await publish(shop, menuUuid);
  expect(await addressesAtLine(shop)).toEqual(before);
  const body = { draft: menuOf(link('http://shop.example/other', true)), revision: 1 };
  await stage.owner.call(changeRichMenu, { params: { uuid: menuUuid }, body });
  await publish(shop, menuUuid);
  const after = await addressesAtLine(shop);
  expect(after.some((address) => address.startsWith(stage.publicUrl) && !before.includes(address))).toBe(
    true,
  );
  // A phone may still show the menu of before.
  expect((await open(before[0] ?? '')).headers.get('location')).toBe('http://shop.example/menu');
});

test('links of a menu that was deleted lead on, and end after 90 days', async () => {
  const shop = await openShop(stage);
  const menuUuid = await create(shop);
  await publish(shop, menuUuid);
  const [counted = ''] = await addressesAtLine(shop);
  await stage.owner.call(deleteRichMenu, { params: { uuid: menuUuid } });
  expect((await open(counted)).status).toBe(302);
  const { items } = await stage.owner.call(listLinks, { query: { ownerUuid: menuUuid } });
  const days = (Date.parse(items[0]?.expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  await stage.server.sql(`update tracked_links set expires_at = now() where owner_id = $1`, [menuUuid]);
  expect((await open(counted)).status).toBe(404);
});

test('menus that went with their channel are found, so that their links end too', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ url, poolSize: 1, onError: () => undefined });
  try {
    const accountId = newId<AccountId>();
    const [gone, there] = [newId<RichMenuId>(), newId<RichMenuId>()];
    const lost = await database.system(async (transaction) => {
      await transaction.run(`insert into accounts (id, name) values ($1, 'Shop')`, [accountId]);
      await transaction.run(
        `with channel as (insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay)
           values ($1, gen_random_uuid(), 'line', 'Shop', false, 'x', '\\x00', 0) returning account_id, id)
         insert into rich_menus (account_id, id, channel_id, name, position, draft, settings)
         select account_id, $2, id, 'Menu', 0, '{}', '{}' from channel`,
        [accountId, there],
      );
      for (const id of [gone, there])
        await createTrackedLinks('https://hanasu.example').keep(
          within(transaction, accountId),
          { kind: 'richMenu', id },
          [{ part: 'p1/a', url: 'https://shop.example/' }],
        );
      return listLostOfLinks(transaction);
    });
    expect(lost).toEqual([{ accountId, id: gone }]);
  } finally {
    await database.close();
    await drop();
  }
});
