import { detectType } from '@hanasu/retrieval/extract/detect';
import { DOCUMENT_TYPES } from '@hanasu/retrieval/extract/document-types';

const NAME_LENGTH = 200;

/** The name without folders, control characters and marks that turn its reading around. */
export function cleanName(name: string): string {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = base.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return clean.slice(0, NAME_LENGTH).toWellFormed() || 'file';
}

const PICTURES: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
];
const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/** By its first bytes: PNG, JPEG, GIF or WebP. */
export const isPicture = (bytes: Uint8Array): boolean =>
  PICTURES.some((start) => start.every((byte, index) => bytes[index] === byte)) ||
  (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP');

/** Null: it can't be read. */
export function documentTypeOf(fileName: string, bytes: Uint8Array): string | null {
  const detected = detectType({ fileName, bytes });
  return detected.kind === 'ok' ? DOCUMENT_TYPES[detected.type].mediaType : null;
}
