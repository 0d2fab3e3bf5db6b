import { decodeText } from './decode-text.ts';

export type DocumentType = 'pdf' | 'markdown' | 'text';

export type DetectedType =
  | { readonly kind: 'ok'; readonly type: DocumentType }
  /** `detail` is one plain sentence for the person who chose the file. */
  | { readonly kind: 'unsupported'; readonly detail: string };

const EXTENSIONS: Readonly<Record<string, DocumentType>> = {
  pdf: 'pdf',
  md: 'markdown',
  markdown: 'markdown',
  mdown: 'markdown',
  mkd: 'markdown',
  txt: 'text',
  text: 'text',
  log: 'text',
  '': 'text',
};

/** First bytes in hexadecimal → what the file really is. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['504b0304', 'a ZIP archive or an Office document'],
  ['504b0506', 'an empty ZIP archive'],
  ['d0cf11e0a1b11ae1', 'an old Office document'],
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

const SAVE_AS = 'save it as PDF, Markdown or plain text and upload that';
/** ISO 32000 readers look for the header in the first 1,024 bytes. */
const HEADER_WINDOW = 1024;

/** Type of a file by its first bytes, then by its name; text must also decode. Never throws. */
export function detectType(file: { readonly fileName: string; readonly bytes: Uint8Array }): DetectedType {
  const { fileName, bytes } = file;
  const named = EXTENSIONS[extensionOf(fileName)];
  const ascii = latin1(bytes, HEADER_WINDOW);
  if (/^[\s\u00ef\u00bb\u00bf]*%PDF-/.test(ascii)) return { kind: 'ok', type: 'pdf' };
  const real = signatureOf(bytes);
  if (real) return unsupported(`This is ${real}, not a document that can be read; ${SAVE_AS}.`);
  if (named === undefined) return unsupported(`Files of this kind cannot be read yet; ${SAVE_AS}.`);
  if (named === 'pdf') return detectNamedPdf(bytes, ascii);
  const decoded = decodeText(bytes);
  if (decoded.kind === 'ok') return { kind: 'ok', type: named };
  return unsupported(`This file is named like text, but ${decoded.detail}.`);
}

function detectNamedPdf(bytes: Uint8Array, ascii: string): DetectedType {
  if (bytes.length === 0 || ascii.includes('%PDF-')) return { kind: 'ok', type: 'pdf' };
  return unsupported('This file is named .pdf but is not a PDF; export it again as PDF and upload that.');
}

function unsupported(detail: string): DetectedType {
  return { kind: 'unsupported', detail };
}

function extensionOf(fileName: string): string {
  return /\.([^./\\]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.length)).toString('latin1');
}

function signatureOf(bytes: Uint8Array): string | null {
  const hexadecimal = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  if (hexadecimal.slice(8, 16) === '66747970') return 'a video or picture (MP4)';
  return SIGNATURES.find(([start]) => hexadecimal.startsWith(start))?.[1] ?? null;
}
