import { decodeText } from './decode-text.ts';
import { DOCUMENT_TYPES, type DocumentType, typeOfName } from './document-types.ts';
import { ReadFault } from './read-fault.ts';
import { readDirectory, type ZipEntry } from './zip/archive.ts';

/** Entry that only files of this type have. */
const MAIN_PARTS: readonly (readonly [RegExp, DocumentType])[] = [
  [/^word\/document\d*\.xml$/i, 'docx'],
  [/^xl\/workbook\d*\.xml$/i, 'xlsx'],
  [/^ppt\/presentation\d*\.xml$/i, 'pptx'],
  [/^META-INF\/container\.xml$/i, 'epub'],
];
const LOCAL_HEADER = 30;

/** Type of a ZIP file by what is in it; only its directory is read. */
function detectArchive(bytes: Uint8Array): DetectedType {
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

export type { DetectedType, DocumentType };

/** First bytes in hexadecimal → what the file really is. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['89504e47', 'a picture (PNG)'],
  ['ffd8ff', 'a picture (JPEG)'],
  ['47494638', 'a picture (GIF)'],
  ['52494646', 'a picture or sound (RIFF)'],
  ['49492a00', 'a picture (TIFF)'],
  ['4d4d002a', 'a picture (TIFF)'],
  ['1f8b', 'a compressed file (GZIP)'],
  ['425a68', 'a compressed file (BZIP2)'],
  ['fd377a585a00', 'a compressed file (XZ)'],
  ['28b52ffd', 'a compressed file (Zstandard)'],
  ['377abcaf271c', 'a compressed file (7-Zip)'],
  ['526172211a07', 'a compressed file (RAR)'],
  ['7f454c46', 'a program'],
  ['4d5a9000', 'a program'],
  ['cafebabe', 'a program'],
  ['cffaedfe', 'a program'],
  ['0061736d', 'a program'],
  ['494433', 'a sound (MP3)'],
  ['4f676753', 'a sound or video (OGG)'],
  ['1a45dfa3', 'a video (Matroska)'],
  ['53514c69746520666f726d6174', 'a database (SQLite)'],
  ['25215053', 'a PostScript file'],
  ['7b5c727466', 'a rich text document (RTF)'],
];

export const SAVE_AS =
  'save it as PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx) or plain text and upload that';
const OLD_OFFICE = 'd0cf11e0a1b11ae1';
/** UTF-16 name of the stream that holds an Office document under a password. */
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le');
/** ISO 32000 readers look for the header in the first 1,024 bytes. */
const HEADER_WINDOW = 1024;
const PAGE_START =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?(?:<!doctype html|<html[\s>])/i;
/** Types whose files are text; the others must show by their contents what they are. */
const TEXT_TYPES: ReadonlySet<DocumentType> = new Set(['html', 'markdown', 'text', 'csv', 'json']);

/** Type of a file by its contents, then by its name; text must also decode. Never throws. */
export function detectType(file: { readonly fileName: string; readonly bytes: Uint8Array }): DetectedType {
  const { fileName, bytes } = file;
  const named = typeOfName(fileName);
  const ascii = latin1(bytes, HEADER_WINDOW);
  if (/^[\s\u00ef\u00bb\u00bf]*%PDF-/.test(ascii)) return { kind: 'ok', type: 'pdf' };
  const hexadecimal = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  if (/^504b(?:0304|0506)/.test(hexadecimal)) return detectArchive(bytes);
  if (hexadecimal.startsWith(OLD_OFFICE)) return detectOldOffice(bytes);
  const real = signatureOf(hexadecimal);
  if (real) return unsupported(`This is ${real}, not a document that can be read; ${SAVE_AS}.`);
  return detectText(bytes, { fileName, named, ascii });
}

function detectText(
  bytes: Uint8Array,
  {
    fileName,
    named,
    ascii,
  }: { readonly fileName: string; readonly named: DocumentType | null; readonly ascii: string },
): DetectedType {
  const extension = /\.([^./\\]*)$/.exec(fileName)?.[1] ?? '';
  // Programs export pages and call them .xls or .doc.
  if (PAGE_START.test(latin1(bytes, 3000)) && named !== 'markdown') return { kind: 'ok', type: 'html' };
  if (named === 'pdf') return detectNamedPdf(bytes, ascii);
  if (named !== null && !TEXT_TYPES.has(named)) {
    if (bytes.length === 0) return { kind: 'ok', type: named };
    return unsupported(
      `This file is named .${extension} but is damaged or something else; export it again and upload that.`,
    );
  }
  if (named === null && extension !== '')
    return unsupported(`Files of this kind cannot be read yet; ${SAVE_AS}.`);
  const decoded = decodeText(bytes);
  if (decoded.kind === 'ok') return { kind: 'ok', type: named ?? 'text' };
  return unsupported(`This file is named like text, but ${decoded.detail}.`);
}

function detectNamedPdf(bytes: Uint8Array, ascii: string): DetectedType {
  if (bytes.length === 0 || ascii.includes('%PDF-')) return { kind: 'ok', type: 'pdf' };
  return unsupported('This file is named .pdf but is not a PDF; export it again as PDF and upload that.');
}

function detectOldOffice(bytes: Uint8Array): DetectedType {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(LOCKED)) {
    const detail =
      'This document is protected by a password; save a copy without the password and upload that.';
    return { kind: 'unsupported', failure: 'encrypted', detail };
  }
  return unsupported(
    'This is an Office document of the old kind (.doc, .xls, .ppt); save it as .docx, .xlsx, .pptx or PDF and upload that.',
  );
}

function unsupported(detail: string): DetectedType {
  return { kind: 'unsupported', failure: 'wrong_type', detail };
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.length)).toString('latin1');
}

function signatureOf(hexadecimal: string): string | null {
  if (hexadecimal.slice(8, 16) === '66747970') return 'a video or picture (MP4)';
  return SIGNATURES.find(([start]) => hexadecimal.startsWith(start))?.[1] ?? null;
}

type DetectedType =
  | { readonly kind: 'ok'; readonly type: DocumentType }
  /** `detail` is one plain sentence for the person who chose the file. */
  | {
      readonly kind: 'unsupported';
      readonly detail: string;
      readonly failure: 'wrong_type' | 'encrypted' | 'broken' | 'too_large_inside';
    };
