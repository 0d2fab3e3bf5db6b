import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { removeDocument } from '../documents.store.ts';
import { lockIndex, selectSegmentOf } from '../index.store.ts';
import { leaveIndex } from './leave-index.ts';
import { planMerge } from './plan-merge.ts';

/** Removes a document from search at once; a worker that still reads it notices and stops. */
export async function deleteDocument(
  dependencies: KnowledgeDependencies,
  { accountId, userId, address, apiKey }: Pick<Actor, 'accountId' | 'userId' | 'address' | 'apiKey'>,
  knowledgeId: KnowledgeId,
  documentId: DocumentId,
): Promise<void> {
  const fileKey = await dependencies.database.account(accountId, async (transaction) => {
    const statistics = await lockIndex(transaction, knowledgeId);
    const document = statistics && (await selectSegmentOf(transaction, knowledgeId, documentId));
    if (!document) throw new AppError('not_found', 'There is no such document');
    await leaveIndex(transaction, { id: documentId, knowledgeId }, statistics);
    const removed = await removeDocument(transaction, documentId);
    await recordAudit(transaction, {
      userId,
      address,
      apiKey,
      action: 'document.deleted',
      target: removed?.title ?? documentId,
      data: { uuid: documentId, knowledge: knowledgeId },
    });
    await planMerge(dependencies, transaction, knowledgeId);
    return document.fileKey;
  });
  await dependencies.files.remove(fileKey);
}
