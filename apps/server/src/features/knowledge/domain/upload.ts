/** A document as somebody sent it. */
export interface Upload {
  readonly title: string;
  /** Null for text that was typed in. */
  readonly fileName: string | null;
  readonly bytes: Uint8Array;
}

const NAME_LENGTH = 255;
const TITLE_LENGTH = 300;

/** The name without folders and control characters, composed: file systems differ in how they write accents. */
export function cleanFileName(name: string): string {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = base.replaceAll(/\p{Cc}/gu, '').trim();
  return clean.slice(0, NAME_LENGTH).toWellFormed() || 'file';
}

/** The title of a document that is known by its file name only: the name without its extension. */
export function titleOf(fileName: string): string {
  return fileName
    .replace(/(.)\.[^.\s]{1,8}$/u, '$1')
    .slice(0, TITLE_LENGTH)
    .toWellFormed();
}

/** Text that Postgres and JSON take, of the same length: offsets into it stay right. */
export const storable = (text: string): string => text.replaceAll('\0', ' ').toWellFormed();
