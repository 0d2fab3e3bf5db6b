import { isReadOnWhite, standsOut } from '@hanasu/contract/contrast';
import { MENU_SIZE_NAMES, MENU_SIZES, type MenuPage, RichMenuDefinition } from '@hanasu/contract/rich-menus';
import { placesOf } from '@hanasu/contract/tap-places.fixture';
import { describe, expect, test } from 'vitest';
import { type Box, overlapping } from './area-geometry.ts';
import {
  addPage,
  applyGrid,
  areaOf,
  changeArea,
  gridOf,
  gridsOf,
  isInDraft,
  removePage,
  renamePage,
  sendable,
  setSize,
  starterMenu,
  tabsOf,
  withHeight,
  withPage,
} from './menu-draft.ts';
import {
  cellIndexOf,
  cellUnder,
  changeCell,
  composedOf,
  duplicateArea,
  removeArea,
} from './picture-draft.ts';

let last = 0;
const newId = () => `a${++last}`;
const EMPTY = RichMenuDefinition.parse({
  size: 'large',
  chatBarText: 'Menu',
  selected: true,
  pages: [{ id: 'p1', name: '', picture: null, areas: [] }],
});
const six = () => applyGrid(EMPTY, 'p1', { grid: 'six', hasTabs: true, newId });
const names = ['First', 'Second'] as const;
const two = () => addPage(six(), 'p1', { id: 'p2', names, newId });
const onFirst = (draft: RichMenuDefinition, change: (page: MenuPage) => MenuPage) =>
  withPage(draft, 'p1', change);
const write = (draft: RichMenuDefinition, index: number, text: string) =>
  onFirst(draft, (page) => changeCell(page, { index, labelMax: 20 }, { text }));
const textsOf = (draft: RichMenuDefinition, page: number) =>
  draft.pages[page] ? composedOf(draft.pages[page])?.cells.map(({ text }) => text) : undefined;
const leadsOf = (draft: RichMenuDefinition, page: number) =>
  draft.pages[page]?.areas.flatMap(({ action }) => (action?.kind === 'page' ? [action.pageId] : []));

test('a layout makes cells with an area over each, and keeps what stood there', () => {
  const draft = write(six(), 1, 'Hours');
  const [page] = draft.pages;
  expect(page && gridOf(page)).toBe('six');
  expect(page?.areas.map(({ label }) => label)).toEqual(['', 'Hours', '', '', '', '']);
  expect(page?.areas[1] && cellIndexOf(page, page.areas[1].id, MENU_SIZES.large)).toBe(1);
  const four = applyGrid(draft, 'p1', { grid: 'four', hasTabs: true, newId });
  expect(textsOf(four, 0)).toEqual(['', 'Hours', '', '']);
  expect(four.pages[0]?.areas.map(({ x, width }) => [x, width])).toEqual([
    [0, 1250],
    [1250, 1250],
    [0, 1250],
    [1250, 1250],
  ]);
  expect(RichMenuDefinition.safeParse(four).success).toBe(true);
});

const starterIn = (color: string | null) => {
  const part = (text: string) => ({ text, message: text });
  return starterMenu(
    {
      chatBarText: 'メニュー',
      parts: {
        booking: part('予約'),
        hours: part('営業時間'),
        prices: part('料金'),
        contact: part('お問い合わせ'),
        access: part('アクセス'),
        phone: { text: '電話', message: null },
      },
      pricesIcon: 'japanese-yen',
      color,
    },
    newId,
  );
};
const colorsOfCells = (page: MenuPage | undefined) =>
  (page && composedOf(page)?.cells.map(({ fill, color }) => [fill, color])) ?? [];

test('the first menu has the colour of the account, with words that can be read on it', () => {
  expect(colorsOfCells(starterIn('#7a1f3d').pages[0])).toContainEqual(['#7a1f3d', '#ffffff']);
  expect(colorsOfCells(starterIn('#ffd400').pages[0])).toContainEqual(['#ffd400', '#000000']);
});

test.each(['#7a1f3d', '#ffd400', '#0d9488', '#111827'])(
  'the first menu in %s has one cell of it among pale tints, all with text that can be read',
  (color) => {
    const [page] = starterIn(color).pages;
    const cells = colorsOfCells(page);
    const tinted = cells.filter(([fill]) => fill !== color);
    expect(tinted).toHaveLength(5);
    for (const [fill, text] of tinted) {
      expect(standsOut(String(fill))).toBe(false);
      expect(isReadOnWhite(String(text))).toBe(true);
    }
    // One shade stands behind the telephone, another one behind the rest.
    expect(new Set(tinted.map(([fill]) => fill)).size).toBe(2);
    expect(cells.flat()).not.toContain('#fffdf5');
  },
);

test.each([null, '#fdf6ff'])('the first menu of an account with the colour %s is cream', (color) => {
  expect(colorsOfCells(starterIn(color).pages[0]).filter(([fill]) => fill === '#fffdf5')).toHaveLength(4);
});

test('tabs of a menu in a light colour have it, too, with dark words', () => {
  const draft = starterIn('#ffd400');
  const withTabs = addPage(draft, draft.pages[0]?.id ?? '', { id: 'p2', names, newId });
  expect(colorsOfCells(withTabs.pages[0])[0]).toEqual(['#ffd400', '#000000']);
});

test('tabs have the colour that stands in the menu, and keep a colour that was chosen for them', () => {
  const draft = starterIn('#7a1f3d');
  const id = draft.pages[0]?.id ?? '';
  const withTabs = addPage(draft, id, { id: 'p2', names, newId });
  expect(colorsOfCells(withTabs.pages[0])[0]).toEqual(['#7a1f3d', '#ffffff']);
  expect(colorsOfCells(withTabs.pages[1])[1]).toEqual(['#7a1f3d', '#ffffff']);
  const repainted = withPage(withTabs, id, (page) =>
    changeCell(page, { index: 0, labelMax: 20 }, { fill: '#0b57d0' }),
  );
  const renamed = renamePage(repainted, id, 'Other');
  expect(colorsOfCells(renamed.pages[0])[0]).toEqual(['#0b57d0', '#ffffff']);
  expect(colorsOfCells(renamed.pages[1])[1]).toEqual(['#0b57d0', '#ffffff']);
});

test('the first menu is complete but for the telephone, and its labels are its words', () => {
  const draft = starterIn(null);
  expect(RichMenuDefinition.parse(draft)).toEqual(draft);
  const [page] = draft.pages;
  if (!page) throw new Error('there is a page');
  expect(gridOf(page)).toBe('six');
  expect(page.areas.every(({ id }) => cellIndexOf(page, id, MENU_SIZES.large) !== null)).toBe(true);
  expect(page.areas.map(({ label }) => label)).toEqual(textsOf(draft, 0));
  expect(composedOf(page)?.cells.every(({ icon }) => icon !== null)).toBe(true);
  expect(page.areas.filter(({ action }) => action === null).map(({ label }) => label)).toEqual(['電話']);
});

test('another height keeps how fine the picture is', () => {
  expect(withHeight('large', 'low')).toBe('compact');
  expect(withHeight('mediumLarge', 'low')).toBe('mediumCompact');
  expect(withHeight('mediumCompact', 'high')).toBe('mediumLarge');
  expect(withHeight('compact', 'low')).toBe('compact');
});

const off = (one: Box, other: Box): number =>
  Math.max(...(['x', 'y', 'width', 'height'] as const).map((side) => Math.abs(one[side] - other[side])));

test.each(MENU_SIZE_NAMES)(
  'the layouts of a menu that is %s have their areas where LINE’s templates have them',
  (size) => {
    const { width, height } = MENU_SIZES[size];
    for (const grid of gridsOf(size))
      for (const tabs of [1, 2, 3, 5]) {
        let draft = applyGrid(setSize(EMPTY, size), 'p1', { grid, hasTabs: true, newId });
        for (let page = 2; page <= tabs; page += 1)
          draft = addPage(draft, 'p1', { id: `p${page}`, names: ['', ''], newId });
        const areas = draft.pages[0]?.areas ?? [];
        const wanted = placesOf(grid, { width, height }, tabs === 1 ? 0 : tabs);
        expect(areas).toHaveLength(wanted.length);
        // Cells are given in thousandths, two of which a width may be off by half.
        for (const [index, area] of areas.entries())
          expect(off(area, wanted[index] ?? area)).toBeLessThanOrEqual(width / 1_000 + 0.5);
        // Nothing lies between them, and nothing twice.
        const covered = areas.reduce((sum, area) => sum + area.width * area.height, 0);
        expect([covered, overlapping(areas).size]).toEqual([width * height, 0]);
      }
  },
);

test('a label that somebody wrote does not follow the words of its cell', () => {
  const first = write(six(), 0, 'Book');
  const id = first.pages[0]?.areas[0]?.id ?? '';
  const named = changeArea(first, id, { label: 'Book a table' });
  const next = write(named, 0, 'Reserve');
  expect(areaOf(next, id)?.label).toBe('Book a table');
});

test('a second page brings tabs that lead to both, and rename with them', () => {
  const draft = renamePage(two(), 'p2', 'Coupons');
  expect(draft.pages.map(tabsOf)).toEqual([2, 2]);
  expect(textsOf(draft, 0)?.slice(0, 2)).toEqual(['First', 'Coupons']);
  expect([leadsOf(draft, 0), leadsOf(draft, 1)]).toEqual([
    ['p1', 'p2'],
    ['p1', 'p2'],
  ]);
  expect(draft.pages.map((page) => page.areas.length)).toEqual([8, 8]);
  expect(RichMenuDefinition.safeParse(draft).success).toBe(true);
});

test('a third one joins the tabs; one that goes takes its tab along', () => {
  const three = addPage(two(), 'p2', { id: 'p3', names: ['', 'Third'], newId });
  expect(three.pages.map(tabsOf)).toEqual([3, 3, 3]);
  const left = removePage(three, 'p2');
  expect(left.pages.map(tabsOf)).toEqual([2, 2]);
  expect(leadsOf(left, 0)).toEqual(['p1', 'p3']);
  const alone = removePage(left, 'p3');
  expect(alone.pages.map(tabsOf)).toEqual([0]);
  expect(alone.pages[0]?.areas).toHaveLength(6);
  expect(RichMenuDefinition.safeParse(alone).success).toBe(true);
});

test('taps on a page that was removed are to be chosen anew', () => {
  const draft = two();
  const last = draft.pages[0]?.areas.at(-1)?.id ?? '';
  const linked = changeArea(draft, last, { action: { kind: 'page', pageId: 'p2' } });
  expect(areaOf(removePage(linked, 'p2'), last)?.action).toBeNull();
});

test('a problem of the saved draft counts while its page and its area are there', () => {
  const draft = six();
  const areaId = draft.pages[0]?.areas[0]?.id ?? '';
  expect(isInDraft(draft, { pageId: null, areaId: null })).toBe(true);
  expect(isInDraft(draft, { pageId: 'p1', areaId: null })).toBe(true);
  expect(isInDraft(draft, { pageId: 'p1', areaId })).toBe(true);
  expect(isInDraft(draft, { pageId: 'p1', areaId: 'gone' })).toBe(false);
  expect(isInDraft(draft, { pageId: 'gone', areaId: null })).toBe(false);
});

test('areas follow another size, are copied and removed', () => {
  const compact = setSize(six(), 'compact');
  expect(compact.pages[0]?.areas[3]).toMatchObject({ y: 422, height: 421 });
  const id = compact.pages[0]?.areas[0]?.id ?? '';
  const place = { x: 10, y: 10, width: 300, height: 300 };
  const copied = onFirst(compact, (page) => duplicateArea(page, id, { place, id: 'copy' }));
  expect(areaOf(copied, 'copy')).toMatchObject(place);
  expect(
    areaOf(
      onFirst(copied, (page) => removeArea(page, 'copy')),
      'copy',
    ),
  ).toBeUndefined();
});

test('areas stay over their cells in every other size, also below tabs', () => {
  const sizes = MENU_SIZE_NAMES.flatMap((from) => MENU_SIZE_NAMES.map((to) => [from, to] as const));
  for (const [from, to] of sizes)
    for (const grid of gridsOf(from)) {
      const before = applyGrid(setSize(EMPTY, from), 'p1', { grid, hasTabs: true, newId });
      const tabbed = addPage(before, 'p1', { id: 'p2', names, newId });
      for (const page of setSize(tabbed, to).pages)
        for (const { id } of page.areas) expect(cellIndexOf(page, id, MENU_SIZES[to])).not.toBeNull();
    }
});

test('what is only begun is kept here and not sent', () => {
  const draft = six();
  const id = draft.pages[0]?.areas[0]?.id ?? '';
  const begun = changeArea(draft, id, { action: { kind: 'link', url: 'https:/' } });
  const sent = sendable(begun);
  expect(sent?.isWhole).toBe(false);
  expect(sent && areaOf(sent.definition, id)?.action).toBeNull();
  const whole = changeArea(draft, id, { action: { kind: 'link', url: 'https://a.example' } });
  expect(sendable(whole)).toEqual({ definition: whole, isWhole: true });
  const long = sendable({ ...whole, chatBarText: 'あ'.repeat(15) });
  expect([long?.isWhole, long?.definition.chatBarText]).toEqual([false, 'あ'.repeat(14)]);
});

describe('the cell under an area', () => {
  const cellOf = (draft: RichMenuDefinition, index: number) => {
    const [page] = draft.pages;
    return page?.areas[index] && cellUnder(page, page.areas[index].id, MENU_SIZES.large);
  };
  const idOf = (draft: RichMenuDefinition, index: number) => draft.pages[0]?.areas[index]?.id ?? '';

  test('stays the same when the area gets narrower or is moved a little', () => {
    const draft = write(six(), 1, 'Hours');
    const { x = 0 } = draft.pages[0]?.areas[1] ?? {};
    expect(cellOf(changeArea(draft, idOf(draft, 1), { width: 500, x: x + 90 }), 1)).toBe(1);
  });

  test('is found where areas before it were removed, and its text is followed by the label of that area', () => {
    const draft = onFirst(six(), (page) => removeArea(page, page.areas[0]?.id ?? ''));
    expect(cellOf(draft, 0)).toBe(1);
    const areaId = idOf(draft, 0);
    const written = onFirst(draft, (page) =>
      changeCell(page, { index: 1, labelMax: 20, areaId }, { text: 'Hours' }),
    );
    expect(textsOf(written, 0)?.[1]).toBe('Hours');
    expect(written.pages[0]?.areas.map(({ label }) => label)).toEqual(['Hours', '', '', '', '']);
  });

  test('is none below an upload', () => {
    const draft = onFirst(six(), (page) => ({ ...page, picture: null }));
    expect(cellOf(draft, 0)).toBeNull();
  });
});
