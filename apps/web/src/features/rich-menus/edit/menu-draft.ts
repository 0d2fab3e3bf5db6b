import { inkOn, standsOut } from '@hanasu/contract/contrast';
import type { PictureCell, PictureIcon } from '@hanasu/contract/menu-pictures';
import {
  RichMenuDefinition as Definition,
  MENU_PAGES_MAX,
  MENU_SIZES,
  type MenuArea,
  type MenuPage,
  type MenuProblem,
  type MenuSize,
  type RichMenuDefinition,
  TapAction,
} from '@hanasu/contract/rich-menus';
import { graphemes } from '@hanasu/contract/typed-words';
import { makeHistoryReducer } from '../../../shell/draft/draft-history.ts';
import { type Box, cellBox, scaleBox } from './area-geometry.ts';
import {
  CELL_TEXT_MAX,
  composedOf,
  cut,
  FIRST_COLORS,
  GREEN,
  isSameBox,
  keptPicture,
  layOut,
  type NewId,
  newArea,
  newCell,
  type Picture,
  resizedArea,
  starterPalette,
} from './picture-draft.ts';

// What can be done to the draft of a rich menu. Pure: ids of new parts come from outside.

type Draft = RichMenuDefinition;
export const historyReducer = makeHistoryReducer<Draft>((draft) => draft);

export const LABEL_MAX = 20;
export const CHAT_BAR_MAX = 14;
export const PAGE_NAME_MAX = 40;

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
export const isHigh = (size: MenuSize): boolean => size === 'large' || size === 'mediumLarge';
export const gridsOf = (size: MenuSize): readonly Grid[] =>
  isHigh(size) ? ['six', 'four', 'oneThree', 'twoLeft', 'two', 'one'] : ['three', 'two', 'oneTwo', 'one'];

export const placesOfGrid = (grid: Grid): readonly Box[] => LAYOUTS[grid];

/** The size of this height, as fine as the one that is chosen. */
export const withHeight = (size: MenuSize, height: 'high' | 'low'): MenuSize => {
  const isMedium = size === 'mediumLarge' || size === 'mediumCompact';
  if (height === 'high') return isMedium ? 'mediumLarge' : 'large';
  return isMedium ? 'mediumCompact' : 'compact';
};

/** How many tabs stand at the top of a composed page. */
export function tabsOf(page: Picture): number {
  const cells = composedOf(page)?.cells ?? [];
  const first = cells.findIndex(({ y, height }) => y !== 0 || height !== STRIP);
  return first < 0 ? cells.length : first;
}

/** Null: the cells stand as somebody has put them. */
export function gridOf(page: Picture): Grid | null {
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

const QUIET = '#eef1f5';

/** Colour of the tab of the page that is open: as it stands in the draft, else that of a cell that stands out. */
function accentOf(draft: Draft): string {
  const tabs = draft.pages.flatMap((page) => composedOf(page)?.cells.slice(0, tabsOf(page)) ?? []);
  const cells = draft.pages.flatMap((page) => composedOf(page)?.cells ?? []);
  const accent =
    tabs.find(({ fill }) => fill !== null && fill !== QUIET) ??
    cells.find(({ fill }) => fill !== null && standsOut(fill));
  return accent?.fill ?? GREEN;
}

export const pageOf = (draft: Draft, pageId: string): MenuPage | undefined =>
  draft.pages.find(({ id }) => id === pageId) ?? draft.pages[0];
export const areaOf = (draft: Draft, areaId: string | null): MenuArea | undefined =>
  draft.pages.flatMap(({ areas }) => areas).find(({ id }) => id === areaId);

/** Changes one page. */
export const withPage = (draft: Draft, pageId: string, change: (page: MenuPage) => MenuPage): Draft => ({
  ...draft,
  pages: draft.pages.map((page) => (page.id === pageId ? change(page) : page)),
});
const withAreas = (draft: Draft, change: (areas: readonly MenuArea[]) => MenuArea[]): Draft => ({
  ...draft,
  pages: draft.pages.map((page) => ({ ...page, areas: change(page.areas) })),
});

/** Cells and areas of a page, under its tabs. */
function layOutPage(
  draft: Draft,
  page: MenuPage,
  { places, tabs, newId }: { places: readonly Box[]; tabs: number; newId: NewId },
): MenuPage {
  const size = MENU_SIZES[draft.size];
  const accent = accentOf(draft);
  const fixed = draft.pages.slice(0, tabs).flatMap((tab, index) => {
    const place = places[index];
    if (!place) return [];
    const area = tabArea(cellBox(place, size), tab, { page, newId });
    return [{ cell: tabCell(place, tab, tab.id === page.id ? accent : null), area }];
  });
  return { ...page, ...layOut(page, { places, fixed, skipped: tabsOf(page), size, newId }) };
}

/** Accent null: of another page than the one that is open. */
const tabCell = (place: Box, tab: MenuPage, accent: string | null): PictureCell => ({
  ...newCell(place),
  fill: accent ?? QUIET,
  color: accent ? inkOn(accent) : FIRST_COLORS.color,
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
  return withPage(draft, pageId, (page) => layOutPage(draft, page, { places, tabs, newId }));
}

/** Strips of tabs as the pages are now; `hasTabs`: of every composed page, else of those that have one. */
function redrawTabs(draft: Draft, newId: NewId, hasTabs = false): Draft {
  const tabs = draft.pages.length > 1 ? draft.pages.length : 0;
  return {
    ...draft,
    pages: draft.pages.map((page) => {
      const grid = gridOf(page);
      if (!composedOf(page) || !grid || (tabsOf(page) === 0 && !hasTabs)) return page;
      return layOutPage(draft, page, { places: GRIDS[grid](tabs), tabs, newId });
    }),
  };
}

// ---- the first menu ------------------------------------------------------

export const STARTER_PARTS = ['booking', 'hours', 'prices', 'contact', 'access', 'phone'] as const;
type StarterPart = (typeof STARTER_PARTS)[number];
interface StarterTexts {
  readonly chatBarText: string;
  /** Of the cell, and what a tap sends; null: it has to be filled in. */
  readonly parts: Readonly<Record<StarterPart, { readonly text: string; readonly message: string | null }>>;
  readonly pricesIcon: PictureIcon;
  /** The account's colour; null: none was chosen. */
  readonly color: string | null;
}
/** What most shops put into a menu, ready but for the telephone number. */
export function starterMenu({ chatBarText, parts, pricesIcon, color }: StarterTexts, newId: NewId): Draft {
  const icons: Readonly<Record<StarterPart, PictureIcon>> = {
    booking: 'calendar-check',
    hours: 'clock',
    prices: pricesIcon,
    contact: 'message-circle',
    access: 'map-pin',
    phone: 'phone',
  };
  const size = MENU_SIZES.large;
  const palette = starterPalette(color);
  const filled = LAYOUTS.six.map((place, index) => {
    const part = STARTER_PARTS[index] ?? 'booking';
    const { text, message } = parts[part];
    const colors = part === 'contact' ? palette.staff : part === 'phone' ? palette.phone : palette.plain;
    return {
      cell: { ...newCell(place), ...colors, icon: icons[part], text },
      area: {
        ...newArea(cellBox(place, size), newId()),
        label: cut(text, LABEL_MAX),
        action: message === null ? null : { kind: 'message' as const, text: message },
      },
    };
  });
  return {
    size: 'large',
    chatBarText,
    selected: true,
    pages: [
      {
        id: newId(),
        name: '',
        picture: {
          kind: 'composed',
          background: palette.plain.fill,
          fileUuid: null,
          line: palette.line,
          font: 'serif',
          cells: filled.map(({ cell }) => cell),
        },
        areas: filled.map(({ area }) => area),
      },
    ],
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

/** Areas stay over their cells; the others keep their place in proportion. */
export function setSize(draft: Draft, size: MenuSize): Draft {
  const resize = {
    from: MENU_SIZES[draft.size],
    to: MENU_SIZES[size],
    otherwise: (area: Box) => scaleBox(area, draft.size, size),
  };
  const pages = draft.pages.map((page) => ({
    ...page,
    areas: page.areas.map((area) => ({ ...area, ...resizedArea(page, area, resize) })),
  }));
  return { ...draft, size, pages };
}

/** Whether a problem of the saved draft is about a part that the draft still has. */
export const isInDraft = (
  { pages }: Draft,
  { pageId, areaId }: Pick<MenuProblem, 'pageId' | 'areaId'>,
): boolean =>
  pageId === null ||
  pages.some(
    ({ id, areas }) => id === pageId && (areaId === null || areas.some((area) => area.id === areaId)),
  );

// ---- areas ---------------------------------------------------------------

export const changeArea = (draft: Draft, areaId: string, change: Partial<MenuArea>): Draft =>
  withAreas(draft, (areas) => areas.map((area) => (area.id === areaId ? { ...area, ...change } : area)));

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
    return {
      ...page,
      name: kept(page.name, PAGE_NAME_MAX),
      picture: keptPicture(page.picture, () => {
        isWhole = false;
      }),
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
