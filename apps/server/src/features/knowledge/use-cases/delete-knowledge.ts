import type { KnowledgeId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectFileKeys } from '../documents.store.ts';
import { uploadFolder } from '../domain/upload-files.ts';
import { lockKnowledge, removeKnowledge } from '../knowledge.store.ts';
import { selectUploadIds } from '../uploads.store.ts';

/** Removes a base with its documents, index and files; bots that used it go on without it. */
export async function deleteKnowledge(
  { database, files }: Pick<KnowledgeDependencies, 'database' | 'files'>,
  { accountId, userId, address, apiKey }: Actor,
  knowledgeId: KnowledgeId,
): Promise<void> {
  const { fileKeys, uploads } = await database.account(accountId, async (transaction) => {
    const isThere = await lockKnowledge(transaction, knowledgeId);
    if (!isThere) throw new AppError('not_found', 'There is no such knowledge base');
    const keys = await selectFileKeys(transaction, knowledgeId);
    const ids = await selectUploadIds(transaction, knowledgeId);
    const removed = await removeKnowledge(transaction, knowledgeId);
    await recordAudit(transaction, {
      userId,
      address,
      apiKey,
      action: 'knowledge.deleted',
      target: removed?.name ?? knowledgeId,
      data: { uuid: knowledgeId, documents: keys.length },
    });
    return { fileKeys: keys, uploads: ids };
  });
  for (const key of fileKeys) await files.remove(key);
  for (const id of uploads) await files.removeFolder(uploadFolder(accountId, id));
}
