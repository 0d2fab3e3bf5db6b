import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentKind, DocumentStatus, DocumentView, getDocumentText } from '@hanasu/contract/knowledge';
import type { PageQuery } from '@hanasu/contract/page';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { existingKnowledgeIds } from '../bases/knowledge.store.ts';
import { selectText } from '../chunks/chunks.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { lockIndex, selectSegmentOf } from '../indexing/index.store.ts';
import { leaveIndex } from '../indexing/index-document.ts';
import { planMerge } from '../indexing/merge-index.ts';
import { PROCESS_DOCUMENT } from '../job-names.ts';
import type { DocumentKey, KnowledgeKey, StoredDocumentKey } from '../keys.ts';
import { found } from '../or-not-found.ts';
import { rangeOf } from '../page-range.ts';
import {
  type DocumentChange,
  type StoredFile,
  selectStoredFile,
  writeDocument,
  writeStopped,
} from './document-changes.store.ts';
import { removeDocument, requeueDocument, selectDocument, selectDocuments } from './documents.store.ts';
import { announceDocument } from './publish-document-update.ts';
import { packRows, readRows } from './question-rows.ts';
import { storeSource } from './store-source.ts';

type Reads = Pick<KnowledgeDependencies, 'database'>;

export async function readDocuments(
  { database }: Reads,
  { accountId, knowledgeId }: KnowledgeKey,
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
  { accountId, knowledgeId, documentId }: StoredDocumentKey,
): Promise<DocumentView> {
  return database.account(accountId, async (transaction) =>
    found(await selectDocument(transaction, knowledgeId, documentId), 'document'),
  );
}

export async function readText(
  { database }: Reads,
  { accountId, knowledgeId, documentId }: StoredDocumentKey,
): Promise<EndpointOutput<typeof getDocumentText>> {
  return database.account(accountId, async (transaction) =>
    found(await selectText(transaction, knowledgeId, documentId), 'document'),
  );
}

/** Changes what is said about a document. Another title is part of its passages: they are made again. */
export async function changeDocument(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'realtime' | 'jobs'>,
  { accountId, knowledgeId, documentId }: StoredDocumentKey,
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

/** Another text, or other rows as JSON, under a document; everything else about it stays. */
export async function replaceDocument(
  dependencies: KnowledgeDependencies,
  { accountId, documentId }: DocumentKey,
  text: string,
): Promise<DocumentView> {
  const before = found(
    await dependencies.database.account(accountId, (transaction) =>
      selectStoredFile(transaction, documentId),
    ),
    'document',
  );
  const { knowledgeId, kind, title, mediaType } = before;
  const source = {
    kind,
    title,
    fileName: null,
    folder: '',
    mediaType,
    bytes: bytesOf(before, text),
    url: null,
    websiteId: null,
  };
  return (await storeSource(dependencies, { accountId, knowledgeId, source, replaces: documentId })).document;
}

function bytesOf({ kind }: StoredFile, text: string): Uint8Array {
  if (kind === 'text') return Buffer.from(text, 'utf8');
  if (kind !== 'questions') {
    throw AppError.field(
      'validation_failed',
      'params.uuid',
      'Only texts and questions can be replaced; send a file again',
    );
  }
  const rows = readRows(text);
  if (!rows) {
    throw AppError.field(
      'validation_failed',
      'body.text',
      'Send JSON: [{"question": "…", "answer": "…"}, …]',
    );
  }
  return packRows(rows);
}

/** Ends the reading of a document; what was read of it before stays searchable. One that is done stays as it is. */
export async function stopDocument(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'realtime'>,
  { accountId, knowledgeId, documentId }: StoredDocumentKey,
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

/** Reads a document again; what was found in it before stays searchable until the new reading is done. */
export async function retryDocument(
  dependencies: KnowledgeDependencies,
  { accountId, knowledgeId, documentId }: StoredDocumentKey,
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

/** Removes a document from search at once; a worker that still reads it notices and stops. */
export async function deleteDocument(
  dependencies: KnowledgeDependencies,
  {
    actor: { accountId, userId, address, apiKey },
    knowledgeId,
    documentId,
  }: {
    readonly actor: Pick<Actor, 'accountId' | 'userId' | 'address' | 'apiKey'>;
    readonly knowledgeId: KnowledgeId;
    readonly documentId: DocumentId;
  },
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
