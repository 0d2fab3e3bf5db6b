import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { AppError } from '../../../platform/app-error.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import {
  type DocumentChange,
  type StoredFile,
  selectStoredFile,
  writeDocument,
  writeStopped,
} from '../document-changes.store.ts';
import { requeueDocument, selectDocument } from '../documents.store.ts';
import { PROCESS_DOCUMENT } from '../domain/job-names.ts';
import { packRows, readRows } from '../domain/question-rows.ts';
import { announceDocument } from './announce-document.ts';
import { found } from './found.ts';
import { storeSource } from './store-source.ts';

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

/** Another text, or other rows as JSON, under a document; everything else about it stays. */
export async function replaceDocument(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  documentId: DocumentId,
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
  return (await storeSource(dependencies, accountId, knowledgeId, source, documentId)).document;
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

/** Reads a document again; what was found in it before stays searchable until the new reading is done. */
export async function retryDocument(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  documentId: DocumentId,
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
