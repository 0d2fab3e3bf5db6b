import { describe, expect, it } from 'vitest';
import type { ExtractedDocument } from './document.ts';
import { extract, extractMarkdown } from './extract.ts';
import { assemblePdf, buildPdf, type PdfLine, streamObject } from './testing/pdf-builder.ts';

const LIMITS = { textCharacters: 1_000_000 };

async function read(bytes: Uint8Array, fileName = 'file.pdf', limits = LIMITS): Promise<ExtractedDocument> {
  const outcome = await extract({ fileName, bytes }, limits);
  if (outcome.kind === 'failed') throw new Error(`${outcome.failure}: ${outcome.reason}`);
  return outcome.document;
}

async function failureOf(bytes: Uint8Array, fileName = 'file.pdf', limits = LIMITS): Promise<string> {
  const outcome = await extract({ fileName, bytes }, limits);
  return outcome.kind === 'failed' ? outcome.failure : 'ok';
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const page = (...lines: (string | PdfLine)[]) => lines;

describe('PDF', () => {
  it('reads Japanese, Vietnamese and English with pages and title', async () => {
    const document = await read(
      buildPdf({
        title: 'ご案内 𠮷',
        pages: [
          page('当院の診療時間は午前九時から午後六時までです。'),
          page('Phòng khám mở cửa từ thứ hai đến thứ sáu.'),
          page('The clinic is open from Monday to Friday.'),
        ],
      }),
    );
    expect(document.title).toBe('ご案内 𠮷');
    expect(document.pages?.map(({ start, end }) => document.text.slice(start, end).trim())).toEqual([
      '当院の診療時間は午前九時から午後六時までです。',
      'Phòng khám mở cửa từ thứ hai đến thứ sáu.',
      'The clinic is open from Monday to Friday.',
    ]);
  });

  it('joins the lines of a paragraph, and only those', async () => {
    const { text } = await read(
      buildPdf({
        pages: [
          page(
            '予約は電話またはインターネットで受け付けております。当日の予約も',
            'できますが、混み合う時間はお待ちいただくことがありますのでご了承',
            'ください。',
            { text: 'When you come for the first time, please bring your identity', above: 20 },
            'card and your insurance card. Both are needed for the registra-',
            'tion at the desk.',
            { text: 'Cần mang theo:', above: 20 },
            '• CCCD',
            '• Thẻ bảo hiểm',
          ),
        ],
      }),
    );
    expect(text.split('\n\n')).toEqual([
      '予約は電話またはインターネットで受け付けております。当日の予約もできますが、混み合う時間はお待ちいただくことがありますのでご了承ください。',
      'When you come for the first time, please bring your identity card and your insurance card. Both are needed for the registration at the desk.',
      'Cần mang theo:\n• CCCD\n• Thẻ bảo hiểm',
    ]);
  });

  it('lets a sentence go on over the page', async () => {
    const { text, pages } = await read(
      buildPdf({
        pages: [
          page('この文は次のページに続きますので、途中で切れてはいけないと'),
          page('考えられています。'),
        ],
      }),
    );
    expect(text).toBe('この文は次のページに続きますので、途中で切れてはいけないと考えられています。');
    expect(pages?.[1]?.start).toBe(text.indexOf('考'));
  });

  it('makes headings of clearly larger lines', async () => {
    const body = Array.from({ length: 6 }, () => 'これは本文の行で、見出しよりも小さい字で書かれています。');
    const { text, title } = await read(
      buildPdf({
        pages: [
          page({ text: '就業規則', size: 22 }, ...body, { text: '第1章 総則', size: 16, above: 10 }, ...body),
        ],
      }),
    );
    expect(text).toMatch(/^# 就業規則\n\nこれは/);
    expect(text).toContain('\n\n## 第1章 総則\n\nこれは');
    expect(title).toBe('就業規則');
  });

  it('drops running titles and page numbers', async () => {
    const pages = Array.from({ length: 6 }, (_, index) =>
      page(
        'ABC Company Handbook',
        ...Array.from(
          { length: 20 },
          (_, line) => `Sentence ${line} of part ${'abcdef'.charAt(index)} says something of its own.`,
        ),
        `- ${index + 1} -`,
      ),
    );
    const { text } = await read(buildPdf({ pages }));
    expect(text).not.toContain('Handbook');
    expect(text).not.toMatch(/- \d -/);
    expect(text.match(/Sentence \d+ of part/g)).toHaveLength(120);
  });

  it('reads the encodings of old Japanese files without their map files', async () => {
    const content = 'BT /F1 11 Tf 56 700 Td <93FA967B8CEA82CC83658358836787408142> Tj ET';
    const font =
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 >>';
    const bytes = assemblePdf([
      { value: '<< /Type /Catalog /Pages 2 0 R >>' },
      { value: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>' },
      {
        value:
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
      },
      streamObject(content),
      {
        value:
          '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
      },
      { value: font },
    ]);
    expect((await read(bytes)).text).toBe('日本語のテスト①。');
  });

  it('tells progress page by page', async () => {
    const seen: number[] = [];
    const pages = Array.from({ length: 4 }, (_, index) => page(`Page ${index}`));
    await extract({ fileName: 'a.pdf', bytes: buildPdf({ pages }) }, LIMITS, (fraction) =>
      seen.push(fraction),
    );
    expect(seen).toEqual([0.25, 0.5, 0.75, 1, 1]);
  });
});

describe('PDF that cannot be read', () => {
  const whole = buildPdf({ pages: [page('Some text.'), page('More text.')] });
  const drawing = (content: string, resources = '') => [
    { value: '<< /Type /Catalog /Pages 2 0 R >>' },
    { value: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>' },
    {
      value: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents 4 0 R >>`,
    },
    streamObject(content),
  ];

  it.each([
    ['nothing', new Uint8Array(0), 'empty'],
    ['only a header', utf8('%PDF-1.7\n'), 'broken'],
    ['random bytes after the header', Buffer.concat([utf8('%PDF-1.7\n'), noise(50_000)]), 'broken'],
    ['the first third', whole.subarray(0, whole.length / 3), 'broken'],
    ['a blank page', assemblePdf(drawing('')), 'empty'],
    [
      'no pages',
      assemblePdf([
        { value: '<< /Type /Catalog /Pages 2 0 R >>' },
        { value: '<< /Type /Pages /Count 0 /Kids [] >>' },
      ]),
      'empty',
    ],
    [
      'a picture',
      assemblePdf([
        ...drawing('q 500 0 0 700 40 70 cm /I Do Q', '/XObject << /I 5 0 R >>'),
        streamObject(
          new Uint8Array(64 * 64).fill(200),
          '/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8',
        ),
      ]),
      'scanned_only',
    ],
    [
      'a password',
      assemblePdf(
        drawing('BT ET'),
        `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]`,
      ),
      'encrypted',
    ],
  ])('%s', async (_, bytes, failure) => {
    expect(await failureOf(bytes)).toBe(failure);
  });

  it('more text than allowed', async () => {
    const pages = Array.from({ length: 30 }, () => page('A line of some length on every page of the file.'));
    expect(await failureOf(buildPdf({ pages }), 'a.pdf', { textCharacters: 1000 })).toBe('too_large_inside');
  });

  it('arrays nested a hundred thousand deep', async () => {
    const objects = [
      { value: '<< /Type /Catalog /Pages 2 0 R >>' },
      { value: `<< /Type /Pages /Count 1 /Kids ${'['.repeat(100_000)}${']'.repeat(100_000)} >>` },
    ];
    expect(['broken', 'empty']).toContain(await failureOf(assemblePdf(objects)));
  });

  it('a page tree that contains itself', async () => {
    const objects = [
      { value: '<< /Type /Catalog /Pages 2 0 R >>' },
      { value: '<< /Type /Pages /Count 5 /Kids [2 0 R 2 0 R] >>' },
    ];
    expect(['broken', 'empty']).toContain(await failureOf(assemblePdf(objects)));
  });
});

/** The same bytes every time, without any order in them. */
function noise(length: number): Uint8Array {
  let state = 12345;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

describe('text and markdown', () => {
  it('keeps markdown as it is and takes its title', async () => {
    const document = await read(utf8('\ufeff# Giờ *mở cửa* #\r\n\r\n- một\r\n'), 'a.md');
    expect(document).toMatchObject({
      title: 'Giờ *mở cửa*',
      text: '# Giờ *mở cửa* #\n\n- một\n',
      pages: null,
    });
  });

  it('prefers the title of the front matter', async () => {
    expect((await read(utf8('---\ntitle: "料金"\n---\n# 別'), 'a.markdown')).title).toBe('料金');
  });

  it.each([
    ['empty', '', 'a.txt'],
    ['empty', ' \n\u3000\n', 'a.md'],
    ['too_large_inside', 'word '.repeat(300_000), 'a.txt'],
    ['wrong_type', 'text', 'a.docx'],
    ['broken', 'PK\u0003\u0004....', 'a.txt'],
    ['wrong_type', 'a\0b', 'a.txt'],
  ])('fails as %s: %j', async (failure, text, fileName) => {
    expect(await failureOf(utf8(text), fileName)).toBe(failure);
  });
});

describe('typed Markdown', () => {
  it('is text, also when it begins as a file of another type does', async () => {
    const outcome = await extractMarkdown(utf8('%PDF-1.7 の開き方\n\n# 印刷\nPDF を開きます。'));
    expect(outcome).toMatchObject({
      kind: 'ok',
      document: { title: '印刷', text: '%PDF-1.7 の開き方\n\n# 印刷\nPDF を開きます。', pages: null },
    });
  });
  it('reads a list of rows as it was typed, not as a table', async () => {
    expect(await extractMarkdown(utf8('question,answer\nOpen?,Yes'))).toMatchObject({
      document: { text: 'question,answer\nOpen?,Yes', kind: 'document' },
    });
  });
  it('fails as empty without any text', async () => {
    expect(await extractMarkdown(utf8(' \n'))).toMatchObject({ kind: 'failed', failure: 'empty' });
  });
});

describe('letters of an old font', () => {
  it.each(['a.txt', 'a.md', 'a.csv', 'a.html'])('are a warning in %s, which names no fonts', async (name) => {
    const document = await read(utf8('Hä tªn, §iÖn tho¹i\nNguyÔn V¨n An, 0912345678\n'), name);
    expect(document.warnings).toEqual(['old_font']);
  });

  it('are not taken for such in European and Vietnamese texts', async () => {
    const document = await read(
      utf8('Größe für Gäste: crème brûlée.\nCửa hàng là của chúng tôi.\n'),
      'a.txt',
    );
    expect(document.warnings).toEqual([]);
  });
});
