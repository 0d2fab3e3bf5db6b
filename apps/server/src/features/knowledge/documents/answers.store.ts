import type { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentStatus } from '@hanasu/contract/knowledge';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** By it the document is known whatever it is called; `questions` are never looked up by file name otherwise. */
export const ANSWERS_FILE = 'answers-from-conversations.json';

export interface AnswersDocument {
  readonly id: DocumentId;
  readonly title: string;
  readonly fileKey: string;
}

/** One at a time adds answers to a base, over all processes, until the transaction ends. */
export async function lockAnswers(transaction: AccountTransaction, knowledgeId: KnowledgeId): Promise<void> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('answers ' || $1::text, 0))`, [
    knowledgeId,
  ]);
}

/** The newest document that takes the answers of a base; null: there is none yet. */
export const selectAnswers = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<AnswersDocument | null> =>
  transaction.one(
    `select id, title, file_key as "fileKey" from documents
     where account_id = $1 and knowledge_id = $2 and kind = 'questions' and folder = '' and file_name = $3
     order by id desc limit 1`,
    [transaction.accountId, knowledgeId, ANSWERS_FILE],
  );

/** The last passage of a document that has these words, else its last one; null: it is not read yet. */
export async function selectPassageWith(
  transaction: AccountTransaction,
  documentId: DocumentId,
  words: string,
): Promise<EmbeddingId | null> {
  const row = await transaction.one<{ id: EmbeddingId }>(
    `select e.id from embeddings e join documents d on d.account_id = e.account_id and d.id = e.document_id
     where e.account_id = $1 and e.document_id = $2 and e.enabled and d.status = 'ready'
     order by strpos(e.text, $3) > 0 desc, e.position desc limit 1`,
    [transaction.accountId, documentId, words],
  );
  return row?.id ?? null;
}

/** Null when it is gone. */
export async function selectStatusOf(
  transaction: AccountTransaction,
  documentId: DocumentId,
): Promise<DocumentStatus | null> {
  const row = await transaction.one<{ status: DocumentStatus }>(
    'select status from documents where account_id = $1 and id = $2',
    [transaction.accountId, documentId],
  );
  return row?.status ?? null;
}
