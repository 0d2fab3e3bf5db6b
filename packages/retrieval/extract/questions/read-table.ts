import type { DocumentType } from '../document-types.ts';
import type { SheetsRead, TableOptions } from '../sheets/sheet-writer.ts';

/** Reads a file of rows. `keepQuestions` also gives its questions and answers one by one. Throws `ReadFault`. */
export async function readTable(
  type: Extract<DocumentType, 'xlsx' | 'ods' | 'csv' | 'json'>,
  bytes: Uint8Array,
  options: TableOptions,
): Promise<SheetsRead> {
  switch (type) {
    case 'xlsx':
      return (await import('../sheets/read-xlsx.ts')).readXlsx(bytes, options);
    case 'ods':
      return (await import('../sheets/read-ods.ts')).readOds(bytes, options);
    case 'csv':
      return (await import('../csv/read-csv.ts')).readCsv(bytes, options);
    case 'json':
      return (await import('../json/read-json.ts')).readJson(bytes, options);
  }
}
