import { expect, it } from 'vitest';
import { buildXlsx } from '../testing/office-builder.ts';
import { buildOds } from '../testing/open-document-builder.ts';
import { readSample } from '../testing/read-sample.ts';
import { formulaAddress } from './cell-links.ts';
import { readXlsxRows } from './read-xlsx.ts';

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const SHEET = `<sheetData><row r="1">${text('A1', '件名')}${text('B1', 'ページ')}</row><row r="2">${text('A2', '予約')}${text('B2', 'こちら')}</row><row r="3">${text('A3', '変更')}<c r="B3" t="str"><f>HYPERLINK("https://shop.example/henko","変更ページ")</f><v>変更ページ</v></c></row><row r="4"><c r="A4" t="s"><v>0</v></c>${text('B4', '表紙')}</row></sheetData><hyperlinks><hyperlink ref="B2" r:id="link1" location="form" display="a&gt;b"/><hyperlink ref="B4" location="Sheet1!A1"/></hyperlinks>`;
const RAISED = '<r><t>定員10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r><r><t>名</t></r>';
const bytes = buildXlsx({
  sheets: [{ name: 'Sheet1', xml: SHEET }],
  richStrings: [RAISED],
  links: ['https://shop.example/yoyaku?x=1'],
});

it('reads links of cells and of HYPERLINK formulas with their address, and raised text', async () => {
  expect((await readSample('a.xlsx', bytes)).text).toBe(
    '| 件名 | ページ |\n| --- | --- |\n| 予約 | [こちら](https://shop.example/yoyaku?x=1#form) |\n| 変更 | [変更ページ](https://shop.example/henko) |\n| 定員10¹名 | 表紙 |',
  );
});

it('keeps values of rows as they are, for imports', async () => {
  const cells: string[] = [];
  await readXlsxRows(
    bytes,
    (row) => cells.push(...row.cells.map((cell) => cell.text)),
    () => {},
  );
  expect(cells).toContain('こちら');
  expect(cells.join()).not.toContain('https:');
});

it.each([
  ['HYPERLINK("https://a.example/?q=""x""","here")', 'https://a.example/?q=%22x%22'],
  ['HYPERLINK("https://a.example/"&B2,"here")', null],
  ['HYPERLINK("#Sheet2!A1","here")', null],
  ['SUM(A1:A2)', null],
])('takes the address of %s', (formula, address) => {
  expect(formulaAddress(formula)).toBe(address);
});

it('reads links and raised text of an OpenDocument sheet', async () => {
  const cell = (contents: string) => `<table:table-cell><text:p>${contents}</text:p></table:table-cell>`;
  const body = `<table:table table:name="料金"><table:table-row>${cell('項目')}${cell('詳細')}</table:table-row><table:table-row>${cell('10<text:span text:style-name="T1">1</text:span>名')}${cell('<text:a xlink:href="https://shop.example/">こちら</text:a>')}</table:table-row></table:table>`;
  const automatic =
    '<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>';
  expect((await readSample('a.ods', buildOds({ body, automatic }))).text).toContain(
    '| 10¹名 | [こちら](https://shop.example/) |',
  );
});
