import { describe, expect, it } from 'vitest';
import { buildXlsx, relations, xlsxRows } from '../testing/office-builder.ts';
import { readSample } from '../testing/read-sample.ts';

const paragraph = (...runs: string[]) =>
  `<a:p>${runs.map((text) => `<a:r><a:t>${text}</a:t></a:r>`).join('')}</a:p>`;
const box = (paragraphs: string, hidden = false) =>
  `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Box"${hidden ? ' hidden="1"' : ''}/></xdr:nvSpPr><xdr:txBody><a:bodyPr/>${paragraphs}</xdr:txBody></xdr:sp>`;
const group = (inside: string, hidden = false) =>
  `<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="3" name="Group"${hidden ? ' hidden="1"' : ''}/></xdr:nvGrpSpPr>${inside}</xdr:grpSp>`;
const anchor = (row: number, column: number, inside: string) =>
  `<xdr:twoCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:row>${row}</xdr:row></xdr:from><xdr:to><xdr:col>99</xdr:col><xdr:row>99</xdr:row></xdr:to>${inside}<xdr:clientData/></xdr:twoCellAnchor>`;
const frame = (data: string) =>
  `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="9" name="f"/></xdr:nvGraphicFramePr><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></xdr:graphicFrame>`;
const alternate = (...forms: string[]) => `<mc:AlternateContent>${forms.join('')}</mc:AlternateContent>`;

const DRAWING = 'xl/drawings/drawing1.xml';
const CELLS = xlsxRows([
  ['カット', '4,400円'],
  ['カラー', '6,600円'],
]);

async function read(
  drawing: string,
  more: {
    xml?: string;
    relations?: readonly (readonly [string, string])[];
    links?: readonly string[];
    parts?: Readonly<Record<string, string>>;
    sheet?: readonly (readonly [string, string])[];
  } = {},
) {
  const bytes = buildXlsx({
    sheets: [
      {
        name: '料金',
        xml: more.xml ?? CELLS,
        relations: [['drawing', '../drawings/drawing1.xml'], ...(more.sheet ?? [])],
      },
    ],
    more: [
      { name: DRAWING, data: `<xdr:wsDr>${drawing}</xdr:wsDr>` },
      relations('xl/drawings/_rels/drawing1.xml.rels', more.relations ?? [], more.links),
      ...Object.entries(more.parts ?? {}).map(([name, data]) => ({ name, data })),
    ],
  });
  return readSample('a.xlsx', bytes);
}
const TABLE = '# 料金\n\n| カット | 4,400円 |\n| --- | --- |\n| カラー | 6,600円 |';

// ECMA-376 part 1, 20.5 (SpreadsheetML drawings), and part 3, 10.2 (alternate content).
describe('words of a sheet outside of its cells', () => {
  it('have the addresses of their links, and raised text on the line', async () => {
    const run = (text: string, properties = '') => `<a:r>${properties}<a:t>${text}</a:t></a:r>`;
    const link = '<a:rPr><a:hlinkClick r:id="link1"/></a:rPr>';
    const raised = '<a:rPr baseline="30000"/>';
    const text = `<a:p>${run('予約は')}${run('こちら', link)}${run('、定員10')}${run('1', raised)}${run('名')}</a:p>`;
    const { text: all } = await read(anchor(9, 1, box(text)), {
      links: ['https://shop.example/'],
    });
    expect(all).toBe(`${TABLE}\n\n予約は[こちら](https://shop.example/)、定員10¹名`);
  });

  it('come after the cells in the order of their places, each once', async () => {
    const drawing = [
      anchor(9, 1, box(paragraph('電話は', '0120-000-555') + paragraph('受付10時から'))),
      anchor(2, 5, group(box(paragraph('駐車場は店の裏')) + group(box(paragraph('3台まで'))))),
      alternate(
        `<mc:Choice Requires="a14">${anchor(2, 0, box(paragraph('定休日は水曜日')))}</mc:Choice>`,
        `<mc:Fallback>${anchor(2, 0, box(paragraph('定休日は水曜日')))}</mc:Fallback>`,
      ),
      anchor(12, 0, alternate(`<mc:Fallback>${box(paragraph('予備の形'))}</mc:Fallback>`)),
    ].join('');
    expect((await read(drawing)).text).toBe(
      `${TABLE}\n\n定休日は水曜日\n\n駐車場は店の裏\n\n3台まで\n\n電話は0120-000-555\n受付10時から\n\n予備の形`,
    );
  });

  it('leaves out shapes and groups that are hidden, and the names of shapes', async () => {
    const drawing =
      anchor(1, 0, box(paragraph('秘密'), true)) + anchor(2, 0, group(box(paragraph('内緒')), true));
    expect((await read(drawing)).text).toBe(TABLE);
  });

  it('reads a sheet that has nothing but boxes', async () => {
    const { text, warnings } = await read(anchor(0, 0, box(paragraph('2階はカフェです'))), {
      xml: '<sheetData/>',
    });
    expect(text).toBe('# 料金\n\n2階はカフェです');
    expect(warnings).toEqual([]);
  });

  it('reads titles of charts and the words of diagrams', async () => {
    const drawing =
      anchor(1, 0, frame('<c:chart r:id="rId1"/>')) +
      anchor(2, 0, frame('<dgm:relIds r:dm="rId2" r:lo="rId9"/>'));
    const chart = `<c:chartSpace><c:chart><c:title><c:tx><c:rich>${paragraph('月別の', '来店数')}</c:rich></c:tx></c:title><c:ser><c:tx><c:strRef><c:strCache><c:pt><c:v>系列</c:v></c:pt></c:strCache></c:strRef></c:tx></c:ser><c:catAx><c:title><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>月</c:v></c:pt></c:strCache></c:strRef></c:tx></c:title></c:catAx></c:chart></c:chartSpace>`;
    const diagram = `<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t>${paragraph('予約')}</dgm:t></dgm:pt><dgm:pt><dgm:t>${paragraph('来店')}</dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`;
    const { text, warnings } = await read(drawing, {
      relations: [
        ['chart', '../charts/chart1.xml'],
        ['diagramData', '../diagrams/data1.xml'],
      ],
      parts: { 'xl/charts/chart1.xml': chart, 'xl/diagrams/data1.xml': diagram },
    });
    expect(text).toBe(`${TABLE}\n\n月別の来店数\n\n月\n\n予約\n\n来店`);
    expect(warnings).toEqual([]);
  });

  it('reads the notes of cells without their authors, and no conversations of staff', async () => {
    const comments =
      '<comments><authors><author>山田</author><author>tc={1}</author></authors><commentList><comment ref="B2" authorId="0"><text><r><t>山田:</t></r><r><t xml:space="preserve">_x000D_\n要予約</t></r></text></comment><comment ref="B3" authorId="1"><text><t>[Threaded comment] 値上げする？</t></text></comment></commentList></comments>';
    const { text } = await read('', {
      sheet: [['comments', '../comments1.xml']],
      parts: { 'xl/comments1.xml': comments },
    });
    expect(text).toBe(`${TABLE}\n\n要予約`);
  });

  it('keeps questions apart from the words of drawings', async () => {
    const { text, kind } = await read(anchor(5, 0, box(paragraph('お問い合わせは店頭へ'))), {
      xml: xlsxRows([
        ['質問', '回答'],
        ['駐車場は？', '3台あります'],
      ]),
    });
    expect(kind).toBe('questions');
    expect(text).toBe('# 料金\n\n## 駐車場は？\n\n3台あります\n\n## 料金\n\nお問い合わせは店頭へ');
  });

  it('says which words it cannot read', async () => {
    const ole = await read('', { sheet: [['oleObject', '../embeddings/oleObject1.bin']] });
    expect(ole.warnings).toEqual(['unread_objects']);
    const later = await read(anchor(1, 0, frame('<cx:chart r:id="rId7"/>')));
    expect(later.warnings).toEqual(['unread_objects']);
    const picture = await read(anchor(1, 0, '<xdr:pic/>'), { xml: '<sheetData/>' });
    expect(picture.warnings).toEqual(['little_text']);
  });

  it('converts the old fonts of boxes, and decodes control characters', async () => {
    const run = (face: string, text: string) =>
      `<a:r><a:rPr><a:latin typeface="${face}"/></a:rPr><a:t>${text}</a:t></a:r>`;
    const drawing =
      anchor(
        1,
        0,
        box(`<a:p>${run('VNI-Times', 'Môû cö')}${run('VNI-Times', 'ûa')}${run('Arial', ' à la')}</a:p>`),
      ) + anchor(2, 0, box(paragraph('1行目_x000B_2行目')));
    expect((await read(drawing)).text).toBe(`${TABLE}\n\nMở cửa à la\n\n1行目\n2行目`);
  });
});
