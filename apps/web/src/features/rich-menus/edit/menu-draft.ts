import { graphemes, type PictureCell, type PictureSource } from '@hanasu/contract/menu-pictures';
import {
  RichMenuDefinition as Definition,
  MENU_PAGES_MAX,
  MENU_SIZES,
  type MenuArea,
  type MenuPage,
  type MenuSize,
  type RichMenuDefinition,
  TapAction,
} from '@hanasu/contract/rich-menus';
import { makeHistoryReducer } from '../../../shell/draft/draft-history.ts';
import { type Box, cellBox, scaleBox } from './area-geometry.ts';

// What can be done to the draft of a rich menu. Pure: ids of new parts come from outside.

export type Composed = Extract<PictureSource, { kind: 'composed' }>;
type Draft = RichMenuDefinition;
export const historyReducer = makeHistoryReducer<Draft>((draft) => draft);

export const LABEL_MAX = 20;
export const CHAT_BAR_MAX = 14;
export const CELL_TEXT_MAX = 40;
export const PAGE_NAME_MAX = 40;

export const tooLong = (text: string, max: number): boolean => graphemes(text.trim()) > max;
/** As many characters as people count. */
const cut = (text: string, max: number): string =>
  graphemes(text) <= max
    ? text
    : [...new Intl.Segmenter().segment(text)]
        .slice(0, max)
        .map((one) => one.segment)
        .join('');

// ---- layouts -------------------------------------------------------------

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const WHOLE = 1_000;
const THIRDS = [box(0, 0, 333, 1000), box(333, 0, 334, 1000), box(667, 0, 333, 1000)];
const rows = (cells: readonly Box[]): Box[] =>
  [0, 500].flatMap((y) => cells.map((cell) => ({ ...cell, y, height: 500 })));
const HALVES = [box(0, 0, 500, 1000), box(500, 0, 500, 1000)];

const LAYOUTS = {
  six: rows(THIRDS),
  four: rows(HALVES),
  oneThree: [box(0, 0, 1000, 500), ...THIRDS.map((cell) => ({ ...cell, y: 500, height: 500 }))],
  twoLeft: [box(0, 0, 667, 1000), box(667, 0, 333, 500), box(667, 500, 333, 500)],
  three: THIRDS,
  oneTwo: [box(0, 0, 500, 1000), box(500, 0, 250, 1000), box(750, 0, 250, 1000)],
  two: HALVES,
  one: [box(0, 0, 1000, 1000)],
} as const satisfies Record<string, readonly Box[]>;
export type Grid = keyof typeof LAYOUTS;
export const GRID_NAMES = [
  'six',
  'four',
  'oneThree',
  'twoLeft',
  'three',
  'oneTwo',
  'two',
  'one',
] as const satisfies readonly Grid[];

/** Height of the strip of tabs above the cells. */
const STRIP = 150;
const under = ({ x, y, width, height }: Box): Box => {
  const at = (value: number) => STRIP + Math.round((value * (WHOLE - STRIP)) / WHOLE);
  return { x, y: at(y), width, height: at(y + height) - at(y) };
};
const stripCells = (tabs: number): Box[] =>
  Array.from({ length: tabs }, (_, index) => {
    const at = (place: number) => Math.round((place * WHOLE) / tabs);
    return box(at(index), 0, at(index + 1) - at(index), STRIP);
  });
const cellsOf =
  (layout: readonly Box[]) =>
  (tabs: number): Box[] =>
    tabs === 0 ? [...layout] : [...stripCells(tabs), ...layout.map(under)];

/** Cells of each layout in thousandths, below a strip of so many tabs. */
export const GRIDS: Readonly<Record<Grid, (tabs: number) => Box[]>> = {
  six: cellsOf(LAYOUTS.six),
  four: cellsOf(LAYOUTS.four),
  oneThree: cellsOf(LAYOUTS.oneThree),
  twoLeft: cellsOf(LAYOUTS.twoLeft),
  three: cellsOf(LAYOUTS.three),
  oneTwo: cellsOf(LAYOUTS.oneTwo),
  two: cellsOf(LAYOUTS.two),
  one: cellsOf(LAYOUTS.one),
};
const isHigh = (size: MenuSize): boolean => size === 'large' || size === 'mediumLarge';
export const gridsOf = (size: MenuSize): readonly Grid[] =>
  isHigh(size) ? ['six', 'four', 'oneThree', 'twoLeft', 'two', 'one'] : ['three', 'two', 'oneTwo', 'one'];

export const composedOf = ({ picture }: MenuPage): Composed | null =>
  picture?.kind === 'composed' ? picture : null;

/** How many tabs stand at the top of a composed page. */
export function tabsOf(page: MenuPage): number {
  const cells = composedOf(page)?.cells ?? [];
  const first = cells.findIndex(({ y, height }) => y !== 0 || height !== STRIP);
  return first < 0 ? cells.length : first;
}

const isSameBox = (one: Box, other: Box): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

/** Null: the cells stand as somebody has put them. */
export function gridOf(page: MenuPage): Grid | null {
  const cells = composedOf(page)?.cells ?? [];
  const tabs = tabsOf(page);
  return (
    GRID_NAMES.find((grid) => {
      const wanted = GRIDS[grid](tabs);
      return (
        wanted.length === cells.length && wanted.every((cell, index) => isSameBox(cell, cells[index] ?? cell))
      );
    }) ?? null
  );
}

// ---- parts ---------------------------------------------------------------

const FIRST_COLORS = {
  background: '#ffffff',
  line: '#d7dde5',
  fill: '#ffffff',
  color: '#1b1f26',
  accent: '#0f6636',
  onAccent: '#ffffff',
  quiet: '#eef1f5',
} as const;

const newCell = (place: Box, like?: PictureCell): PictureCell => ({
  ...place,
  fill: like ? like.fill : FIRST_COLORS.fill,
  color: like?.color ?? FIRST_COLORS.color,
  icon: null,
  text: '',
  fileUuid: null,
});
const newArea = (place: Box, id: string): MenuArea => ({ id, ...place, label: '', action: null });

type NewId = () => string;

export const pageOf = (draft: Draft, pageId: string): MenuPage | undefined =>
  draft.pages.find(({ id }) => id === pageId) ?? draft.pages[0];
export const areaOf = (draft: Draft, areaId: string | null): MenuArea | undefined =>
  draft.pages.flatMap(({ areas }) => areas).find(({ id }) => id === areaId);

const withPage = (draft: Draft, pageId: string, change: (page: MenuPage) => MenuPage): Draft => ({
  ...draft,
  pages: draft.pages.map((page) => (page.id === pageId ? change(page) : page)),
});
const withAreas = (draft: Draft, change: (areas: readonly MenuArea[]) => MenuArea[]): Draft => ({
  ...draft,
  pages: draft.pages.map((page) => ({ ...page, areas: change(page.areas) })),
});

/** Cells, tabs and the areas over them; what stood in a cell stays in the cell of its number. */
function layOut(
  draft: Draft,
  page: MenuPage,
  { places, tabs, newId }: { places: readonly Box[]; tabs: number; newId: NewId },
): MenuPage {
  const before = composedOf(page);
  const skipped = tabsOf(page);
  const old = before?.cells.slice(skipped) ?? [];
  const oldAreas = page.areas.slice(before ? skipped : 0);
  const size = MENU_SIZES[draft.size];
  const cells = places.map((place, index) => {
    const tab = index < tabs ? draft.pages[index] : undefined;
    if (tab) return tabCell(place, tab, tab.id === page.id);
    const kept = old[index - tabs];
    return kept ? { ...kept, ...place } : newCell(place, old[0]);
  });
  const areas = places.map((place, index): MenuArea => {
    const tab = index < tabs ? draft.pages[index] : undefined;
    const own = cellBox(place, size);
    if (tab) return tabArea(own, tab, { page, newId });
    const kept = oldAreas[index - tabs];
    return kept ? { ...kept, ...own } : newArea(own, newId());
  });
  const picture: Composed = {
    kind: 'composed',
    background: before?.background ?? FIRST_COLORS.background,
    fileUuid: before?.fileUuid ?? null,
    line: before ? before.line : FIRST_COLORS.line,
    font: before?.font ?? 'sans',
    cells,
  };
  return { ...page, picture: page.picture?.kind === 'upload' ? page.picture : picture, areas };
}

const tabCell = (place: Box, tab: MenuPage, isOwn: boolean): PictureCell => ({
  ...newCell(place),
  fill: isOwn ? FIRST_COLORS.accent : FIRST_COLORS.quiet,
  color: isOwn ? FIRST_COLORS.onAccent : FIRST_COLORS.color,
  text: cut(tab.name, CELL_TEXT_MAX),
});
function tabArea(place: Box, tab: MenuPage, { page, newId }: { page: MenuPage; newId: NewId }): MenuArea {
  const kept = page.areas.find(({ action }) => action?.kind === 'page' && action.pageId === tab.id);
  return {
    ...(kept ?? newArea(place, newId())),
    ...place,
    label: cut(tab.name, LABEL_MAX),
    action: { kind: 'page', pageId: tab.id },
  };
}

export interface Layout {
  readonly grid: Grid;
  readonly hasTabs: boolean;
  readonly newId: NewId;
}
/** A page composed of cells with an area over each. */
export function applyGrid(draft: Draft, pageId: string, { grid, hasTabs, newId }: Layout): Draft {
  const tabs = hasTabs && draft.pages.length > 1 ? draft.pages.length : 0;
  const places = GRIDS[grid](tabs);
  return withPage(draft, pageId, (page) => layOut(draft, page, { places, tabs, newId }));
}

/** Strips of tabs as the pages are now; `hasTabs`: of every composed page, else of those that have one. */
function redrawTabs(draft: Draft, newId: NewId, hasTabs = false): Draft {
  const tabs = draft.pages.length > 1 ? draft.pages.length : 0;
  return {
    ...draft,
    pages: draft.pages.map((page) => {
      const grid = gridOf(page);
      if (!composedOf(page) || !grid || (tabsOf(page) === 0 && !hasTabs)) return page;
      return layOut(draft, page, { places: GRIDS[grid](tabs), tabs, newId });
    }),
  };
}

// ---- pages ---------------------------------------------------------------

interface NewPage {
  readonly id: string;
  /** Of the first page while it has none, and of the new one. */
  readonly names: readonly [string, string];
  readonly newId: NewId;
}
/** Looks like the page that is there, without its words; composed pages get tabs to change between them. */
export function addPage(draft: Draft, pageId: string, { id, names, newId }: NewPage): Draft {
  const like = pageOf(draft, pageId);
  if (!like || draft.pages.length >= MENU_PAGES_MAX) return draft;
  const composed = composedOf(like);
  const size = MENU_SIZES[draft.size];
  const cells = composed?.cells.map((cell) => newCell(placeOf(cell), cell)) ?? [];
  const page: MenuPage = {
    id,
    name: names[1],
    picture: composed && { ...composed, cells },
    areas: cells.map((cell) => newArea(cellBox(cell, size), newId())),
  };
  const pages = draft.pages.map((each) => (each.name === '' ? { ...each, name: names[0] } : each));
  return redrawTabs({ ...draft, pages: [...pages, page] }, newId, draft.pages.length === 1);
}
const placeOf = ({ x, y, width, height }: Box): Box => ({ x, y, width, height });

export function renamePage(draft: Draft, pageId: string, name: string): Draft {
  const newId = () => '';
  return redrawTabs(
    withPage(draft, pageId, (page) => ({ ...page, name })),
    newId,
  );
}

/** Taps that led to it lead nowhere; its tab goes. */
export function removePage(draft: Draft, pageId: string): Draft {
  if (draft.pages.length < 2) return draft;
  const pages = draft.pages.filter(({ id }) => id !== pageId);
  const redrawn = redrawTabs({ ...draft, pages }, () => '');
  return withAreas(redrawn, (areas) =>
    areas.map((area) =>
      area.action?.kind === 'page' && area.action.pageId === pageId ? { ...area, action: null } : area,
    ),
  );
}

export const setSize = (draft: Draft, size: MenuSize): Draft =>
  size === draft.size
    ? draft
    : {
        ...withAreas(draft, (areas) =>
          areas.map((area) => ({ ...area, ...scaleBox(area, draft.size, size) })),
        ),
        size,
      };

export const setPicture = (draft: Draft, pageId: string, picture: PictureSource | null): Draft =>
  withPage(draft, pageId, (page) => ({ ...page, picture }));

/** The label of the area over it follows its words as long as nobody has written another one. */
export function changeCell(
  draft: Draft,
  { pageId, index }: { pageId: string; index: number },
  change: Partial<PictureCell>,
): Draft {
  return withPage(draft, pageId, (page) => {
    const composed = composedOf(page);
    const before = composed?.cells[index];
    if (!composed || !before) return page;
    const cells = composed.cells.map((cell, at) => (at === index ? { ...cell, ...change } : cell));
    const areas = page.areas.map((area, at) =>
      at === index &&
      change.text !== undefined &&
      (area.label === '' || area.label === cut(before.text, LABEL_MAX))
        ? { ...area, label: cut(change.text, LABEL_MAX) }
        : area,
    );
    return { ...page, picture: { ...composed, cells }, areas };
  });
}

// ---- areas ---------------------------------------------------------------

export const changeArea = (draft: Draft, areaId: string, change: Partial<MenuArea>): Draft =>
  withAreas(draft, (areas) => areas.map((area) => (area.id === areaId ? { ...area, ...change } : area)));
export const removeArea = (draft: Draft, areaId: string): Draft =>
  withAreas(draft, (areas) => areas.filter(({ id }) => id !== areaId));
export const addArea = (draft: Draft, pageId: string, { place, id }: { place: Box; id: string }): Draft =>
  withPage(draft, pageId, (page) => ({ ...page, areas: [...page.areas, newArea(place, id)] }));
/** Over the others, so that it is found. */
export const duplicateArea = (
  draft: Draft,
  areaId: string,
  { place, id }: { place: Box; id: string },
): Draft =>
  withAreas(draft, (areas) => {
    const area = areas.find((each) => each.id === areaId);
    return area ? [...areas, { ...area, ...place, id }] : [...areas];
  });

/** The cell under an area: they stand in the same order, tabs first. */
export const cellIndexOf = (draft: Draft, page: MenuPage, area: MenuArea): number | null => {
  const cells = composedOf(page)?.cells ?? [];
  const size = MENU_SIZES[draft.size];
  const index = page.areas.indexOf(area);
  const cell = cells[index];
  return cell && isSameBox(cellBox(cell, size), area) ? index : null;
};

// ---- sending -------------------------------------------------------------

/** As the server takes it: taps that are only begun are left out, words that are too long are cut. */
export function sendable(draft: Draft): { definition: Draft; isWhole: boolean } | null {
  let isWhole = graphemes(draft.chatBarText) <= CHAT_BAR_MAX;
  const kept = (words: string, max: number): string => {
    const short = cut(words.trim(), max);
    if (short !== words.trim()) isWhole = false;
    return short;
  };
  const pages = draft.pages.map((page) => {
    const composed = composedOf(page);
    return {
      ...page,
      name: kept(page.name, PAGE_NAME_MAX),
      picture: composed
        ? {
            ...composed,
            cells: composed.cells.map((cell) => ({ ...cell, text: kept(cell.text, CELL_TEXT_MAX) })),
          }
        : page.picture,
      areas: page.areas.map((area) => {
        const isChosen = area.action === null || TapAction.safeParse(area.action).success;
        if (!isChosen) isWhole = false;
        return { ...area, label: kept(area.label, LABEL_MAX), action: isChosen ? area.action : null };
      }),
    };
  });
  const parsed = Definition.safeParse({
    ...draft,
    chatBarText: cut(draft.chatBarText.trim(), CHAT_BAR_MAX),
    pages,
  });
  return parsed.success ? { definition: parsed.data, isWhole } : null;
}
