import type { AttachmentView } from '@hanasu/contract/chat';
import { ATTACHMENT_MAX_BYTES } from '@hanasu/contract/chats';
import type { AttachmentId } from '@hanasu/contract/ids';
import { extractInChild } from '@hanasu/retrieval/extract/extract-in-child';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import { pictureOf } from '../../../platform/files/picture.ts';
import type { Session } from '../../../platform/http/context.ts';
import { readFileField } from '../../../platform/http/read-file-field.ts';
import { newId } from '../../../platform/ids.ts';
import { countWaiting, insertAttachment } from '../attachments.store.ts';
import type { ChatsDependencies } from '../dependencies.ts';
import { cleanName, documentTypeOf, isPicture } from '../domain/sent-file.ts';

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
  const content = isPicture(sent.bytes)
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
        throw new AppError('rate_limited', 'Too many files wait to be sent');
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
  if (!picture) throw AppError.field('image_invalid', 'body.file', 'The picture is broken or too large');
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
