import type { AttachmentView } from '@hanasu/contract/chat';
import { ATTACHMENT_MAX_BYTES } from '@hanasu/contract/chats';
import { startsAsPicture } from '@hanasu/contract/file-signatures';
import type { AccountId, AttachmentId, ConversationId, UserId, VisitorId } from '@hanasu/contract/ids';
import { detectType } from '@hanasu/retrieval/extract/detect';
import { DOCUMENT_TYPES } from '@hanasu/retrieval/extract/document-types';
import { extractInChild } from '@hanasu/retrieval/extract/extract-in-child';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { sharp } from '../../../platform/files/lazy-sharp.ts';
import type { Session } from '../../../platform/http/context.ts';
import { readFileField } from '../../../platform/http/read-file-field.ts';
import { newId } from '../../../platform/ids.ts';
import type { ChatsDependencies } from './chats.ts';

const NAME_LENGTH = 200;

/** The name without folders, control characters and marks that turn its reading around. */
function cleanName(name: string): string {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = base.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return clean.slice(0, NAME_LENGTH).toWellFormed() || 'file';
}

/** Null: it can't be read. */
function documentTypeOf(fileName: string, bytes: Uint8Array): string | null {
  const detected = detectType({ fileName, bytes });
  return detected.kind === 'ok' ? DOCUMENT_TYPES[detected.type].mediaType : null;
}

/** Enough for a model to read; the answer's own budget cuts further. */
const TEXT_CHARACTERS = 200_000;
const READING = { milliseconds: 20_000, memoryMb: 512, textCharacters: 2_000_000 };
const WAITING_MAX = 40;

interface Content {
  readonly kind: AttachmentView['kind'];
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly text: string | null;
}

/** Keeps what somebody is about to send: pictures as fresh pixels, documents with the text that was read from them. */
export async function uploadAttachment(
  { database, files, requireQuota }: ChatsDependencies,
  session: Session,
  request: FastifyRequest,
): Promise<AttachmentView> {
  const sent = await readFileField(request, ATTACHMENT_MAX_BYTES);
  const name = cleanName(sent.name);
  if (sent.bytes.length === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  const content = startsAsPicture(sent.bytes)
    ? await readPicture(sent.bytes)
    : await readDocument(name, sent.bytes);
  const id = newId<AttachmentId>();
  const fileKey = `${session.accountId}/attachments/${id}`;
  const view = {
    uuid: id,
    kind: content.kind,
    name,
    mediaType: content.mediaType,
    size: content.bytes.length,
  };
  await files.put(fileKey, content.bytes);
  try {
    await database.account(session.accountId, async (transaction) => {
      if ((await countWaiting(transaction, session.userId)) >= WAITING_MAX)
        throw new AppError(
          'rate_limited',
          'Too many uploaded files are waiting to be sent; send or remove some first',
        );
      await requireQuota(transaction, view.size);
      const row = { ...view, fileKey, text: content.text, createdBy: session.userId };
      await insertAttachment(transaction, row);
    });
  } catch (error) {
    await files.remove(fileKey);
    throw error;
  }
  return view;
}

async function readPicture(bytes: Uint8Array): Promise<Content> {
  const picture = await pictureOf(bytes);
  if (!picture) throw AppError.field('image_invalid', 'body.file', 'The picture is damaged or too large');
  return { kind: 'image', mediaType: 'image/webp', bytes: picture, text: null };
}

async function readDocument(name: string, bytes: Uint8Array): Promise<Content> {
  const mediaType = documentTypeOf(name, bytes);
  if (!mediaType) throw AppError.field('file_type_unsupported', 'body.file', 'Send a picture or a document');
  const outcome = await extractInChild({ bytes, fileName: name, limits: READING });
  if (outcome.kind !== 'ok') {
    const detail = outcome.kind === 'failed' ? outcome.reason : 'Reading was stopped';
    throw AppError.field('attachment_unreadable', 'body.file', detail);
  }
  const text = outcome.document.text.replaceAll('\0', ' ').slice(0, TEXT_CHARACTERS).toWellFormed();
  return { kind: 'document', mediaType, bytes, text };
}

type LoadedAttachment =
  | { readonly kind: 'image'; readonly mediaType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'document'; readonly name: string; readonly text: string };

/** What a model is given of attachments, in their order; one whose file is gone is left out. */
export async function loadAttachments(
  { database, files }: Pick<ChatsDependencies, 'database' | 'files'>,
  accountId: AccountId,
  ids: readonly AttachmentId[],
): Promise<LoadedAttachment[]> {
  if (ids.length === 0) return [];
  const rows = await database.account(accountId, (transaction) => findAttachments(transaction, ids));
  const byId = new Map(rows.map((row) => [row.uuid, row]));
  const loaded: LoadedAttachment[] = [];
  for (const id of ids) {
    const row = byId.get(id);
    if (!row) continue;
    const { kind, name, mediaType, text, fileKey } = row;
    if (kind === 'document') loaded.push({ kind, name, text: text ?? '' });
    else if ((await files.size(fileKey)) !== null)
      loaded.push({ kind, mediaType, bytes: await files.get(fileKey) });
  }
  return loaded;
}

const BATCH = 200;

/** Uploads of yesterday that were never sent go, with their files. */
export async function removeOrphans({
  database,
  files,
}: Pick<ChatsDependencies, 'database' | 'files'>): Promise<null> {
  for (;;) {
    const keys = await database.system((transaction) => deleteExpired(transaction, BATCH));
    for (const key of keys) await files.remove(key);
    if (keys.length < BATCH) return null;
  }
}

/** Pixels of the longer side of what is kept. */
const PICTURE_SIZE = 2_048;
/** Larger pictures are refused before they are unpacked: a few kilobytes can hold gigabytes of one colour. */
const MAX_PIXELS = 50_000_000;
const SECONDS = 15;

/**
 * A WebP of a picture as it is seen, scaled down to `PICTURE_SIZE`; null when it is broken, too large or no picture.
 * Only pixels go through: metadata, further frames and whatever is hidden in the file stay behind.
 */
const pictureOf = (bytes: Uint8Array): Promise<Buffer | null> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(PICTURE_SIZE, PICTURE_SIZE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => null);

interface Sending {
  readonly accountId: AccountId;
  readonly attachmentIds: readonly AttachmentId[];
  readonly conversationId: ConversationId | null;
  readonly userId: UserId | null;
  readonly visitorId: VisitorId | null;
}

/**
 * Uploads that are sent with a question, in the order of their ids. Null: one of them is not there, is somebody
 * else's, or was sent in another conversation. An edited question may take those of the one it replaces.
 */
export async function findSendable(
  transaction: SystemTransaction,
  { accountId, attachmentIds, conversationId, userId, visitorId }: Sending,
): Promise<AttachmentView[] | null> {
  if (attachmentIds.length === 0) return [];
  const found = await transaction.rows<AttachmentView>(
    `select id as uuid, kind, name, media_type as "mediaType", size from attachments
     where account_id = $1 and id = any($2::uuid[])
       and (conversation_id = $3 or conversation_id is null and created_by = $4)
     for update`,
    [accountId, attachmentIds, conversationId, userId ?? visitorId],
  );
  const byId = new Map(found.map((attachment) => [attachment.uuid, attachment]));
  const views = [...new Set(attachmentIds)].map((id) => byId.get(id));
  return views.every((view) => view !== undefined) ? views : null;
}

/** Uploads belong to the conversation they were sent in, and go with it. */
export async function markSent(
  transaction: SystemTransaction,
  accountId: AccountId,
  conversationId: ConversationId,
  attachments: readonly AttachmentView[],
): Promise<void> {
  if (attachments.length === 0) return;
  await transaction.run(
    `update attachments set conversation_id = $2, expires_at = null
     where account_id = $1 and id = any($3::uuid[]) and conversation_id is null`,
    [accountId, conversationId, attachments.map(({ uuid }) => uuid)],
  );
}

export interface AttachmentRow extends AttachmentView {
  readonly fileKey: string;
  /** Text of a document; null for pictures. */
  readonly text: string | null;
}

async function insertAttachment(
  transaction: AccountTransaction,
  attachment: AttachmentRow & { readonly createdBy: UserId | VisitorId },
): Promise<void> {
  await transaction.run(
    `insert into attachments (account_id, id, kind, name, media_type, size, file_key, text, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + interval '1 day')`,
    [
      transaction.accountId,
      attachment.uuid,
      attachment.kind,
      attachment.name,
      attachment.mediaType,
      attachment.size,
      attachment.fileKey,
      attachment.text,
      attachment.createdBy,
    ],
  );
}

/** Uploads of this person that wait to be sent. */
async function countWaiting(transaction: AccountTransaction, createdBy: UserId): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from attachments
     where account_id = $1 and created_by = $2 and conversation_id is null`,
    [transaction.accountId, createdBy],
  );
  return row?.count ?? 0;
}

const ROW = `select id as uuid, kind, name, media_type as "mediaType", size, file_key as "fileKey", text
  from attachments where account_id = $1`;

/** An own upload, or one that was sent: whoever reads the account's conversations may see it. */
export const findReadable = (transaction: AccountTransaction, id: AttachmentId, userId: UserId) =>
  transaction.one<AttachmentRow>(`${ROW} and id = $2 and (created_by = $3 or conversation_id is not null)`, [
    transaction.accountId,
    id,
    userId,
  ]);

const findAttachments = (transaction: AccountTransaction, ids: readonly AttachmentId[]) =>
  transaction.rows<AttachmentRow>(`${ROW} and id = any($2::uuid[])`, [transaction.accountId, ids]);

/** Uploads that were never sent; returns the keys of their files. */
async function deleteExpired(transaction: SystemTransaction, most: number): Promise<string[]> {
  const rows = await transaction.rows<{ key: string }>(
    `delete from attachments where ctid = any(array(
       select ctid from attachments where expires_at < now() and conversation_id is null limit $1))
     returning file_key as key`,
    [most],
  );
  return rows.map(({ key }) => key);
}
