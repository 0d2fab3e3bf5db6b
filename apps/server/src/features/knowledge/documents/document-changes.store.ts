import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentKind, DocumentStatus, DocumentView } from '@hanasu/contract/knowledge';
import type { KnowledgeLanguage } from '@hanasu/contract/knowledge-settings';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { COLUMNS, type DocumentRow, RUNNING, viewOf } from './documents.store.ts';

export interface DocumentChange {
  readonly title?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly sample?: false | undefined;
}

/** What is absent stays as it is. Null when there is no such document. */
export const writeDocument = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  id: DocumentId,
  { title, tags, metadata, sample }: DocumentChange,
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `update documents set title = coalesce($4, title), tags = coalesce($5::text[], tags),
         metadata = coalesce($6::jsonb, metadata), sample = coalesce($7, sample), updated_at = now()
       where account_id = $1 and knowledge_id = $2 and id = $3 returning ${COLUMNS}`,
      [
        transaction.accountId,
        knowledgeId,
        id,
        title ?? null,
        tags ?? null,
        metadata ? JSON.stringify(metadata) : null,
        sample ?? null,
      ],
    ),
  );

/** Its worker notices like that of a deleted one. Null when nothing is being done with it. */
export const writeStopped = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  id: DocumentId,
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `update documents set status = 'stopped', updated_at = now()
       where account_id = $1 and knowledge_id = $2 and id = $3 and (status = 'queued' or status in ${RUNNING})
       returning ${COLUMNS}`,
      [transaction.accountId, knowledgeId, id],
    ),
  );

export interface StoredFile {
  readonly knowledgeId: KnowledgeId;
  readonly kind: DocumentKind;
  readonly title: string;
  readonly fileName: string | null;
  readonly mediaType: string;
  readonly fileKey: string;
  readonly status: DocumentStatus;
}

export const selectStoredFile = (
  transaction: AccountTransaction,
  id: DocumentId,
): Promise<StoredFile | null> =>
  transaction.one(
    `select knowledge_id as "knowledgeId", kind, title, file_name as "fileName", media_type as "mediaType",
       file_key as "fileKey", status
     from documents where account_id = $1 and id = $2`,
    [transaction.accountId, id],
  );

export const selectLanguage = async (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<KnowledgeLanguage> => {
  const row = await transaction.one<{ language: KnowledgeLanguage | null }>(
    `select settings->>'language' as language from knowledges where account_id = $1 and id = $2`,
    [transaction.accountId, knowledgeId],
  );
  return row?.language ?? 'auto';
};

/** What the reading itself has shown; the rest is written when its passages are. */
export async function writeFindings(
  transaction: AccountTransaction,
  id: DocumentId,
  { language, unreadPages, warnings }: Pick<DocumentView, 'language' | 'unreadPages' | 'warnings'>,
): Promise<void> {
  await transaction.run(
    `update documents set language = $3, unread_pages = $4::int[], warnings = $5::text[]
     where account_id = $1 and id = $2 and status in ${RUNNING}`,
    [transaction.accountId, id, language, unreadPages, warnings],
  );
}
