import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MenuDatabase, openMenuDatabase, openMenuShop } from './kill-menus.fixture.ts';
import { moveFriends, spreadFriends, walkDeaths } from './menus-at-line.fixture.ts';

let opened: MenuDatabase;
beforeAll(async () => {
  opened = await openMenuDatabase();
});
afterAll(() => opened.close());

test('killed at each call of a publication and of a withdrawal, it leaves every friend with the right menu', async () => {
  const shop = await openMenuShop(opened, {
    menus: [
      { for: { segment: 0 }, pages: ['p1'] },
      { for: 'everybody', pages: ['p1', 'p2'] },
    ],
    friends: 3,
    foreignMenus: 1,
    hasForeignDefault: false,
  });
  await spreadFriends(shop);
  const deaths = await walkDeaths(shop, {
    rounds: [{ change: () => shop.publish(), meanwhile: moveFriends }, { change: () => shop.withdraw() }],
    isForeignDefault: false,
    moments: ['after'],
  });
  // Three menus, pictures and tabs, the default and the links alone.
  expect(deaths).toBeGreaterThan(11);
  await shop.close();
});
