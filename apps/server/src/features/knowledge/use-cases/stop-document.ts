import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { writeStopped } from '../document-changes.store.ts';
import { selectDocument } from '../documents.store.ts';
import { announceDocument } from './announce-document.ts';
import { found } from './found.ts';

/** Ends the reading of a document; what was read of it before stays searchable. One that is done stays as it is. */
export async function stopDocument(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'realtime'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  documentId: DocumentId,
): Promise<DocumentView> {
  const document = await dependencies.database.account(
    accountId,
    async (transaction) =>
      (await writeStopped(transaction, knowledgeId, documentId)) ??
      found(await selectDocument(transaction, knowledgeId, documentId), 'document'),
  );
  announceDocument(dependencies, accountId, document);
  return document;
}
