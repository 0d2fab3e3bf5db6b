import { MarkdownWriter } from '../markdown/writer.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { readXml } from '../xml/read-xml.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { findMerges } from './merges.ts';
import { SheetWriter } from './sheet-writer.ts';
import { type SheetsRead, sheetsRead } from './sheets-read.ts';
import { readXlsxBook } from './xlsx-book.ts';
import { XlsxSheetHandler } from './xlsx-sheet.ts';

/** Reads the sheets of a workbook row by row. Throws `ReadFault`. */
export async function readXlsx(
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: OnProgress,
  keepQuestions = false,
): Promise<SheetsRead> {
  const archive = new ZipArchive(bytes);
  const book = await readXlsxBook(archive);
  const writer = new MarkdownWriter(limits.textCharacters);
  const sink = new SheetWriter(writer, keepQuestions);
  for (const [index, sheet] of book.sheets.entries()) {
    sink.startSheet(sheet.name, book.sheets.length === 1);
    const tell = (fraction: number) => onProgress((index + fraction) / book.sheets.length);
    const merges = await findMerges(archive.read(sheet.path, (fraction) => tell(fraction / 5)));
    const rows = archive.read(sheet.path, (fraction) => tell(0.2 + fraction * 0.8));
    await readXml(rows, new XlsxSheetHandler(book, merges, (row) => sink.row(row)));
    sink.endSheet();
  }
  return sheetsRead(writer, sink, await readCoreTitle(archive));
}
