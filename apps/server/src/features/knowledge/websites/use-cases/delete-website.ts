import type { DocumentId, WebsiteId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import * as sourcePages from '../../source-pages.store.ts';
import { deleteDocument } from '../../use-cases/delete-document.ts';
import type { WebsitesDependencies } from '../dependencies.ts';
import { removeWebsite, stopCrawl } from '../websites.store.ts';
import { existingWebsite, recordWebsite } from './website-rules.ts';

/**
 * Forgets a site, and what was read of it unless that is to stay. Documents go first: if something comes in between,
 * the site is still there and can be deleted again.
 */
export async function deleteWebsite(
  { knowledge }: WebsitesDependencies,
  actor: Actor,
  id: WebsiteId,
  keepDocuments: boolean,
): Promise<void> {
  const { database } = knowledge;
  const { accountId } = actor;
  const site = await database.account(accountId, async (transaction) => {
    // Or its crawl would make documents while they are being deleted.
    await stopCrawl(transaction, id, null);
    return existingWebsite(transaction, id);
  });
  const deleted = new Set<DocumentId>();
  for (;;) {
    const left = await database.account(accountId, async (transaction) => {
      const documents = keepDocuments ? [] : await sourcePages.documentsOfWebsite(transaction, id);
      if (documents.length > 0) return documents;
      if (keepDocuments) await sourcePages.detachFromWebsite(transaction, id);
      await removeWebsite(transaction, id);
      const data = { keptDocuments: keepDocuments, documents: deleted.size };
      await recordWebsite(transaction, actor, 'website.deleted', site, data);
      return [];
    });
    if (left.length === 0) return;
    for (const documentId of left) {
      await deleteDocument(knowledge, actor, site.knowledgeId, documentId).catch(ignoreMissing);
      deleted.add(documentId);
    }
  }
}

/** Somebody else was faster. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error;
}
