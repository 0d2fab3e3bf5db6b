import { describe, expect, it } from 'vitest';
import { extract } from '../extract.ts';
import { buildXlsx, xlsxRows } from '../testing/office-builder.ts';
import { buildOds, odsTable } from '../testing/open-document-builder.ts';
import { failureOf, readSample } from '../testing/read-sample.ts';

const sheet = (xml: string, name = '料金', state?: string) => ({ name, xml, ...(state ? { state } : {}) });
const text = async (...sheets: ReturnType<typeof sheet>[]) =>
  (await readSample('a.xlsx', buildXlsx({ sheets }))).text;

describe('Excel workbooks', () => {
  it('writes each shown sheet under its name', async () => {
    const first = sheet(
      xlsxRows([
        ['Plan', 'Price'],
        ['Basic', 1000],
      ]),
    );
    const second = sheet(xlsxRows([['secret', 'x']]), 'Internal', 'hidden');
    const third = sheet(
      xlsxRows([
        ['Ngày', 'Giờ'],
        ['Thứ hai', '8h'],
      ]),
      'Lịch & giờ',
    );
    expect(await text(first, second, third)).toBe(
      '# 料金\n\n| Plan | Price |\n| --- | --- |\n| Basic | 1000 |\n\n# Lịch & giờ\n\n| Ngày | Giờ |\n| --- | --- |\n| Thứ hai | 8h |',
    );
  });

  it('leaves out the name that a single sheet has by itself', async () => {
    expect(
      await text(
        sheet(
          xlsxRows([
            ['a', 'b'],
            ['c', 'd'],
          ]),
          'Sheet1',
        ),
      ),
    ).toMatch(/^\| a/);
  });

  it('ends a table where a title over another head begins one, also without an empty row', async () => {
    const rows = [
      ['メニュー', '料金', '時間'],
      ['カット', '4,400円', '40分'],
      ['子ども', '', ''],
      ['カット', '2,200円', '30分'],
      ['店舗'],
      ['店名', '電話'],
      ['駅前店', '03-5550-0101'],
    ];
    expect(await text(sheet(xlsxRows(rows)))).toBe(
      '# 料金\n\n| メニュー | 料金 | 時間 |\n| --- | --- | --- |\n| カット | 4,400円 | 40分 |\n| 子ども |  |  |\n| カット | 2,200円 | 30分 |\n\n店舗\n\n| 店名 | 電話 |\n| --- | --- |\n| 駅前店 | 03-5550-0101 |',
    );
  });

  it('formats numbers as they are shown, and leaves out readings of kanji', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="#,##0&quot;円&quot;"/><numFmt numFmtId="165" formatCode="ggge&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>`;
    const xml = `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45000</v></c><c r="C1" s="2"><v>0.125</v></c><c r="D1" s="3"><v>1234567</v></c><c r="E1" s="4"><v>45000</v></c><c r="F1" t="b"><v>1</v></c><c r="G1" t="e"><v>#N/A</v></c><c r="H1"><v>0.30000000000000004</v></c></row></sheetData>`;
    const bytes = buildXlsx({ sheets: [sheet(xml)], styles, strings: ['placeholder'] });
    expect((await readSample('a.xlsx', bytes)).text).toContain(
      '| placeholder | 2023/3/15 | 12.50% | 1,234,567円 | 令和5年3月15日 | TRUE | 0.3 |',
    );
  });

  it('repeats a tall cell in each of its rows', async () => {
    const rows = xlsxRows([
      ['Day', 'Hour'],
      ['Monday', '9'],
      ['', '10'],
      ['Tuesday', '11'],
    ]);
    const xml = `${rows.replace('<c r="A3" t="inlineStr"><is><t></t></is></c>', '<c r="A3"/>')}<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>`;
    expect(await text(sheet(xml))).toContain('| Monday | 9 |\n| Monday | 10 |\n| Tuesday | 11 |');
  });

  it('takes titles above a table as text, and begins a new table after a gap', async () => {
    const xml = `<sheetData><row r="1"><c r="A1" t="str"><v>Price list</v></c></row><row r="3"><c r="A3" t="str"><v>Item</v></c><c r="B3" t="str"><v>Price</v></c></row><row r="4"><c r="A4" t="str"><v>Tea</v></c><c r="B4"><v>3</v></c></row><row r="9"><c r="F9" t="str"><v>Name</v></c><c r="G9" t="str"><v>Town</v></c></row><row r="10"><c r="F10" t="str"><v>An</v></c><c r="G10" t="str"><v>Huế</v></c></row></sheetData>`;
    expect(await text(sheet(xml))).toBe(
      '# 料金\n\nPrice list\n\n| Item | Price |\n| --- | --- |\n| Tea | 3 |\n\n| Name | Town |\n| --- | --- |\n| An | Huế |',
    );
  });

  it('reads one cell at the far corner', async () => {
    const xml = '<sheetData><row r="1048576"><c r="XFD1048576" t="str"><v>far</v></c></row></sheetData>';
    expect(await text(sheet(xml))).toBe('# 料金\n\nfar');
  });

  it('says the head of a long table again', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [`row ${index}`, index]);
    const all = await text(sheet(xlsxRows([['Name', 'Number'], ...rows])));
    expect(all.match(/\| Name \| Number \|/g)).toHaveLength(3);
    expect(all).toContain('| row 119 | 119 |');
  });
});

describe('a sheet of 30,000 rows', () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => [`Item ${index}`, index, 'còn hàng']);
  const bytes = buildXlsx({ sheets: [sheet(xlsxRows([['Name', 'Number', 'State'], ...rows]))] });

  it('is read to its end, telling progress', async () => {
    const seen: number[] = [];
    const outcome = await extract({ fileName: 'a.xlsx', bytes }, { textCharacters: 10_000_000 }, (done) =>
      seen.push(done),
    );
    const all = outcome.kind === 'ok' ? outcome.document.text : '';
    expect(all.match(/^\| Item /gm)).toHaveLength(30_000);
    expect(all).toContain('| Item 29999 | 29999 | còn hàng |');
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(20);
  });

  it('ends at the cap on text', async () => {
    expect(await failureOf('a.xlsx', bytes, { textCharacters: 100_000 })).toBe('too_large_inside');
  });
});

describe('OpenDocument spreadsheets', () => {
  it('writes shown sheets with their shown text', async () => {
    const automatic =
      '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>';
    const body =
      odsTable('料金', [
        ['Plan', 'Price'],
        ['Basic', '1,000円'],
      ]) + odsTable('Hidden', [['x', 'y']], 'h');
    expect((await readSample('a.ods', buildOds({ body, automatic, title: 'Giá' }))).text).toBe(
      '# 料金\n\n| Plan | Price |\n| --- | --- |\n| Basic | 1,000円 |',
    );
  });

  it('repeats what is said to come several times, but not empty cells', async () => {
    const body =
      '<table:table table:name="a"><table:table-row><table:table-cell><text:p>h1</text:p></table:table-cell><table:table-cell><text:p>h2</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"><text:p>v<text:s text:c="2"/>w</text:p><office:annotation><text:p>note</text:p></office:annotation></table:table-cell><table:table-cell table:number-columns-repeated="16382"/></table:table-row><table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>';
    expect((await readSample('a.ods', buildOds({ body }))).text).toBe(
      '# a\n\n| h1 | h2 |\n| --- | --- |\n| v w | v w |\n| v w | v w |\n\nnote',
    );
  });
});
