import type { DetectedType } from './detected-type.ts';
import { DOCUMENT_TYPES, type DocumentType } from './document-types.ts';
import { ReadFault } from './read-fault.ts';
import { readDirectory, type ZipEntry } from './zip/directory.ts';

/** Entry that only files of this type have. */
const MAIN_PARTS: readonly (readonly [RegExp, DocumentType])[] = [
  [/^word\/document\d*\.xml$/i, 'docx'],
  [/^xl\/workbook\d*\.xml$/i, 'xlsx'],
  [/^ppt\/presentation\d*\.xml$/i, 'pptx'],
  [/^META-INF\/container\.xml$/i, 'epub'],
];
const LOCAL_HEADER = 30;

/** Type of a ZIP file by what is in it; only its directory is read. */
export function detectArchive(bytes: Uint8Array): DetectedType {
  let entries: ZipEntry[];
  try {
    entries = readDirectory(bytes);
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error;
    if (error.failure === 'too_large_inside')
      return refuse(
        'too_large_inside',
        'There are too many files inside this file; split it into smaller ones.',
      );
    return refuse(
      'broken',
      'This file is a damaged ZIP archive or Office document; export it again from where it was made and upload that.',
    );
  }
  const type = typeOfEntries(entries) ?? typeOfMediaType(bytes, entries);
  if (type) return { kind: 'ok', type };
  if (entries.length === 0)
    return refuse('wrong_type', 'This is an empty ZIP archive; upload the documents themselves.');
  return refuse(
    'wrong_type',
    'This is a ZIP archive, not a document that can be read; unpack it and upload the documents in it.',
  );
}

function refuse(failure: 'wrong_type' | 'broken' | 'too_large_inside', detail: string): DetectedType {
  return { kind: 'unsupported', failure, detail };
}

function typeOfEntries(entries: readonly ZipEntry[]): DocumentType | null {
  // A file of OpenDocument has a container of its own kind in META-INF, a book never has content.xml.
  const found = MAIN_PARTS.find(([part]) => entries.some(({ name }) => part.test(name)));
  return found?.[1] ?? null;
}

/** OpenDocument files say what they are in their first entry, which is stored as it is. */
function typeOfMediaType(bytes: Uint8Array, entries: readonly ZipEntry[]): DocumentType | null {
  const entry = entries.find(({ name }) => name === 'mimetype');
  if (entry?.method !== 0 || entry.size > 200) return null;
  const start = entry.headerOffset + LOCAL_HEADER;
  const text = Buffer.from(bytes.subarray(start, start + 300)).toString('latin1');
  for (const type of ['odt', 'ods', 'epub'] as const) {
    const { mediaType } = DOCUMENT_TYPES[type];
    if (text.includes(mediaType)) return type;
  }
  return null;
}
