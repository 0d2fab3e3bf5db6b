import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { detectType } from '@hanasu/retrieval/extract/detect';
import { DOCUMENT_TYPES } from '@hanasu/retrieval/extract/document-types';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { thumbnailKeyOf } from '../domain/file-keys.ts';
import type { StoredFacts } from '../domain/media-row.ts';
import { HEAD_BYTES, mediaKindOf, shownTypeOf, UNKNOWN_TYPE } from '../domain/media-type.ts';
import { thumbnailOf, videoPreview } from '../previews.ts';
import { readDuration } from '../read-duration.ts';

/** Documents are looked into as a whole; larger files are what they are. */
const LOOK_BYTES = 50 * 1024 * 1024;

/** What a file in the store is, by its bytes, with a small picture of it beside it. Doing it twice is harmless. */
export async function settleBytes(files: FileStore, fileKey: string, fileName: string): Promise<StoredFacts> {
  const bytes = (await files.size(fileKey)) ?? 0;
  const head = await partOf(files, fileKey, { start: 0, end: Math.max(0, Math.min(bytes, HEAD_BYTES) - 1) });
  const shown = shownTypeOf(head);
  const contentType = shown ?? (await documentType(files, fileKey, { fileName, bytes })) ?? UNKNOWN_TYPE;
  const kind = mediaKindOf(contentType);
  const picture = kind === 'image' ? await thumbnailOf(await files.get(fileKey)) : null;
  const preview = picture?.bytes ?? (kind === 'video' ? await videoPreview() : null);
  const thumbnailKey = preview && thumbnailKeyOf(fileKey);
  if (preview && thumbnailKey) await files.putDurably(thumbnailKey, preview);
  const isTimed = contentType === 'video/mp4' || contentType === 'audio/mp4';
  return {
    contentType,
    bytes,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    durationMs: isTimed ? await readDuration((range) => partOf(files, fileKey, range), bytes) : null,
    thumbnailKey,
  };
}

async function partOf(
  files: FileStore,
  key: string,
  range: { readonly start: number; readonly end: number },
): Promise<Buffer> {
  const part: Readable | null = await files.getStream(key, range);
  return part ? buffer(part) : Buffer.alloc(0);
}

async function documentType(
  files: FileStore,
  fileKey: string,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: number },
): Promise<string | null> {
  if (bytes === 0 || bytes > LOOK_BYTES) return null;
  const detected = detectType({ fileName, bytes: await files.get(fileKey) });
  return detected.kind === 'ok' ? DOCUMENT_TYPES[detected.type].mediaType : null;
}
