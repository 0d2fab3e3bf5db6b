import { expect, test } from 'vitest';
import { tableRows } from '../extract-in-child.ts';
import { buildXlsx } from '../testing/office-builder.ts';
import { buildOds, odsTable } from '../testing/open-document-builder.ts';
import { readSample } from '../testing/read-sample.ts';

const NAME = 'LAN_x0020_ANH';
const SHEET = `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>送料_x000D_</t></is></c><c r="C1" t="str"><f>A1</f><v>600円_x000D_\n税込</v></c><c r="D1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>1</v></c></row></sheetData>`;
const STRINGS = [NAME, '_x005F_x0041_', '花田 _x000D_\n葉子'];

test('escapes are decoded in shared, inline and formula strings and in the names of sheets', async () => {
  const bytes = buildXlsx({ sheets: [{ name: '料金_x000D_表', xml: SHEET }], strings: STRINGS });
  expect((await readSample('a.xlsx', bytes)).text).toBe(
    '# 料金 表\n\n| LAN ANH | 送料 | 600円 税込 | _x0041_ |\n| --- | --- | --- | --- |\n| 花田 葉子 | 1 |  |  |',
  );
});

test('rows of a customer list have their escapes decoded too', async () => {
  let lines = '';
  const bytes = buildXlsx({ sheets: [{ name: 'a', xml: SHEET }], strings: STRINGS });
  await tableRows({
    bytes,
    fileName: 'a.xlsx',
    limits: { rows: 10, columns: 10, characters: 100 },
    onLines: (text) => {
      lines += text;
    },
  });
  expect(
    lines
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([
    [1, 'LAN ANH', '送料', '600円\n税込', '_x0041_'],
    [2, '花田 \n葉子', '1'],
  ]);
});

const DATE_STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';

// ECMA-376 part 1, 18.18.11: cells of the type d hold ISO 8601; SheetJS and exceljs can write them.
test.each([
  ['2026-11-28T00:00:00.000Z', 1, '2026年11月28日'],
  ['2026-11-28T00:00:00.000Z', 0, '2026/11/28'],
  ['2026-11-28', 0, '2026/11/28'],
  ['2026-11-28T09:30:00', 0, '2026/11/28 9:30'],
  ['09:30:00', 0, '9:30'],
  ['soon', 0, 'soon'],
])('the ISO date %s in style %d is shown as %s', async (value, style, shown) => {
  const xml = `<sheetData><row r="1"><c r="A1" t="d" s="${style}"><v>${value}</v></c></row></sheetData>`;
  const bytes = buildXlsx({ sheets: [{ name: 'Sheet1', xml }], styles: DATE_STYLES });
  expect((await readSample('a.xlsx', bytes)).text).toBe(shown);
});

test('old fonts are those of runs, else of the cell; other fonts keep their text', async () => {
  const styles =
    '<fonts><font><name val="Arial"/></font><font><name val=".VnTime"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs>';
  const run = (text: string, font?: string) =>
    `<r>${font ? `<rPr><rFont val="${font}"/></rPr>` : ''}<t xml:space="preserve">${text}</t></r>`;
  const cell = (row: number, style: number, inside: string) =>
    `<row r="${row}"><c r="A${row}" s="${style}" t="inlineStr"><is>${inside}</is></c></row>`;
  const xml = `<sheetData>${cell(1, 1, '<t>Gi¸ vÐ</t>')}${cell(2, 1, run('§µ N½ng ') + run('à la carte', 'Arial'))}${cell(3, 0, run('Haø Noä', 'VNI-Times') + run('i', 'VNI-Times'))}${cell(4, 0, '<t>Crème brûlée</t>')}<row r="5"><c r="A5" s="1" t="s"><v>0</v></c></row></sheetData>`;
  const bytes = buildXlsx({ sheets: [{ name: 'Sheet1', xml }], styles, strings: ['Hµ Néi'] });
  expect((await readSample('a.xlsx', bytes)).text).toBe(
    'Giá vé\nĐà Nẵng à la carte\nHà Nội\nCrème brûlée\nHà Nội',
  );
});

test('OpenDocument: words of shapes and notes come after the cells, in the letters of their fonts', async () => {
  const automatic =
    '<style:font-face style:name="F1" svg:font-family="&apos;.VnTime&apos;"/><style:style style:name="ce1"><style:text-properties style:font-name="F1"/></style:style>';
  const shapes =
    '<table:shapes><draw:custom-shape><text:p>定休日は水曜日</text:p></draw:custom-shape></table:shapes>';
  const row =
    '<table:table-row><table:table-cell table:style-name="ce1"><office:annotation><dc:creator>A</dc:creator><text:p>要予約</text:p></office:annotation><text:p>Gi¸</text:p></table:table-cell><table:table-cell><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame><text:p>2</text:p></table:table-cell></table:table-row>';
  const body = odsTable('料金', [['項目', '数']])
    .replace('</table:table>', `${row}</table:table>`)
    .replace('<table:table-row>', `${shapes}<table:table-row>`);
  expect((await readSample('a.ods', buildOds({ body, automatic }))).text).toBe(
    '# 料金\n\n| 項目 | 数 |\n| --- | --- |\n| Giá | 2 |\n\n定休日は水曜日\n\n要予約\n\nIn a box',
  );
});

// SheetJS 0.18.5 writes a carriage return so.
test('OpenDocument: escaped control characters are line breaks', async () => {
  const body = odsTable('a', [['平日_x000d_ 9時', '_x0041_']]);
  expect((await readSample('a.ods', buildOds({ body }))).text).toContain('| 平日 9時 | _x0041_ |');
});
