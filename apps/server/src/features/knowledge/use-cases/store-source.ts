import { createHash } from 'node:crypto';
import type { AccountId, DocumentId, KnowledgeId, WebsiteId } from '@hanasu/contract/ids';
import type { DocumentKind, DocumentView } from '@hanasu/contract/knowledge';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import {
  insertDocument,
  type NewDocument,
  selectForVersion,
  writeUnchanged,
  writeVersion,
} from '../documents.store.ts';
import { PROCESS_DOCUMENT } from '../domain/job-names.ts';
import { announceDocument } from './announce-document.ts';

/** What a document is made from. */
export interface Source {
  readonly kind: DocumentKind;
  readonly title: string;
  /** Null for text that was typed in. */
  readonly fileName: string | null;
  readonly folder: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly url: string | null;
  readonly websiteId: WebsiteId | null;
  /** Absent: as they are. */
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

export interface StoredSource {
  /** `version`: the document was there, and is read again. `unchanged`: so was its source. */
  readonly kind: 'created' | 'version' | 'unchanged';
  readonly document: DocumentView;
}

/**
 * Keeps a source and queues its reading: both or neither. A file of a name and folder that the base has, or `replaces`,
 * is the next version of that document; the same bytes again change nothing.
 */
export async function storeSource(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  source: Source,
  replaces: DocumentId | null = null,
): Promise<StoredSource> {
  const { database, files } = dependencies;
  const contentHash = createHash('sha256').update(source.bytes).digest('hex');
  const fileKey = `${accountId}/documents/${newId<string>()}`;
  await files.put(fileKey, source.bytes);
  let outdated = fileKey;
  try {
    const stored = await database.account(accountId, async (transaction) => {
      const row = { ...source, knowledgeId, bytes: source.bytes.byteLength, fileKey, contentHash };
      const before = await selectForVersion(transaction, { ...row, replaces });
      if (before === null && replaces) throw new AppError('not_found', 'There is no such document');
      if (before?.contentHash === contentHash && before.status !== 'failed') {
        return {
          kind: 'unchanged',
          document: exists(await writeUnchanged(transaction, before.id, row)),
        } as const;
      }
      const document = before
        ? exists(await writeVersion(transaction, before.id, row))
        : await insertNew(transaction, row);
      await dependencies.jobs().send(transaction, PROCESS_DOCUMENT, { accountId, documentId: document.uuid });
      outdated = before?.fileKey ?? '';
      return { kind: before ? 'version' : 'created', document } as const;
    });
    announceDocument(dependencies, accountId, stored.document);
    return stored;
  } finally {
    // The old source when the new one is kept, the new one when it is not.
    if (outdated) await files.remove(outdated);
  }
}

async function insertNew(
  transaction: AccountTransaction,
  row: Omit<NewDocument, 'id'>,
): Promise<DocumentView> {
  const inserted = await insertDocument(transaction, { ...row, id: newId<DocumentId>() });
  if (!inserted) throw new AppError('not_found', 'There is no such knowledge base');
  return inserted;
}

function exists(document: DocumentView | null): DocumentView {
  if (!document) throw new AppError('not_found', 'There is no such document');
  return document;
}
