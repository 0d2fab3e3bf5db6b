import type { AccountId, DocumentId } from '@hanasu/contract/ids';
import type { DocumentFailure } from '@hanasu/contract/knowledge';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { ANSWERS_FILE } from '../answers.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { type DocumentSource, startReading, writeFailure } from '../documents.store.ts';
import { questionsToText, readRows } from '../domain/question-rows.ts';
import { announceDocument } from './announce-document.ts';
import { createDocumentRun, type DocumentRun } from './document-run.ts';
import { indexDocument } from './index-document.ts';

export interface DocumentKey {
  readonly accountId: AccountId;
  readonly documentId: DocumentId;
}

interface Failed {
  readonly kind: 'failed';
  readonly failure: DocumentFailure;
  readonly reason: string;
}
type Outcome = Failed | { readonly kind: 'ready' } | { readonly kind: 'stopped' };

const INTERNAL = {
  kind: 'failed',
  failure: 'internal',
  reason: 'Something went wrong on our side while this was read; try again, or tell the administrator.',
} as const satisfies Failed;
const OUT_OF_MEMORY = {
  kind: 'failed',
  failure: 'out_of_memory',
  reason: 'This document needs more memory than is allowed; split it into smaller files.',
} as const satisfies Failed;

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
  const run = createDocumentRun(dependencies, accountId, documentId, stop);
  const outcome = await work(dependencies, { accountId, documentId, source, run }).catch((error: unknown) => {
    if (stop.aborted || isWorthRetrying(error)) throw error;
    dependencies.log.error({ err: error, accountId, documentId, code: 'internal' }, 'document not read');
    return isOutOfMemory(error) ? OUT_OF_MEMORY : INTERNAL;
  });
  await run.settle();
  if (outcome.kind === 'failed') await fail(dependencies, { accountId, documentId }, outcome);
  else if (outcome.kind === 'stopped' && stop.aborted) throw new Error('the worker is stopping');
}

interface Work extends DocumentKey {
  readonly source: DocumentSource;
  readonly run: DocumentRun;
}

async function work(dependencies: KnowledgeDependencies, { source, run, ...key }: Work): Promise<Outcome> {
  const { files, readFile, log } = dependencies;
  if (!(await run.enter('reading'))) return { kind: 'stopped' };
  const bytes = await files.get(source.fileKey).catch((err: unknown) => {
    log.error({ err, ...key, code: 'internal' }, 'uploaded file is not in the store');
    return null;
  });
  if (!bytes) return INTERNAL;
  const rows = source.fileName === ANSWERS_FILE ? readRows(bytes.toString('utf8')) : null;
  const read = await readFile({
    bytes: rows ? Buffer.from(questionsToText(rows), 'utf8') : bytes,
    fileName: rows ? 'text.md' : (source.fileName ?? 'text.md'),
    signal: run.signal,
    onProgress: run.report,
  });
  await run.settle();
  if (read.kind !== 'ok') return read;
  return indexDocument(dependencies, { ...key, source, run, document: read.document });
}

async function fail(
  dependencies: KnowledgeDependencies,
  { accountId, documentId }: DocumentKey,
  { failure, reason }: Failed,
): Promise<void> {
  const document = await dependencies.database.account(accountId, (transaction) =>
    writeFailure(transaction, documentId, { failure, reason }),
  );
  if (document) announceDocument(dependencies, accountId, document);
}

/** Waited too long for a lock (57014, 55P03), or chosen to end a deadlock (40P01). */
const PASSING_STATES: ReadonlySet<unknown> = new Set(['57014', '55P03', '40P01']);

const isWorthRetrying = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  (error instanceof Error && 'code' in error && PASSING_STATES.has(error.code));

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
