import type { MediaDependencies } from '../dependencies.ts';
import { sendableKeyOf } from '../domain/file-keys.ts';
import { readMediaToken } from '../domain/media-address.ts';
import { isShown } from '../domain/media-type.ts';
import { findMedia } from '../media.store.ts';

export interface MediaFile {
  readonly kind: 'file';
  readonly id: string;
  readonly fileKey: string;
  readonly size: number;
  readonly contentType: string;
  readonly name: string;
  /** May be shown where it is read. */
  readonly isShown: boolean;
  /** Milliseconds until the address ends. */
  readonly lastsMs: number;
}

export type OpenedMedia =
  | MediaFile
  /** Taken back by who sent it, or expired at the vendor. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown' };

const UNKNOWN = { kind: 'unknown' } as const;

/** What lies at an address. Made up, expired and unknown ones are told apart for nobody. */
export async function openMediaFile(
  { database, files }: Pick<MediaDependencies, 'database' | 'files'>,
  token: string,
  isPreview: boolean,
  now: number,
): Promise<OpenedMedia> {
  const read = readMediaToken(token);
  if (!read || read.claim.expiresAt <= now) return UNKNOWN;
  const { accountId, mediaId, expiresAt, mostBytes } = read.claim;
  const row = await database.account(accountId, (transaction) => findMedia(transaction, mediaId));
  if (!row) return UNKNOWN;
  // Its key may be forgotten already, so whether the address was ever right can't be asked any more.
  if (row.state === 'gone') return { kind: 'gone' };
  if (row.state !== 'stored' || !row.fileKey || !read.isSignedWith(row.fileKey)) return UNKNOWN;
  const isJpeg = isPreview || mostBytes > 0;
  const original = mostBytes > 0 ? sendableKeyOf(row.fileKey, mostBytes) : row.fileKey;
  const fileKey = isPreview ? row.thumbnailKey : original;
  const size = fileKey && (await files.size(fileKey));
  if (!fileKey || size === null) return UNKNOWN;
  const contentType = isJpeg ? 'image/jpeg' : (row.contentType ?? '');
  return {
    kind: 'file',
    id: `${mediaId}-${isPreview ? 'small' : mostBytes}`,
    fileKey,
    size: Number(size),
    contentType,
    name: row.name,
    isShown: isShown(contentType),
    lastsMs: expiresAt - now,
  };
}
