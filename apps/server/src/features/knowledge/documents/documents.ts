import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentKind, DocumentStatus, DocumentView, getDocumentText } from '@hanasu/contract/knowledge';
import type { PageQuery } from '@hanasu/contract/page';
import { DOCUMENT_TYPES } from '@hanasu/retrieval/extract/document-types';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { rangeOf } from '../../../platform/database/page-range.ts';
import { deleteRemovedFiles, noteRemovedFiles } from '../../../platform/files/removed-files.ts';
import { askedRange } from '../../../platform/http/byte-range.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { existingKnowledgeIds } from '../bases/knowledge.store.ts';
import { selectText } from '../chunks/chunks.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { lockIndex, selectSegmentOf } from '../indexing/index.store.ts';
import { removeFromIndex } from '../indexing/index-document.ts';
import { planMerge } from '../indexing/merge-index.ts';
import { PROCESS_DOCUMENT } from '../job-names.ts';
import type { DocumentKey, KnowledgeKey, StoredDocumentKey } from '../keys.ts';
import {
  type DocumentChange,
  type StoredFile,
  selectStoredFile,
  writeDocument,
  writeStopped,
} from './document-changes.store.ts';
import { removeDocument, requeueDocument, selectDocument, selectDocuments } from './documents.store.ts';
import { publishDocumentUpdate } from './publish-document-update.ts';
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
    orNotFound(existing ?? null, 'knowledge base');
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
    orNotFound(await selectDocument(transaction, knowledgeId, documentId), 'document'),
  );
}

export async function readText(
  { database }: Reads,
  { accountId, knowledgeId, documentId }: StoredDocumentKey,
): Promise<EndpointOutput<typeof getDocumentText>> {
  return database.account(accountId, async (transaction) =>
    orNotFound(await selectText(transaction, knowledgeId, documentId), 'document'),
  );
}

/** Changes what is said about a document. Another title is part of its passages: they are made again. */
export async function changeDocument(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'realtime' | 'jobs'>,
  { accountId, knowledgeId, documentId }: StoredDocumentKey,
  change: DocumentChange,
): Promise<DocumentView> {
  const document = await dependencies.database.account(accountId, async (transaction) => {
    const before = orNotFound(await selectDocument(transaction, knowledgeId, documentId), 'document');
    const changed = orNotFound(await writeDocument(transaction, knowledgeId, documentId, change), 'document');
    if (changed.title === before.title || changed.status !== 'ready') return changed;
    await dependencies.jobs().send(transaction, PROCESS_DOCUMENT, { accountId, documentId });
    return orNotFound(await requeueDocument(transaction, knowledgeId, documentId), 'document');
  });
  publishDocumentUpdate(dependencies, accountId, document);
  return document;
}

/** Another text, or other rows as JSON, under a document; everything else about it stays. */
export async function replaceDocument(
  dependencies: KnowledgeDependencies,
  { accountId, documentId }: DocumentKey,
  text: string,
): Promise<DocumentView> {
  const before = orNotFound(
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
      orNotFound(await selectDocument(transaction, knowledgeId, documentId), 'document'),
  );
  publishDocumentUpdate(dependencies, accountId, document);
  return document;
}

/** Reads a document again; what was found in it before stays searchable until the new reading is done. */
export async function retryDocument(
  dependencies: KnowledgeDependencies,
  { accountId, knowledgeId, documentId }: StoredDocumentKey,
): Promise<DocumentView> {
  const document = await dependencies.database.account(accountId, async (transaction) => {
    const queued = await requeueDocument(transaction, knowledgeId, documentId);
    if (!queued) throw new AppError('not_found', 'Document not found');
    await dependencies.jobs().send(transaction, PROCESS_DOCUMENT, { accountId, documentId });
    return queued;
  });
  publishDocumentUpdate(dependencies, accountId, document);
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
  await dependencies.database.account(accountId, async (transaction) => {
    const locked = await lockDocument(transaction, { knowledgeId, documentId });
    if (!locked) throw new AppError('not_found', 'Document not found');
    await removeLocked(dependencies, transaction, locked);
    await recordAudit(transaction, {
      userId,
      address,
      apiKey,
      action: 'document.deleted',
      target: locked.title,
      data: { uuid: documentId, knowledge: knowledgeId },
    });
  });
  await deleteRemovedFiles(dependencies, accountId);
}

type LockedDocument = NonNullable<Awaited<ReturnType<typeof lockDocument>>>;

/** Null: there is no such document. */
async function lockDocument(
  transaction: AccountTransaction,
  { knowledgeId, documentId }: Omit<StoredDocumentKey, 'accountId'>,
) {
  const statistics = await lockIndex(transaction, knowledgeId);
  const document = statistics && (await selectSegmentOf(transaction, knowledgeId, documentId));
  return document && { ...document, knowledgeId, documentId, statistics };
}

/** Its file is deleted after the commit (`deleteRemovedFiles`). */
async function removeLocked(
  dependencies: Pick<KnowledgeDependencies, 'jobs'>,
  transaction: AccountTransaction,
  { documentId, knowledgeId, statistics, fileKey }: LockedDocument,
): Promise<void> {
  await removeFromIndex(transaction, { id: documentId, knowledgeId }, statistics);
  await removeDocument(transaction, documentId);
  await noteRemovedFiles(transaction, [fileKey]);
  await planMerge(dependencies, transaction, knowledgeId);
}

interface DocumentCopy extends KnowledgeKey {
  readonly title: string;
  readonly fileName: string;
  /** Markdown. */
  readonly text: string;
  /** Where readers find it. */
  readonly url: string;
  /** The document that holds an earlier state; null: none does. */
  readonly replaces: DocumentId | null;
  /** Called in the transaction that stores it. */
  readonly onStored: (transaction: AccountTransaction, id: DocumentId) => Promise<unknown>;
}

/** Documents that another feature keeps up to date: copies of what it publishes. */
export interface DocumentCopies {
  /** Stores a copy and queues its reading; a text that is there already changes nothing. */
  put(copy: DocumentCopy): Promise<unknown>;
  /** Removes a copy from search. `detach` is called in the same transaction before, also when the document is gone. */
  remove(
    key: StoredDocumentKey,
    detach: (transaction: AccountTransaction) => Promise<unknown>,
  ): Promise<void>;
}

export const createDocumentCopies = (dependencies: KnowledgeDependencies): DocumentCopies => ({
  put: ({ accountId, knowledgeId, title, fileName, text, url, replaces, onStored }) =>
    storeSource(dependencies, {
      accountId,
      knowledgeId,
      source: {
        kind: 'page',
        title,
        fileName,
        folder: '',
        mediaType: DOCUMENT_TYPES.markdown.mediaType,
        bytes: Buffer.from(text, 'utf8'),
        url,
        websiteId: null,
      },
      replaces,
      onStored,
    }),
  async remove({ accountId, ...key }, detach) {
    await dependencies.database.account(accountId, async (transaction) => {
      const locked = await lockDocument(transaction, key);
      await detach(transaction);
      if (locked) await removeLocked(dependencies, transaction, locked);
    });
    await deleteRemovedFiles(dependencies, accountId);
  },
});

/** Types that a browser shows without running anything. */
const HARMLESS: ReadonlySet<string> = new Set([
  'text/plain',
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);
/** Typed text is shown as what it was typed as. */
const SHOWN_AS_TEXT: ReadonlySet<string> = new Set(['text/markdown', 'application/json', 'text/csv']);
const RANGE_NOT_SATISFIABLE = 416;
const PARTIAL_CONTENT = 206;

/** Answers with the source of a document: to save, or to show where nothing in it can run. */
export async function sendSource(
  { database, files }: Pick<KnowledgeDependencies, 'database' | 'files'>,
  { accountId, documentId }: DocumentKey,
  { request, reply, inline }: { request: FastifyRequest; reply: FastifyReply; inline: boolean },
): Promise<void> {
  const file = orNotFound(
    await database.account(accountId, (transaction) => selectStoredFile(transaction, documentId)),
    'document',
  );
  const size = orNotFound(await files.size(file.fileKey), 'source');
  const wanted = askedRange(request.headers.range, size);
  reply.headers({ ...headersOf(file, inline), 'accept-ranges': 'bytes' });
  if (wanted.kind === 'outside') {
    await reply.code(RANGE_NOT_SATISFIABLE).header('content-range', `bytes */${size}`).send();
    return;
  }
  const range = wanted.kind === 'part' ? { start: wanted.start, end: wanted.end } : undefined;
  const content = orNotFound(await files.getStream(file.fileKey, range), 'source');
  if (range) reply.code(PARTIAL_CONTENT).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  await reply.send(content);
}

function headersOf(file: StoredFile, inline: boolean): Record<string, string> {
  const isText = SHOWN_AS_TEXT.has(file.mediaType) || file.mediaType === 'text/plain';
  const isShown = inline && (isText || HARMLESS.has(file.mediaType));
  const type = isText ? 'text/plain; charset=utf-8' : file.mediaType;
  return {
    'content-type': isShown ? type : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(nameOf(file))}`,
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'text/markdown': '.md',
  'text/html': '.html',
  'application/json': '.json',
};
const nameOf = ({ fileName, title, mediaType }: StoredFile): string =>
  fileName ?? `${title}${ENDINGS[mediaType] ?? '.txt'}`;

/** RFC 8187: what encodeURIComponent leaves as it is but may not stand there. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
