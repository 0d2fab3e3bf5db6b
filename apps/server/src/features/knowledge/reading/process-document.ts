import type { AccountId, DocumentId } from '@hanasu/contract/ids';
import type { DocumentFailure, DocumentView } from '@hanasu/contract/knowledge';
import type { KnowledgeLanguage } from '@hanasu/contract/knowledge-settings';
import { guessLanguage } from '@hanasu/models/builtin/detect-language';
import { documentOf } from '@hanasu/retrieval/extract/document';
import type { FileSource } from '@hanasu/retrieval/extract/messages';
import { questionsToText } from '@hanasu/retrieval/extract/questions/questions';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectLanguage, writeFindings } from '../documents/document-changes.store.ts';
import { type DocumentSource, startReading, writeFailure } from '../documents/documents.store.ts';
import { publishDocumentUpdate } from '../documents/publish-document-update.ts';
import { readRows } from '../documents/question-rows.ts';
import { indexDocument } from '../indexing/index-document.ts';
import type { DocumentKey } from '../keys.ts';
import { createDocumentRun, type DocumentRun } from './document-run.ts';
import { limitsFor, type ReadFile } from './read-file.ts';
import { readScannedPages } from './read-scanned-pages.ts';

const SAMPLE = 4_000;

/** The language that is set for the base, or what the beginning, the middle and the end of the text are written in. */
function documentLanguage(text: string, set: KnowledgeLanguage): DocumentView['language'] {
  if (set !== 'auto') return set;
  const middle = Math.max(0, Math.floor(text.length / 2) - SAMPLE / 2);
  const sample = [text.slice(0, SAMPLE), text.slice(middle, middle + SAMPLE), text.slice(-SAMPLE)].join('\n');
  return /\p{L}/u.test(sample) ? guessLanguage(sample) : null;
}

type Outcome = ReadFailure | { readonly kind: 'ready' } | { readonly kind: 'stopped' };

/**
 * Reads, splits and indexes a document. Running it again replaces what the run before has stored, so a worker may die
 * at any point. Throws only when trying again later makes sense.
 */
export async function processDocument(
  dependencies: KnowledgeDependencies,
  { accountId, documentId }: DocumentKey,
  stop: AbortSignal,
): Promise<void> {
  const source = await dependencies.database.account(accountId, (transaction) =>
    startReading(transaction, documentId),
  );
  if (!source) return;
  const run = createDocumentRun(
    dependencies,
    { accountId, document: { documentId, fileKey: source.fileKey } },
    stop,
  );
  const outcome = await work(dependencies, { accountId, documentId, source, run }).catch((error: unknown) => {
    if (stop.aborted || isWorthRetrying(error)) throw error;
    dependencies.log.error(
      { err: error, accountId, documentId, code: 'internal' },
      'reading a document failed',
    );
    return isOutOfMemory(error) ? OUT_OF_MEMORY : INTERNAL;
  });
  await run.settle();
  if (outcome.kind === 'failed')
    await fail(dependencies, { key: { accountId, documentId }, source, failure: outcome });
  else if (outcome.kind === 'stopped' && stop.aborted) throw new Error('the worker is stopping');
}

interface DocumentWork extends DocumentKey {
  readonly source: DocumentSource;
  readonly run: DocumentRun;
}

async function work(
  dependencies: KnowledgeDependencies,
  { source, run, ...key }: DocumentWork,
): Promise<Outcome> {
  if (!(await run.enter('reading'))) return { kind: 'stopped' };
  const read = await readSource(dependencies, { ...key, source, run });
  await run.settle();
  if (read.kind !== 'ok') return read;
  const { document } = read;
  await dependencies.database.account(key.accountId, async (transaction) => {
    const language = documentLanguage(document.text, await selectLanguage(transaction, source.knowledgeId));
    await writeFindings(transaction, key.documentId, {
      language,
      unreadPages: [...document.unreadPages],
      warnings: [...new Set(document.warnings)],
    });
  });
  return indexDocument(dependencies, { ...key, source, run, document });
}

async function fail(
  dependencies: KnowledgeDependencies,
  {
    key: { accountId, documentId },
    source: { fileKey },
    failure: { failure, reason },
  }: { readonly key: DocumentKey; readonly source: DocumentSource; readonly failure: ReadFailure },
): Promise<void> {
  const document = await dependencies.database.account(accountId, (transaction) =>
    writeFailure(transaction, documentId, { failure, reason, fileKey }),
  );
  if (document) publishDocumentUpdate(dependencies, accountId, document);
}

/** Waited too long for a lock (57014, 55P03), or chosen to end a deadlock (40P01). */
const PASSING_STATES: ReadonlySet<unknown> = new Set(['57014', '55P03', '40P01']);

const isWorthRetrying = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  (error instanceof Error && 'code' in error && PASSING_STATES.has(error.code));

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

type Read = Awaited<ReturnType<ReadFile>>;

interface SourceWork {
  readonly accountId: AccountId;
  readonly documentId: DocumentId;
  readonly source: DocumentSource;
  readonly run: DocumentRun;
}

/** Larger files are read from where they are. */
const IN_MEMORY_BYTES = 1024 * 1024;

/** Text of what a document was made from: rows as they are, files by their reader, scanned pages by a model. */
async function readSource(dependencies: KnowledgeDependencies, work: SourceWork): Promise<Read> {
  const { files, log } = dependencies;
  const { source, run, accountId, documentId } = work;
  const size = await files.size(source.fileKey);
  if (size === null) {
    log.error({ accountId, documentId, code: 'internal' }, 'uploaded file is not in the store');
    return INTERNAL;
  }
  if (source.kind === 'questions') return readQuestions(await files.get(source.fileKey));
  const path = size > IN_MEMORY_BYTES ? files.pathOf(source.fileKey) : null;
  const from: FileSource = path ? { filePath: path } : { bytes: await files.get(source.fileKey) };
  const file = { ...from, fileName: source.fileName ?? 'text.md' };
  const read = await dependencies.readFile({
    ...file,
    isTyped: source.kind === 'text',
    url: source.url ?? undefined,
    signal: run.signal,
    onProgress: run.report,
    limits: limitsFor(size),
  });
  return readScannedPages(dependencies, {
    file,
    read,
    document: { accountId, documentId, knowledgeId: source.knowledgeId },
    signal: run.signal,
    onProgress: run.report,
  });
}

function readQuestions(bytes: Buffer): Read {
  const rows = readRows(bytes.toString('utf8'));
  return rows
    ? { kind: 'ok', document: documentOf({ title: null, text: questionsToText(rows), kind: 'questions' }) }
    : { kind: 'failed', failure: 'broken', reason: 'The rows cannot be read; write them again.' };
}

interface ReadFailure {
  readonly kind: 'failed';
  readonly failure: DocumentFailure;
  readonly reason: string;
}

const INTERNAL = {
  kind: 'failed',
  failure: 'internal',
  reason: 'Something went wrong on our side while this was read; try again, or tell the administrator.',
} as const satisfies ReadFailure;

const OUT_OF_MEMORY = {
  kind: 'failed',
  failure: 'out_of_memory',
  reason: 'This document needs more memory than is allowed; split it into smaller files.',
} as const satisfies ReadFailure;
