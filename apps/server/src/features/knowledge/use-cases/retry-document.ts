import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { AppError } from '../../../platform/app-error.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { requeueDocument } from '../documents.store.ts';
import { PROCESS_DOCUMENT } from '../domain/job-names.ts';
import { announceDocument } from './announce-document.ts';

/** Reads a document again; what was found in it before stays searchable until the new reading is done. */
export async function retryDocument(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  documentId: DocumentId,
): Promise<DocumentView> {
  const document = await dependencies.database.account(accountId, async (transaction) => {
    const queued = await requeueDocument(transaction, knowledgeId, documentId);
    if (!queued) throw new AppError('not_found', 'There is no such document');
    await dependencies.jobs().send(transaction, PROCESS_DOCUMENT, { accountId, documentId });
    return queued;
  });
  announceDocument(dependencies, accountId, document);
  return document;
}
