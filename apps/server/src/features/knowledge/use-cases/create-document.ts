import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { detectType } from '@hanasu/retrieval/extract/detect';
import { AppError } from '../../../platform/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { insertDocument } from '../documents.store.ts';
import { PROCESS_DOCUMENT } from '../domain/job-names.ts';
import { MEDIA_TYPES, type Upload } from '../domain/upload.ts';
import { announceDocument } from './announce-document.ts';

/** Keeps the upload and queues its reading: both or neither. */
export async function createDocument(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  upload: Upload,
): Promise<DocumentView> {
  const { database, files, jobs } = dependencies;
  const mediaType = mediaTypeOf(upload);
  const id = newId<DocumentId>();
  const fileKey = `${accountId}/documents/${id}`;
  await files.put(fileKey, upload.bytes);
  try {
    const document = await database.account(accountId, async (transaction) => {
      const { title, fileName, bytes } = upload;
      const row = { id, knowledgeId, title, fileName, mediaType, bytes: bytes.byteLength, fileKey };
      const inserted = await insertDocument(transaction, row);
      if (!inserted) throw new AppError('not_found', 'There is no such knowledge base');
      await jobs().send(transaction, PROCESS_DOCUMENT, { accountId, documentId: id });
      return inserted;
    });
    announceDocument(dependencies, accountId, document);
    return document;
  } catch (error) {
    await files.remove(fileKey);
    throw error;
  }
}

function mediaTypeOf({ bytes, fileName }: Upload): string {
  if (bytes.byteLength === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  if (fileName === null) return MEDIA_TYPES.markdown;
  const detected = detectType({ fileName, bytes });
  if (detected.kind === 'unsupported') {
    throw AppError.field('file_type_unsupported', 'body.file', detected.detail);
  }
  return MEDIA_TYPES[detected.type];
}
