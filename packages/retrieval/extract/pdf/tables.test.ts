import { describe, expect, it } from 'vitest';
import { buildPdf, type PdfLine } from '../testing/pdf-builder.ts';
import { readSample } from '../testing/read-sample.ts';

/** Cells of one row side by side at the given distances from the left edge. */
function row(places: readonly number[], texts: readonly string[], above = 0): PdfLine[] {
  return texts.flatMap((text, index) =>
    text === '' ? [] : [{ text, x: places[index] ?? 0, above: index === 0 ? above : -16.5 }],
  );
}

const PLACES = [56, 200, 350];
const read = async (...pages: (string | PdfLine)[][]) =>
  (await readSample('a.pdf', buildPdf({ pages }))).text;

describe('tables in PDF files', () => {
  it('become rows, with the text around them as it was', async () => {
    const text = await read([
      '当院の料金は次の表のとおりです。税込みの価格で、保険は使えませんのでご了承ください。',
      ...row(PLACES, ['Gói', 'Giá', '備考'], 12),
      ...row(PLACES, ['Cơ bản', '1,000', '一回']),
      ...row(PLACES, ['Cao cấp', '25,000', '五回']),
      {
        text: 'Prices may change without notice; please ask at the desk before you pay for anything.',
        above: 14,
      },
    ]);
    expect(text).toBe(
      '当院の料金は次の表のとおりです。税込みの価格で、保険は使えませんのでご了承ください。\n\n| Gói | Giá | 備考 |\n| --- | --- | --- |\n| Cơ bản | 1,000 | 一回 |\n| Cao cấp | 25,000 | 五回 |\n\nPrices may change without notice; please ask at the desk before you pay for anything.',
    );
  });

  it('keep a cell of several lines together', async () => {
    const text = await read([
      ...row(PLACES, ['Item', 'Note', 'Price']),
      { text: 'A long name', x: 56 },
      { text: 'of one item', x: 56, above: -4 },
      { text: 'fine', x: 200, above: -16.5 - 12.5 },
      { text: '10', x: 350, above: -16.5 },
      ...row(PLACES, ['Tea', 'hot', '3'], 14),
      ...row(PLACES, ['Milk', 'cold', '4']),
    ]);
    expect(text).toContain('| A long name of one item | fine | 10 |');
    expect(text).toContain('| Tea | hot | 3 |');
  });

  it('have their head again on the next page', async () => {
    const body = (from: number) =>
      Array.from({ length: 5 }, (_, index) =>
        row(PLACES, [`Item ${from + index}`, `${from * 7 + index}`, 'x']),
      ).flat();
    const text = await read([...row(PLACES, ['Name', 'Number', 'Mark']), ...body(1)], body(6));
    expect(text.match(/\| Name \| Number \| Mark \|\n\| --- \| --- \| --- \|/g)).toHaveLength(2);
    expect(text).toContain('| Item 10 | 46 | x |');
  });

  it('are not seen in lists, in columns of prose, or in one line with a gap', async () => {
    const list = await read(
      ['1.', '2.', '3.'].flatMap((mark) => row([56, 90], [mark, `point ${mark} of the list`])),
    );
    expect(list).not.toContain('|');
    const prose = 'The quick brown fox jumps over the lazy dog, and';
    const columns = await read(Array.from({ length: 6 }, () => row([56, 320], [prose, prose])).flat());
    expect(columns).not.toContain('|');
    expect(
      await read(['Before the gap.', ...row(PLACES, ['left', 'right'], 10), 'After the gap.']),
    ).not.toContain('|');
  });
});
