import { describe, expect, test } from 'vitest';
import { buildPdf, type PdfLine, pdfText, streamObject } from '../testing/pdf-builder.ts';
import { readSample } from '../testing/read-sample.ts';

type Place = readonly [x: number, top: number, right: number, bottom: number];

/** A field that is its own widget (ISO 32000-2, 12.7.4), at a place in points from the page's top left corner. */
function field([x, top, right, bottom]: Place, more: string): string {
  return `<< /Type /Annot /Subtype /Widget /T ${pdfText(`${x} ${top}`)} /Rect [${x} ${842 - bottom} ${right} ${842 - top}] ${more} >>`;
}

const text = (value: string, more = '/F 4') => `/FT /Tx /V ${pdfText(value)} ${more}`;

const read = async (lines: (string | PdfLine)[], annotations: string[]) =>
  (await readSample('a.pdf', buildPdf({ pages: [lines], annotations: [annotations] }))).text;

/** Place of a field behind the label of one of the lines, which are 30 points apart. */
const line = (index: number, x = 150, right = 350): Place => [x, 60 + index * 30, right, 78 + index * 30];
const labels = (...texts: string[]): PdfLine[] =>
  texts.map((each, index) => ({ text: each, above: index === 0 ? 0 : 13.5 }));

describe('the fields of a PDF form', () => {
  test('have their values behind their labels, one line each and never as a table', async () => {
    const found = await read(labels('店名', '定休日', '備考'), [
      field(line(0), text('花屋はなだ')),
      field(
        line(1),
        `/FT /Ch /Ff 131072 /Opt [[${pdfText('2')} ${pdfText('火曜日')}] [(3) (Wed)]] /V ${pdfText('2')}`,
      ),
      field(line(2), text('駐車場あり')),
    ]);
    expect(found).toBe('店名 花屋はなだ\n定休日 火曜日\n備考 駐車場あり');
  });

  test('of several lines, with several choices, or in parts keep all of it', async () => {
    const found = await read(labels('備考', '言語', '電話'), [
      field(line(0), text('祝日も営業\r8月は休み', '/Ff 4096')),
      field(line(1), '/FT /Ch /Ff 2097152 /Opt [(Japanese) (English) (Thai)] /V [(Japanese) (Thai)]'),
      field(line(2, 150, 190), text('03')),
      field(line(2, 200, 240), text('1234', '/MaxLen 4 /Ff 16777216')),
    ]);
    expect(found).toBe('備考 祝日も営業\n8月は休み\n言語 Japanese, Thai\n電話 03 1234');
  });

  test('that are ticked or chosen have a mark at the label, and say what for when the page does not', async () => {
    const button = (place: Place, state: string, chosen: string, more = '') =>
      field(
        place,
        `/FT /Btn ${more} /V /${chosen} /AS /${chosen} /AP << /N << /${state} << >> /Off << >> >> >>`,
      );
    const found = await read(
      [
        { text: '配達' },
        { text: 'あり', x: 170, above: -16.5 },
        { text: 'なし', x: 260, above: -16.5 },
        { text: '支払い', above: 13.5 },
        { text: '駐車場', above: 13.5 },
      ],
      [
        button(line(0, 155, 166), 'Yes', 'Yes'),
        button(line(0, 245, 256), 'Yes', 'Off'),
        button(line(1, 155, 166), 'Cash', 'Cash'),
        button(line(2, 155, 166), 'Yes', 'Off'),
      ],
    );
    expect(found).toBe('配達 ☑ あり なし\n\n支払い ☑ Cash\n\n駐車場');
  });

  test('are left out when hidden, not for viewing, for a password, a button or empty', async () => {
    const found = await read(labels('一', '二', '三', '四', '五'), [
      field(line(0), text('hidden', '/F 2')),
      field(line(1), text('not for viewing', '/F 32')),
      field(line(2), text('secret', '/Ff 8192')),
      field(line(3), `/FT /Btn /Ff 65536 /MK << /CA (Send) >>`),
      field(line(4), text(' ')),
    ]);
    expect(found).toBe('一\n\n二\n\n三\n\n四\n\n五');
  });

  test('that were made part of the page are there once', async () => {
    const lines = [{ text: '店名' }, { text: '花屋はなだ', x: 152, above: -16.5 }];
    expect(await read(lines, [field(line(0), text('花屋はなだ'))])).toBe('店名 花屋はなだ');
  });

  test('on a printed line take its place, and stand below a label that is above them', async () => {
    const found = await read(labels('Dear ______________ , thank you', 'Name', ''), [
      field([80, 60, 160, 78], text('Mr Sato')),
      field([56, 106, 250, 124], text('Hanako')),
    ]);
    expect(found).toBe('Dear Mr Sato , thank you\n\nName\nHanako');
  });

  test('are the cells of a table below its printed head', async () => {
    const head = [
      { text: '品名' },
      { text: '数量', x: 200, above: -16.5 },
      { text: '単価', x: 300, above: -16.5 },
    ];
    const cells = [1, 2].flatMap((row) =>
      [
        ['バラ', 56],
        ['3', 200],
        ['500円', 300],
      ].map(([value, x]) => field(line(row, Number(x), Number(x) + 60), text(`${value}${row}`))),
    );
    expect(await read(head, cells)).toBe(
      '| 品名 | 数量 | 単価 |\n| --- | --- | --- |\n| バラ1 | 31 | 500円1 |\n| バラ2 | 32 | 500円2 |',
    );
  });
});

describe('notes on a PDF page', () => {
  test('that are written on it or stamped are read, comments in bubbles are not', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
    const stamp = streamObject(
      'BT /F2 12 Tf 2 2 Td [(SO) 20 (LD) -300 (OUT)] TJ 0 -14 Td (today) Tj ET',
      `/Type /XObject /Subtype /Form /BBox [0 -20 100 20] /Resources << /Font << /F2 ${font} >> >>`,
    );
    const annotations = [
      `<< /Type /Annot /Subtype /FreeText /Rect [56 640 300 660] /Contents ${pdfText('本日休業')} /DA (/F1 12 Tf) >>`,
      `<< /Type /Annot /Subtype /Text /Rect [56 600 76 620] /Contents ${pdfText('a comment')} >>`,
      '<< /Type /Annot /Subtype /Highlight /Rect [56 760 100 780] /QuadPoints [56 780 100 780 56 760 100 760] /Contents (marked) >>',
      '<< /Type /Annot /Subtype /Stamp /Rect [56 500 156 540] /Contents (a comment) /AP << /N 10 0 R >> >>',
    ];
    const bytes = buildPdf({ pages: [['Menu']], annotations: [annotations], objects: [stamp] });
    expect((await readSample('a.pdf', bytes)).text.split(/\s+/)).toEqual([
      'Menu',
      '本日休業',
      'SOLD',
      'OUT',
      'today',
    ]);
  });
});
