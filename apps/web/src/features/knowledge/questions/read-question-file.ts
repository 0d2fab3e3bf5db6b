import type { QuestionRow } from '@hanasu/contract/documents';
import { decodeRows, parseCells, toRows } from './parse-rows.ts';
import { readWorkbook } from './read-workbook.ts';

const MOST_BYTES = 20 * 1024 * 1024;
/** The beginning of every ZIP archive. */
const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Rows of a CSV, TSV or XLSX file; empty when there are none. */
export async function readQuestionFile(file: File): Promise<QuestionRow[]> {
  if (file.size > MOST_BYTES) return [];
  const bytes = new Uint8Array(await file.arrayBuffer());
  const cells = isArchive(bytes) ? await readWorkbook(bytes) : parseCells(decodeRows(bytes));
  return toRows(cells ?? []);
}
