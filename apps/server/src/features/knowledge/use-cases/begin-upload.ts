import type { createUpload, UploadView } from '@hanasu/contract/documents';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, KnowledgeId, UploadId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectForVersion, writeUnchanged } from '../documents.store.ts';
import { cleanFileName, cleanFolder } from '../domain/upload.ts';
import { refuseUnreadableName } from '../media-type.ts';
import { insertUpload, selectBegun } from '../uploads.store.ts';
import { found } from './found.ts';
import { uploadView } from './upload-view.ts';

type Body = EndpointRequest<typeof createUpload>['body'];
type NewFile = Omit<Body, 'tags'> & { readonly knowledgeId: KnowledgeId };

/**
 * Starts to receive a file in parts. One that was begun before is gone on with; bytes that the base has under this
 * name already need not be sent.
 */
export async function beginUpload(
  {
    database,
    maxUploadBytes,
    requireQuota,
  }: Pick<KnowledgeDependencies, 'database' | 'maxUploadBytes' | 'requireQuota'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  { tags, ...body }: Body,
): Promise<UploadView> {
  if (body.bytes > maxUploadBytes) {
    throw AppError.field('file_too_large', 'body.bytes', `The file is larger than ${maxUploadBytes} bytes`);
  }
  const fileName = cleanFileName(body.fileName);
  refuseUnreadableName(fileName);
  const file = { ...body, fileName, folder: cleanFolder(body.folder), knowledgeId };
  const begun = await database.account(accountId, (transaction) => selectBegun(transaction, file));
  if (begun) return uploadView(begun);
  return database.account(accountId, async (transaction) => {
    await requireQuota(transaction, body.bytes);
    const result = await sameDocument(transaction, file, tags);
    const upload = { ...file, tags: tags ?? [], id: newId<UploadId>(), result };
    return uploadView(found(await insertUpload(transaction, upload), 'knowledge base'));
  });
}

/** The document that was made from exactly this file. */
async function sameDocument(
  transaction: AccountTransaction,
  file: NewFile,
  tags: Body['tags'],
): Promise<UploadView['result']> {
  const before = await selectForVersion(transaction, { ...file, kind: 'file', replaces: null });
  const isRead = before && before.status !== 'failed' && before.status !== 'stopped';
  if (!isRead || before.contentHash !== file.sha256) return null;
  await writeUnchanged(transaction, before.id, tags ? { tags } : {});
  return { kind: 'unchanged', documentUuid: before.id };
}
