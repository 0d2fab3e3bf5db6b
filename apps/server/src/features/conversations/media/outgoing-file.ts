import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { AccountId, MediaId } from '@hanasu/contract/ids';
import type { OutgoingDependencies } from './dependencies.ts';
import { smallerPicture } from './inspect-media.ts';
import { findMedia } from './media.store.ts';
import {
  expiryOf,
  type MediaRow,
  mediaKindOf,
  mediaPath,
  previewPath,
  sendableKeyOf,
  signMediaToken,
} from './media-files.ts';

export type OutgoingMedia =
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
const PICTURE_BYTES = 10 * 1024 * 1024;

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
  if (kind === 'image') return outgoingPicture(dependencies, row, limits.image ?? PICTURE_BYTES);
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
