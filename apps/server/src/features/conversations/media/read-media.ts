import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { AccountId, MediaId, MessageId } from '@hanasu/contract/ids';
import type { MediaDependencies, OutgoingDependencies } from './dependencies.ts';
import { smallerPicture } from './inspect-media.ts';
import { findMedia, findMediaOf } from './media.store.ts';
import {
  expiryOf,
  type MediaRow,
  mediaKindOf,
  mediaPath,
  previewPath,
  sendableKeyOf,
  signMediaToken,
} from './media-files.ts';

export interface LoadedMedia {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly durationMs: number | null;
}

/** Vendors hand a file out within seconds, or not at all. */
const MOST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 250;
/** What every provider of models takes. */
const LOAD_MEDIA_PICTURE_BYTES = 3_500_000;
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
    const bytes = await smallerPicture(await files.get(row.fileKey), LOAD_MEDIA_PICTURE_BYTES);
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

type OutgoingMedia =
  | {
      readonly kind: 'ok';
      readonly part: Extract<OutgoingPart, { kind: 'image' | 'video' | 'audio' | 'file' }>;
    }
  /** There is no such file, or not any more. */
  | { readonly kind: 'gone' }
  /** The channel takes no more than `limit` bytes of this kind. */
  | { readonly kind: 'too-large'; readonly limit: number };

type FileBytes = ChannelManifest['limits']['fileBytes'];
type Stored = MediaRow & { readonly fileKey: string; readonly contentType: string; readonly bytes: number };

/** Pictures that every vendor shows. */
const PLAIN_PICTURES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);
const OUTGOING_FILE_PICTURE_BYTES = 10 * 1024 * 1024;

/** A stored file in the form a channel sends it: pictures made smaller where they have to be, addresses that last. */
export async function outgoingFile(
  dependencies: OutgoingDependencies,
  accountId: AccountId,
  mediaId: MediaId,
  limits: FileBytes,
): Promise<OutgoingMedia> {
  const { database } = dependencies;
  const row = await database.account(accountId, (transaction) => findMedia(transaction, mediaId));
  if (!row || !isStored(row)) return { kind: 'gone' };
  const kind = mediaKindOf(row.contentType);
  if (kind === 'image')
    return outgoingPicture(dependencies, row, limits.image ?? OUTGOING_FILE_PICTURE_BYTES);
  const limit = limits[kind];
  if (limit !== undefined && row.bytes > limit) return { kind: 'too-large', limit };
  const address = addressesOf(dependencies, row, 0);
  const { name, contentType, bytes } = row;
  const file = { mediaId, url: address.url, name, contentType, bytes };
  if (kind === 'audio')
    return { kind: 'ok', part: { kind, ...file, durationMs: row.durationMs ?? SHORTEST_MS } };
  if (kind === 'file') return { kind: 'ok', part: { kind, ...file } };
  const { durationMs } = row;
  return { kind: 'ok', part: { kind, ...file, previewUrl: address.previewUrl, durationMs } };
}

/** Vendors want to be told how long a recording is; of one that doesn't say, this much is true. */
const SHORTEST_MS = 1_000;

const isStored = (row: MediaRow): row is Stored =>
  row.state === 'stored' && row.fileKey !== null && row.contentType !== null && row.bytes !== null;

function addressesOf(
  { database, publicUrl }: OutgoingDependencies,
  { accountId, id: mediaId, fileKey }: Stored,
  mostBytes: number,
) {
  const expiresAt = expiryOf('send', database.now());
  const token = signMediaToken({ accountId, mediaId, purpose: 'send', expiresAt, mostBytes }, fileKey);
  return { url: publicUrl + mediaPath(token), previewUrl: publicUrl + previewPath(token) };
}

async function outgoingPicture(
  dependencies: OutgoingDependencies,
  row: Stored,
  limit: number,
): Promise<OutgoingMedia> {
  const { id: mediaId, name, contentType, bytes } = row;
  if (PLAIN_PICTURES.has(contentType) && bytes <= limit) {
    const { url, previewUrl } = addressesOf(dependencies, row, 0);
    return { kind: 'ok', part: { kind: 'image', mediaId, url, previewUrl, name, contentType, bytes } };
  }
  const made = await madeSmaller(dependencies, row, limit);
  if (made === null) return { kind: 'too-large', limit };
  const { url, previewUrl } = addressesOf(dependencies, row, limit);
  const jpeg = { name: `${name.replace(/\.[^.]*$/, '')}.jpg`, contentType: 'image/jpeg', bytes: made };
  return { kind: 'ok', part: { kind: 'image', mediaId, url, previewUrl, ...jpeg } };
}

/** Size of the picture that is sent instead, made once for each limit; null: it can't be made. */
async function madeSmaller(
  { files }: OutgoingDependencies,
  { fileKey }: Stored,
  limit: number,
): Promise<number | null> {
  const key = sendableKeyOf(fileKey, limit);
  const known = await files.size(key);
  if (known !== null) return known;
  const made = await smallerPicture(await files.get(fileKey), limit);
  if (!made) return null;
  await files.putDurably(key, made);
  return made.length;
}
