/** A document as somebody sent it. */
export interface Upload {
  readonly title: string;
  /** Null for text that was typed in. */
  readonly fileName: string | null;
  readonly bytes: Uint8Array;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Shipped with a template; what it says is made up. */
  readonly sample?: boolean | undefined;
}

/** Most bytes of a file that comes in one request, where it is held in memory; larger ones come in parts. */
export const SINGLE_UPLOAD_BYTES = 32 * 1024 * 1024;

const NAME_LENGTH = 255;
const FOLDER_LENGTH = 500;
const TITLE_LENGTH = 300;
/** Control characters, and those that turn the direction of writing: `fdp.exe` must not be shown as `exe.pdf`. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const cleanName = (name: string): string =>
  name.normalize('NFC').replaceAll(UNSEEN, '').trim().slice(0, NAME_LENGTH).toWellFormed();

/** The name without folders and control characters, composed: file systems differ in how they write accents. */
export const cleanFileName = (name: string): string => cleanName(name.split(/[\\/]/).at(-1) ?? '') || 'file';

/** A folder as `a/b`: no root, no way up, no empty names. */
export const cleanFolder = (folder: string): string =>
  folder
    .split(/[\\/]/)
    .map(cleanName)
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .join('/')
    .slice(0, FOLDER_LENGTH)
    .toWellFormed()
    .replace(/\/$/, '');

/** The title of a document that is known by its file name only: the name without its extension. */
export function titleOf(fileName: string): string {
  return fileName
    .replace(/(.)\.[^.\s]{1,8}$/u, '$1')
    .slice(0, TITLE_LENGTH)
    .toWellFormed();
}

/** Text that Postgres and JSON take, of the same length: offsets into it stay right. */
export const storable = (text: string): string => text.replaceAll('\0', ' ').toWellFormed();
