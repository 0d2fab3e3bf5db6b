import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';

export interface KnowledgeKey {
  readonly accountId: AccountId;
  readonly knowledgeId: KnowledgeId;
}

export interface DocumentKey {
  readonly accountId: AccountId;
  readonly documentId: DocumentId;
}

/** A document and the base that it must belong to. */
export interface StoredDocumentKey extends KnowledgeKey, DocumentKey {}
