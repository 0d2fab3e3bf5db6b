import { describe, expect, it } from 'vitest';
import { buildPdf, drawGrid, type PdfLine } from '../testing/pdf-builder.ts';
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

const HOURS = [
  ['曜日', '受付時間', '閉店'],
  ['月・水', '10:00〜18:30', '20:00'],
  ['土・日・祝', '9:00〜17:30', '19:00'],
  ['火曜日', '定休日', ''],
];
const PRICES = [
  ['メニュー', '料金', '所要時間'],
  ['カット', '5,500円', '約60分'],
  ['パーマ', '9,900円から', '約120分'],
];
const markdown = ([head = [], ...body]: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
/** Rows one below the other, the first `above` points lower than usual. */
const rows = (places: readonly number[], texts: readonly (readonly string[])[], above = 0) =>
  texts.flatMap((each, index) => row(places, each, index === 0 ? above : 4));
const WIDE = [56, 280, 420];

describe('two tables on a page of a PDF file', () => {
  const both = `${markdown(HOURS)}\n\n料金表\n\n${markdown(PRICES)}`;

  it.each([
    ['in larger type', PLACES, { text: '料金表', size: 15 }],
    ['of the same size, the columns elsewhere', WIDE, { text: '料金表' }],
    ['of the same size, the columns as above', PLACES, { text: '料金表', above: 12 }],
  ])('have their own heads below a heading %s', async (_, places, heading) => {
    const text = await read([...rows(PLACES, HOURS), heading, ...rows(places, PRICES, 4)]);
    expect(text.replace('# ', '')).toBe(both);
  });

  it('without a heading are two where the gap is larger or the columns are elsewhere', async () => {
    const expected = `${markdown(HOURS)}\n\n${markdown(PRICES)}`;
    expect(await read([...rows(PLACES, HOURS), ...rows(PLACES, PRICES, 20)])).toBe(expected);
    expect(await read([...rows(PLACES, HOURS), ...rows(WIDE, PRICES, 8)])).toBe(expected);
    expect(await read([...rows(PLACES, HOURS), ...rows(PLACES, HOURS, 4)])).toBe(
      `${markdown(HOURS)}\n\n${markdown(HOURS)}`,
    );
  });

  it('stay one where a heading or a gap is inside of a table', async () => {
    const groups = [
      ...rows(PLACES, HOURS),
      { text: '祝日', above: 8 },
      ...row(PLACES, ['1月1日', '休み', '']),
      ...row(PLACES, ['1月2日', '10:00', '15:00']),
    ];
    expect((await read(groups)).match(/---/g)).toHaveLength(3);
  });

  it('keep the head of numbers that stand to the right of it', async () => {
    const text = await read([
      ...row(PLACES, ['品', '数', '備考']),
      ...row([56, 240, 350], ['りんご', '3', 'x']),
      ...row([56, 234, 350], ['みかん', '12', 'y']),
    ]);
    expect(text).toBe(
      markdown([
        ['品', '数', '備考'],
        ['りんご', '3', 'x'],
        ['みかん', '12', 'y'],
      ]),
    );
  });
});

describe('a table that goes on over pages', () => {
  const body = (from: number) =>
    rows(
      PLACES,
      Array.from({ length: 4 }, (_, index) => [`品${from + index}`, `${index}円`, 'x']),
    );

  it('has its head on each of them, above a page number too', async () => {
    const head = row(PLACES, ['品名', '値段', '印']);
    const text = await read([...head, ...body(1), { text: '1', above: 200 }], body(5), body(9));
    expect(text.match(/\| 品名 \| 値段 \| 印 \|\n\| --- \|/g)).toHaveLength(3);
  });

  it('gives no head to another table at the top of the next page', async () => {
    const text = await read(rows(PLACES, HOURS), rows([60, 180, 330], PRICES));
    expect(text).toBe(`${markdown(HOURS)}\n\n${markdown(PRICES)}`);
  });
});

describe('tables with rules in PDF files', () => {
  /** Middle of a row that is 20 points high, as the distance from the row above. */
  const inGrid = (texts: readonly (readonly string[])[], places = [60, 160, 260]) =>
    texts.flatMap((each, index) => row(places, each, index === 0 ? 0 : 3.5));
  const readGrid = async (lines: (string | PdfLine)[], drawing: string) =>
    (await readSample('a.pdf', buildPdf({ pages: [lines], drawings: [drawing] }))).text;
  const XS = [56, 150, 250, 350];
  const ys = (count: number) => Array.from({ length: count + 1 }, (_, index) => 58 + index * 20);

  it('of two rows and two columns are tables, and one right below the other is another', async () => {
    const lines = inGrid([
      ['曜日', '時間'],
      ['祝', '10:00'],
      ['台数', '料金'],
      ['5台', '無料'],
    ]);
    const drawing = `${drawGrid([56, 150, 250], [58, 78, 97])}\n${drawGrid([56, 150, 300], [101, 118, 138])}`;
    expect(await readGrid(lines, drawing)).toBe(
      `${markdown([
        ['曜日', '時間'],
        ['祝', '10:00'],
      ])}\n\n${markdown([
        ['台数', '料金'],
        ['5台', '無料'],
      ])}`,
    );
  });

  it('side by side are read one after the other', async () => {
    const lines = inGrid(
      [
        ['曜日', '時間', '台数', '料金'],
        ['祝', '10:00', '5台', '無料'],
      ],
      [60, 110, 260, 310],
    );
    const drawing = `${drawGrid([56, 106, 200], ys(2))}\n${drawGrid([256, 306, 400], ys(2))}`;
    expect(await readGrid(lines, drawing)).toBe(
      `${markdown([
        ['曜日', '時間'],
        ['祝', '10:00'],
      ])}\n\n${markdown([
        ['台数', '料金'],
        ['5台', '無料'],
      ])}`,
    );
  });

  it('repeat a cell over rows, take a cell over all columns as a title, and another head as another table', async () => {
    const lines = inGrid([
      ['営業時間'],
      ['曜日', '受付時間', '閉店'],
      ['平日', '10:00', '20:00'],
      [' ', '11:00', '21:00'],
      ['料金表'],
      ['メニュー', '料金', '所要時間'],
      ['カット', '5,500円', '約60分'],
    ]);
    const [top, second, third, fourth, fifth, sixth, last] = ys(7) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const bottom = last + 20;
    const across = [top, second, third, fifth, sixth, last, bottom].map((y) => drawGrid([56, 350], [y, y]));
    const middle = drawGrid([150, 350], [fourth, fourth]);
    const down = [
      drawGrid(XS, [second, fifth]),
      drawGrid(XS, [sixth, bottom]),
      drawGrid([56, 350], [top, bottom]),
    ];
    expect(await readGrid(lines, [...across, middle, ...down].join('\n'))).toBe(
      `営業時間\n\n${markdown([
        ['曜日', '受付時間', '閉店'],
        ['平日', '10:00', '20:00'],
        ['平日', '11:00', '21:00'],
      ])}\n\n料金表\n\n${markdown([
        ['メニュー', '料金', '所要時間'],
        ['カット', '5,500円', '約60分'],
      ])}`,
    );
  });

  it('divide texts that stand closer than the columns of a table do', async () => {
    const lines = inGrid(
      [
        ['A1', 'B1'],
        ['A2', 'B2'],
      ],
      [100, 118],
    );
    expect(await readGrid(lines, drawGrid([56, 115, 250], ys(2)))).toBe(
      markdown([
        ['A1', 'B1'],
        ['A2', 'B2'],
      ]),
    );
  });

  it('with rules for their body only, or between columns only, keep all rows and their head', async () => {
    const lines = inGrid([
      ['Name', 'Price'],
      ['Tea', '3'],
      ['Milk', '4'],
    ]);
    const expected = markdown([
      ['Name', 'Price'],
      ['Tea', '3'],
      ['Milk', '4'],
    ]);
    expect(await readGrid(lines, drawGrid([56, 150, 250], [78, 98, 118]))).toBe(expected);
    expect(await readGrid(lines, drawGrid([56, 150, 250], [58, 78, 118]))).toBe(expected);
  });

  it('are not seen in boxes of prose', async () => {
    const prose = 'The quick brown fox jumps over the lazy dog, and so';
    const lines = inGrid(
      [
        [prose, prose],
        [prose, prose],
      ],
      [60, 330],
    );
    expect(await readGrid(lines, drawGrid([56, 320, 590], ys(2)))).not.toContain('|');
  });
});
