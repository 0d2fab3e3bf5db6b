import type { DocumentId, KnowledgeId, WebsiteId } from '@hanasu/contract/ids';
import type { DocumentFailure, DocumentKind, DocumentStatus, DocumentView } from '@hanasu/contract/knowledge';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { containing, type PageRange } from '../../../platform/database/page-range.ts';
import type { DocumentKey } from '../keys.ts';

export type DocumentRow = Omit<DocumentView, 'createdAt' | 'updatedAt' | 'checkedAt'> & {
  readonly checkedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** What a list or one document is read as: for stores of this feature. */
export const COLUMNS = `id as uuid, knowledge_id as "knowledgeUuid", kind, title, file_name as "fileName", folder, url,
  website_id as "websiteUuid", tags, metadata, language, version, unread_pages as "unreadPages", warnings, stale,
  checked_at as "checkedAt",
  (select count(*) from chunk_edits e where e.account_id = documents.account_id and e.document_id = documents.id) as edits,
  (select count(*) from chunk_edits e where e.account_id = documents.account_id and e.document_id = documents.id
    and e.review is not null) as "editsToReview",
  media_type as "mediaType", bytes, status, progress, failure, reason, pages, embeddings, sample,
  created_at as "createdAt", updated_at as "updatedAt"`;
/** States that a worker is responsible for. */
export const RUNNING = `('reading', 'splitting', 'embedding')`;

export const toView = (row: DocumentRow): DocumentView => ({
  ...row,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const viewOf = async (row: Promise<DocumentRow | null>): Promise<DocumentView | null> => {
  const found = await row;
  return found && toView(found);
};

export async function selectDocuments(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  range: PageRange & {
    readonly status: DocumentStatus | undefined;
    readonly kind?: DocumentKind | undefined;
    readonly tag?: string | undefined;
  },
): Promise<{ items: DocumentView[]; total: number }> {
  const where = `where account_id = $1 and knowledge_id = $2 and ($3::text is null or status = $3)
    and ($4::text is null or title ilike $4 or file_name ilike $4) and ($5::text is null or kind = $5)
    and ($6::text is null or $6 = any(tags))`;
  const { status = null, kind = null, tag = null, q } = range;
  const values = [transaction.accountId, knowledgeId, status, containing(q), kind, tag];
  const rows = await transaction.rows<DocumentRow>(
    `select ${COLUMNS} from documents ${where} order by created_at desc, id desc limit $7 offset $8`,
    [...values, range.limit, range.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*) as total from documents ${where}`,
    values,
  );
  return { items: rows.map(toView), total: count?.total ?? 0 };
}

export const selectDocument = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  id: DocumentId,
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `select ${COLUMNS} from documents where account_id = $1 and knowledge_id = $2 and id = $3`,
      [transaction.accountId, knowledgeId, id],
    ),
  );

export interface NewDocument {
  readonly id: DocumentId;
  readonly knowledgeId: KnowledgeId;
  readonly kind: DocumentKind;
  readonly title: string;
  readonly fileName: string | null;
  readonly folder: string;
  readonly url: string | null;
  readonly websiteId: WebsiteId | null;
  readonly mediaType: string;
  readonly bytes: number;
  readonly fileKey: string;
  readonly contentHash: string;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly sample?: boolean | undefined;
}

/** Null when the base does not exist (any more). */
export const insertDocument = (
  transaction: AccountTransaction,
  document: NewDocument,
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `insert into documents (account_id, id, knowledge_id, kind, title, file_name, folder, url, website_id, media_type,
         bytes, file_key, content_hash, tags, metadata, sample, status, checked_at)
       select k.account_id, $3, k.id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, coalesce($14::text[], '{}'),
         coalesce($15::jsonb, '{}'), $16, 'queued', now()
       from knowledges k where k.account_id = $1 and k.id = $2 for key share
       returning ${COLUMNS}`,
      [
        transaction.accountId,
        document.knowledgeId,
        document.id,
        document.kind,
        document.title,
        document.fileName,
        document.folder,
        document.url,
        document.websiteId,
        document.mediaType,
        document.bytes,
        document.fileKey,
        document.contentHash,
        document.tags ?? null,
        document.metadata ? JSON.stringify(document.metadata) : null,
        document.sample ?? false,
      ],
    ),
  );

/** The document that a source is a new version of; its row stays locked. Null: there is none. */
export async function selectForVersion(
  transaction: AccountTransaction,
  source: Pick<NewDocument, 'knowledgeId' | 'kind' | 'fileName' | 'folder'> & {
    readonly replaces: DocumentId | null;
  },
): Promise<{
  readonly id: DocumentId;
  readonly contentHash: string | null;
  readonly fileKey: string;
  readonly bytes: number;
  readonly status: DocumentStatus;
} | null> {
  // The same new file sent twice at once is one document: the second waits and finds it.
  if (source.kind === 'file')
    await transaction.run(
      `select pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'document', $1::text, $2::text, $3::text), 0))`,
      [source.knowledgeId, source.folder, source.fileName],
    );
  return transaction.one(
    `select id, content_hash as "contentHash", file_key as "fileKey", bytes, status from documents
     where account_id = $1 and knowledge_id = $2 and (id = $3
       or ($3::uuid is null and $4 = 'file' and kind = 'file' and folder = $5 and file_name = $6))
     order by created_at limit 1 for no key update`,
    [transaction.accountId, source.knowledgeId, source.replaces, source.kind, source.folder, source.fileName],
  );
}

/** Puts another source under a document and it back to the start; its chunks stay searchable until it is read. */
export const writeVersion = (
  transaction: AccountTransaction,
  id: DocumentId,
  source: Omit<NewDocument, 'id'>,
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `update documents set title = $3, media_type = $4, bytes = $5, file_key = $6, content_hash = $7, url = $8,
         tags = coalesce($9::text[], tags), metadata = coalesce($10::jsonb, metadata), version = version + 1,
         status = 'queued', progress = 0, failure = null, reason = null, stale = null, sample = false,
         checked_at = now(), updated_at = now()
       where account_id = $1 and id = $2 returning ${COLUMNS}`,
      [
        transaction.accountId,
        id,
        source.title,
        source.mediaType,
        source.bytes,
        source.fileKey,
        source.contentHash,
        source.url,
        source.tags ?? null,
        source.metadata ? JSON.stringify(source.metadata) : null,
      ],
    ),
  );

/** Says that the source of a document was looked at and is what it was, wherever it is now. */
export const writeUnchanged = (
  transaction: AccountTransaction,
  id: DocumentId,
  source: Partial<Pick<NewDocument, 'url' | 'tags' | 'metadata'>>,
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `update documents set stale = null, checked_at = now(), tags = coalesce($3::text[], tags),
         metadata = coalesce($4::jsonb, metadata), url = coalesce($5, url)
       where account_id = $1 and id = $2 returning ${COLUMNS}`,
      [
        transaction.accountId,
        id,
        source.tags ?? null,
        source.metadata ? JSON.stringify(source.metadata) : null,
        source.url ?? null,
      ],
    ),
  );

/** What a worker needs to read a document. */
export interface DocumentSource {
  readonly knowledgeId: KnowledgeId;
  readonly title: string;
  readonly kind: DocumentKind;
  readonly fileName: string | null;
  readonly fileKey: string;
  /** Where the page of a web site was found. */
  readonly url: string | null;
}

/** Starts (again) to work on a document; null when it is gone or done. */
export const startReading = (
  transaction: AccountTransaction,
  id: DocumentId,
): Promise<(DocumentSource & { readonly status: DocumentStatus }) | null> =>
  transaction.one(
    `update documents set status = 'reading', progress = 0, failure = null, reason = null, updated_at = now()
     where account_id = $1 and id = $2 and (status = 'queued' or status in ${RUNNING})
     returning knowledge_id as "knowledgeId", title, kind, file_name as "fileName", file_key as "fileKey", url, status`,
    [transaction.accountId, id],
  );

/** Null when nobody waits for it: deleted, queued again, or finished by another worker. */
export const writeProgress = (
  transaction: AccountTransaction,
  id: DocumentId,
  at: { readonly status: DocumentStatus; readonly progress: number; readonly fileKey: string },
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `update documents set status = $3, progress = $4, updated_at = now()
       where account_id = $1 and id = $2 and file_key = $5 and status in ${RUNNING} returning ${COLUMNS}`,
      [transaction.accountId, id, at.status, at.progress, at.fileKey],
    ),
  );

export const writeFailure = (
  transaction: AccountTransaction,
  id: DocumentId,
  failed: { readonly failure: DocumentFailure; readonly reason: string; readonly fileKey: string },
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `update documents set status = 'failed', failure = $3, reason = $4, updated_at = now()
       where account_id = $1 and id = $2 and file_key = $5 and status in ${RUNNING} returning ${COLUMNS}`,
      [transaction.accountId, id, failed.failure, failed.reason, failed.fileKey],
    ),
  );

export const writeReady = (
  transaction: AccountTransaction,
  id: DocumentId,
  read: { readonly pages: number | null; readonly embeddings: number; readonly segmentId: string | null },
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `update documents set status = 'ready', progress = 1, failure = null, reason = null,
         pages = $3, embeddings = $4, segment_id = $5, updated_at = now()
       where account_id = $1 and id = $2 returning ${COLUMNS}`,
      [transaction.accountId, id, read.pages, read.embeddings, read.segmentId],
    ),
  );

/** Says how many chunks a document has now that people changed them. */
export const writeEmbeddings = (
  transaction: AccountTransaction,
  id: DocumentId,
  embeddings: number,
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `update documents set embeddings = $3, updated_at = now() where account_id = $1 and id = $2 returning ${COLUMNS}`,
      [transaction.accountId, id, embeddings],
    ),
  );

/** Puts a document back to the start; null when there is none. */
export const requeueDocument = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  id: DocumentId,
): Promise<DocumentView | null> =>
  viewOf(
    transaction.one<DocumentRow>(
      `update documents set status = 'queued', progress = 0, failure = null, reason = null, updated_at = now()
       where account_id = $1 and knowledge_id = $2 and id = $3 returning ${COLUMNS}`,
      [transaction.accountId, knowledgeId, id],
    ),
  );

/** Puts all documents of a base that are split already back to the start; what they hold stays searchable meanwhile. */
export async function requeueSplit(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<DocumentView[]> {
  const rows = await transaction.rows<DocumentRow>(
    `update documents set status = 'queued', progress = 0, failure = null, reason = null, updated_at = now()
     where account_id = $1 and knowledge_id = $2 and status in ('ready', 'splitting', 'embedding')
     returning ${COLUMNS}`,
    [transaction.accountId, knowledgeId],
  );
  return rows.map(toView);
}

/** Takes its chunks and text along. */
export const removeDocument = (transaction: AccountTransaction, id: DocumentId): Promise<number> =>
  transaction.run('delete from documents where account_id = $1 and id = $2', [transaction.accountId, id]);

export async function selectFileKeys(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<string[]> {
  const rows = await transaction.rows<{ fileKey: string }>(
    'select file_key as "fileKey" from documents where account_id = $1 and knowledge_id = $2',
    [transaction.accountId, knowledgeId],
  );
  return rows.map((row) => row.fileKey);
}

/** Documents of all accounts that nobody has worked on for this long, though they are not finished. */
export const selectForsaken = (transaction: SystemTransaction, minutes: number): Promise<DocumentKey[]> =>
  transaction.rows(
    `select account_id as "accountId", id as "documentId" from documents
     where (status = 'queued' or status in ${RUNNING}) and updated_at < now() - make_interval(mins => $1)`,
    [minutes],
  );

/**
 * Puts the ready documents of all bases that another version of the analyser has indexed back to the start: the same
 * text may give other terms now. What they hold stays searchable meanwhile.
 */
export const requeueOutdated = (
  transaction: SystemTransaction,
  analyserVersion: string,
): Promise<DocumentKey[]> =>
  transaction.rows(
    `with outdated as (
       update knowledges set analyser_version = $1 where analyser_version <> $1 returning account_id, id)
     update documents d set status = 'queued', progress = 0, updated_at = now()
     from outdated o where d.account_id = o.account_id and d.knowledge_id = o.id and d.status = 'ready'
     returning d.account_id as "accountId", d.id as "documentId"`,
    [analyserVersion],
  );
