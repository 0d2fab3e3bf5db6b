import { describe, expect, test } from 'vitest';
import { buildPdf, drawGrid, type PdfLine } from '../testing/pdf-builder.ts';
import { readSample } from '../testing/read-sample.ts';

/** A link annotation (ISO 32000-2, 12.5.6.5) over a place of the page, in points from its top left corner. */
function link(
  address: string,
  [x, top, right, bottom]: readonly [number, number, number, number],
  more = '',
) {
  const rect = `${x} ${842 - bottom} ${right} ${842 - top}`;
  return `<< /Type /Annot /Subtype /Link /Rect [${rect}] /A << /S /URI /URI (${address}) >> ${more} >>`;
}

const read = async (lines: (string | PdfLine)[], links: string[], drawing = '') =>
  (await readSample('a.pdf', buildPdf({ pages: [lines], drawings: [drawing], annotations: [links] }))).text;

/** The base line of the first line of a page with text of 11 points, as pdf-builder.ts sets it. */
const FIRST = 56 + 16.5;

describe('links in PDF files', () => {
  test('have their address behind the text that they cover, as the file has it', async () => {
    const text = await read(
      ['ご予約はこちらから、変更もこちらから'],
      [
        link('https://shop.example/yoyaku?x=1&y=2', [100, 60, 133, 76]),
        link('https://shop.example/%E5%A4%89', [199, 60, 232, 76]),
      ],
    );
    expect(text).toBe(
      'ご予約は[こちら](https://shop.example/yoyaku?x=1&y=2)から、変更も[こちら](https://shop.example/%E5%A4%89)から',
    );
  });

  test('to mail and telephone have it too, places inside the document and scripts have none', async () => {
    const text = await read(
      ['メールか電話か上へ'],
      [
        link('mailto:info@shop.example', [56, 60, 89, 76]),
        link('tel:0120000555', [100, 60, 122, 76]),
        '<< /Type /Annot /Subtype /Link /Rect [133 766 155 782] /Dest [3 0 R /Fit] >>',
        '<< /Type /Annot /Subtype /Link /Rect [133 766 155 782] /A << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
      ],
    );
    expect(text).toBe('[メール](mailto:info@shop.example)か[電話](tel:0120000555)か上へ');
  });

  test('are written once: for each line, for each font and with /QuadPoints a program makes parts of one link', async () => {
    const lines = ['読んでください、長い文章の', { text: 'リンクです。', above: 0 }];
    const address = 'https://shop.example/long';
    const second = FIRST + 16.5;
    const expected = '読んでください、長い文章の\n[リンク](https://shop.example/long)です。';
    const parts = [
      link(address, [144, 60, 166, 76]),
      link(address, [166, 60, 200, 76]),
      link(address, [56, second - 12, 89, second + 3]),
    ];
    expect(await read(lines, parts)).toBe(expected);
    const quads = [
      [144, FIRST, 200],
      [56, second, 89],
    ].map(([x = 0, y = 0, right = 0]) => {
      const [top, bottom] = [842 - y + 12, 842 - y - 3];
      return `${x} ${top} ${right} ${top} ${x} ${bottom} ${right} ${bottom}`;
    });
    const whole = link(address, [56, 60, 200, second + 3], `/QuadPoints [${quads.join(' ')}]`);
    expect(await read(lines, [whole])).toBe(expected);
  });

  test('with the address as their text are left, and whole again when it was printed over two lines', async () => {
    const address = 'https://shop.example/long/index.html';
    expect(await read([`See ${address} now`], [link(address, [78, 60, 276, 76])])).toBe(`See ${address} now`);
    const second = FIRST + 16.5;
    const parts = [link(address, [56, 60, 166, 76]), link(address, [56, second - 12, 144, second + 3])];
    expect(await read(['https://shop.example', '/long/index.html', 'today'], parts)).toContain(address);
  });

  test('of several parts in one line are one', async () => {
    const parts = [
      link('https://a.example/', [100, 60, 122, 76]),
      link('https://a.example/', [122, 60, 155, 76]),
    ];
    expect(await read(['ご予約は予約ページから'], parts)).toBe(
      'ご予約は[予約ページ](https://a.example/)から',
    );
  });

  test('stay in the cell of their table', async () => {
    const cell = (text: string, x: number, above = -16.5) => ({ text, x, above });
    const text = await read(
      [
        cell('店', 60, 0),
        cell('予約', 200),
        cell('本店', 60, 8),
        cell('予約する', 200),
        cell('支店', 60, 8),
        cell('予約する', 200),
      ],
      [link('https://a.example/', [200, 82, 244, 100]), link('https://b.example/', [200, 107, 244, 125])],
      drawGrid([56, 190, 330], [58, 80, 104, 128]),
    );
    expect(text).toBe(
      '| 店 | 予約 |\n| --- | --- |\n| 本店 | [予約する](https://a.example/) |\n| 支店 | [予約する](https://b.example/) |',
    );
  });

  test('that no viewer shows, or that cover nothing, are left out', async () => {
    const text = await read(
      ['Book here'],
      [
        link('https://hidden.example/', [56, 60, 110, 76], '/F 2'),
        link('https://picture.example/', [300, 400, 400, 500]),
      ],
    );
    expect(text).toBe('Book here');
  });
});
