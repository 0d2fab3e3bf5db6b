import { buffer } from 'node:stream/consumers';
import { detectType } from '@hanasu/retrieval/extract/detect';
import { DOCUMENT_TYPES } from '@hanasu/retrieval/extract/document-types';
import { AppError } from '../../platform/app-error.ts';
import type { FileStore } from '../../platform/files/file-store.ts';

/** Files up to this size are looked at whole; of larger ones the beginning must do. */
const WHOLE_BYTES = 8 * 1024 * 1024;
const HEAD_BYTES = 256 * 1024;
const NEW_LINE = 0x0a;

/** What a source is. `fileName` null: text that was typed in. Throws `file_empty`, `file_type_unsupported`. */
export function mediaTypeOf({
  bytes,
  fileName,
}: {
  readonly bytes: Uint8Array;
  readonly fileName: string | null;
}): string {
  if (bytes.byteLength === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  if (fileName === null) return DOCUMENT_TYPES.markdown.mediaType;
  const detected = detectType({ fileName, bytes });
  if (detected.kind === 'unsupported') {
    throw AppError.field('file_type_unsupported', 'body.file', detected.detail);
  }
  return DOCUMENT_TYPES[detected.type].mediaType;
}

/** The same of a file in the store, without holding all of a large one. */
export async function mediaTypeOfStored(
  files: FileStore,
  file: { readonly key: string; readonly bytes: number; readonly fileName: string },
): Promise<string> {
  if (file.bytes <= WHOLE_BYTES) {
    return mediaTypeOf({ bytes: await files.get(file.key), fileName: file.fileName });
  }
  const stream = await files.getStream(file.key, { start: 0, end: HEAD_BYTES - 1 });
  if (!stream) throw new Error('a file that was just stored is not there');
  const head = await buffer(stream);
  // Not in the middle of a character.
  const cut = head.lastIndexOf(NEW_LINE);
  return mediaTypeOf({ bytes: cut > 0 ? head.subarray(0, cut + 1) : head, fileName: file.fileName });
}

/** Refuses by its name what could not be read whatever it holds, before any of it is sent. */
export function refuseUnreadableName(fileName: string): void {
  const isNamed = detectType({ fileName, bytes: new Uint8Array() });
  if (isNamed.kind === 'unsupported') {
    throw AppError.field('file_type_unsupported', 'body.fileName', isNamed.detail);
  }
}
