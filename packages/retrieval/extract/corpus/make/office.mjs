import { writeFileSync } from 'node:fs';
import * as docx from 'docx';
import ExcelJS from 'exceljs';
import PptxGenJS from 'pptxgenjs';
import * as XLSX from 'xlsx';

const { ExternalHyperlink, FootnoteReferenceRun, HeadingLevel, Packer, Paragraph, TextRun } = docx;

/** `docx`: headings, a numbering of bullets, tables, a link and a footnote. */
export async function writeDocx(path, text) {
  const paragraph = (value) => new Paragraph({ children: [new TextRun(value)] });
  const heading = (value, level) => new Paragraph({ text: value, heading: level });
  const table = (rows) =>
    new docx.Table({
      rows: rows.map(
        (row) =>
          new docx.TableRow({
            children: row.map((cell) => new docx.TableCell({ children: [paragraph(cell)] })),
          }),
      ),
    });
  const link = new ExternalHyperlink({ link: text.address, children: [new TextRun(text.intro[1])] });
  const document = new docx.Document({
    title: text.title,
    footnotes: { 1: { children: [paragraph(text.footnote)] } },
    sections: [
      {
        children: [
          heading(text.title, HeadingLevel.HEADING_1),
          new Paragraph({ children: [new TextRun(text.intro[0]), link, new TextRun(text.intro[2])] }),
          heading(text.hoursTitle, HeadingLevel.HEADING_2),
          ...text.hours.map((item) => new Paragraph({ text: item, bullet: { level: 0 } })),
          heading(text.pricesTitle, HeadingLevel.HEADING_2),
          table(text.prices),
          heading(text.branchesTitle, HeadingLevel.HEADING_2),
          table(text.branches),
          heading(text.noteTitle, HeadingLevel.HEADING_2),
          new Paragraph({
            children: [new TextRun(text.note[0]), new FootnoteReferenceRun(1), new TextRun(text.note[1])],
          }),
          paragraph(text.closing),
        ],
      },
    ],
  });
  writeFileSync(path, await Packer.toBuffer(document));
}

/** `exceljs`: one sheet for each table, a cell with a link, and one with runs. */
export async function writeExceljs(path, text) {
  const book = new ExcelJS.Workbook();
  const prices = book.addWorksheet(text.pricesTitle);
  for (const row of text.prices) prices.addRow(row);
  const branches = book.addWorksheet(text.branchesTitle);
  for (const row of text.branches) branches.addRow(row);
  const guide = book.addWorksheet(text.noteTitle);
  guide.addRow([text.hoursTitle, ...text.hours]);
  const row = guide.addRow([text.noteTitle]);
  row.getCell(2).value = { richText: [{ font: { bold: true }, text: text.note[0] }, { text: text.note[1] }] };
  guide.addRow([text.title]).getCell(2).value = { text: text.intro[1], hyperlink: text.address };
  guide.addRow([text.branchesTitle, text.closing]);
  await book.xlsx.writeFile(path);
}

/** `xlsx` (SheetJS): both tables on one sheet, an empty row and a heading between them. */
export function writeSheetjs(path, text) {
  const rows = [[text.pricesTitle], ...text.prices, [], [text.branchesTitle], ...text.branches];
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Sheet1');
  const type = path.endsWith('.csv') ? 'csv' : path.split('.').at(-1);
  writeFileSync(path, XLSX.write(book, { type: 'buffer', bookType: type }));
}

/** `pptxgenjs`: a title, a list, tables and a link on slides. */
export async function writePptx(path, text) {
  const deck = new PptxGenJS();
  deck.title = text.title;
  const first = deck.addSlide();
  first.addText(text.title, { x: 0.5, y: 0.3, w: 9, h: 1 });
  first.addText(
    [
      { text: text.intro[0] },
      { text: text.intro[1], options: { hyperlink: { url: text.address } } },
      { text: text.intro[2] },
    ],
    { x: 0.5, y: 1.5, w: 9, h: 1 },
  );
  first.addNotes(text.footnote);
  const second = deck.addSlide();
  second.addText(text.hoursTitle, { x: 0.5, y: 0.3, w: 9, h: 0.6 });
  second.addText(
    text.hours.map((item) => ({ text: item, options: { bullet: true, breakLine: true } })),
    { x: 0.5, y: 1, w: 9, h: 2 },
  );
  const tables = [
    [text.pricesTitle, text.prices],
    [text.branchesTitle, text.branches],
  ];
  for (const [heading, rows] of tables) {
    const slide = deck.addSlide();
    slide.addText(heading, { x: 0.5, y: 0.3, w: 9, h: 0.6 });
    slide.addTable(
      rows.map((row) => row.map((cell) => ({ text: cell }))),
      { x: 0.5, y: 1, w: 9 },
    );
  }
  const last = deck.addSlide();
  last.addText(`${text.note.join('')}\n${text.closing}`, { x: 0.5, y: 1, w: 9, h: 3 });
  await deck.writeFile({ fileName: path });
}
