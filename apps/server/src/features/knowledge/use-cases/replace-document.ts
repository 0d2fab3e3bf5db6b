import type { AccountId, DocumentId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { AppError } from '../../../platform/app-error.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { type StoredFile, selectStoredFile } from '../document-changes.store.ts';
import { packRows, readRows } from '../domain/question-rows.ts';
import { found } from './found.ts';
import { storeSource } from './store-source.ts';

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
