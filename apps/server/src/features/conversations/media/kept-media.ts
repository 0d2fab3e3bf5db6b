import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { AccountId, MediaId } from '@hanasu/contract/ids';
import type { MediaView } from '@hanasu/contract/media';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database, SystemTransaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { MediaDependencies } from './dependencies.ts';
import { cardPicture, pageWidthsOf, readTracks, smallerPicture, type Track } from './inspect-media.ts';
import { insertUpload, MEDIA_COLUMNS } from './media.store.ts';
import {
  expiryOf,
  folderOf,
  type MediaRow,
  mediaKindOf,
  mediaPath,
  mediaView,
  newFileKey,
  previewPath,
  sendableKeyOf,
  signMediaToken,
  thumbnailKeyOf,
} from './media-files.ts';
import { createPagePictures } from './page-pictures.ts';
import { partOf, refuseIfTooManyUnsent, settleBytes } from './upload-media.ts';

/** Most bytes of a card's picture; see `cardPicture`. */
const CARD_PICTURE_BYTES = 1_000_000;
const PLAIN_PICTURES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);

export type KeptMedia = MediaRow & {
  readonly fileKey: string;
  readonly contentType: string;
  readonly bytes: number;
};

/**
 * Files that composed messages of the account may show: uploads that no conversation has, and what is kept already.
 * Those that are not there (any more) are left out.
 */
const findKeepable = (transaction: AccountTransaction, ids: readonly MediaId[]): Promise<KeptMedia[]> | [] =>
  ids.length === 0
    ? []
    : transaction.rows<KeptMedia>(
        `select ${MEDIA_COLUMNS} from media where account_id = $1 and id = any($2::uuid[]) and state = 'stored'
           and conversation_id is null and message_id is null and file_key is not null and content_type is not null
           and bytes is not null`,
        [transaction.accountId, ids],
      );

/** Keeps uploads from now on, for as long as something shows them. */
const keepMedia = (transaction: AccountTransaction, ids: readonly MediaId[]): Promise<number> | 0 =>
  ids.length === 0
    ? 0
    : transaction.run(
        `update media set kept_at = coalesce(kept_at, now()) where account_id = $1 and id = any($2::uuid[])
           and conversation_id is null`,
        [transaction.accountId, ids],
      );

/** Notes the time of sending: phones fetch what was sent for as long as people look at it. */
const markKeptMediaSent = (transaction: AccountTransaction, ids: readonly MediaId[]): Promise<number> | 0 =>
  ids.length === 0
    ? 0
    : transaction.run(
        `update media set sent_at = now() where account_id = $1 and id = any($2::uuid[])
           and (sent_at is null or sent_at < now() - interval '1 hour')`,
        [transaction.accountId, ids],
      );

/**
 * Makes the forms of pictures that cards and vendors take, before anything is locked; made once for each picture. The
 * ids of pictures of which they can't be made.
 */
async function prepareKeptPictures(
  { database, files }: { readonly database: Database; readonly files: FileStore },
  accountId: AccountId,
  { ids, limits }: { readonly ids: readonly MediaId[]; readonly limits: readonly number[] },
): Promise<MediaId[]> {
  const rows = await database.account(accountId, async (transaction) => findKeepable(transaction, ids));
  const broken: MediaId[] = [];
  for (const row of rows.filter(({ contentType }) => contentType.startsWith('image/'))) {
    const wanted = [...new Set([...limits.filter((limit) => !isTaken(row, limit)), CARD_PICTURE_BYTES])];
    for (const limit of wanted) {
      const key = sendableKeyOf(row.fileKey, limit);
      if ((await files.size(key)) !== null) continue;
      const picture = await files.get(row.fileKey);
      const made = await (limit === CARD_PICTURE_BYTES
        ? cardPicture(picture, limit)
        : smallerPicture(picture, limit));
      if (made) await files.putDurably(key, made);
      else broken.push(row.id);
    }
  }
  return [...new Set(broken)];
}

const isTaken = ({ contentType, bytes }: KeptMedia, limit: number): boolean =>
  PLAIN_PICTURES.has(contentType) && bytes <= limit;

interface Addresses {
  readonly publicUrl: string;
  /** By the database's clock. */
  readonly now: number;
}

function addressesOf({ accountId, id: mediaId, fileKey }: KeptMedia, now: number, mostBytes: number) {
  const claim = { accountId, mediaId, purpose: 'send', expiresAt: expiryOf('send', now), mostBytes } as const;
  const token = signMediaToken(claim, fileKey);
  return { path: mediaPath(token), previewPath: previewPath(token) };
}

/** Path of a card's picture; null: it is no picture. */
const cardPicturePath = (row: KeptMedia, now: number): string | null =>
  row.contentType.startsWith('image/') ? addressesOf(row, now, CARD_PICTURE_BYTES).path : null;

const SHORTEST_MS = 1_000;
const PICTURE_BYTES = 10 * 1024 * 1024;

/** A kept file as a part of a message, once `prepareKeptPictures` has run; null: the channel takes no file so large. */
function keptPart(
  row: KeptMedia,
  limits: ChannelManifest['limits']['fileBytes'],
  { publicUrl, now }: Addresses,
): {
  readonly part: Extract<OutgoingPart, { kind: 'image' | 'video' | 'audio' | 'file' }>;
  readonly path: string;
  readonly previewPath: string;
} | null {
  const kind = mediaKindOf(row.contentType);
  const limit = limits[kind] ?? (kind === 'image' ? PICTURE_BYTES : Number.POSITIVE_INFINITY);
  const isMade = kind === 'image' && !isTaken(row, limit);
  if (kind !== 'image' && row.bytes > limit) return null;
  const shown = addressesOf(row, now, isMade ? limit : 0);
  const file = {
    mediaId: row.id,
    url: publicUrl + shown.path,
    name: isMade ? `${row.name.replace(/\.[^.]*$/, '')}.jpg` : row.name,
    contentType: isMade ? 'image/jpeg' : row.contentType,
    bytes: isMade ? Math.min(limit, row.bytes) : row.bytes,
  };
  const previewUrl = publicUrl + shown.previewPath;
  const { durationMs } = row;
  switch (kind) {
    case 'image':
      return { ...shown, part: { kind, ...file, previewUrl } };
    case 'video':
      return { ...shown, part: { kind, ...file, previewUrl, durationMs } };
    case 'audio':
      return { ...shown, part: { kind, ...file, durationMs: durationMs ?? SHORTEST_MS } };
    case 'file':
      return { ...shown, part: { kind, ...file } };
    default:
      return kind satisfies never;
  }
}

/** Days for which sent files stay, as people may look at them; what was never sent goes after a day. */
const SENT_DAYS = 90;
const BATCH = 200;

/**
 * Runs on a schedule: removes kept files that nothing shows any more. `findUsed` returns which of them are still shown.
 */
async function removeUnusedKept(
  { database, files }: { readonly database: Database; readonly files: FileStore },
  findUsed: (transaction: AccountTransaction, ids: readonly MediaId[]) => Promise<readonly MediaId[]>,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const last = after;
    const rows = await database.system((transaction) => findOldKept(transaction, last));
    for (const { accountId, id, fileKey } of rows) {
      after = id;
      const isGone = await database.account(accountId, async (transaction) => {
        // A message saved with it at the same time waits here and finds it gone, or is waited for and is found.
        await transaction.run('select from media where account_id = $1 and id = $2 for update', [
          accountId,
          id,
        ]);
        const used = await findUsed(transaction, [id]);
        if (used.includes(id)) return false;
        await transaction.run(`delete from media where account_id = $1 and id = $2 and kept_at is not null`, [
          accountId,
          id,
        ]);
        return true;
      });
      if (isGone && fileKey) await files.removeFolder(folderOf(fileKey));
    }
    if (rows.length < BATCH) return;
  }
}

const findOldKept = (transaction: SystemTransaction, after: string) =>
  transaction.rows<{ accountId: AccountId; id: MediaId; fileKey: string | null }>(
    `select account_id as "accountId", id, file_key as "fileKey" from media
     where kept_at < now() - interval '1 day' and id > $1
       and (sent_at is null or sent_at < now() - make_interval(days => ${SENT_DAYS}))
     order by id limit ${BATCH}`,
    [after],
  );

/** Views for staff who compose. */
const viewsOfKept = (rows: readonly KeptMedia[], now: number): MediaView[] =>
  rows.map((row) => mediaView(row, now));

/** Keeps a picture that was fetched for staff who compose, as if they had uploaded it. */
async function storePicture(
  { database, files, requireQuota }: Pick<MediaDependencies, 'database' | 'files' | 'requireQuota'>,
  { accountId, userId }: Session,
  { bytes, name }: { readonly bytes: Buffer; readonly name: string },
): Promise<MediaView> {
  await refuseIfTooManyUnsent(database, { accountId, userId });
  const id = newId<MediaId>();
  const fileKey = newFileKey(accountId, id);
  try {
    await files.put(fileKey, bytes);
    const facts = await settleBytes(files, fileKey, name);
    if (!facts.contentType.startsWith('image/') || facts.thumbnailKey === null)
      throw AppError.field('media_type_unsupported', 'body.url', 'The address gives no picture');
    const row = await database.account(accountId, async (transaction) => {
      await requireQuota(transaction, facts.bytes);
      return insertUpload(transaction, { ...facts, id, name, fileKey, createdBy: userId });
    });
    if (!row) throw new Error('the picture just stored is not there');
    return mediaView(row, database.now());
  } catch (error) {
    await files.removeFolder(folderOf(fileKey));
    throw error;
  }
}

/**
 * What one message is to be sent with: a kept file as an upload of its own, which becomes the message's and goes with it, while
 * what else shows the file keeps it. Any other file as it is.
 */
async function copyToSend(
  { database, files, requireQuota }: Pick<MediaDependencies, 'database' | 'files' | 'requireQuota'>,
  { accountId, userId }: Pick<Session, 'accountId' | 'userId'>,
  mediaId: MediaId,
): Promise<MediaId> {
  const kept = await database.account(accountId, (transaction) => findKeptToSend(transaction, mediaId));
  if (!kept) return mediaId;
  const id = newId<MediaId>();
  const fileKey = newFileKey(accountId, id);
  const thumbnailKey = kept.thumbnailKey && thumbnailKeyOf(fileKey);
  try {
    await copyFile(files, kept.fileKey, fileKey);
    if (kept.thumbnailKey && thumbnailKey) await copyFile(files, kept.thumbnailKey, thumbnailKey);
    await database.account(accountId, async (transaction) => {
      await requireQuota(transaction, kept.bytes);
      await insertUpload(transaction, { ...kept, id, fileKey, thumbnailKey, createdBy: userId });
    });
    return id;
  } catch (error) {
    await files.removeFolder(folderOf(fileKey));
    throw error;
  }
}

const findKeptToSend = (transaction: AccountTransaction, id: MediaId) =>
  transaction.one<KeptMedia>(
    `select ${MEDIA_COLUMNS} from media where account_id = $1 and id = $2 and state = 'stored' and kept_at is not null
       and file_key is not null and content_type is not null and bytes is not null`,
    [transaction.accountId, id],
  );

async function copyFile(files: FileStore, from: string, to: string): Promise<void> {
  const content = await files.getStream(from);
  if (!content) throw new Error('a kept file is not in the store');
  await files.putStream(to, content);
}

/** What a video consists of; null: it is not there (any more). */
async function readVideo(
  { database, files }: { readonly database: Database; readonly files: FileStore },
  accountId: AccountId,
  id: MediaId,
): Promise<{ readonly row: KeptMedia; readonly tracks: readonly Track[] } | null> {
  const [row] = await database.account(accountId, async (transaction) => findKeepable(transaction, [id]));
  if (!row) return null;
  const tracks = await readTracks((range) => partOf(files, row.fileKey, range), row.bytes);
  return { row, tracks };
}

export type KeptMediaStore = ReturnType<typeof createKeptMedia>;

/** Files that composed messages show, whichever conversations they are sent in. */
export const createKeptMedia = (dependencies: {
  readonly database: Database;
  readonly files: FileStore;
  readonly requireQuota: MediaDependencies['requireQuota'];
}) => ({
  find: findKeepable,
  keep: keepMedia,
  markSent: markKeptMediaSent,
  viewsOf: viewsOfKept,
  cardPicturePath,
  pageWidthsOf,
  openPagePicture: createPagePictures(dependencies.files),
  copyToSend: (sender: Pick<Session, 'accountId' | 'userId'>, id: MediaId) =>
    copyToSend(dependencies, sender, id),
  partOf: keptPart,
  readVideo: (accountId: AccountId, id: MediaId) => readVideo(dependencies, accountId, id),
  prepare: (accountId: AccountId, wanted: Parameters<typeof prepareKeptPictures>[2]) =>
    prepareKeptPictures(dependencies, accountId, wanted),
  storePicture: (session: Session, picture: Parameters<typeof storePicture>[2]) =>
    storePicture(dependencies, session, picture),
  removeUnused: (findUsed: Parameters<typeof removeUnusedKept>[1]) =>
    removeUnusedKept(dependencies, findUsed),
});
