import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { type DocumentChange, writeDocument } from '../document-changes.store.ts';
import { requeueDocument, selectDocument } from '../documents.store.ts';
import { PROCESS_DOCUMENT } from '../domain/job-names.ts';
import { announceDocument } from './announce-document.ts';
import { found } from './found.ts';

/** Changes what is said about a document. Another title is part of its passages: they are made again. */
export async function changeDocument(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'realtime' | 'jobs'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  documentId: DocumentId,
  change: DocumentChange,
): Promise<DocumentView> {
  const document = await dependencies.database.account(accountId, async (transaction) => {
    const before = found(await selectDocument(transaction, knowledgeId, documentId), 'document');
    const changed = found(await writeDocument(transaction, knowledgeId, documentId, change), 'document');
    if (changed.title === before.title || changed.status !== 'ready') return changed;
    await dependencies.jobs().send(transaction, PROCESS_DOCUMENT, { accountId, documentId });
    return found(await requeueDocument(transaction, knowledgeId, documentId), 'document');
  });
  announceDocument(dependencies, accountId, document);
  return document;
}
