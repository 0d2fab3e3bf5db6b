import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { encodeShiftJis } from './legacy-text.ts';

/** Numbers are for sums and averages; what only looks like one, as a telephone number, is a text. */
export type TableCell = string | number;
/** A table as a file, a row at a time; the first row is the head. */
export type TableWriter = (rows: AsyncIterable<readonly TableCell[]>) => Readable;

/** A spreadsheet takes these for formulas; a quote before them makes text of it, and an import takes it away. */
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const BOM = '\ufeff';

const csvCell = (cell: TableCell): string =>
  typeof cell === 'number' ? String(cell) : quoted(guarded(cell));
function csvLine(cells: readonly TableCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** RFC 4180 in UTF-8 with the mark by which Excel knows it. */
export const writeCsv: TableWriter = (rows) =>
  Readable.from(
    (async function* () {
      yield Buffer.from(BOM);
      for await (const cells of rows) yield Buffer.from(csvLine(cells));
    })(),
    { objectMode: false },
  );

/** For versions of Excel that know no UTF-8; what Shift_JIS does not have becomes a character reference. */
export const writeShiftJis: TableWriter = (rows) =>
  Readable.from(
    (async function* () {
      for await (const cells of rows) yield encodeShiftJis(csvLine(cells));
    })(),
    { objectMode: false },
  );

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The parts of a workbook with one sheet (ECMA-376, parts 1 and 2), but for the sheet. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
/** The most that a cell of Excel holds. */
export const SHEET_CELL_CHARACTERS = 32_767;
/** Characters that XML can't hold are written as ST_Xstring has them (ECMA-376, 22.9.2.19), and texts that look like it too. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[^\t\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, escapeOf)
    .replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? '');

/** A text is never taken for a formula, and a telephone number keeps its zeros. */
function sheetCell(cell: TableCell): string {
  if (cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}
const sheetRow = (cells: readonly TableCell[]): string => `<row>${cells.map(sheetCell).join('')}</row>`;

async function* sheetOf(rows: AsyncIterable<readonly TableCell[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${XML}<worksheet xmlns="${MAIN}"><sheetData>`);
  for await (const cells of rows) yield Buffer.from(sheetRow(cells));
  yield Buffer.from('</sheetData></worksheet>');
}

/** A workbook, written as its rows come. */
export const writeXlsx: TableWriter = (rows) => {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(XML + xml), name);
  const sheet = Readable.from(sheetOf(rows), { objectMode: false });
  const out = new Readable().wrap(zip.outputStream as unknown as NodeJS.ReadableStream);
  // What goes wrong while the rows are read must not look like the end of the file.
  sheet.on('error', (error) => out.destroy(error));
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  return out;
};
