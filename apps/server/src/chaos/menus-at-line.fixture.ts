import { CREDENTIALS } from '@hanasu/channels/line/testing';
import { expect } from 'vitest';
import * as line from '../features/rich-menus/menus/channel-menus.store.ts';
import { aliasOf, type MenuMark, readMark } from '../features/rich-menus/menus/menu-marks.ts';
import {
  type Death,
  INSTALLATION,
  labelOf,
  type MenuShop,
  type ShopFriend,
  type ShopMenu,
} from './kill-menus.fixture.ts';

/** A menu of the shop as it stands at LINE. */
interface StandingMenu extends MenuMark {
  readonly lineId: string;
  readonly label: string;
  readonly hasPicture: boolean;
}

interface AtLine {
  readonly ours: readonly StandingMenu[];
  readonly others: readonly string[];
  readonly aliases: ReadonlyMap<string, string>;
  /** The id of the default, `other` for one that can't be read, or null. */
  readonly defaultMenu: string | null;
}

async function readMenusAtLine({ call, stage, accountId }: MenuShop): Promise<AtLine> {
  const found = (await call('GET', '/v2/bot/richmenu/list')).body.richmenus as {
    richMenuId: string;
    name: string;
    areas: { action: { label: string } }[];
  }[];
  const ours = found.flatMap(({ richMenuId, name, areas }): StandingMenu[] => {
    const mark = readMark(name, { accountId, installation: INSTALLATION });
    const label = areas[0]?.action.label ?? '';
    const hasPicture = (stage.fake.menu(richMenuId)?.image ?? null) !== null;
    return mark ? [{ ...mark, lineId: richMenuId, label, hasPicture }] : [];
  });
  const aliases = (await call('GET', '/v2/bot/richmenu/alias/list')).body.aliases as {
    richMenuAliasId: string;
    richMenuId: string;
  }[];
  const all = await call('GET', '/v2/bot/user/all/richmenu');
  return {
    ours,
    others: found
      .map(({ richMenuId }) => richMenuId)
      .filter((id) => !ours.some(({ lineId }) => lineId === id)),
    aliases: new Map(aliases.map(({ richMenuAliasId, richMenuId }) => [richMenuAliasId, richMenuId])),
    defaultMenu: all.status === 403 ? 'other' : (all.body.richMenuId ?? null),
  };
}

/** The menu that is for a friend by the rules of the shop; null: that of everybody, or none. */
function menuFor({ menus }: MenuShop, { given, segment }: ShopFriend): ShopMenu | null {
  const byHand = given === null ? undefined : menus[given];
  if (byHand?.isPublished) return byHand;
  const first = menus.find(
    (menu) =>
      menu.isPublished &&
      (menu.for === 'everybody' || (typeof menu.for === 'object' && menu.for.segment === segment)),
  );
  return first && first.for !== 'everybody' ? first : null;
}

/**
 * What is at LINE is what the shop has published: each page once with its tab, the default, each friend's own menu, and
 * everything of other tools. `resting`: versions that were replaced may still stand.
 */
export async function expectMenusRight(
  shop: MenuShop,
  {
    isForeignDefault,
    isResting = false,
  }: { readonly isForeignDefault: boolean; readonly isResting?: boolean },
): Promise<void> {
  const atLine = await readMenusAtLine(shop);
  const published = shop.menus.filter(({ isPublished }) => isPublished);
  const pages = published.flatMap((menu) => menu.pages.map((pageId) => ({ menu, pageId })));
  const current = atLine.ours.filter(({ menuId, label }) =>
    published.some((menu) => menu.id === menuId && labelOf(menu.content) === label),
  );
  const nameOf = (menuId: string, pageId: string): string => `${menuId}/${pageId}`;
  const wanted = pages.map(({ menu, pageId }) => nameOf(menu.id, pageId)).sort();
  expect(current.map(({ menuId, pageId }) => nameOf(menuId, pageId)).sort()).toEqual(wanted);
  expect(current.every(({ hasPicture }) => hasPicture)).toBe(true);
  const rest = atLine.ours.filter((menu) => !current.includes(menu));
  expect(isResting ? rest.filter(({ menuId }) => !published.some(({ id }) => id === menuId)) : rest).toEqual(
    [],
  );

  const idOf = (menu: ShopMenu, pageId = menu.pages[0]): string | null =>
    current.find((one) => one.menuId === menu.id && one.pageId === pageId)?.lineId ?? null;
  expect(atLine.aliases).toEqual(
    new Map(pages.map(({ menu, pageId }) => [aliasOf(menu.id, pageId), idOf(menu, pageId)])),
  );
  expect(atLine.others.toSorted()).toEqual(shop.foreign.toSorted());
  const everybodys = published.find((menu) => menu.for === 'everybody');
  expect(atLine.defaultMenu).toBe(isForeignDefault ? 'other' : everybodys ? idOf(everybodys) : null);

  const ofEverybody = current.filter(({ menuId }) => menuId === everybodys?.id).map(({ lineId }) => lineId);
  const shown = new Map<string, string | null>();
  const right = new Map<string, string | null>();
  for (const friend of shop.friends) {
    const path = `/v2/bot/user/${friend.externalId}/richmenu`;
    const linked: string | null = (await shop.call('GET', path)).body.richMenuId ?? null;
    const menu = menuFor(shop, friend);
    // Without a menu of their own, a link to that of everybody shows the same as none.
    shown.set(friend.externalId, menu === null && ofEverybody.includes(linked ?? '') ? null : linked);
    right.set(friend.externalId, menu && idOf(menu));
  }
  expect(shown).toEqual(right);
  await expectWorkDone(shop);
}

/** The page of the shop's menus shows no work left, no problem and no change of another tool. */
async function expectWorkDone({ inAccount, channelId, foreign, errors }: MenuShop): Promise<void> {
  const row = await inAccount((transaction) => line.findChannelMenus(transaction, channelId));
  expect(row).toMatchObject({ error: null, problems: [], otherMenus: foreign.length });
  expect(row?.done).toBe(row?.wanted);
  expect(row?.drift.map(({ kind }) => kind)).toEqual([]);
  expect(errors).toEqual([]);
}

const DAY_MS = 24 * 60 * 60_000;

/** What staff or friends do, and what happens between the death of the process and the start of the next one. */
export interface Round {
  readonly change: (shop: MenuShop) => Promise<void>;
  readonly meanwhile?: (shop: MenuShop) => Promise<void>;
  /** Replaced versions rest for a day. */
  readonly isResting?: boolean;
}

interface Walk {
  readonly rounds: readonly Round[];
  readonly isForeignDefault: boolean;
  /** Both when absent. */
  readonly moments?: readonly Death['moment'][];
}

/**
 * Goes through the rounds again and again; in each the process dies at the n-th call, before it or behind it, and the next
 * process goes on. Ends when no round has an n-th call; returns how often a process died.
 */
export async function walkDeaths(
  shop: MenuShop,
  { rounds, isForeignDefault, moments = ['before', 'after'] }: Walk,
): Promise<number> {
  let deaths = 0;
  for (let atCall = 1; ; atCall += 1) {
    let diedNow = 0;
    for (const moment of moments)
      for (const round of rounds) {
        const hasDied = await dieAndGoOn(shop, round, { atCall, moment });
        await expectMenusRight(shop, { isForeignDefault, isResting: round.isResting ?? false });
        diedNow += hasDied ? 1 : 0;
      }
    deaths += diedNow;
    if (diedNow === 0) return deaths;
  }
}

async function dieAndGoOn(shop: MenuShop, round: Round, death: Death): Promise<boolean> {
  await shop.pass(DAY_MS);
  await round.change(shop);
  const hasDied = await shop.run(death);
  if (hasDied) await round.meanwhile?.(shop);
  await shop.run();
  return hasDied;
}

/** Friends stand in the first segment, in the second, and in none. */
export const spreadFriends = (shop: MenuShop): Promise<void> =>
  shop.move(
    shop.friends,
    ({ id }) => [0, 1, null][shop.friends.findIndex((friend) => friend.id === id) % 3] ?? null,
  );

/** Every friend goes on to the next of two segments, then to none. */
export const moveFriends = (shop: MenuShop): Promise<void> =>
  shop.move(shop.friends, ({ segment }) => (segment === null ? 0 : segment === 0 ? 1 : null));

/** Another tool of the owner sets the default. */
export const setForeignDefault = ({ stage }: MenuShop): void =>
  stage.fake.setForeignDefaultMenu(CREDENTIALS.channelId);
