import { PICTURE_ICONS, PictureCell } from '@hanasu/contract/menu-pictures';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Composition, drawPicture, fitWords, loadFont, loadIcons } from './draw-picture.ts';

const font = await loadFont('sans');
const serif = await loadFont('serif');
const icon = await loadIcons();
const kit = { font, icon, photo: () => '' };

const cell = (given: Partial<PictureCell>): PictureCell =>
  PictureCell.parse({
    x: 0,
    y: 0,
    width: 1_000,
    height: 1_000,
    fill: null,
    color: '#ff0000',
    icon: null,
    text: '',
    fileUuid: null,
    ...given,
  });
const composed = (...cells: PictureCell[]): Composition => ({
  kind: 'composed',
  background: '#ffffff',
  fileUuid: null,
  line: null,
  font: 'sans',
  cells,
});

/** Where there is anything but the white ground. */
async function inkOf(composition: Composition, size: { width: number; height: number }, drawnWith = kit) {
  const { svg } = drawPicture(composition, size, drawnWith);
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [left, right, top, bottom] = [info.width, -1, info.height, -1];
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      const at = (y * info.width + x) * 3;
      if ((data[at + 1] ?? 255) > 250) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return { left, right, top, bottom };
}

const widthOf = (line: string): number => font.getAdvanceWidth(line, 1_000) / 1_000;
const room = { width: 400, height: 200, most: 80, line: 1.45 };
const rowsOf = (text: string, given: Partial<typeof room> = {}) =>
  fitWords(text, { ...room, ...given }, widthOf).rows;

describe('words in a cell', () => {
  test('take one line while it is large enough, and two when they are larger then', () => {
    expect(rowsOf('予約する')).toEqual(['予約する']);
    expect(rowsOf('Đường đến cửa hàng')).toEqual(['Đường đến', 'cửa hàng']);
  });
  test.each([
    ['Thực đơn và bảng giá', ['Thực đơn', 'và bảng giá']],
    ['メニュー・料金のご案内', ['メニュー・', '料金のご案内']],
    ['よくあるご質問はこちら', ['よくあるご', '質問はこちら']],
    ['ご予約はこちら\nから', ['ご予約はこちら', 'から']],
  ])('%j breaks where its language may', (text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
  });
  test('never begin with what may not begin a line, and never break within a foreign word', () => {
    for (const text of [
      'カットとカラー、パーマ',
      'スタッフ（女性）募集中です',
      'クーポンッッッッッッッッッッッッ',
    ]) {
      const [, second = ''] = rowsOf(text, { width: 200 });
      expect(second).not.toMatch(/^[、。ー）ッ]/);
    }
    expect(rowsOf('Internationalisation', { width: 100 })).toEqual(['Internationalisation']);
  });
  test('are never cut: they shrink until they fit', () => {
    const text = 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよら';
    const { rows, size } = fitWords(text, { ...room, width: 90, height: 40 }, widthOf);
    expect(rows.join('')).toBe(text);
    expect(rows.length).toBeLessThanOrEqual(2);
    for (const row of rows) expect(widthOf(row) * size).toBeLessThanOrEqual(90.01);
    expect((room.line + 1.3 * (rows.length - 1)) * size).toBeLessThanOrEqual(40.01);
  });
});

describe('what is drawn', () => {
  const middle = { x: 250, y: 250, width: 500, height: 500 };
  test.each([
    ['ẾỮẶẰỔ ỘỆẬ gjpqy', 'sans'],
    ['ẾỮẶẰỔ ỘỆẬ gjpqy', 'serif'],
    ['よくあるご質問はこちらからどうぞ', 'sans'],
    ['Chúng tôi rất hân hạnh được phục vụ quý', 'serif'],
  ] as const)('%s (%s) stays inside its cell, with its marks, however low that is', async (text, name) => {
    const drawnWith = { ...kit, font: name === 'sans' ? font : serif };
    for (const height of [60, 300, 1_000]) {
      const ink = await inkOf(composed(cell({ ...middle, text })), { width: 1_000, height }, drawnWith);
      expect(ink.right).toBeGreaterThan(ink.left);
      expect([ink.left >= 250, ink.right < 750]).toEqual([true, true]);
      expect([ink.top >= height / 4 - 1, ink.bottom <= (height * 3) / 4]).toEqual([true, true]);
    }
  });
  test('an icon stands above its words, and beside them in a low cell', async () => {
    const tab = composed(cell({ icon: 'calendar-check', text: '予約' }));
    const low = await inkOf(tab, { width: 1_200, height: 150 });
    const high = await inkOf(tab, { width: 1_200, height: 1_200 });
    expect(low.bottom - low.top).toBeLessThan((low.right - low.left) / 2);
    expect(high.bottom - high.top).toBeGreaterThan(high.right - high.left);
    for (const { left, right } of [low, high]) expect(Math.abs(left + right - 1_200)).toBeLessThan(40);
  });
  test('every icon of the contract is there', () => {
    for (const name of PICTURE_ICONS) expect(icon(name)).toMatch(/<(?:path|circle|rect|g)/);
  });
  test('characters that the font lacks are named, each once, and seen', () => {
    const draw = (text: string) => drawPicture(composed(cell({ text })), { width: 500, height: 500 }, kit);
    expect(draw('予約する ế ữ đ ₫ 髙﨑').missing).toEqual([]);
    expect(draw('👨‍👩‍👧 한 한').missing).toEqual(['👨‍👩‍👧', '한']);
    expect(draw('👨‍👩‍👧').svg).toBe(draw('□').svg);
  });
  test('words are outlines: nothing that is typed gets into the drawing', () => {
    const { svg } = drawPicture(composed(cell({ text: '<script>"&' })), { width: 500, height: 500 }, kit);
    expect(svg).not.toMatch(/script|&|<text/);
  });
  test('touching cells leave nothing between them, and lines stand where they meet', async () => {
    const thirds = [0, 333, 667].map((x, index) =>
      cell({ x, width: [333, 334, 333][index] ?? 1, fill: '#102030' }),
    );
    const size = { width: 2_500, height: 40 };
    const pixels = async (composition: Composition) => {
      const { svg } = drawPicture(composition, size, kit);
      return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
    };
    const filled = await pixels(composed(...thirds));
    expect(new Set(filled)).toEqual(new Set([0x10, 0x20, 0x30]));
    const lined = await pixels({ ...composed(...thirds), line: '#ffffff' });
    const white = Array.from({ length: size.width }, (_, x) => x).filter((x) => lined[x * 3] === 255);
    expect(white).toEqual([833, 1_668]);
  });
  test('the same composition gives the same drawing', () => {
    const draw = () =>
      drawPicture(composed(cell({ text: 'ế 予約', icon: 'gift' })), { width: 1_200, height: 405 }, kit).svg;
    expect(draw()).toBe(draw());
  });
});

test('an outline is made of numbers, wherever it stands', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }), (x, y) => {
      const words = cell({ x, y, width: 500, height: 500, text: '営業時間' });
      const { svg } = drawPicture(composed(words), { width: 1_200, height: 810 }, kit);
      const [outline = ''] = [...svg.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);
      return /^M[MLCQZ0-9. -]+$/.test(outline);
    }),
    { numRuns: 60, examples: [[0, 500]] },
  );
});
