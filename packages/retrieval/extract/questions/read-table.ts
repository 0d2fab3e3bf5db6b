import type { DocumentType } from '../document-types.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import type { SheetsRead } from '../sheets/sheet-writer.ts';

/** Reads a file of rows. `keepQuestions` also gives its questions and answers one by one. Throws `ReadFault`. */
export async function readTable(
  type: Extract<DocumentType, 'xlsx' | 'ods' | 'csv' | 'json'>,
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: OnProgress,
  keepQuestions: boolean,
): Promise<SheetsRead> {
  switch (type) {
    case 'xlsx':
      return (await import('../sheets/read-xlsx.ts')).readXlsx(bytes, limits, onProgress, keepQuestions);
    case 'ods':
      return (await import('../sheets/read-ods.ts')).readOds(bytes, limits, onProgress, keepQuestions);
    case 'csv':
      return (await import('../csv/read-csv.ts')).readCsv(bytes, limits, onProgress, keepQuestions);
    case 'json':
      return (await import('../json/read-json.ts')).readJson(bytes, limits, keepQuestions);
  }
}
