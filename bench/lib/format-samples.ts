import {
  buildDocx,
  buildPptx,
  buildXlsx,
  docxParagraph,
  docxTable,
  escapeXml,
  slideShape,
  xlsxRows,
} from '@hanasu/retrieval/extract/testing/office-builder';
import {
  buildEpub,
  buildOds,
  buildOdt,
  odsTable,
} from '@hanasu/retrieval/extract/testing/open-document-builder';
import { buildPdf } from '@hanasu/retrieval/extract/testing/pdf-builder';
import { mixedLines } from './mixed-text.ts';

export interface FormatSample {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

const CHAPTERS = 60;
const PARAGRAPHS = 12;
const SHEET_ROWS = 20_000;
const SLIDES = 40;

interface Chapter {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly table: readonly (readonly string[])[];
}

const chapters: readonly Chapter[] = Array.from({ length: CHAPTERS }, (_, index) => {
  const lines = mixedLines(PARAGRAPHS * 4 + 1, index);
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) =>
    lines.slice(at * 4 + 1, at * 4 + 5).join(' '),
  );
  const table = Array.from({ length: 8 }, (_, row) => [`Item ${row}`, `${row * 1000}円`, lines[row] ?? '']);
  return { title: `${index + 1} ${(lines[0] ?? '').slice(0, 30)}`, paragraphs, table };
});

const sheetRow = (index: number): (string | number)[] => [
  `SKU-${index}`,
  mixedLines(1, index)[0]?.slice(0, 24) ?? '',
  index * 7,
  `${(index % 97) * 100}円`,
  index % 2 === 0 ? '在庫あり' : 'hết hàng',
  `Note ${index}`,
];
const sheetRows = (count: number): (string | number)[][] => [
  ['Code', 'Name', 'Count', 'Price', 'State', 'Note'],
  ...Array.from({ length: count }, (_, index) => sheetRow(index)),
];

/** A workbook of so many rows. */
export const largeSheet = (rows: number): Uint8Array =>
  buildXlsx({ sheets: [{ name: 'Stock', xml: xlsxRows(sheetRows(rows)) }] });

/** A PDF of so many pages. */
export const longPdf = (pages: number): Uint8Array =>
  buildPdf({ pages: Array.from({ length: pages }, (_, page) => mixedLines(40, page)) });

const html = ({ title, paragraphs, table }: Chapter): string =>
  `<h1>${escapeXml(title)}</h1>${paragraphs.map((text) => `<p>${escapeXml(text)}</p>`).join('')}<table>${table.map((row) => `<tr>${row.map((cell) => `<td>${escapeXml(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
const markdown = ({ title, paragraphs, table }: Chapter): string =>
  `# ${title}\n\n${paragraphs.join('\n\n')}\n\n${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
const word = ({ title, paragraphs, table }: Chapter): string =>
  docxParagraph(title, '1') + paragraphs.map((text) => docxParagraph(text)).join('') + docxTable(table);
const open = ({ title, paragraphs, table }: Chapter): string =>
  `<text:h text:outline-level="1">${escapeXml(title)}</text:h>${paragraphs.map((text) => `<text:p>${escapeXml(text)}</text:p>`).join('')}${odsTable('t', table)}`;

const utf8 = (text: string): Uint8Array => Buffer.from(text);

/** One file of each format: a book of 60 chapters, a table of 20,000 rows, or 40 slides. */
export function formatSamples(): FormatSample[] {
  const rows = sheetRows(SHEET_ROWS).map((row) => row.map(String));
  const slides = chapters.slice(0, SLIDES).map(({ title, paragraphs, table }) => ({
    shapes:
      slideShape('title', [title]) +
      slideShape('body', paragraphs.slice(0, 6)) +
      slideShape('', [table.flat().join(' ')]),
    notes: paragraphs[6] ?? '',
  }));
  return [
    { fileName: 'book.md', bytes: utf8(chapters.map(markdown).join('\n')) },
    {
      fileName: 'book.html',
      bytes: utf8(`<!DOCTYPE html><html><body>${chapters.map(html).join('')}</body></html>`),
    },
    { fileName: 'book.docx', bytes: buildDocx({ body: chapters.map(word).join('') }) },
    { fileName: 'book.odt', bytes: buildOdt({ body: chapters.map(open).join('') }) },
    { fileName: 'book.epub', bytes: buildEpub(chapters.map((chapter) => ({ html: html(chapter) }))) },
    { fileName: 'book.pdf', bytes: longPdf(CHAPTERS * 2) },
    { fileName: 'slides.pptx', bytes: buildPptx(slides) },
    { fileName: 'table.xlsx', bytes: largeSheet(SHEET_ROWS) },
    { fileName: 'table.ods', bytes: buildOds({ body: odsTable('Stock', rows) }) },
    {
      fileName: 'table.csv',
      bytes: utf8(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')),
    },
    {
      fileName: 'table.json',
      bytes: utf8(JSON.stringify(rows.slice(1).map(([code, name, count]) => ({ code, name, count })))),
    },
  ];
}
