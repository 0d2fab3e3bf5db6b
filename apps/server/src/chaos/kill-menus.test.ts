import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom, sizeOf } from './chaos-run.fixture.ts';
import {
  type MenuDatabase,
  type MenuShop,
  openMenuDatabase,
  openMenuShop,
  type ShopPlan,
} from './kill-menus.fixture.ts';
import {
  expectMenusRight,
  moveFriends,
  type Round,
  setForeignDefault,
  spreadFriends,
  walkDeaths,
} from './menus-at-line.fixture.ts';

const HOUR_MS = 60 * 60_000;
const KILLS = sizeOf(100, 1_000);

let opened: MenuDatabase;
beforeAll(async () => {
  opened = await openMenuDatabase();
});
afterAll(() => opened.close());

const FOR_SEGMENTS: ShopPlan['menus'] = [
  { for: { segment: 0 }, pages: ['p1'] },
  { for: { segment: 1 }, pages: ['p1'] },
];
const EVERYBODYS: ShopPlan['menus'][number] = { for: 'everybody', pages: ['p1', 'p2'] };

const PUBLISH: Round = { change: (shop) => shop.publish() };
const WITHDRAW: Round = { change: (shop) => shop.withdraw() };
const ROUNDS: readonly Round[] = [
  PUBLISH,
  { ...PUBLISH, meanwhile: moveFriends, isResting: true },
  { change: moveFriends, meanwhile: moveFriends, isResting: true },
  WITHDRAW,
  // Friends who were linked by a process that could not store it are in no segment any more, or there is no menu any more.
  { ...PUBLISH, meanwhile: moveFriends },
  WITHDRAW,
  { ...PUBLISH, meanwhile: (shop) => shop.withdraw() },
  { ...PUBLISH, isResting: true },
  { ...WITHDRAW, meanwhile: (shop) => shop.withdraw(undefined, false), isResting: true },
  WITHDRAW,
];

describe('killed at each call to LINE, before it and behind it, a publication', () => {
  test('with tabs, a default and menus for segments ends right', async () => {
    const shop = await openMenuShop(opened, {
      menus: [...FOR_SEGMENTS, EVERYBODYS],
      friends: 7,
      foreignMenus: 2,
      hasForeignDefault: false,
    });
    await spreadFriends(shop);
    const deaths = await walkDeaths(shop, { rounds: ROUNDS, isForeignDefault: false });
    // Four menus, pictures and tabs, the default and the links of a publication alone.
    expect(deaths).toBeGreaterThan(ROUNDS.length * 15);
    await shop.close();
  });

  test('takes back the default of another tool, or leaves it, as staff say', async () => {
    const plan = { friends: 3, foreignMenus: 1, hasForeignDefault: true };
    const left = await openMenuShop(opened, { ...plan, menus: FOR_SEGMENTS });
    await spreadFriends(left);
    const leave: Round = {
      async change(shop) {
        await shop.publish();
        await shop.takeBack();
      },
    };
    expect(await walkDeaths(left, { rounds: [leave, WITHDRAW], isForeignDefault: true })).toBeGreaterThan(20);
    await left.close();

    const taken = await openMenuShop(opened, { ...plan, menus: [...FOR_SEGMENTS, EVERYBODYS] });
    await spreadFriends(taken);
    const takeBack: Round = {
      async change(shop) {
        setForeignDefault(shop);
        await shop.publish();
        await shop.takeBack();
      },
    };
    expect(
      await walkDeaths(taken, { rounds: [takeBack, WITHDRAW], isForeignDefault: false }),
    ).toBeGreaterThan(20);
    await taken.close();
  });
});

describe(`killed ${KILLS} times at any call while menus and friends change`, () => {
  const BY_HAND: ShopPlan['menus'][number] = { for: 'by-hand', pages: ['p1', 'p2'] };

  async function killAtRandom(shop: MenuShop, name: string, isForeignDefault: boolean): Promise<void> {
    const next = seededRandom(name);
    const random = (below: number): number => Math.floor(next() * below);
    const some = <T>(all: readonly T[]): T[] => all.filter(() => random(3) === 0);
    const change = async (): Promise<void> => {
      const index = random(shop.menus.length);
      const menu = shop.menus.slice(index, index + 1);
      const what = random(8);
      if (what <= 2) await shop.publish(menu);
      if (what === 3) await shop.withdraw(menu, random(2) === 0);
      if (what === 4 || what === 5) await shop.give(some(shop.friends), random(3) === 0 ? null : index);
      if (what >= 6) await shop.move(some(shop.friends), () => [0, 1, null][random(3)] ?? null);
    };
    for (let kills = 0; kills < KILLS; ) {
      await change();
      await shop.pass(HOUR_MS);
      if (random(4) === 0) await shop.ageLinks();
      if (random(10) === 0) await shop.takeBack();
      const moment = random(2) === 0 ? 'before' : 'after';
      if (!(await shop.run({ atCall: 1 + random(15), moment }))) continue;
      kills += 1;
      if (kills % 10 > 0) continue;
      await shop.pass(HOUR_MS);
      await shop.run();
      await expectMenusRight(shop, { isForeignDefault, isResting: true });
    }
  }

  /** A day later nothing is left of what was replaced. */
  async function expectRightAfterADay(shop: MenuShop, isForeignDefault: boolean): Promise<void> {
    await shop.pass(24 * HOUR_MS);
    await shop.run();
    await expectMenusRight(shop, { isForeignDefault });
  }

  test("LINE ends as it should be, and other tools' menus and their default survive", async () => {
    const shop = await openMenuShop(opened, {
      menus: [BY_HAND, ...FOR_SEGMENTS],
      friends: 12,
      foreignMenus: 10,
      hasForeignDefault: true,
    });
    await killAtRandom(shop, 'menus beside a foreign default', true);
    await expectRightAfterADay(shop, true);
    await shop.close();
  });

  test("the default of ours is the right one as well, and other tools' menus survive", async () => {
    const shop = await openMenuShop(opened, {
      menus: [BY_HAND, ...FOR_SEGMENTS, EVERYBODYS],
      friends: 12,
      foreignMenus: 10,
      hasForeignDefault: false,
    });
    await killAtRandom(shop, 'menus with a default', false);
    await expectRightAfterADay(shop, false);
    await shop.close();
  });
});
