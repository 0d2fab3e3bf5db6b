import type { FoundMenus } from '@hanasu/channels/spec/menus';
import type { AccountId, RichMenuId } from '@hanasu/contract/ids';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { aliasOf, hashOf, readMark, writeMark } from './menu-marks.ts';
import {
  findDrift,
  type KnownMenus,
  menuOf,
  nextStep,
  type WantedMenus,
  type WantedPage,
} from './next-step.ts';

const accountId = newId<AccountId>();
const menuIds = [newId<RichMenuId>(), newId<RichMenuId>()] as const;
const DAY_MS = 24 * 60 * 60_000;
const FOREIGN = 'richmenu-foreign';

const pageOf = (menu: 0 | 1, pageId: string, content: string): WantedPage => ({
  menuId: menuIds[menu],
  pageId,
  hash: hashOf(content),
  alias: aliasOf(menuIds[menu], pageId),
});
const wantedOf = (pages: readonly WantedPage[], defaultPage: WantedPage | null = null): WantedMenus => ({
  accountId,
  pages,
  defaultPage,
});

/** LINE as far as menus go, and what of it we remember. */
function createWorld() {
  const menus = new Map<string, string>([
    [FOREIGN, 'Made elsewhere'],
    ['richmenu-other', writeMark({ accountId: newId(), menuId: menuIds[0], pageId: 'a', hash: hashOf('x') })],
  ]);
  const aliases = new Map<string, string>([['tab-of-others', FOREIGN]]);
  const pictured = new Set<string>();
  const remembered = new Set<string>();
  const linked = new Set<string>();
  const replacedAt = new Map<string, number>();
  let now = Date.parse('2026-03-01T00:00:00Z');
  let isCrowded = false;
  let defaultMenu: FoundMenus['defaultMenu'] = null;
  let defaultSet: string | null = null;
  let count = 0;
  const find = (): FoundMenus => ({
    menus: [...menus].map(([id, name]) => ({ id, name })),
    aliases: [...aliases].map(([alias, menuId]) => ({ alias, menuId })),
    defaultMenu,
  });
  const known = (takesBack = false): KnownMenus => ({
    pictured: remembered,
    linked,
    replacedAt,
    now,
    isCrowded,
    defaultSet,
    takesBack,
  });
  /** `isLost`: it was done and nobody was told. */
  function perform(step: NonNullable<ReturnType<typeof nextStep>>, isLost = false): void {
    switch (step.do) {
      case 'create':
        count += 1;
        menus.set(`richmenu-${count}`, writeMark({ accountId, ...step.page }));
        return;
      case 'picture':
        pictured.add(step.lineId);
        if (!isLost) remembered.add(step.lineId);
        return;
      case 'alias':
        if (!pictured.has(step.lineId)) throw new Error('an alias of a menu without a picture');
        aliases.set(step.page.alias, step.lineId);
        return;
      case 'default':
        if (step.lineId !== null && !pictured.has(step.lineId))
          throw new Error('a default without a picture');
        defaultMenu = step.lineId === null ? null : { id: step.lineId };
        if (!isLost) defaultSet = step.lineId;
        return;
      case 'removeAlias':
        aliases.delete(step.alias);
        return;
      case 'remove':
        menus.delete(step.lineId);
        if (defaultMenu !== 'other' && defaultMenu?.id === step.lineId) defaultMenu = null;
    }
  }
  function settle(wanted: WantedMenus, { lost = [] as readonly number[], takesBack = false } = {}): number {
    for (let steps = 0; ; steps += 1) {
      const step = nextStep(wanted, find(), known(takesBack));
      if (!step) return steps;
      if (steps > 500) throw new Error('it never ends');
      perform(step, lost.includes(steps));
    }
  }
  return {
    menus,
    aliases,
    linked,
    find,
    known,
    settle,
    perform,
    replacedAt,
    time: () => now,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    crowd: () => {
      isCrowded = true;
    },
    setDefault: (menu: FoundMenus['defaultMenu']) => {
      defaultMenu = menu;
    },
  };
}

const [first, second, other] = [
  pageOf(0, 'a', 'one'),
  pageOf(0, 'b', 'two'),
  pageOf(1, 'a', 'three'),
] as const;

describe('what is at LINE', () => {
  it('becomes what should be there, and then nothing is done any more', () => {
    const world = createWorld();
    const wanted = wantedOf([first, second], first);
    world.settle(wanted);
    const found = world.find();
    const shown = menuOf(found, wanted, first, world.known());
    expect(found.defaultMenu).toEqual({ id: shown });
    expect(found.aliases).toContainEqual({ alias: first.alias, menuId: shown });
    expect(nextStep(wanted, found, world.known())).toBeNull();
  });
  it('loses what is no longer wanted, and never what others have made', () => {
    const world = createWorld();
    world.settle(wantedOf([first, second, other], first));
    world.settle(wantedOf([]));
    expect([...world.menus.keys()]).toEqual([FOREIGN, 'richmenu-other']);
    expect([...world.aliases.keys()]).toEqual(['tab-of-others']);
    expect(world.find().defaultMenu).toBeNull();
  });
  it('keeps an old menu until nobody is linked to it', () => {
    const world = createWorld();
    world.crowd();
    world.settle(wantedOf([first]));
    const old = menuOf(world.find(), wantedOf([first]), first, world.known()) ?? '';
    world.linked.add(old);
    const changed = pageOf(0, 'a', 'one, changed');
    world.settle(wantedOf([changed]));
    expect(world.menus.has(old)).toBe(true);
    world.linked.clear();
    world.settle(wantedOf([changed]));
    expect(world.menus.has(old)).toBe(false);
  });
  it('ends the same whatever answers were lost on the way, and whatever was wanted before', () => {
    const pages = [first, second, other, pageOf(0, 'a', 'one, changed'), pageOf(1, 'b', 'four')];
    const wanted = fc
      .uniqueArray(fc.constantFrom(...pages), { selector: ({ alias }) => alias, maxLength: 4 })
      .chain((chosen) =>
        fc.record({
          chosen: fc.constant(chosen),
          isDefault: fc.boolean(),
          lost: fc.array(fc.nat(12), { maxLength: 4 }),
          stopsAfter: fc.nat(12),
        }),
      );
    fc.assert(
      fc.property(fc.array(wanted, { minLength: 1, maxLength: 4 }), (rounds) => {
        const world = createWorld();
        for (const { chosen, isDefault, lost, stopsAfter } of rounds) {
          // The process ends in the middle, and the next one begins with something else.
          const now = wantedOf(chosen, isDefault ? (chosen[0] ?? null) : null);
          for (let count = 0; count < stopsAfter; count += 1) {
            const step = nextStep(now, world.find(), world.known());
            if (step) world.perform(step, lost.includes(count));
          }
        }
        const last = rounds.at(-1);
        const chosen = last?.chosen ?? [];
        const wantedNow = wantedOf(chosen, last?.isDefault ? (chosen[0] ?? null) : null);
        world.settle(wantedNow, { lost: last?.lost ?? [] });
        for (const id of world.menus.keys()) world.replacedAt.set(id, world.time());
        world.pass(DAY_MS);
        world.settle(wantedNow);
        const ours = [...world.menus.values()].flatMap((name) => readMark(name, accountId) ?? []);
        expect(ours.map(({ hash }) => hash).sort()).toEqual(chosen.map(({ hash }) => hash).sort());
        expect(world.menus.has(FOREIGN)).toBe(true);
      }),
    );
  });
});

describe('what another tool has changed', () => {
  it.each<[string, FoundMenus['defaultMenu']]>([
    ['with an id', { id: FOREIGN }],
    ['without an id that can be read', 'other'],
  ])('as the default, %s, is told and stays until it is taken back', (_name, menu) => {
    const world = createWorld();
    const wanted = wantedOf([first], first);
    world.settle(wanted);
    world.setDefault(menu);
    expect(nextStep(wanted, world.find(), world.known())).toBeNull();
    expect(findDrift(wanted, world.find(), { ...world.known(), made: [first] })).toEqual([
      { kind: 'default_changed', page: null },
    ]);
    world.settle(wanted, { takesBack: true });
    expect(world.find().defaultMenu).toEqual({ id: menuOf(world.find(), wanted, first, world.known()) });
  });
  it('as an alias of ours is told and stays until it is taken back', () => {
    const world = createWorld();
    const wanted = wantedOf([first]);
    world.settle(wanted);
    world.aliases.set(first.alias, FOREIGN);
    expect(nextStep(wanted, world.find(), world.known())).toBeNull();
    expect(findDrift(wanted, world.find(), { ...world.known(), made: [first] })).toMatchObject([
      { kind: 'alias_changed' },
    ]);
    world.settle(wanted, { takesBack: true });
    expect(world.aliases.get(first.alias)).not.toBe(FOREIGN);
  });
  it('by deleting is told, and made anew', () => {
    const world = createWorld();
    const wanted = wantedOf([first, second]);
    world.settle(wanted);
    world.aliases.delete(second.alias);
    const shown = menuOf(world.find(), wanted, first, world.known()) ?? '';
    world.menus.delete(shown);
    expect(findDrift(wanted, world.find(), { ...world.known(), made: [first, second] })).toMatchObject([
      { kind: 'menu_deleted', page: { pageId: 'a' } },
      { kind: 'alias_deleted', page: { pageId: 'b' } },
    ]);
    world.settle(wanted);
    expect(findDrift(wanted, world.find(), { ...world.known(), made: [first, second] })).toEqual([]);
  });
});

describe('a mark', () => {
  it('is read again, by its own account alone', () => {
    const mark = { accountId, menuId: menuIds[0], pageId: 'a1', hash: hashOf('x') };
    expect(readMark(writeMark(mark), accountId)).toEqual(mark);
    expect(readMark(writeMark(mark), newId<AccountId>())).toBeNull();
    expect(readMark('平日のメニュー', accountId)).toBeNull();
  });
});

describe('a menu that was replaced', () => {
  const changed = pageOf(0, 'a', 'one, changed');
  /** A menu whose page has changed since. */
  function replaced() {
    const world = createWorld();
    world.settle(wantedOf([first]));
    const old = menuOf(world.find(), wantedOf([first]), first, world.known()) ?? '';
    world.settle(wantedOf([changed]));
    return { world, old };
  }

  it('stays for a day, because a chat that is open may still show it', () => {
    const { world, old } = replaced();
    expect(world.menus.has(old)).toBe(true);
    world.replacedAt.set(old, world.time());
    world.pass(DAY_MS - 1);
    world.settle(wantedOf([changed]));
    expect(world.menus.has(old)).toBe(true);
    world.pass(1);
    world.settle(wantedOf([changed]));
    expect(world.menus.has(old)).toBe(false);
  });
  it('goes at once when the menu is taken back, or its tab', () => {
    for (const wanted of [[], [second]]) {
      const { world, old } = replaced();
      world.settle(wantedOf(wanted));
      expect(world.menus.has(old)).toBe(false);
    }
  });
  it('goes at once where the vendor’s limit comes near, the one that was replaced first before the others', () => {
    const { world, old } = replaced();
    world.replacedAt.set(old, world.time() - DAY_MS / 24);
    const again = wantedOf([pageOf(0, 'a', 'one, changed again')]);
    world.settle(again);
    world.crowd();
    expect(nextStep(again, world.find(), world.known())).toEqual({ do: 'remove', lineId: old });
    world.settle(again);
    expect(world.menus.size).toBe(3);
  });
  it('is none where nothing but an answer was lost: of two that are alike one goes', () => {
    const world = createWorld();
    const wanted = wantedOf([first]);
    world.perform({ do: 'create', page: first });
    world.perform({ do: 'create', page: first });
    world.perform({ do: 'picture', page: first, lineId: 'richmenu-1' });
    world.perform({ do: 'picture', page: first, lineId: 'richmenu-2' });
    world.settle(wanted);
    expect([...world.menus.keys()]).toEqual([FOREIGN, 'richmenu-other', 'richmenu-1']);
  });
  it('is shown again as it is when it is published again', () => {
    const { world, old } = replaced();
    world.settle(wantedOf([first]));
    expect(world.aliases.get(first.alias)).toBe(old);
  });
});
