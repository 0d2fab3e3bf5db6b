import type { FoundMenus } from '@hanasu/channels/spec/menus';
import type { AccountId, RichMenuId } from '@hanasu/contract/ids';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { aliasOf, hashOf, installationOf, readMark, writeMark } from './menu-marks.ts';
import {
  findDrift,
  type KnownMenus,
  menuOf,
  nextStep,
  nextToRemove,
  type WantedMenus,
  type WantedPage,
} from './next-step.ts';

const accountId = newId<AccountId>();
const installation = installationOf('https://bot.example.jp');
const owner = { accountId, installation };
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
  owner,
  pages,
  defaultPage,
});

/** LINE as far as menus go, and what of it we remember. */
function createWorld() {
  const menus = new Map<string, string>([
    [FOREIGN, 'Made elsewhere'],
    [
      'richmenu-other',
      writeMark({ accountId: newId(), installation, menuId: menuIds[0], pageId: 'a', hash: hashOf('x') }),
    ],
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
  const blocked = { menus: new Set<RichMenuId>(), steps: new Set<string>() };
  const known = (takesBack = false): KnownMenus => ({
    blocked,
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
        menus.set(`richmenu-${count}`, writeMark({ ...world.owner, ...step.page }));
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
  const world = {
    owner,
    menus,
    aliases,
    linked,
    blocked,
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
  return world;
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
        const ours = [...world.menus.values()].flatMap((name) => readMark(name, owner) ?? []);
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
      { kind: 'default_changed', page: null, found: menu === 'other' ? 'other' : FOREIGN },
    ]);
    world.settle(wanted, { takesBack: true });
    expect(world.find().defaultMenu).toEqual({ id: menuOf(world.find(), wanted, first, world.known()) });
  });
  it('as the default stays where no menu of ours is for everybody, also when staff take back something else', () => {
    const world = createWorld();
    const wanted = wantedOf([first]);
    world.setDefault('other');
    world.aliases.set(first.alias, FOREIGN);
    expect(findDrift(wanted, world.find(), { ...world.known(), made: [first] })).toMatchObject([
      { kind: 'alias_changed' },
    ]);
    world.settle(wanted, { takesBack: true });
    expect(world.aliases.get(first.alias)).not.toBe(FOREIGN);
    expect(world.find().defaultMenu).toBe('other');
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

describe('an alias that is absent', () => {
  it('was not deleted by another tool while a page of its menu is still to be made', () => {
    const world = createWorld();
    const wanted = wantedOf([first, second]);
    world.settle(wanted);
    world.aliases.delete(first.alias);
    const driftOf = (...made: WantedPage[]) =>
      findDrift(wanted, world.find(), { ...world.known(), made }).map(({ kind }) => kind);
    expect(driftOf(first)).toEqual([]);
    expect(driftOf(first, second)).toEqual(['alias_deleted']);
  });
  it('was not deleted by another tool where a run that was to set it did not finish', () => {
    const world = createWorld();
    const wanted = wantedOf([first]);
    world.settle(wanted);
    world.aliases.delete(first.alias);
    const left = { ...world.known(), made: [first], mayLackAliases: true };
    expect(findDrift(wanted, world.find(), left)).toEqual([]);
  });
});

describe('a mark', () => {
  const mark = { ...owner, menuId: menuIds[0], pageId: 'a1', hash: hashOf('x') };

  it('is read by its own account alone', () => {
    expect(readMark(writeMark(mark), owner)).toEqual(mark);
    expect(readMark(writeMark(mark), { ...owner, accountId: newId<AccountId>() })).toBeNull();
    expect(readMark('平日のメニュー', owner)).toBeNull();
  });
  it('is read by its own installation alone, unless staff take over what another one made', () => {
    const copy = { accountId, installation: installationOf('https://staging.example.jp') };
    expect(readMark(writeMark(mark), copy)).toBeNull();
    expect(readMark(writeMark(mark), { ...copy, takesOver: true })).toEqual(mark);
  });
  it('of a version that named no installation is read', () => {
    const old = `hanasu/${accountId}/${menuIds[0]}/a1/${hashOf('x')}`;
    expect(readMark(old, owner)).toEqual({ ...mark, installation: null });
  });
  it('names an installation by its host, whatever the letter case and the path', () => {
    expect(installationOf('https://BOT.example.jp/')).toBe(installation);
    expect(installationOf('https://bot.example.jp:8443')).not.toBe(installation);
  });
});

describe('menus of another installation with the same account', () => {
  const copy = { accountId, installation: installationOf('https://staging.example.jp') };
  /** What the live installation has published, seen by a copy of its database. */
  function copied() {
    const world = createWorld();
    const wanted = wantedOf([first], first);
    world.settle(wanted);
    return { world, live: { ...world.find() }, wanted: { ...wanted, owner: copy } };
  }

  it('are drift, and neither deleted nor taken for its own', () => {
    const { world, wanted } = copied();
    expect(findDrift(wanted, world.find(), { ...world.known(), made: [] }).map(({ kind }) => kind)).toEqual([
      'alias_changed',
      'other_installation',
      'default_changed',
    ]);
    expect(nextToRemove({ ...wanted, pages: [], defaultPage: null }, world.find(), world.known())).toBeNull();
    expect(menuOf(world.find(), wanted, first, world.known())).toBeNull();
  });
  it('give way to its own when staff take over', () => {
    const { world, live, wanted } = copied();
    world.owner = copy;
    world.settle(wanted, { takesBack: true });
    const shown = menuOf(world.find(), wanted, first, world.known());
    expect(world.find().defaultMenu).toEqual({ id: shown });
    expect(live.menus.some(({ id }) => id === shown)).toBe(false);
    expect([...world.menus.keys()]).toEqual([FOREIGN, 'richmenu-other', shown]);
  });
});

describe('a menu that the vendor refuses', () => {
  it('keeps its old version, its tab and the default, while other menus go on', () => {
    const world = createWorld();
    const before = wantedOf([first, other], first);
    world.settle(before);
    const old = menuOf(world.find(), before, first, world.known());
    const changed = [pageOf(0, 'a', 'one, changed'), pageOf(1, 'a', 'three, changed')] as const;
    const wanted = wantedOf(changed, changed[0]);
    world.blocked.menus.add(menuIds[0]);
    world.settle(wanted);
    expect(menuOf(world.find(), wanted, changed[1], world.known())).not.toBeNull();
    expect(world.aliases.get(first.alias)).toBe(old);
    expect(world.find().defaultMenu).toEqual({ id: old });
  });
  it('does not keep what is not wanted any more', () => {
    const world = createWorld();
    world.settle(wantedOf([first, other]));
    world.blocked.menus.add(menuIds[0]);
    world.settle(wantedOf([pageOf(0, 'a', 'one, changed')]));
    expect(world.menus.size).toBe(3);
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
