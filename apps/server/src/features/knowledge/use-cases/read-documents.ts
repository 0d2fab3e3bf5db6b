import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentKind, DocumentStatus, DocumentView, getDocumentText } from '@hanasu/contract/knowledge';
import type { PageQuery } from '@hanasu/contract/page';
import { selectText } from '../chunks.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectDocument, selectDocuments } from '../documents.store.ts';
import { rangeOf } from '../domain/page-range.ts';
import { existingKnowledgeIds } from '../knowledge.store.ts';
import { found } from './found.ts';

type Reads = Pick<KnowledgeDependencies, 'database'>;

export async function readDocuments(
  { database }: Reads,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  query: PageQuery & {
    readonly status?: DocumentStatus | undefined;
    readonly kind?: DocumentKind | undefined;
    readonly tag?: string | undefined;
  },
) {
  const { items, total } = await database.account(accountId, async (transaction) => {
    const [existing] = await existingKnowledgeIds(transaction, [knowledgeId]);
    found(existing ?? null, 'knowledge base');
    return selectDocuments(transaction, knowledgeId, {
      ...rangeOf(query),
      status: query.status,
      kind: query.kind,
      tag: query.tag,
    });
  });
  return { items, total, page: query.page, pageSize: query.pageSize };
}

export async function readDocument(
  { database }: Reads,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  documentId: DocumentId,
): Promise<DocumentView> {
  return database.account(accountId, async (transaction) =>
    found(await selectDocument(transaction, knowledgeId, documentId), 'document'),
  );
}

export async function readText(
  { database }: Reads,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  documentId: DocumentId,
): Promise<EndpointOutput<typeof getDocumentText>> {
  return database.account(accountId, async (transaction) =>
    found(await selectText(transaction, knowledgeId, documentId), 'document'),
  );
}
