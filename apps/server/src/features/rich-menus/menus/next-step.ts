import type { FoundMenus } from '@hanasu/channels/spec/menus';
import type { RichMenuId } from '@hanasu/contract/ids';
import type { MenuDrift } from '@hanasu/contract/menus-at-line';
import type { StoredDrift } from './channel-menus.store.ts';
import {
  isElsewhere,
  isOfOtherInstallation,
  isOurAlias,
  type MenuMark,
  type MenuOwner,
  readMark,
} from './menu-marks.ts';

/** One page of a published menu, as it should be at LINE. */
export interface WantedPage {
  readonly menuId: RichMenuId;
  readonly pageId: string;
  readonly hash: string;
  readonly alias: string;
}

export interface WantedMenus {
  readonly owner: MenuOwner;
  readonly pages: readonly WantedPage[];
  /** Shown to everybody; null: none of ours. */
  readonly defaultPage: WantedPage | null;
}

/** What the vendor doesn't tell. */
export interface KnownMenus {
  /** The vendor's ids of menus that have their picture. */
  readonly pictured: ReadonlySet<string>;
  /** Ids of our menus that friends are still to be taken off. */
  readonly linked: ReadonlySet<string>;
  /** When another version took the place of a menu of ours, by its id: milliseconds since the epoch. */
  readonly replacedAt: ReadonlyMap<string, number>;
  readonly now: number;
  /** There are so many menus that the vendor's limit comes near. */
  readonly isCrowded: boolean;
  /** The default as it was last set by us: the vendor's id; null: none was. */
  readonly defaultSet: string | null;
  /** Staff said that what another tool has set is to be ours again. */
  readonly takesBack: boolean;
  readonly blocked: BlockedWork;
}

/** What the vendor refused, or takes no more of for now: the work on it waits, and the rest goes on. */
export interface BlockedWork {
  readonly menus: ReadonlySet<RichMenuId>;
  /** By `stepKey`. */
  readonly steps: ReadonlySet<string>;
}

export type MenuStep =
  | { readonly do: 'create'; readonly page: WantedPage }
  | { readonly do: 'picture'; readonly page: WantedPage; readonly lineId: string }
  | { readonly do: 'alias'; readonly page: WantedPage; readonly lineId: string }
  | { readonly do: 'default'; readonly lineId: string | null }
  | { readonly do: 'removeAlias'; readonly alias: string }
  | { readonly do: 'remove'; readonly lineId: string };

/** Names a step among those of a run. The bare kinds `remove` and `removeAlias` stand for all steps of that kind. */
export function stepKey(step: MenuStep): string {
  if (step.do === 'alias') return `alias/${step.page.alias}`;
  if (step.do === 'removeAlias') return `removeAlias/${step.alias}`;
  return step.do === 'remove' ? `remove/${step.lineId}` : step.do;
}

interface OurMenu {
  readonly id: string;
  readonly mark: MenuMark;
}

const isOf = (mark: MenuMark, page: WantedPage, owner: MenuOwner): boolean =>
  mark.menuId === page.menuId &&
  mark.pageId === page.pageId &&
  mark.hash === page.hash &&
  !isElsewhere(mark, owner);

const ours = (found: FoundMenus, owner: MenuOwner): OurMenu[] =>
  found.menus.flatMap(({ id, name }) => {
    const mark = readMark(name, owner);
    return mark ? [{ id, mark }] : [];
  });
const ownerOf = ({ owner }: WantedMenus, { takesBack }: Pick<KnownMenus, 'takesBack'>): MenuOwner => ({
  ...owner,
  takesOver: takesBack,
});

/**
 * The menu at LINE that is a page as it should be: of several, made because an answer was lost, the one that is shown, or
 * has its picture. Null: there is none.
 */
export function menuOf(
  found: FoundMenus,
  wanted: WantedMenus,
  page: WantedPage,
  known: KnownMenus,
): string | null {
  const same = ours(found, wanted.owner).filter(({ mark }) => isOf(mark, page, wanted.owner));
  const aliased = found.aliases.find(({ alias }) => alias === page.alias)?.menuId;
  const rank = ({ id }: OurMenu): number => (id === aliased ? 2 : known.pictured.has(id) ? 1 : 0);
  return same.toSorted((one, other) => rank(other) - rank(one))[0]?.id ?? null;
}

/**
 * What is to be done next, so that what is at LINE becomes what should be there; null: it is. Menus come before what leads
 * to them; what nothing leads to any more goes last. Asked again after each step, with what is found then.
 */
export function nextStep(wanted: WantedMenus, found: FoundMenus, known: KnownMenus): MenuStep | null {
  return nextToShow(wanted, found, known) ?? nextToRemove(wanted, found, known);
}

/** The steps before friends are linked. */
export function nextToShow(wanted: WantedMenus, found: FoundMenus, known: KnownMenus): MenuStep | null {
  const { blocked } = known;
  const pages = wanted.pages.filter(({ menuId }) => !blocked.menus.has(menuId));
  for (const page of pages) {
    const lineId = menuOf(found, wanted, page, known);
    if (lineId === null) return { do: 'create', page };
    if (!known.pictured.has(lineId)) return { do: 'picture', page, lineId };
  }
  for (const page of pages) {
    const lineId = menuOf(found, wanted, page, known);
    const target = found.aliases.find(({ alias }) => alias === page.alias)?.menuId ?? null;
    if (lineId === null || target === lineId || blocked.steps.has(`alias/${page.alias}`)) continue;
    if (!isForeignAlias(wanted, found, target) || known.takesBack) return { do: 'alias', page, lineId };
  }
  // What was the default stays until the menu that takes its place is complete.
  if (blocked.steps.has('default') || (wanted.defaultPage && blocked.menus.has(wanted.defaultPage.menuId)))
    return null;
  const shown = wanted.defaultPage && menuOf(found, wanted, wanted.defaultPage, known);
  const isSet = shown === idOfDefault(found);
  const mayReplace = known.takesBack && managesDefault(wanted, known);
  if (isSet || (isForeignDefault(wanted, found, known) && !mayReplace)) return null;
  return { do: 'default', lineId: shown };
}

/** The steps after friends are linked. */
export function nextToRemove(wanted: WantedMenus, found: FoundMenus, known: KnownMenus): MenuStep | null {
  const aliases = new Set(wanted.pages.map(({ alias }) => alias));
  const { blocked, takesBack } = known;
  const alias = found.aliases.find(
    (one) =>
      isOurAlias(one.alias) &&
      !aliases.has(one.alias) &&
      !blocked.steps.has(`removeAlias/${one.alias}`) &&
      (takesBack || !isForeignAlias(wanted, found, one.menuId)),
  );
  if (alias && !blocked.steps.has('removeAlias')) return { do: 'removeAlias', alias: alias.alias };
  const kept = new Set(wanted.pages.map((page) => menuOf(found, wanted, page, known)));
  for (const id of stillShown(wanted, found, known)) kept.add(id);
  if (blocked.steps.has('remove')) return null;
  const [gone] = ours(found, ownerOf(wanted, known))
    .filter(
      (menu) =>
        !kept.has(menu.id) &&
        !known.linked.has(menu.id) &&
        !blocked.steps.has(`remove/${menu.id}`) &&
        !isResting(menu, wanted, known),
    )
    .toSorted((one, other) => sinceOf(one, known) - sinceOf(other, known));
  return gone ? { do: 'remove', lineId: gone.id } : null;
}

/** The vendor's ids of what stays of menus whose new version could not be made: what nothing took the place of. */
export const stillShown = (wanted: WantedMenus, found: FoundMenus, known: KnownMenus): string[] =>
  ours(found, ownerOf(wanted, known)).flatMap(({ id, mark }) =>
    known.blocked.menus.has(mark.menuId) && !known.replacedAt.has(id) ? [id] : [],
  );

/** A chat that is open goes on showing its menu until it is opened again, and a picture that is gone there is blank. */
export const REST_MS = 24 * 60 * 60_000;

/**
 * True: another version took its place less than a day ago. A menu that was taken back or never shown does not rest;
 * where the vendor's limit comes near, none does.
 */
function isResting(menu: OurMenu, { pages, owner }: WantedMenus, known: KnownMenus): boolean {
  const { mark } = menu;
  if (isElsewhere(mark, owner)) return false;
  const wasShown = known.pictured.has(menu.id);
  const isReplaced = pages.some(
    ({ menuId, pageId, hash }) => menuId === mark.menuId && pageId === mark.pageId && hash !== mark.hash,
  );
  return wasShown && isReplaced && !known.isCrowded && sinceOf(menu, known) > known.now - REST_MS;
}

const sinceOf = ({ id }: OurMenu, { replacedAt, now }: KnownMenus): number => replacedAt.get(id) ?? now;

const idOfDefault = ({ defaultMenu }: FoundMenus): string | null =>
  defaultMenu === null ? null : defaultMenu === 'other' ? OTHER : defaultMenu.id;
/** In place of an id that can't be read. */
const OTHER = 'other';

/** A name of ours that leads to a menu of another tool. */
const isForeignAlias = ({ owner }: WantedMenus, found: FoundMenus, target: string | null): boolean => {
  const menu = found.menus.find(({ id }) => id === target);
  return menu !== undefined && readMark(menu.name, owner) === null;
};

/**
 * Another tool has set the default: it shows a menu that isn't ours, or the one that we had set was taken away while it
 * still stands there.
 */
function isForeignDefault(wanted: WantedMenus, found: FoundMenus, known: KnownMenus): boolean {
  const id = idOfDefault(found);
  const isOurs = ours(found, wanted.owner).some((menu) => menu.id === id);
  if (id !== null) return !isOurs;
  // Whoever deletes a menu takes its default away: that is repaired, not asked about.
  return known.defaultSet !== null && found.menus.some((menu) => menu.id === known.defaultSet);
}

/** One of ours should be the default, or was. Where neither is so, what other tools set is no drift, and is never taken back. */
const managesDefault = (
  { defaultPage }: Pick<WantedMenus, 'defaultPage'>,
  { defaultSet }: Pick<KnownMenus, 'defaultSet'>,
): boolean => defaultPage !== null || defaultSet !== null;

export interface FoundDrift {
  readonly kind: MenuDrift['kind'];
  readonly page: Pick<WantedPage, 'menuId' | 'pageId'> | null;
  /** What stands there instead; null: nothing. */
  readonly found: string | null;
}

/** How LINE was left. */
interface LeftMenus {
  /** Pages whose menu stood there complete; a menu gets its aliases when all of its pages do. */
  readonly made: readonly WantedPage[];
  /** A run that was to change something did not finish: its aliases may not have been set yet. */
  readonly mayLackAliases?: boolean;
}

/** What isn't as we left it. */
export function findDrift(
  wanted: WantedMenus,
  found: FoundMenus,
  known: KnownMenus & LeftMenus,
): FoundDrift[] {
  const isMade = (page: WantedPage): boolean =>
    known.made.some(
      ({ menuId, pageId, hash }) => menuId === page.menuId && pageId === page.pageId && hash === page.hash,
    );
  const drift = wanted.pages.flatMap((page): FoundDrift[] => {
    const target = found.aliases.find(({ alias }) => alias === page.alias)?.menuId ?? null;
    if (isForeignAlias(wanted, found, target)) return [{ kind: 'alias_changed', page, found: target }];
    if (!isMade(page)) return [];
    if (menuOf(found, wanted, page, known) === null) return [{ kind: 'menu_deleted', page, found: null }];
    const hadAlias = wanted.pages.every((other) => other.menuId !== page.menuId || isMade(other));
    return target === null && hadAlias && !known.mayLackAliases
      ? [{ kind: 'alias_deleted', page, found: null }]
      : [];
  });
  const elsewhere = found.menus.find(({ name }) => isOfOtherInstallation(name, wanted.owner));
  if (elsewhere) drift.push({ kind: 'other_installation', page: null, found: null });
  return managesDefault(wanted, known) && isForeignDefault(wanted, found, known)
    ? [...drift, { kind: 'default_changed', page: null, found: idOfDefault(found) }]
    : drift;
}

/** Repaired by the run that finds it, so that the next run finds nothing. */
const REPAIRED: ReadonlySet<MenuDrift['kind']> = new Set(['menu_deleted', 'alias_deleted']);

interface Merging {
  readonly at: string;
  /** Pages whose repaired drift is reported until a run finishes. */
  readonly kept: readonly WantedPage[];
}
/** Drift that was found before keeps its time, and stays hidden where staff leave it. */
export function mergeDrift(
  found: readonly FoundDrift[],
  before: readonly StoredDrift[],
  { at, kept }: Merging,
): StoredDrift[] {
  const keyOf = (one: StoredDrift): string =>
    [one.kind, one.menuUuid, one.pageId, one.found ?? null].join('/');
  const earlier = new Map(before.map((one) => [keyOf(one), one]));
  const now = found.map(({ kind, page, found: instead }): StoredDrift => {
    const [menuUuid, pageId] = [page?.menuId ?? null, page?.pageId ?? null];
    const one = { kind, menuUuid, pageId, found: instead, at, isLeft: false };
    const { at: since, isLeft } = earlier.get(keyOf(one)) ?? one;
    return { ...one, at: since, isLeft };
  });
  const keys = new Set(now.map(keyOf));
  const repaired = before.filter(
    (one) =>
      REPAIRED.has(one.kind) &&
      !keys.has(keyOf(one)) &&
      kept.some(({ menuId, pageId }) => menuId === one.menuUuid && pageId === one.pageId),
  );
  return [...now, ...repaired];
}
