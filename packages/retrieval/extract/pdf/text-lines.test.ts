import { expect, test } from 'vitest';
import { readPageLines, type TextContent } from './text-lines.ts';

const UPRIGHT = [1, 0, 0, -1, 0, 800];

/** Items of one line, 12 points high: text, place and width, as a program wrote them one after the other. */
const line = (...items: readonly (readonly [string, number, number])[]) =>
  readPageLines(
    {
      items: items.map(([str, x, width]) => ({
        str,
        dir: 'ltr',
        width,
        height: 12,
        transform: [12, 0, 0, 12, x, 700],
        fontName: 'f',
        hasEOL: false,
      })),
      styles: {},
      lang: null,
    } as unknown as TextContent,
    { page: 1, viewport: UPRIGHT },
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
