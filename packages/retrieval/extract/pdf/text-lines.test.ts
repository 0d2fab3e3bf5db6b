import { expect, test } from 'vitest';
import { readPageLines, type TextContent } from './text-lines.ts';

const UPRIGHT = [1, 0, 0, -1, 0, 800];

type Item = readonly [text: string, x: number, width: number, format?: { size?: number; above?: number }];

/** Items of one line, 12 points high where nothing else is said, as a program wrote them one after the other. */
const line = (...items: readonly Item[]) => lineWith([], items);

const lineWith = (columns: readonly number[], items: readonly Item[]) =>
  readPageLines(
    {
      items: items.map(([str, x, width, { size = 12, above = 0 } = {}]) => ({
        str,
        dir: 'ltr',
        width,
        height: size,
        transform: [size, 0, 0, size, x, 700 + above],
        fontName: 'f',
        hasEOL: false,
      })),
      styles: {},
      lang: null,
    } as unknown as TextContent,
    { page: 1, viewport: UPRIGHT, columns: columns.map((x) => ({ x, top: 80, bottom: 120 })) },
  ).map(({ text, cells }) => [text, cells.map((cell) => cell.text).join('|')]);

test('letters of another font that were written last stand where their gap is', () => {
  expect(line(['N', 56.8, 13], [' ', 69.8, 12], ['i quy', 81.8, 38.5], ['ộ', 69.8, 12])[0]?.[0]).toBe(
    'Nội quy',
  );
  expect(
    line(
      ['Gi', 92.3, 11.9],
      [' ', 104.2, 10.8],
      ['yên l ng sau 22 gi', 115, 89.1],
      ['ữ', 104.3, 7.7],
      [' ', 112, 26.7],
      ['ặ', 138.7, 7.2],
      [' ', 145.8, 58.2],
      ['ờ', 204.1, 7.2],
    )[0]?.[0],
  ).toBe('Giữ yên lặng sau 22 giờ');
});

test('what is no gap stays behind, and words of another column are no letters', () => {
  expect(line(['Menu', 60, 30], ['ộ', 70, 7])[0]?.[0]).toBe('Menuộ');
  expect(line(['Price list', 200, 60], ['Ngày', 60, 25])[0]?.[0]).toBe('Price listNgày');
});

// Raised text of PDF files is only smaller and higher than its neighbours (ISO 32000-2, 9.3.7).
test.each<readonly [string, readonly Item[]]>([
  [
    '定員10¹名',
    [
      ['定員10', 60, 36],
      ['1', 96, 4, { size: 8, above: 5 }],
      ['名', 100, 12],
    ],
  ],
  [
    'H₂O',
    [
      ['H', 60, 8],
      ['2', 68, 4, { size: 8, above: -2 }],
      ['O', 72, 8],
    ],
  ],
  [
    'the 1st of May',
    [
      ['the 1', 60, 26],
      ['st', 86, 6, { size: 8, above: 4 }],
      [' of May', 92, 40],
    ],
  ],
  [
    '4,400円',
    [
      ['4,400', 60, 30],
      ['円', 90, 8, { size: 8 }],
    ],
  ],
  [
    '漢1',
    [
      ['漢', 60, 12],
      ['1', 72, 6, { size: 12, above: 4 }],
    ],
  ],
])('%s', (text, items) => {
  expect(line(...items)[0]?.[0]).toBe(text);
});

test('a text over the line between two columns is two cells', () => {
  expect(lineWith([106, 109], [['$44.00 40 minutes', 60, 100]])).toEqual([
    ['$44.00 40 minutes', '$44.00|40 minutes'],
  ]);
  expect(lineWith([131], [['4,400 円 40 分', 72, 90]])[0]?.[1]).toBe('4,400 円|40 分');
  expect(lineWith([106], [['Morning', 60, 100]])[0]?.[1]).toBe('Morning');
});
