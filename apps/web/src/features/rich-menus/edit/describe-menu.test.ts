import {
  type MenuArea,
  type MenuPage,
  RichMenuDefinition,
  type TapAction,
} from '@hanasu/contract/rich-menus';
import { describe, expect, test } from 'vitest';
import { changedParts } from '../../../shell/draft/text-changes.ts';
import { loadEnglish } from '../../../testing/english.ts';
import { canonicalJson, describeMenu } from './describe-menu.ts';
import { addPage, applyGrid, changeArea, setSize, withPage } from './menu-draft.ts';
import { changeCell, changeComposed } from './picture-draft.ts';

const { t } = await loadEnglish();
const describer = { t, actionText: (action: TapAction | null) => action?.kind ?? 'nothing' };

let last = 0;
const newId = () => `a${++last}`;
const EMPTY = RichMenuDefinition.parse({
  size: 'large',
  chatBarText: 'Menu',
  selected: true,
  pages: [{ id: 'p1', name: 'Main', picture: null, areas: [] }],
});
const MENU = applyGrid(EMPTY, 'p1', { grid: 'two', hasTabs: false, newId });
const [LEFT, RIGHT] = MENU.pages[0]?.areas.map(({ id }) => id) ?? [];
const withAction = (action: TapAction | null) => changeArea(MENU, LEFT ?? '', { action });
const onPage = (change: (page: MenuPage) => MenuPage) => withPage(MENU, 'p1', change);

/** `part: kind` with each changed text. */
const summary = (after: RichMenuDefinition, before = MENU) =>
  changedParts(describeMenu(before, before.size, describer), describeMenu(after, before.size, describer)).map(
    ({ label, kind, movedFrom, place, texts }) =>
      [
        `${label || 'Menu'}: ${movedFrom === null ? kind : `${movedFrom} → ${place}`}`,
        ...texts.map((one) => `${one.label}: ${one.before} → ${one.after}`),
      ].join(' | '),
  );

describe('a rich menu', () => {
  test('does not differ from itself, whatever the order of keys', () => {
    const { pages, size, ...bar } = MENU;
    expect(summary({ pages, size, ...bar })).toEqual([]);
    expect(canonicalJson({ a: [{ c: 1, b: null }], d: 2 })).toBe(
      canonicalJson({ d: 2, a: [{ b: null, c: 1 }] }),
    );
  });

  test('differs by its bar', () => {
    expect(summary({ ...MENU, chatBarText: 'Open', selected: false })).toEqual([
      'Menu: changed | Text of the menu bar: Menu → Open | Open when the chat is opened: Yes → No',
    ]);
  });

  test('differs by its size alone when its areas keep their proportions', () => {
    expect(summary(setSize(MENU, 'mediumLarge'))).toEqual([
      'Menu: changed | Size: Large · 2500 × 1686 → Large · 1200 × 810',
    ]);
  });

  test('differs by a picture, also when its description is the same', () => {
    const colored = onPage((page) => changeComposed(page, { background: '#000000' }));
    expect(summary(colored)).toEqual(['Main: changed | Picture: Drawn here → Drawn here']);
    expect(summary(EMPTY)[0]).toBe('Main: changed | Picture: Drawn here → No picture');
  });

  test('differs by the name of a tab, and by a new tab without listing its areas', () => {
    expect(summary(onPage((page) => ({ ...page, name: 'Home' })))).toEqual([
      'Home: changed | Name of the tab: Main → Home',
    ]);
    const two = addPage(MENU, 'p1', { id: 'p2', names: ['Main', 'More'], newId });
    expect(summary(two).at(-1)).toBe('More: added');
    expect(summary(MENU, two).at(-1)).toBe('More: removed');
  });

  test('differs by areas that were removed or stand in another order', () => {
    const reversed = onPage((page) => ({ ...page, picture: null, areas: page.areas.toReversed() }));
    const plain = onPage((page) => ({ ...page, picture: null }));
    expect(summary(reversed, plain)).toHaveLength(1);
    expect(summary(reversed, plain)[0]).toMatch(/Main, Tap area \d → Main, Tap area \d$/);
    const single = onPage((page) => ({ ...page, picture: null, areas: page.areas.slice(0, 1) }));
    expect(summary(single, plain)).toEqual(['Tap area 2: removed']);
  });
});

describe('a tap area', () => {
  const change = (part: Partial<MenuArea>) => summary(changeArea(MENU, RIGHT ?? '', part));

  test('differs by its label and its place', () => {
    expect(change({ label: 'Book' })).toEqual(['Book: changed | Label for screen readers:  → Book']);
    expect(change({ x: 1300, width: 1200 })[0]).toContain(
      'Position: Left 1250, top 0, width 1250, height 1686 → Left 1300, top 0, width 1200, height 1686',
    );
  });

  test('differs by the text and the icon of its cell', () => {
    const written = onPage((page) =>
      changeCell(page, { index: 1, labelMax: 20 }, { text: 'Hi', icon: 'star' }),
    );
    expect(summary(written).at(-1)).toBe(
      'Hi: changed | Label for screen readers:  → Hi | Button text: null → Hi | Icon: null → Star',
    );
  });

  const FORM = '01932f00-0000-7000-8000-000000000001' as Extract<TapAction, { kind: 'form' }>['formUuid'];
  const OTHER = '01932f00-0000-7000-8000-000000000002' as typeof FORM;
  const date = { kind: 'date', mode: 'date', text: 'On' } as const;
  const untag = (tag: string) =>
    ({ kind: 'actions', actions: [{ kind: 'untag', tagUuid: tag }], shown: null }) as unknown as TapAction;
  test.each<[TapAction | null, TapAction | null, string]>([
    [null, { kind: 'message', text: 'Hi' }, 'When tapped: nothing → message'],
    [
      { kind: 'message', text: 'Hi' },
      { kind: 'ask', text: 'Hi', shown: null },
      'When tapped: message → Ask the bot: ask',
    ],
    [
      { kind: 'ask', text: 'Hi', shown: null },
      { kind: 'ask', text: 'Hi', shown: 'Hello' },
      'Shown in the chat: null → Hello',
    ],
    [{ kind: 'form', formUuid: FORM }, { kind: 'form', formUuid: OTHER }, 'When tapped: form → form'],
    [untag('one'), untag('two'), 'When tapped: actions → actions'],
    [
      { kind: 'link', url: 'https://a.test' },
      { kind: 'link', url: 'https://a.test', counted: true },
      'Count taps: null → Yes',
    ],
    [date, { ...date, mode: 'time' }, 'Picks: Date → Time'],
    [date, { ...date, text: 'At' }, 'Text before the choice: On → At'],
    [date, { ...date, min: '2026-01-01' }, 'Earliest: null → 2026-01-01'],
  ])('differs by what a tap does: %j → %j', (before, after, expected) => {
    expect(summary(withAction(after), withAction(before))).toEqual([`Tap area 1: changed | ${expected}`]);
    expect(summary(withAction(before), withAction(before))).toEqual([]);
  });
});
