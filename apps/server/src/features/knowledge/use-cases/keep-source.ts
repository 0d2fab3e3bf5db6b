import type { AccountId, DocumentId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
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

export interface StoredSource {
  /** `version`: the document was there, and is read again. `unchanged`: so was its source. */
  readonly kind: 'created' | 'version' | 'unchanged';
  readonly document: DocumentView;
}

/**
 * Makes a document, or the next version of one, of a source that is in the file store already, and queues its
 * reading: both or neither. `isCounted`: its upload counts for the quota already. The file that is not needed afterwards goes: the old one, or the new one when nothing changed.
 */
export async function keepSource(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  row: Omit<NewDocument, 'id'>,
  { replaces, isCounted }: { readonly replaces: DocumentId | null; readonly isCounted: boolean },
): Promise<StoredSource> {
  const { database, files, requireQuota } = dependencies;
  let outdated = row.fileKey;
  try {
    const stored = await database.account(accountId, async (transaction) => {
      const before = await selectForVersion(transaction, { ...row, replaces });
      if (before === null && replaces) throw new AppError('not_found', 'There is no such document');
      if (
        before?.contentHash === row.contentHash &&
        before.status !== 'failed' &&
        before.status !== 'stopped'
      ) {
        return {
          kind: 'unchanged',
          document: exists(await writeUnchanged(transaction, before.id, row)),
        } as const;
      }
      if (!isCounted) await requireQuota(transaction, row.bytes - (before?.bytes ?? 0));
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
    if (outdated !== '') await files.remove(outdated);
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
