import { RichMenuDefinition } from '@hanasu/contract/rich-menus';
import { expect, test } from 'vitest';
import {
  addPage,
  applyGrid,
  areaOf,
  cellIndexOf,
  changeArea,
  changeCell,
  composedOf,
  duplicateArea,
  gridOf,
  removeArea,
  removePage,
  renamePage,
  sendable,
  setSize,
  tabsOf,
} from './menu-draft.ts';

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
const textsOf = (draft: RichMenuDefinition, page: number) =>
  draft.pages[page] ? composedOf(draft.pages[page])?.cells.map(({ text }) => text) : undefined;
const leadsOf = (draft: RichMenuDefinition, page: number) =>
  draft.pages[page]?.areas.flatMap(({ action }) => (action?.kind === 'page' ? [action.pageId] : []));

test('a layout makes cells with an area over each, and keeps what stood there', () => {
  const draft = changeCell(six(), { pageId: 'p1', index: 1 }, { text: 'Hours' });
  const [page] = draft.pages;
  expect(page && gridOf(page)).toBe('six');
  expect(page?.areas.map(({ label }) => label)).toEqual(['', 'Hours', '', '', '', '']);
  expect(page?.areas[1] && cellIndexOf(draft, page, page.areas[1])).toBe(1);
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

test('a label that somebody wrote does not follow the words of its cell', () => {
  const first = changeCell(six(), { pageId: 'p1', index: 0 }, { text: 'Book' });
  const id = first.pages[0]?.areas[0]?.id ?? '';
  const named = changeArea(first, id, { label: 'Book a table' });
  const next = changeCell(named, { pageId: 'p1', index: 0 }, { text: 'Reserve' });
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

test('areas follow another size, are copied and removed', () => {
  const compact = setSize(six(), 'compact');
  expect(compact.pages[0]?.areas[3]).toMatchObject({ y: 422, height: 421 });
  const id = compact.pages[0]?.areas[0]?.id ?? '';
  const place = { x: 10, y: 10, width: 300, height: 300 };
  const copied = duplicateArea(compact, id, { place, id: 'copy' });
  expect(areaOf(copied, 'copy')).toMatchObject(place);
  expect(areaOf(removeArea(copied, 'copy'), 'copy')).toBeUndefined();
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
