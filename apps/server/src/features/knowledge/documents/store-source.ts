import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { QuestionRow } from '@hanasu/contract/documents';
import type { AccountId, DocumentId, WebsiteId } from '@hanasu/contract/ids';
import type { DocumentKind, DocumentView } from '@hanasu/contract/knowledge';
import { detectType } from '@hanasu/retrieval/extract/detect';
import { DOCUMENT_TYPES } from '@hanasu/retrieval/extract/document-types';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { PROCESS_DOCUMENT } from '../job-names.ts';
import type { KnowledgeKey } from '../keys.ts';
import type { Upload } from '../uploads/upload.ts';
import {
  insertDocument,
  type NewDocument,
  selectForVersion,
  writeUnchanged,
  writeVersion,
} from './documents.store.ts';
import { publishDocumentUpdate } from './publish-document-update.ts';
import { packRows } from './question-rows.ts';

/** Keeps an upload and queues its reading. A file that the base has under this name becomes its next version. */
export async function createDocument(
  dependencies: KnowledgeDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  upload: Upload,
): Promise<DocumentView> {
  const source = {
    ...upload,
    kind: upload.fileName === null ? ('text' as const) : ('file' as const),
    folder: '',
    mediaType: mediaTypeOf(upload),
    url: null,
    websiteId: null,
  };
  return (await storeSource(dependencies, { accountId, knowledgeId, source })).document;
}

/** Keeps rows of questions and answers as a document, and queues its reading. */
export async function createQuestions(
  dependencies: KnowledgeDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  body: {
    readonly title: string;
    readonly rows: readonly QuestionRow[];
    readonly tags?: readonly string[] | undefined;
  },
): Promise<DocumentView> {
  const { document } = await storeSource(dependencies, {
    accountId,
    knowledgeId,
    source: {
      kind: 'questions',
      title: body.title,
      fileName: null,
      folder: '',
      mediaType: DOCUMENT_TYPES.json.mediaType,
      bytes: packRows(body.rows),
      url: null,
      websiteId: null,
      tags: body.tags,
    },
  });
  return document;
}

/** What a document is made from. */
interface Source {
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
  readonly sample?: boolean | undefined;
}

interface KeptSource {
  readonly source: Source;
  /** The document that it is the next version of; null: that of its name and folder, or none. */
  readonly replaces?: DocumentId | null | undefined;
  /** Called in the transaction that stores it. */
  readonly onStored?: ((transaction: AccountTransaction, id: DocumentId) => Promise<unknown>) | undefined;
}

/**
 * Keeps a source and queues its reading: both or neither. A file of a name and folder that the base has, or `replaces`,
 * is the next version of that document; the same bytes again change nothing.
 */
export async function storeSource(
  dependencies: KnowledgeDependencies,
  { accountId, knowledgeId, source, replaces = null, onStored }: KeptSource & KnowledgeKey,
): Promise<StoredSource> {
  const row = await putSource(dependencies, { accountId, knowledgeId }, source);
  const options = { replaces, isCounted: false, onStored };
  return storeDocumentSource(dependencies, accountId, { row, options });
}

/** The same for a source that is made in the transaction which stores it. */
export const storeMadeSource = (
  dependencies: KnowledgeDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  make: (transaction: AccountTransaction) => Promise<KeptSource>,
): Promise<StoredSource> =>
  removeOutdated(dependencies, accountId, (outdated) =>
    dependencies.database.account(accountId, async (transaction) => {
      const { source, replaces = null, onStored } = await make(transaction);
      const row = await putSource(dependencies, { accountId, knowledgeId }, source);
      outdated.fileKey = row.fileKey;
      const written = await writeSource(transaction, dependencies, {
        row,
        options: { replaces, isCounted: false },
      });
      await onStored?.(transaction, written.stored.document.uuid);
      return written;
    }),
  );

/** Puts the bytes into the file store. */
async function putSource(
  { files }: KnowledgeDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  source: Source,
): Promise<Omit<NewDocument, 'id'>> {
  const contentHash = createHash('sha256').update(source.bytes).digest('hex');
  const fileKey = `${accountId}/documents/${newId<string>()}`;
  await files.put(fileKey, source.bytes);
  return { ...source, knowledgeId, bytes: source.bytes.byteLength, fileKey, contentHash };
}

export interface StoredSource {
  /** `version`: the document was there, and is read again. `unchanged`: so was its source. */
  readonly kind: 'created' | 'version' | 'unchanged';
  readonly document: DocumentView;
}

interface StoredRow {
  readonly row: Omit<NewDocument, 'id'>;
  /** `isCounted`: its upload counts for the quota already. */
  readonly options: Pick<KeptSource, 'onStored'> & {
    readonly replaces: DocumentId | null;
    readonly isCounted: boolean;
  };
}

/**
 * Makes a document, or the next version of one, of a source that is in the file store already, and queues its
 * reading: both or neither. The file that is not needed afterwards goes: the old one, or the new one when nothing
 * changed.
 */
export const storeDocumentSource = (
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  { row, options }: StoredRow,
): Promise<StoredSource> =>
  removeOutdated(dependencies, accountId, (outdated) => {
    outdated.fileKey = row.fileKey;
    return dependencies.database.account(accountId, async (transaction) => {
      const written = await writeSource(transaction, dependencies, { row, options });
      await options.onStored?.(transaction, written.stored.document.uuid);
      return written;
    });
  });

/** A file that nothing needs if the transaction fails: the new one. */
interface Outdated {
  fileKey: string;
}
interface WrittenSource {
  readonly stored: StoredSource;
  /** The file that nothing needs after the commit; null: none. */
  readonly outdated: string | null;
}

async function removeOutdated(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  store: (outdated: Outdated) => Promise<WrittenSource>,
): Promise<StoredSource> {
  const outdated = { fileKey: '' };
  try {
    const { stored, outdated: old } = await store(outdated);
    outdated.fileKey = old ?? '';
    publishDocumentUpdate(dependencies, accountId, stored.document);
    return stored;
  } finally {
    if (outdated.fileKey !== '') await dependencies.files.remove(outdated.fileKey);
  }
}

async function writeSource(
  transaction: AccountTransaction,
  { jobs, requireQuota }: KnowledgeDependencies,
  { row, options: { replaces, isCounted } }: StoredRow,
): Promise<WrittenSource> {
  const before = await selectForVersion(transaction, { ...row, replaces });
  if (before === null && replaces) throw new AppError('not_found', 'Document not found');
  const isSame = before?.contentHash === row.contentHash;
  if (isSame && before.status !== 'failed' && before.status !== 'stopped') {
    const document = exists(await writeUnchanged(transaction, before.id, row));
    return { stored: { kind: 'unchanged', document }, outdated: row.fileKey };
  }
  if (!isCounted) await requireQuota(transaction, row.bytes - (before?.bytes ?? 0));
  const document = before
    ? exists(await writeVersion(transaction, before.id, row))
    : await insertNew(transaction, row);
  const { accountId } = transaction;
  await jobs().send(transaction, PROCESS_DOCUMENT, { accountId, documentId: document.uuid });
  return { stored: { kind: before ? 'version' : 'created', document }, outdated: before?.fileKey ?? null };
}

async function insertNew(
  transaction: AccountTransaction,
  row: Omit<NewDocument, 'id'>,
): Promise<DocumentView> {
  const inserted = await insertDocument(transaction, { ...row, id: newId<DocumentId>() });
  if (!inserted) throw new AppError('not_found', 'Knowledge base not found');
  return inserted;
}

function exists(document: DocumentView | null): DocumentView {
  if (!document) throw new AppError('not_found', 'Document not found');
  return document;
}

/** Files up to this size are looked at whole; of larger ones the beginning must do. */
const WHOLE_BYTES = 8 * 1024 * 1024;
const HEAD_BYTES = 256 * 1024;
const NEW_LINE = 0x0a;

/** What a source is. `fileName` null: text that was typed in. Throws `file_empty`, `file_type_unsupported`. */
export function mediaTypeOf({
  bytes,
  fileName,
}: {
  readonly bytes: Uint8Array;
  readonly fileName: string | null;
}): string {
  if (bytes.byteLength === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  if (fileName === null) return DOCUMENT_TYPES.markdown.mediaType;
  const detected = detectType({ fileName, bytes });
  if (detected.kind === 'unsupported') {
    throw AppError.field('file_type_unsupported', 'body.file', detected.detail);
  }
  return DOCUMENT_TYPES[detected.type].mediaType;
}

/** The same of a file in the store, without holding all of a large one. */
export async function mediaTypeOfStored(
  files: FileStore,
  file: { readonly key: string; readonly bytes: number; readonly fileName: string },
): Promise<string> {
  if (file.bytes <= WHOLE_BYTES) {
    return mediaTypeOf({ bytes: await files.get(file.key), fileName: file.fileName });
  }
  const stream = await files.getStream(file.key, { start: 0, end: HEAD_BYTES - 1 });
  if (!stream) throw new Error('a file that was just stored is not there');
  const head = await buffer(stream);
  // Not in the middle of a character.
  const cut = head.lastIndexOf(NEW_LINE);
  return mediaTypeOf({ bytes: cut > 0 ? head.subarray(0, cut + 1) : head, fileName: file.fileName });
}

/** Refuses by its name what could not be read whatever it holds, before any of it is sent. */
export function refuseUnreadableName(fileName: string): void {
  const isNamed = detectType({ fileName, bytes: new Uint8Array() });
  if (isNamed.kind === 'unsupported') {
    throw AppError.field('file_type_unsupported', 'body.fileName', isNamed.detail);
  }
}
