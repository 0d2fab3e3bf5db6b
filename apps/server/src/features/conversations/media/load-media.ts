import type { AccountId, MediaId, MessageId } from '@hanasu/contract/ids';
import type { MediaDependencies } from './dependencies.ts';
import { smallerPicture } from './inspect-media.ts';
import { findMedia, findMediaOf } from './media.store.ts';
import type { MediaRow } from './media-files.ts';

export interface LoadedMedia {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly durationMs: number | null;
}

/** Vendors hand a file out within seconds, or not at all. */
const MOST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 250;
/** What every provider of models takes. */
const PICTURE_BYTES = 3_500_000;
const RECORDING_BYTES = 20 * 1024 * 1024;

/**
 * The picture or recording of a message that was just received, once it is fetched; pictures as a JPEG of a size that
 * models take. Null: it can't be had, or not in time.
 */
export async function loadMedia(
  dependencies: Pick<MediaDependencies, 'database' | 'files'>,
  { accountId, messageId }: { readonly accountId: AccountId; readonly messageId: MessageId },
  signal: AbortSignal,
): Promise<LoadedMedia | null> {
  const { files } = dependencies;
  const row = await untilFetched(dependencies, accountId, messageId, signal);
  if (row?.state !== 'stored' || !row.fileKey || (await files.size(row.fileKey)) === null) return null;
  const { contentType, durationMs, bytes: size } = row;
  if (contentType?.startsWith('image/')) {
    const bytes = await smallerPicture(await files.get(row.fileKey), PICTURE_BYTES);
    return bytes && { mediaType: 'image/jpeg', bytes, durationMs };
  }
  if (contentType === null || (size ?? 0) > RECORDING_BYTES) return null;
  return { mediaType: contentType, bytes: await files.get(row.fileKey), durationMs };
}

async function untilFetched(
  { database }: Pick<MediaDependencies, 'database'>,
  accountId: AccountId,
  messageId: MessageId,
  signal: AbortSignal,
): Promise<MediaRow | null> {
  const until = performance.now() + MOST_WAIT_MS;
  for (;;) {
    const row = await database.account(accountId, (transaction) => findMediaOf(transaction, messageId));
    if (row?.state !== 'waiting' || performance.now() > until || signal.aborted) return row;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Bytes of a stored file, for vendors that want them uploaded; null: there is no such file, or not any more. */
export async function readMedia(
  { database, files }: Pick<MediaDependencies, 'database' | 'files'>,
  accountId: AccountId,
  mediaId: MediaId,
): Promise<Buffer | null> {
  const row = await database.account(accountId, (transaction) => findMedia(transaction, mediaId));
  if (row?.state !== 'stored' || !row.fileKey) return null;
  return (await files.size(row.fileKey)) === null ? null : files.get(row.fileKey);
}
